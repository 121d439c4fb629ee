import Metrics
import TestSupport
import Testing

@testable import Feeds

@Suite struct TextReaderTests {
  /// Text, names, rows.
  @Test(arguments: [
    ("1 2\n3 4\n", "1|2", "1 2;3 4"), ("1,2\r\n3,4", "1|2", "1 2;3 4"),
    ("5\n6\n", "1", "5;6"), ("1;2,5\n3;4,5\n", "1|2", "1 2.5;3 4.5"),
    ("a b\n1 2\n", "a|b", "1 2"), ("a,b\n1,\n,2\n", "a|b", "1 nan;nan 2"),
    // A first row without a number is a gap below its header.
    ("time,d\n2026-01-01,\n2026-01-02,3\n2026-01-03,4\n", "d", "nan;3;4"),
    (
      "time,d,e\n2026-01-01,NaN,\n2026-01-02, N/A ,null\n2026-01-03,4,5\n", "d|e",
      "nan nan;nan nan;4 5"
    ),
    ("time;d\n2026-01-01;-\n2026-01-02;3\n", "d", "nan;3"),
    ("time d\n2026-01-01 nan\n2026-01-02 3\n", "d", "nan;3"),
    ("\"time\",\"d\"\n\"2026-01-01 10:00\",\"\"\n\"2026-01-01 11:00\",\"3\"\n", "d", "nan;3"),
    ("# time d\n2026-01-01 NaN\n2026-01-02 3\n", "d", "nan;3"), ("d\nNaN\n3\n", "d", "nan;3"),
    ("Report\na,b\n,\n1,2\n", "a|b", "nan nan;1 2"),
    (",a,b\n0,,\n1,1,2\n", "1|a|b", "0 nan nan;1 1 2"),
    ("time,d\n1700000000,\n1700000060,NaN\n1700000120,4\n", "d", "nan;nan;4"),
    // A later row without a number is a gap, too.
    ("time,d\n2026-01-01,3\n2026-01-02,\n2026-01-03,NaN\n2026-01-04,4\n", "d", "3;nan;nan;4"),
    (
      "time,host,v\n2026-01-01,web,\n2026-01-02,web,4\n2026-01-03,web,NaN\n2026-01-04,web,5\n",
      "v", "nan;4;nan;5"
    ),
    ("a\n4\nnan\n5\n", "a", "4;nan;5"),
    ("b,a,b\nx,nan,y\n1,2,3\n", "x|nan|y", "1 2 3"),
    // A first row of texts does not replace the header.
    ("a,b\nunknown,unknown\n1,5\n2,6\n", "a|b", "1 5;2 6"),
    ("a;b;c\nx;-;y\n1;2;3\n", "a|b|c", "1 2 3"),
    ("time,state,v\n2026-01-01,init,ERR\n2026-01-02,run,4\n", "v", "4"),
    ("time state v\n2026-01-01 init ERR\n2026-01-02 run 4\n", "v", "4"),
    ("Time,v\ns,°C\ninit,ERR\n1,4\n", "Time|v", "1 4"),
    // Lines above the header do not replace it either.
    ("Station,Berlin\ntime,v\n2026-01-01,3\n2026-01-02,4\n", "v", "3;4"),
    ("Hello, world\na,b\n1,2\n", "a|b", "1 2"), ("Report,\na,b\n1,2\n", "a|b", "1 2"),
    // Numbers that come after texts are drawn.
    ("a,b\n0,warming up\n1,7\n2,8\n", "a|b", "0 nan;1 7;2 8"),
    ("a,b\n0,>99\n1,7\n2,~5\n3,8\n", "a|b", "0 nan;1 7;2 nan;3 8"),
    ("time,b,c\n2026-01-01,ERR,5\n2026-01-02,7,6\n2026-01-03,8,4\n", "c|b", "5 nan;6 7;4 8"),
    ("time,b\n1700000000,ERR\n1700000060,7\n1700000120,8\n", "b", "nan;7;8"),
    // Names that look like numbers are not.
    ("a,b,c\n1,web1,5\n2,42,6\n", "a|c", "1 5;2 6"),
    ("a,b,c\n1,web,5\n2,db,6\n3,mail,7\n4,42,8\n", "a|c", "1 5;2 6;3 7;4 8"),
    ("time,b,c\n2026-01-01,x1,5\n2026-01-02,42,6\n", "x1|42", "5 nan;nan 6"),
    (
      "time,b,c\n2026-01-01,all,5\n2026-01-01,0,6\n2026-01-02,all,7\n2026-01-02,0,8\n",
      "all|0", "5 6;7 8"
    ),
    // Accountants write negative numbers in parentheses.
    ("a,b\n1,($34.50)\n2,(7.5)\n3,5 EUR\n", "a|b", "1 -34.5;2 -7.5;3 5"),
    ("1,2,3\n4\n", "1|2|3", "1 2 3;4 nan nan"), ("5\n6,7\n8,9\n", "1|2", "5 nan;6 7;8 9"),
    ("1\t\t3\n4\t5\t6\n", "1|2|3", "1 nan 3;4 5 6"),
    ("\"x y\",\"z\"\n\"1\",\"2\"\n", "x y|z", "1 2"),
    ("a b\n1 2\na b\n3 4\n", "a|b", "1 2;3 4"), ("10%\r20%\r30%", "1", "10;20;30"),
    ("x=1 y=2\nx=3\n", "x|y", "1 2;3 nan"),
    ("{\"a\":{\"b\":[1,{\"c\":2}]}}\n", "a.b.0|a.b.1.c", "1 2"),
    ("temp: 45.5, hum: 30\ntemp: 46, hum: 31\n", "temp|hum", "45.5 30;46 31"),
    ("load 0.5\nload 0.75\n", "load", "0.5;0.75"),
    ("took 12 ms\ntook 13 ms\n", "took", "12;13"),
    ("temp=45.5'C\ntemp=46'C\n", "temp", "45.5;46"),
    (
      "web: 5% 2MiB / 4MiB\nweb: 6% 3MiB / 4MiB\n", "web 1|web 2|web 3",
      "5 2097152 4194304;6 3145728 4194304"
    ),
    ("NAME CPU(cores) MEMORY(bytes)\nweb 250m 1Ki\n", "CPU(cores)|MEMORY(bytes)", "0.25 1024"),
    ("# x y\n1 2\n# comment\n3 4\n", "x|y", "1 2;3 4"),
    (
      "%Cpu(s):  0.0 us,100.0 id,  0.5 wa\n%Cpu(s):  6.9 us, 90.2 id,  0.5 wa\n",
      "%Cpu(s) us|%Cpu(s) id|%Cpu(s) wa", "0 100 0.5;6.9 90.2 0.5"
    ),
    (
      "%Cpu(s):  0,0 us,100,0 id,  0,5 wa\n%Cpu(s):  6,9 us, 90,2 id,  0,5 wa\n",
      "%Cpu(s) us|%Cpu(s) id|%Cpu(s) wa", "0 100 0.5;6.9 90.2 0.5"
    ),
    ("read 1,024 items\nread 0,5 items\n", "read", "1024;0.5"),
    ("sda 1 2\nsdb 3 4\nsda 5 6\nsdb 7 8\n", "sda 2|sda 3|sdb 2|sdb 3", "1 2 3 4;5 6 7 8"),
    ("1 2\n3 inf\n-inf nan\n", "1|2", "1 2;3 inf;-inf nan"),
    ("\u{1B}[31m1\u{1B}[0m 2\n", "1|2", "1 2"), ("1\u{0} 2\n", "1|2", "1 2"),
    ("| a | b |\n+---+---+\n| 1 | 2 |\n", "a|b", "1 2"),
    (
      "{\n  \"a\": 1,\n  \"b\": [\n    2,\n    3\n  ]\n}\n{\n\"a\": 4\n}\n", "a|b.0|b.1",
      "1 2 3;4 nan nan"
    ),
    ("[\n  {\n    \"a\": 1\n  },\n\n  {\n    \"a\": 2\n  }\n]\n", "a", "1;2"),
    ("[{\"a\":1},{\"a\":2}]\n", "a", "1;2"), ("[{\"a\":1},\n{\"a\":2}]\n", "a", "1;2"),
    (
      "{\"cpu\":\"5.5%\",\"mem\":\"12MiB\",\"n\":\"7\",\"state\":\"none\"}\n", "cpu|mem|n",
      "5.5 12582912 7"
    ),
    ("{\"net\":\"1kB / 2KiB\",\"n\":\"\"}\n", "net 1|net 2", "1000 2048"),
    ("{\"n\":\"7\"}\n{\"n\":\"n/a\"}\n", "n", "7;nan"),
    ("{\"a\":\n1}\n{\"a\":2}\n", "a", "1;2"), ("[1,2]\n[3,4]\n", "0|1", "1 2;3 4"),
    ("[12.5] x=1\n[13.5] x=2\n", "x", "1;2"),
    ("{\"a\": \"}\",\n\"b\": 7\n}\n", "b", "7"),
  ]) func understands(_ text: String, _ names: String, _ rows: String) {
    let result = TextResult(text)
    #expect(result.names.joined(separator: "|") == names)
    let found = (0..<result.rowCount).map { row in
      result.row(row).map { $0 == $0.rounded() && abs($0) < 1e9 ? "\(Int($0))" : "\($0)" }
        .joined(separator: " ")
    }
    #expect(found.joined(separator: ";") == rows)
    #expect(result.unreadable == 0)
  }

  /// A header with names of the header before it, in another order or among others, begins a new table. Its columns are
  /// those of the same names.
  @Test(arguments: [
    ("v,w\n1,100\n2,200\nw,v\n300,3\n400,4\n", "v|w", "1 100;2 200;3 300;4 400"),
    ("v,w\n1,100\nw,v\n300,3\n", "v|w", "1 100;3 300"),
    ("v w\n1 100\n2 200\nw v\n300 3\nv w\n5 500\n6 600\n", "v|w", "1 100;2 200;3 300;5 500;6 600"),
    ("time,v,w\n2026-01-01,1,100\ntime,w,v\n2026-01-02,200,2\n", "v|w", "1 100;2 200"),
    ("time,v\n2026-01-01,1\nv,time\n2,2026-01-02\n", "v", "1;2"),
    ("time,a,b\n2026-01-01,1,2\ntime,x,a\n2026-01-02,3,4\n", "a|b|x", "1 2 nan;4 nan 3"),
    (
      "time,host,v,w\n2026-01-01,web,1,10\n2026-01-01,db,2,20\n"
        + "time,host,w,v\n2026-01-02,web,30,3\n2026-01-02,db,40,4\n",
      "web v|web w|db v|db w", "1 10 2 20;3 30 4 40"
    ),
    (
      "time,host,v,w\n2026-01-01,web,1,10\ntime,host,w,v\n2026-01-02,web,30,3\n"
        + "2026-01-02,db,40,4\n",
      "web v|web w|db w|db v", "1 10 nan nan;3 30 40 4"
    ),
  ]) func namesInAnotherOrder(_ text: String, _ names: String, _ rows: String) {
    understands(text, names, rows)
  }

  /// Text, names, units; an empty unit for none.
  @Test(arguments: [
    ("Time,Temp,Hum\n,°C,%\n0,20,50\n", "Time|Temp|Hum", "|°C|%"),
    ("depth,temp\nm,°C\n1,20\n", "depth|temp", "m|°C"),
    ("time,temp\n[s],[°C]\n0,20\n", "time|temp", "s|°C"),
    ("time;temp\n(s);(degC)\n0;20\n", "time|temp", "s|degC"),
    ("time\ttemp\nUTC\t°C\n2026-01-01\t20\n", "temp", "°C"),
    ("v,load,v\nm/s,kWh,µg/m³\n1,2,3\n", "v|load|v 2", "m/s|kWh|µg/m³"),
    ("depth temp\nm °C\n1 20\n", "depth|temp", "m|°C"),
    ("speed temp\nMB/s °C\n1 20\n", "speed|temp", "MB/s|°C"),
    ("time,temp\ns,°C\n,\n0,20\n", "time|temp", "s|°C"),
  ]) func unitsBelowNames(_ text: String, _ names: String, _ units: String) {
    let result = TextResult(text)
    #expect(result.names.joined(separator: "|") == names)
    #expect(result.columns.map { $0.unit ?? "" }.joined(separator: "|") == units)
    #expect(result.unreadable == 0 && result.notices.isEmpty)
  }

  /// A name that has looked like a number is a name again.
  @Test func namesAmongNumbersAreNoColumn() {
    let column = { (cells: [String]) in
      TextResult("a,b\n" + cells.enumerated().map { "\($0),\($1)\n" }.joined()).columns.last
    }
    #expect(column(["web", "42", "db"])?.isText == false)
    #expect(column(["web", "42", "db", "mail"])?.isText == true)
    #expect(column(["init", "42", "43", "off", "44", "error"])?.isText == false)
  }

  /// A rolling mean begins with many rows without a number.
  @Test func manyRowsBeforeTheFirstNumber() {
    let days = (0..<400).map { "\(1_700_000_000 + $0 * 86_400),\($0 < 365 ? "" : "\($0)")\n" }
    for header in ["time,mean\n", "A report\ntime,mean\n"] {
      let result = TextResult(header + days.joined())
      #expect(result.names == ["mean"] && result.rowCount == 400 && result.unreadable == 0)
      #expect(result.time(0) == 1_700_000_000 && result.row(0)[0].isNaN)
      #expect(result.row(364)[0].isNaN && result.row(365) == [365])
    }
    let dated = TextResult(
      "date,mean\n" + (1...28).map { "2026-02-\($0),\($0 < 20 ? "NaN" : "5")\n" }.joined())
    #expect(dated.names == ["mean"] && dated.rowCount == 28 && dated.unreadable == 0)
    #expect(dated.values[0].count { Double(bitPattern: $0).isNaN } == 19)
  }

  @Test(arguments: [
    ("a,b\n1,2\n", "lost!", "no number in it"),
    ("a,b\n1,2\n", "x1,y2,z3", "more columns than the header"),
    ("a,b\n1,2\n", "E7 lost", "fewer columns than the header"),
    ("a,b\n1,2\n", "E7,lost", "neither numbers nor a header of the next row"),
    ("a,b\n1,2\n", "\u{0}caf\u{1}", "not UTF-8"), ("1 2\n", "{\"a\": \"b\"}", "no number in it"),
  ]) func saysWhyItCannotRead(before: String, line: String, reason: String) {
    var bytes = Array((before + line + "\n" + before.suffix(4)).utf8)
    // The byte 1 stands for malformed UTF-8.
    for i in bytes.indices where bytes[i] == 1 { bytes[i] = 0xE9 }
    let reader = TextReader(options: TextOptions(), zone: .utc)
    var batch = TextBatch()
    bytes.withUnsafeBytes { reader.feed($0, arrival: 1000, into: &batch) }
    reader.finish(into: &batch)
    #expect(batch.unreadable == 1)
    #expect(batch.lastUnreadable?.reason == reason)
  }

  /// A number of a column may have any size.
  @Test(arguments: [Int.min, -1, 0, 4, Int.max]) func anAxisBeyondAllColumnsIsNone(number: Int) {
    let text = "time,a,b\n2026-11-21,1,2\n2026-11-22,3,4\n"
    var options = TextOptions()
    options.horizontal = "\(number)"
    let result = TextResult(text, options)
    #expect(result.names == ["a", "b"] && result.row(1) == [3, 4] && result.timeKind == .date)
  }

  /// A brace that does not begin JSON does not hold back the data after it, and a value has a bound.
  @Test(
    arguments: [
      ("{\ncpu 5\ncpu 6\n", 2),
      ("{\n" + String(repeating: "\"x\": 1,\n", count: 20_000) + "}\n", nil),
      (
        "{\n" + String(repeating: "[\n", count: 20_000) + String(repeating: "]\n", count: 60_000),
        nil
      ),
      ("{\"a\": 1", 0),
    ] as [(String, Int?)]) func jsonThatDoesNotEnd(text: String, rows: Int?)
  {
    let result = TextResult(text)
    #expect(result.unreadable > 0)
    if let rows { #expect(result.rowCount == rows) }
  }

  @Test func aLineThatIsTooLongSaysSo() {
    let long = "E7 " + String(repeating: "lost ", count: 300_000)
    let result = TextResult("a,b\n1,2\n" + long + "\n3,4\n")
    #expect(result.lastUnreadable?.reason == "longer than 1 MiB")
    #expect(result.lastUnreadable?.line.count ?? 0 <= 121)
  }

  @Test func countsWhatItCannotRead() {
    let result = TextResult("1 2\nerror:\u{1B}[1m lost\u{7}\n3 4\n")
    #expect(result.rowCount == 2)
    #expect(result.unreadable == 1)
    #expect(result.lastUnreadable?.line == "error: lost")
    #expect(result.lastUnreadable?.lineNumber == 2)
  }

  @Test func obeysControlLines() {
    let result = TextResult("1 2\nreplot\n3 4\nclear\n5 6\nexit\n7 8\n")
    #expect(result.controls == ["1 replot", "2 clear", "3 exit"])
    #expect(result.rowCount == 3)
  }

  @Test(
    arguments: [
      (["us", "sy"], ["us", "sy"], [5.0, 6]), (["id", "us"], ["id", "us"], [9, 5]),
      (["4", "1"], ["id", "us"], [9, 5]), (["2", "nosuch"], ["sy"], [6]),
    ] as [([String], [String], [Double])]) func keepsTheColumnsAskedFor(
      _ wanted: [String], _ names: [String], _ row: [Double]
    )
  {
    let options = TextOptions(columns: wanted)
    let result = TextResult("us sy wa id\n5 6 7 9\n", options)
    #expect(result.names == names)
    #expect(result.row(0) == row)
    #expect(result.missing == (wanted.contains("nosuch") ? ["nosuch"] : []))
    #expect(result.notices == [])
  }

  /// A unit in brackets is no part of a name that is asked for.
  @Test(arguments: [
    (["cpu"], ["cpu[%]"]), (["cpu[%]"], ["cpu[%]"]), (["speed"], ["speed (MB/s)"]),
    (["load", "speed"], ["load", "speed (MB/s)"]), (["2"], ["speed (MB/s)"]), (["cp"], []),
  ])
  func keepsTheColumnsAskedForWithoutTheirUnits(_ wanted: [String], _ names: [String]) {
    let options = TextOptions(columns: wanted)
    let result = TextResult("cpu[%],speed (MB/s),load\n5,6,7\n6,8,9\n", options)
    #expect(result.names == names)
    #expect(result.missing == (names.isEmpty ? wanted : []))
  }

  @Test func takesTwoByTwoAsTtyplot() {
    let result = TextResult("1 2 3\n4\n5\n6 7", TextOptions(ttyplotTwo: true))
    #expect((0..<result.rowCount).map { result.row($0) } == [[1, 2], [3, 4], [5, 6]])
  }

  /// The first row of an interval is given out at a pause, later rows at their ends.
  @Test func givesRowsAtOnce() {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    func feed(_ text: String) -> Int {
      Array(text.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
      return batch.rowCount
    }
    #expect(feed("Device r w\nsda 1 2\nsdb 3 4\n") == 0)
    reader.pause(into: &batch)
    #expect(batch.rowCount == 1)
    #expect(feed("sda 5 6\n") == 1)
    #expect(feed("sdb 7 8\n") == 2)
    #expect(batch.columns.map(\.name) == ["sda r", "sda w", "sdb r", "sdb w"])
    #expect(batch.values.map { $0[1] } == [5, 6, 7, 8])
  }

  /// A batch may be emptied, or replaced, between two feeds.
  @Test func fillsEmptiedBatches() {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    for line in ["x=1\n", "x=2 y=3\n", "x=4\n"] {
      batch.removeAll()
      Array(line.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
      reader.pause(into: &batch)
      #expect(batch.rowCount == 1)
      #expect(batch.columnsChanged == (line != "x=4\n"))
    }
    #expect(batch.values.map { $0[0].isNaN ? -1 : $0[0] } == [4, -1])
    var other = TextBatch()
    Array("x=5 y=6\n".utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &other) }
    #expect(other.columnsChanged && other.columns.count == 2 && other.rowCount == 1)
  }

  /// The fast plan for plain numbers gives the same rows as the general way.
  @Test func readsPlainRowsAlike() {
    var random = SeededGenerator(seed: 9)
    for separator in [" ", ",", ";", "\t"] {
      var text = ""
      var expected: [[Double]] = []
      for _ in 0..<300 {
        let row = (0..<3).map { _ in Double(Int.random(in: -999_999...999_999, using: &random)) / 64
        }
        expected.append(row)
        text += row.map { "\($0)" }.joined(separator: separator)
        text += Bool.random(using: &random) ? "\n" : "\r\n"
      }
      let result = TextResult(text)
      #expect((0..<result.rowCount).map { result.row($0) } == expected)
      let bytes = Array(text.utf8)
      let cuts = (0..<bytes.count).filter { $0 % 97 == 0 }
      #expect(TextResult(bytes, cuts: cuts) == result)
    }
  }

  /// A blank line before a header counts, in whichever way the rows were read.
  @Test func remembersBlankLines() {
    let bytes = Array("6\n6\n\nr e m\n0 0 6\n".utf8)
    let whole = TextResult(bytes)
    #expect(whole.names == ["1", "r", "e", "m"])
    for cut in 1..<bytes.count { #expect(TextResult(bytes, cuts: [cut]) == whole) }
  }

  /// A lost packet of `ping` is a gap in the line: a NaN that is not `absent`.
  @Test(arguments: [
    "From 10.0.0.1 icmp_seq=2 Destination Host Unreachable\n", "no answer yet for icmp_seq=2\n",
    "",
  ]) func aLostPacketIsAGap(_ line: String) {
    func answer(_ number: Int) -> String {
      "64 bytes from ::1: icmp_seq=\(number) ttl=64 time=0.5 ms\n"
    }
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    Array((answer(1) + line + answer(3) + answer(4)).utf8).withUnsafeBytes {
      reader.feed($0, arrival: 0, into: &batch)
    }
    reader.finish(into: &batch)
    #expect(batch.columns.map(\.name) == ["time"])
    #expect(batch.values.first?.map { $0.isNaN ? -1 : $0 } == [0.5, -1, 0.5, 0.5])
    #expect(batch.values.first.map { SampleBatch.isAbsent($0[1]) } == false)
  }

  /// `kubectl get pods` writes the age of the last restart behind their number.
  @Test func aRemarkAboutAgeIsNoColumn() {
    let result = TextResult(
      "NAME READY STATUS RESTARTS AGE\na 1/1 Running 12 (3m ago) 47m\nb 1/1 Running 0 1d\n")
    #expect(result.column("a RESTARTS") == [12] && result.column("b RESTARTS") == [0])
    #expect(result.column("a AGE")?.count == 1 && result.columns.count == 4)
  }

  @Test func findsTimesInNumbers() {
    let plain = TextResult((0..<50).map { "\(1_795_236_440 + $0) \($0)\n" }.joined())
    #expect(plain.timeKind == .date)
    #expect(plain.rowCount == 50 && plain.columns.count == 1)
    #expect(plain.time(49) == 1_795_236_489)
    let counters = TextResult("1795236440 1\n1795236441 2\n5 3\n6 4\n")
    #expect(counters.rowCount == 4)
    #expect(counters.column("1")?.last == 6)
  }
}
