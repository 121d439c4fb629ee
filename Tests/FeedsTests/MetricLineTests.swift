import TestSupport
import Testing

@testable import Feeds

/// Lines of the protocols by which agents send metrics.
@Suite struct MetricLineTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let line: String
    let name: String
    var tags: [String] = []
    var values: [String] = []
    var time: Double?
    var testDescription: String { line }
  }

  private static let cases = [
    Case(
      line: "cpu,host=web1,cpu=cpu0 user=1.5,idle=98i 1764439200000000000", name: "cpu",
      tags: ["host=web1", "cpu=cpu0"], values: ["user=1.5", "idle=98.0"], time: 1_764_439_200),
    Case(
      line: "> mem,host=web1 free=7u 1764439200000", name: "mem", tags: ["host=web1"],
      values: ["free=7.0"], time: 1_764_439_200),
    Case(line: "load value=0.5 1764439200", name: "load", values: ["=0.5"], time: 1_764_439_200),
    Case(
      line: #"a\ b\,c,place=x\=y up=true,off=F,note="one, two = 3" "#, name: "a b,c",
      tags: ["place=x=y"], values: ["up=1.0", "off=0.0"]),
    Case(
      line: "servers.web1.load 0.25 1764439200", name: "servers.web1.load", values: ["=0.25"],
      time: 1_764_439_200),
    Case(
      line: "load;host=web1;rack=r2 nan 1764439200", name: "load", tags: ["host=web1", "rack=r2"],
      values: ["=nan"], time: 1_764_439_200),
    Case(
      line: "put sys.cpu.user 1764439200500 42.5 host=web1 cpu=0", name: "sys.cpu.user",
      tags: ["host=web1", "cpu=0"], values: ["=42.5"], time: 1_764_439_200.5),
    Case(
      line: #"PUTVAL "web1/load/load" interval=10 1764439200.5:0.5:U"#, name: "load",
      tags: ["host=web1"], values: ["1=0.5", "2=nan"], time: 1_764_439_200.5),
    Case(
      line: "PUTVAL web1/cpu-0/idle interval=10.000 N:98", name: "cpu-0.idle", tags: ["host=web1"],
      values: ["=98.0"]),
  ]

  @Test(arguments: cases) private func aLineOfEachProtocol(_ wanted: Case) throws {
    let bytes = Array(wanted.line.utf8)
    try bytes.withUnsafeBufferPointer {
      let line = try #require(MetricLine(TextLine($0).text))
      #expect(line.name == wanted.name)
      #expect(line.tags.map(\.identity) == wanted.tags)
      #expect(line.values.map { "\($0.name)=\($0.value.double ?? .nan)" } == wanted.values)
      if let time = wanted.time {
        #expect(line.time == .date(time))
      } else {
        #expect(line.time == nil)
      }
    }
  }

  /// Lines that are those of other forms.
  @Test(arguments: [
    "host=a v=1", "load v=1", "load v=1 w=2", "cpu,host=a", "cpu,host v=1", "a.txt 12 1764439200",
    "/var/log/a.b.c 12 1764439200", "a.b.c 12 13", "1.2.3 12 1764439200", "put a 1764439200 x",
    "put a 12 1 b=c", "PUTVAL a/b 1764439200:1", "PUTVAL a/b/c interval=10 x:1",
    "a.b.c x 1764439200",
    "cpu,host=a v= 1764439200", "cpu,host=a v=1 12", "put a 1764439200 5 word",
  ]) func otherLines(_ text: String) {
    Array(text.utf8).withUnsafeBufferPointer { #expect(MetricLine($0) == nil) }
  }

  /// The names of columns have the tags that distinguish the series of a metric, as far as they have come.
  @Test(
    arguments: [
      (["cpu,cpu=c0,host=a"], ["cpu.v"]),
      (["cpu,cpu=c0,host=a", "cpu,cpu=c1,host=a"], ["c0 cpu.v", "c1 cpu.v"]),
      (
        ["cpu,cpu=c0,host=a", "cpu,cpu=c1,host=a", "cpu,cpu=c0,host=b"],
        ["c0/a cpu.v", "c1/a cpu.v", "c0/b cpu.v"]
      ),
      (["cpu,cpu=0", "cpu,cpu=1"], ["cpu 0 cpu.v", "cpu 1 cpu.v"]),
      (["cpu,cpu=0", "mem,cpu=1"], ["cpu.v", "mem.v"]),
      // Two tags with the same value.
      (["m,a=x", "m,b=x"], ["a=x m.v", "b=x m.v"]),
      (["m,a=1,b=p", "m,a=2,b=1", "m,a=1,b=2"], ["p m.v", "b 1 m.v", "b 2 m.v"]),
      (
        ["m,a=x,b=p", "m,a=x,c=p", "m,a=y,b=p"],
        ["a=x/b=p m.v", "a=x/c=p m.v", "a=y/b=p m.v"]
      ),
      // The first series takes the text that the second one gives up.
      (["m,d=x,p=y", "m,d=y,p=z", "m,d=x,p=w"], ["y m.v", "z m.v", "w m.v"]),
    ] as [([String], [String])])
  func namesByTags(_ series: [String], names: [String]) {
    let lines = (0..<3).map { time in
      series.enumerated().map { "\($1) v=\($0)\(time) 176443920\(time)\n" }.joined()
    }
    let result = TextResult(lines.joined())
    #expect(result.names == names)
    #expect(result.rowCount == 3)
    for (place, name) in names.enumerated() {
      #expect(result.column(name) == (0..<3).map { Double(place * 10 + $0) }, "\(name)")
    }
    #expect(result.time(2) == 1_764_439_202)
  }

  /// A line of a megabyte takes no more time than its bytes: further tags are left out.
  @Test func manyTags() {
    let tags = (0..<20_000).map { ",t\($0)=v" }.joined()
    let lines = (0..<100).map { "m\(tags),u=\($0) v=\($0) 1764439200\n" }.joined()
    let result = TextResult("m,t0=w v=7 1764439200\n" + lines)
    #expect(result.names.count == 2)
  }

  @Test func aMetricWithoutNumbers() {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    let text = "sys,h=a up=\"3 days\" 1764439200\nsys,h=a n=1 1764439200\n"
    Array(text.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
    reader.finish(into: &batch)
    #expect(batch.columns.map(\.name) == ["sys.n"] && batch.unreadable == 0)
    #expect(reader.form.leftOut.map(\.name) == ["sys.up"])
    #expect(reader.form.shape == "lines of metrics with their names and times")
  }

  /// Containers that come and go for months.
  @Test func seriesThatAreGoneMakeRoom() {
    let receiver = TextReceiver()
    for round in 0..<4000 {
      let first = round / 4
      receiver.feed(
        (first..<first + 20).map {
          "docker,name=box\($0)x cpu=\($0),mem=1 \(1_764_439_200 + round)\n"
        }.joined())
      receiver.take()
    }
    #expect(receiver.flaws.isEmpty && receiver.notices.isEmpty)
    #expect(receiver.batch.columns.count == 2 * TextLimits.keys)
    for box in 20..<1000 { #expect(receiver.last["box\(box)x docker.cpu"] == Double(box)) }
  }
}
