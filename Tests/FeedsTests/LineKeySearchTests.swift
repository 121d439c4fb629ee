import Foundation
import Testing

@testable import Feeds

/// The member that distinguishes lines of JSON and of pairs.
@Suite struct LineKeySearchTests {
  /// Feeds lines one after the other, each at a time of arrival of its own unless all come at once.
  private static func read(
    _ lines: [String], atOnce: Bool = false, isFile: Bool = false
  ) -> (TextResult, TextForm) {
    var options = TextOptions()
    options.isFile = isFile
    var batch = TextBatch()
    let reader = TextReader(options: options, zone: .utc)
    for (place, line) in lines.enumerated() {
      let arrival = TextResult.arrival + (atOnce ? 0 : Double(place))
      Array((line + "\n").utf8).withUnsafeBytes { reader.feed($0, arrival: arrival, into: &batch) }
    }
    reader.finish(into: &batch)
    return (TextResult(batch, reader), reader.form)
  }

  private static func json(_ time: Int, _ members: String) -> String {
    "{\"time\":\(1_795_236_440 + time),\(members)}"
  }

  /// Sensors that send one after the other.
  @Test func aThingThatComesAgain() {
    let lines = [
      Self.json(0, #""model":"A","t":1"#), Self.json(1, #""model":"B","t":11"#),
      Self.json(2, #""model":"A","t":2"#), Self.json(3, #""model":"B","t":12"#),
    ]
    let (result, form) = Self.read(lines)
    #expect(result.names == ["A t", "B t"])
    #expect(form.key == "'model': A, B" && form.leftOut.isEmpty)
    // The rows before the third line are void, and come again with it.
    #expect(result.controls == ["2 void"])
    #expect(result.column("A t")?.suffix(4).filter { !$0.isNaN } == [1, 2])
    #expect(result.column("B t")?.suffix(4).filter { !$0.isNaN } == [11, 12])
    #expect((2..<6).map { result.time($0) - 1_795_236_440 } == [0, 1, 2, 3])
  }

  /// The numbers of things tell lines of one stated time apart, if they count these lines.
  @Test(
    arguments: [
      ([#""gpu":0,"t":1"#, #""gpu":1,"t":11"#], ["gpu 0 t", "gpu 1 t"]),
      ([#""rank":1,"t":1"#, #""rank":2,"t":11"#], ["rank 1 t", "rank 2 t"]),
      ([#""gpu":34,"t":1"#, #""gpu":35,"t":11"#], ["gpu", "t"]),
      ([#""gpu":0,"t":1"#, #""gpu":0,"t":11"#], ["gpu", "t"]),
      ([#""gpu":1,"t":1"#, #""gpu":0,"t":11"#], ["gpu", "t"]),
      ([#""load":0,"t":1"#, #""load":1,"t":11"#], ["load", "t"]),
      ([#""id":1,"t":1"#, #""id":2,"t":11"#], ["id", "t"]),
      (
        [#""host":"a","gpu":0,"t":1"#, #""host":"b","gpu":1,"t":11"#],
        ["a gpu", "a t", "b gpu", "b t"]
      ),
    ] as [([String], [String])]) func numbersOfThings(_ lines: [String], _ names: [String])
  {
    let (result, form) = Self.read((0..<4).map { Self.json($0 / 2, lines[$0 % 2]) })
    let drawn = result.columns.filter { !$0.isText }.map(\.name)
    #expect(drawn.sorted() == names && form.leftOut.isEmpty)
    #expect(result.columns.allSatisfy { $0.isText == $0.isName })
    let values = (result.column(names.last ?? "") ?? []).filter { !$0.isNaN }
    #expect(names.count != 2 || drawn.contains("t") || values == [11, 11])
  }

  /// Numbers that the user wants to see are no names.
  @Test(arguments: [["gpu", "t"], ["gpu"], ["t"]]) func numbersThatAreWanted(_ columns: [String]) {
    let lines = (0..<4).map { Self.json($0 / 2, "\"gpu\":\($0 % 2),\"t\":\($0)") }
    let result = TextResult(lines.joined(separator: "\n") + "\n", TextOptions(columns: columns))
    #expect(result.names == (columns == ["t"] ? ["gpu 0 t", "gpu 1 t"] : columns))
  }

  /// Numbers tell lines apart only at one stated time, and in the next burst at once.
  @Test func numbersOfThingsNeedTimes() {
    let pairs = ["gpu=0 t=1", "gpu=1 t=2", "gpu=0 t=3", "gpu=1 t=4"]
    #expect(Self.read(pairs, atOnce: true).0.names == ["gpu", "t"])
    let times = pairs.enumerated().map { "time=\(1_795_236_440 + $0 / 2) " + $1 }
    let (result, form) = Self.read(times)
    #expect(result.columns.filter { !$0.isText }.map(\.name) == ["gpu 0 t", "gpu 1 t"])
    #expect(form.key == "'gpu': gpu 0, gpu 1")
    var options = TextOptions()
    options.knownMember = LineKeySearch.Member(name: "gpu", isNumbered: true)
    #expect(
      TextResult(pairs.joined(separator: "\n") + "\n", options).names == ["gpu 0 t", "gpu 1 t"])
  }

  /// Lines without times whose moment is over are not read anew.
  @Test(arguments: [false, true]) func aThingWithoutTimes(isFile: Bool) {
    let (result, _) = Self.read(
      ["host=a v=1", "host=b v=11", "host=a v=2", "host=b v=12"], isFile: isFile)
    #expect(result.names == ["a v", "b v"])
    let void = result.controls.first.flatMap { Int($0.split(separator: " ")[0]) } ?? -1
    #expect(void == 2)
    let values = ["a v", "b v"].map { name in
      result.column(name)?.dropFirst(void).filter { !$0.isNaN }
    }
    #expect(values == (isFile ? [[1, 2], [11, 12]] : [[2], [12]]))
  }

  /// Lines that arrive together are of one moment.
  @Test func thingsThatArriveTogether() {
    let (result, form) = Self.read(
      [#"{"Name":"web","cpu":1}"#, #"{"Name":"db","cpu":2}"#, #"{"Name":"web","cpu":3}"#],
      atOnce: true)
    #expect(result.names == ["web cpu", "db cpu"] && result.controls.isEmpty)
    #expect(result.column("web cpu")?.filter { !$0.isNaN } == [1, 3])
    #expect(result.column("db cpu")?.filter { !$0.isNaN } == [2])
    #expect(form.key == "'Name': web, db")
  }

  /// Names for people come before identifiers.
  @Test(
    arguments: [
      (
        #""container":"a9f8c7d6e5b4","name":"web""#, #""container":"b9f8c7d6e5b4","name":"db""#,
        "name"
      ),
      (#""container":"web","name":"x""#, #""container":"db","name":"y""#, "container"),
      (#""container":"a9f8c7d6e5b4","v":1"#, #""container":"b9f8c7d6e5b4","v":1"#, "container"),
    ] as [(String, String, String)])
  func namesBeforeIdentifiers(_ first: String, _ second: String, name: String) {
    let lines = [first, second, first].map { "{\($0),\"x\":1}" }
    for atOnce in [true, false] {
      #expect(Self.read(lines, atOnce: atOnce).1.key?.hasPrefix("'\(name)': ") == true)
    }
  }

  /// Texts that do not show a thing: other names, one name, names that never come again.
  @Test(arguments: [
    ["level=info v=1", "level=warn v=2", "level=info v=3"], ["host=a v=1", "host=a v=2"],
    ["host=a v=1", "host=a v=2", "host=b v=3", "host=b v=4"],
    (0..<600).map { "host=h\($0)x v=\($0)" },
    ["v=1", "host=a v=1", "host=b v=2", "host=a v=3"],
  ]) func noThing(_ lines: [String]) {
    let (result, form) = Self.read(lines)
    #expect(result.names == ["v"] && form.key == nil && result.controls.isEmpty)
    #expect(result.rowCount == lines.count)
  }

  /// The search ends after a number of lines: later things do not make the rows void.
  @Test func theSearchEnds() {
    let many = (0..<510).map { Self.json($0, "\"host\":\"a\",\"v\":\($0)") }
    let others = [
      Self.json(600, #""host":"b","v":1"#), Self.json(601, #""host":"a","v":2"#),
      Self.json(602, #""host":"b","v":3"#),
    ]
    #expect(Self.read(many + others).0.names == ["v"])
    #expect(Self.read(many.suffix(400) + others).0.names == ["a v", "b v"])
  }

  /// No lines are kept for a search that is over, that has found nothing for long, or that has not begun: the lines of
  /// a year would fill the memory.
  @Test(
    arguments: [
      "{\"host\":\"a\",\"v\":1}\n", "{\"v\":1}\n", "cpu,host=a v=1 1764439200\n",
      "host=a v=1\n", "{\"metric\":\"PLACE\",\"value\":1}\n",
    ]) func linesAreNotKeptForever(_ line: String)
  {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    for place in 0..<2000 {
      let text = line.replacingOccurrences(of: "PLACE", with: place % 2 == 0 ? "x" : "y")
      Array(text.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
    }
    #expect(reader.members.keyed.search.kept.count <= 500)
  }

  /// Pods that come and go for months.
  @Test func thingsThatAreGoneMakeRoom() {
    let receiver = TextReceiver()
    for round in 0..<3000 {
      let first = round / 4
      let text = (first..<first + 20).map { pod in
        // Every other pod has a member that the others lack.
        Self.json(round, "\"pod\":\"p\(pod)x\",\"\(pod % 2 == 0 ? "cpu" : "gpu")\":\(pod),\"m\":1")
          + "\n"
      }.joined()
      receiver.feed(text)
      receiver.take()
    }
    #expect(receiver.flaws.isEmpty && receiver.notices.isEmpty)
    #expect(receiver.batch.columns.count <= 2 * TextLimits.keys + 2)
    for pod in 20..<750 {
      #expect(receiver.last["p\(pod)x \(pod % 2 == 0 ? "cpu" : "gpu")"] == Double(pod))
      #expect(receiver.last["p\(pod)x m"] == 1)
    }
  }

  /// A thing that returns while some of its columns have found no other thing takes them back: no other thing gets
  /// them, not even in the same batch.
  @Test func aThingThatIsBack() {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    var (names, flaws, time): ([[Int]: String], Set<String>, Int) = ([:], [], 0)
    func feed(_ parts: [(things: Range<Int>, members: [String])]) {
      time += 1
      let lines = parts.flatMap { part in
        part.things.map { thing in
          let values = part.members.map { "\"\($0)\":\(thing)" }.joined(separator: ",")
          return Self.json(time, "\"host\":\"h\(thing)x\"," + values) + "\n"
        }
      }
      Array(lines.joined().utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
      for (place, column) in batch.columns.enumerated() {
        let known = names.updateValue(column.name, forKey: [place, column.generation])
        if let known, known != column.name { flaws.insert("\(known) became \(column.name)") }
        for value in batch.values[place] where !value.isNaN {
          if !column.name.hasPrefix("h\(Int(value))x ") {
            flaws.insert("\(value) in \(column.name)")
          }
        }
      }
      batch.removeAll()
    }
    for _ in 0..<20 { feed([(0..<200, ["a", "b"])]) }
    for _ in 0..<20 { feed([(200..<400, ["a"])]) }
    for _ in 0..<20 { feed([(0..<100, ["a", "b"])]) }
    for _ in 0..<20 { feed([(0..<100, ["a", "b"]), (400..<500, ["a", "c", "d"])]) }
    #expect(flaws.isEmpty)
    let shown = Set(batch.columns.map(\.name))
    // A thing that is back begins anew, in its old columns.
    let back = batch.columns.filter { $0.name.hasSuffix("x b") && $0.generation == 1 }
    #expect(Set(back.map(\.name)).isSuperset(of: (0..<100).map { "h\($0)x b" }))
    for thing in 400..<500 { #expect(shown.contains("h\(thing)x d")) }
  }

  /// A column that goes to another quantity is judged by its new name: `5K` are 5120 bytes, and 5000 operations.
  @Test func aColumnOfAnotherQuantity() {
    let receiver = TextReceiver()
    func feed(_ things: Range<Int>, _ member: String, _ time: Int) {
      let lines = things.map { thing in
        Self.json(time, "\"host\":\"h\(thing)x\",\"\(member)\":\"5K\"") + "\n"
      }
      receiver.feed(lines.joined())
      receiver.take()
    }
    for time in 0..<20 { feed(0..<200, "mem", time) }
    for time in 20..<60 { feed(200..<220, "ops", time) }
    #expect(receiver.last["h0x mem"] == 5120)
    for thing in 200..<220 { #expect(receiver.last["h\(thing)x ops"] == 5000) }
    #expect(receiver.batch.columns.contains { $0.name == "h200x ops" && $0.generation == 1 })
  }

  /// Members whose names the user does not want take no column of a gone thing.
  @Test func selectedMembersOfThingsThatComeAndGo() {
    var options = TextOptions()
    options.columns = ["m"]
    let receiver = TextReceiver(options)
    for round in 0..<3000 {
      let lines = (round / 4..<round / 4 + 20).map {
        Self.json(round, "\"pod\":\"p\($0)x\",\"cpu\":5,\"m\":\($0)") + "\n"
      }
      receiver.feed(lines.joined())
      receiver.take()
    }
    #expect(receiver.flaws.isEmpty && receiver.batch.columns.count == TextLimits.keys)
    for pod in 20..<750 { #expect(receiver.last["p\(pod)x m"] == Double(pod)) }
    #expect(!receiver.last.keys.contains { $0.hasSuffix("cpu") })
  }
}
