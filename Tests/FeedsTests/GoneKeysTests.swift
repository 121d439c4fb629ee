import TestSupport
import Testing

@testable import Feeds

/// Tables whose keys come and go for months: `docker stats`, `top`.
@Suite struct GoneKeysTests {
  /// The names in the numbers: container 12 has 12.25 and 12.5.
  private func interval(_ containers: [Int]) -> String {
    "NAME CPU MEM\n"
      + containers.map { "box\($0)x \($0).25 \($0).5\n" }.joined()
  }

  @Test(arguments: [1, 4]) func thousandsOfContainersTwentyAtATime(turnover: Int) {
    let receiver = TextReceiver()
    var alive = Array(0..<20)
    for round in 0..<4000 {
      receiver.feed(interval(alive))
      if round % 3 == 0 { receiver.take() }
      if round % (3 * turnover) == 0 {
        alive.removeFirst(turnover)
        alive += (alive.last! + 1)..<(alive.last! + 1 + turnover)
      }
    }
    receiver.reader.finish(into: &receiver.batch)
    receiver.take()
    #expect(receiver.flaws.isEmpty)
    #expect(receiver.notices.isEmpty)
    #expect(receiver.batch.columns.count == 2 * TextLimits.keys)
    // No container was left out, and each number is in its own series.
    for container in 2..<alive[0] {
      #expect(receiver.last["box\(container)x CPU"] == Double(container) + 0.25)
      #expect(receiver.last["box\(container)x MEM"] == Double(container) + 0.5)
    }
  }

  /// All containers get new names at a time, as in each night's deployment.
  @Test(arguments: ["NAME", "JSON", "influx"]) func allNamesAreNew(form: String) {
    let receiver = TextReceiver()
    for night in 0..<40 {
      for second in 0..<30 {
        let time = 1_764_439_200 + night * 86_400 + second
        let lines = (night * 20..<night * 20 + 20).map { box in
          switch form {
          case "JSON": "{\"time\":\(time),\"name\":\"box\(box)x\",\"CPU\":\(box)}\n"
          case "influx": "c,name=box\(box)x CPU=\(box) \(time)\n"
          default: "box\(box)x \(box) 1\n"
          }
        }
        receiver.feed((form == "NAME" ? "NAME CPU MEM\n" : "") + lines.joined())
        receiver.take()
      }
    }
    #expect(receiver.flaws.isEmpty)
    let name = form == "influx" ? "c.CPU" : "CPU"
    for box in 0..<800 { #expect(receiver.last["box\(box)x \(name)"] == Double(box)) }
  }

  /// Eight columns each: 125 containers take all columns before there are 200 keys.
  @Test func containersWithManyColumns() {
    let receiver = TextReceiver()
    for round in 0..<3000 {
      let first = round / 4
      receiver.feed(
        "NAME A B C D E F G H\n"
          + (first..<first + 20).map { "box\($0)x \($0) 1 2 3 4 5 6 7\n" }.joined())
      receiver.take()
    }
    #expect(receiver.flaws.isEmpty && receiver.notices.isEmpty)
    #expect(receiver.batch.columns.count == TextLimits.columns)
    for container in 20..<700 { #expect(receiver.last["box\(container)x A"] == Double(container)) }
  }

  /// A batch that is not taken keeps the meaning of its columns; new keys are left out, and this is told.
  @Test func aBatchHasOneMeaningOfEachColumn() {
    let receiver = TextReceiver()
    for round in 0..<400 { receiver.feed(interval(Array(round..<round + 20))) }
    for (place, column) in receiver.batch.columns.enumerated() {
      let numbers = Set(receiver.batch.values[place].filter { !$0.isNaN })
      #expect(numbers.count == 1, "\(column.name)")
      #expect(column.generation == 0)
    }
    #expect(
      receiver.batch.notices == [
        "more than 200 names: new ones are left out until old ones are gone"
      ])
    receiver.take()
    for round in 1000..<1100 {
      receiver.feed(interval(Array(round..<round + 20)))
      receiver.take()
    }
    #expect(receiver.last["box1080x CPU"] == 1080.25)
  }

  /// Names are left out by the one limit that a text has reached, and only those of a text that goes on come back.
  @Test(
    arguments: [
      (2, 300, 1, false, "only the first 200 names are read"),
      (2, 300, 3, true, "only the first 200 names are read"),
      (2, 300, 3, false, "more than 200 names: new ones are left out until old ones are gone"),
      (8, 150, 1, false, "only the first 125 names are read: all have more than 1000 columns"),
      (
        8, 150, 3, false, "more than 1000 columns: new names are left out until old ones are gone"
      ),
    ] as [(Int, Int, Int, Bool, String)])
  func theLimitIsTold(columns: Int, names: Int, rounds: Int, isFile: Bool, notice: String) {
    let header = (["NAME"] + (0..<columns).map { "C\($0)" }).joined(separator: " ") + "\n"
    let numbers = Array(repeating: " 7.5", count: columns).joined() + "\n"
    let rows = (0..<names).map { "box\($0)x" + numbers }.joined()
    var options = TextOptions()
    options.isFile = isFile
    let text = header + String(repeating: rows, count: rounds)
    #expect(TextResult(Array(text.utf8), options).notices.last == notice)
  }

  /// A container that returns is a new series, and others never change places with it.
  @Test func aKeyThatIsBackBeginsAnew() {
    let receiver = TextReceiver()
    func run(_ rounds: Range<Int>) {
      for round in rounds {
        receiver.feed(interval([7_000_000] + (round..<round + 19)))
        receiver.take()
      }
    }
    run(0..<500)
    for round in 500..<1000 {
      receiver.feed(interval(Array(round..<round + 20)))
      receiver.take()
    }
    #expect(!receiver.batch.columns.contains { $0.name == "box7000000x CPU" })
    run(1000..<1050)
    let column = receiver.batch.columns.first { $0.name == "box7000000x CPU" }
    #expect((column?.generation ?? 0) > 0)
    #expect(receiver.flaws.isEmpty && receiver.notices.isEmpty)
  }

  /// After the keys are too many, also those of two fields, rows are no longer distinguished.
  @Test func tooManyKeysOfTwoFields() {
    let receiver = TextReceiver()
    receiver.feed(
      "time,host,device,bytes\n2026-11-30 10:00:00,a,sda,1\n2026-11-30 10:00:00,a,sdb,2\n")
    let count = 2 * TextLimits.keys
    for line in 1...count {
      let time = "2026-11-30 1\(line / 3600):\(padded(line / 60 % 60)):\(padded(line % 60))"
      receiver.feed("\(time),h\(line)x,d\(line)x,\(line)\n")
    }
    receiver.reader.finish(into: &receiver.batch)
    receiver.take()
    #expect(receiver.batch.columns.count == TextLimits.keys + 1)
    #expect(receiver.notices.count == 1)
  }

  private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Keys that take turns, each in a row of its own, are no gone keys, however many there are.
  @Test(arguments: [190, 300]) func keysThatTakeTurnsStay(count: Int) {
    let receiver = TextReceiver()
    for line in 0..<6000 {
      receiver.feed("sensor\(line % count)x \(line % count)\n")
      receiver.reader.pause(into: &receiver.batch)
      receiver.take()
    }
    #expect(receiver.batch.columns.allSatisfy { $0.generation == 0 })
    #expect(receiver.notices.isEmpty == (count < TextLimits.keys))
    #expect(receiver.flaws.isEmpty)
  }

  /// `top` for months: a command that has ended makes room in the list.
  @Test func commandsThatHaveEndedMakeRoom() {
    let receiver = TextReceiver()
    for round in 0..<2000 {
      let first = round / 20
      receiver.feed(
        "PID COMMAND %CPU\n"
          + (first..<first + 10).map { "\($0) \($0 % 2 == 0 ? "even" : "odd")\($0)x \($0)\n" }
          .joined())
      receiver.take()
    }
    #expect(receiver.flaws.isEmpty)
    #expect(receiver.notices.isEmpty)
    for command in stride(from: 20, through: 108, by: 2) {
      #expect(receiver.last["even\(command)x"] == Double(command))
    }
  }

  /// The memory of processes that do not work is shown where people ask for the memory; the kernel's threads, which
  /// have none, make room.
  @Test(arguments: [("%MEM", 100), ("4", 100), ("sleep99 %MEM", 1)])
  func theMemoryOfProcessesThatDoNotWork(column: String, count: Int) {
    let threads = (0..<300).map { "root \($0) 0.0 0.0 0 0 ? I< 10:00 0:00 [kworker/\($0)]" }
    let sleeping = (0..<100).map {
      "joe \(300 + $0) 0.0 0.\(1 + $0 % 9) 900 800 ? S 10:00 0:00 sleep\($0)"
    }
    let text =
      (["USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND"] + threads + sleeping)
      .joined(separator: "\n") + "\n"
    var options = TextOptions()
    options.columns = [column]
    let columns = TextResult(Array(text.utf8), options).columns.map(\.name)
    #expect(columns.contains("sleep99 %MEM"))
    #expect(columns.count { $0.hasPrefix("sleep") } == count)
  }
}
