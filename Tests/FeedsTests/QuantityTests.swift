import Metrics
import Testing

@testable import Feeds

/// Rows with one number each, whose quantity is a text of the row: `time,host,metric,value`.
@Suite struct QuantityTests {
  private static func result(
    _ text: String, options: TextOptions = TextOptions()
  ) -> (TextResult, TextForm) {
    var batch = TextBatch()
    let reader = TextReader(options: options, zone: .utc)
    Array(text.utf8).withUnsafeBytes {
      reader.feed($0, arrival: TextResult.arrival, into: &batch)
    }
    reader.finish(into: &batch)
    return (TextResult(batch, reader), reader.form)
  }

  /// Three times of two hosts with two quantities each: `cpu` 1, 2, 3 and 11, 12, 13, `mem` 101, 102, 103 and 111 …
  private static func rows(_ line: (Int, String, String, Int) -> String) -> String {
    (1...3).flatMap { time in
      [("a", 0), ("b", 10)].flatMap { host, more in
        [("cpu", 0), ("mem", 100)].map { line(time, host, $0, time + more + $1) + "\n" }
      }
    }.joined()
  }

  private static let tables: [String] = [
    "time,host,metric,value\n" + rows { "10:00:0\($0),\($1),\($2),\($3)" },
    "time,metric,host,value\n" + rows { "10:00:0\($0),\($2),\($1),\($3)" },
    "time,host,metric_name,value\n" + rows { "10:00:0\($0),\($1),\($2),\($3)" },
    "time;value;host;measure\n" + rows { "10:00:0\($0);\($3);\($1);\($2)" },
    "Time  Host  Metric  Value\n" + rows { "10:00:0\($0)  \($1)  \($2)  \($3)" },
    "_time,_value,_field,_measurement,host\n"
      + rows { "2026-11-29T12:00:0\($0)Z,\($3),\($2),system,\($1)" },
    "host,metric,value\n" + rows { "\($1),\($2),\($3)" },
    rows { #"{"ts":179595360\#($0),"host":"\#($1)","metric":"\#($2)","value":\#($3)}"# },
    rows { "ts=179595360\($0) host=\($1) metric=\($2) value=\($3)" },
  ]

  /// A column for each quantity of each host, and a row for each time.
  @Test(arguments: tables) func quantitiesOfHosts(_ text: String) {
    let (result, form) = Self.result(text)
    #expect(result.names == ["a cpu", "a mem", "b cpu", "b mem"])
    #expect(result.columns.map(\.key) == ["a", "a", "b", "b"])
    #expect(result.columns.map(\.quantity) == ["cpu", "mem", "cpu", "mem"])
    #expect(result.rowCount == 3)
    #expect(result.row(0) == [1, 101, 11, 111] && result.row(2) == [3, 103, 13, 113])
    #expect(form.key?.lowercased().hasPrefix("'host': a, b") == true)
    #expect(form.leftOut.allSatisfy { $0.name == "_measurement" })
  }

  /// Without a host, a table of quantities is one of columns.
  @Test(arguments: [
    "time,metric,value\n" + rows { $1 == "a" ? "10:00:0\($0),\($2),\($3)" : "" },
    rows { $1 == "a" ? #"{"ts":179595360\#($0),"metric":"\#($2)","value":\#($3)}"# : "" },
    rows { $1 == "a" ? #"{"metric":"\#($2)","value":\#($3)}"# : "" },
    rows { $1 == "a" ? "ts=179595360\($0) metric=\($2) value=\($3)" : "" },
  ]) func quantitiesAlone(_ text: String) {
    let (result, _) = Self.result(text)
    #expect(result.names == ["cpu", "mem"] && result.columns.map(\.key) == ["", ""])
    #expect(result.rowCount == 3 && result.row(0) == [1, 101] && result.row(2) == [3, 103])
  }

  /// A host that comes later renames the columns of the first host.
  @Test func theSecondHostComesLater() {
    let (result, _) = Self.result(
      "time,host,metric,value\n10:00:01,a,cpu,1\n10:00:01,a,mem,2\n10:00:02,a,cpu,3\n"
        + "10:00:02,b,cpu,4\n")
    #expect(result.names == ["a cpu", "a mem", "b cpu"] && result.rowCount == 2)
    let (first, _) = Self.result("time,host,metric,value\n10:00:01,a,cpu,1\n10:00:01,a,mem,2\n")
    #expect(first.names == ["cpu", "mem"] && first.row(0) == [1, 2])
  }

  /// A quantity may be called by a number, such as a percentile.
  @Test func aQuantityMayBeANumber() {
    let rows = (1...4).map { "10:00:0\($0),a,\($0),max\n10:00:0\($0),a,1\($0),95\n" }.joined()
    let (result, _) = Self.result("time,host,value,metric\n" + rows)
    #expect(result.names == ["max", "95"] && result.rowCount == 4 && result.row(3) == [4, 14])
  }

  /// The unit of each row's number stands behind the number.
  @Test(arguments: [
    "time,metric,value,unit\n10:00:01,load,5,%\n10:00:01,wait,7,ms\n",
    "time,sensor,value,unit\n10:00:01,load,5,%\n10:00:01,wait,7,ms\n",
  ]) func units(_ text: String) {
    let (result, form) = Self.result(text)
    #expect(result.names == ["load", "wait"] && form.leftOut.isEmpty)
    #expect(result.columns.map(\.unit) == ["%", "ms"])
    #expect(result.row(0) == [5, 7])
  }

  /// With two numbers in a row, or by the user's choice, texts name things as usual.
  @Test func otherTables() {
    let two = Self.result("time,metric,min,max\n10:00:01,cpu,1,2\n10:00:01,mem,3,4\n").0
    #expect(two.names == ["cpu min", "cpu max", "mem min", "mem max"])
    let events = Self.result("time,metric,count\n10:00:01,cpu,1\n10:00:01,mem,3\n").0
    #expect(events.names == ["cpu", "mem"] && events.columns.map(\.key) == ["cpu", "mem"])
    var options = TextOptions()
    options.horizontal = "metric"
    let chosen = Self.result(
      "time,host,metric,value\n10:00:01,a,cpu,1\n10:00:01,a,mem,2\n", options: options
    ).0
    #expect(chosen.columns.map(\.key) == ["cpu", "mem"])
    let lines = Self.result(
      #"{"ts":1795953601,"metric":"cpu","min":1,"max":2}"# + "\n"
        + #"{"ts":1795953602,"metric":"mem","min":3,"max":4}"# + "\n")
    #expect(lines.0.names == ["min", "max"] && lines.1.leftOut.map(\.name) == ["metric"])
  }

  /// The names of gone quantities give way to new ones, with the columns of the old.
  @Test func manyQuantities() {
    let count = TextLimits.keys + 10
    let text = (0..<count * 2).map { "10:00:00,m\($0 % count),\($0)\n" }.joined()
    let (result, _) = Self.result("time,metric,value\n" + text)
    #expect(result.columns.count <= TextLimits.columns)
    #expect(result.columns.count == min(TextLimits.keys, TextLimits.columns))
  }

  /// Hosts without room leave those that are read alone.
  @Test func moreHostsThanPlaces() {
    let hosts = TextLimits.keys / 2 + 1
    let rows = (0..<3).flatMap { time in
      (0..<hosts).flatMap { host in
        ["cpu", "mem"].map {
          "1\(time):\(10 + host / 50):\(10 + host % 50),h\(host),\($0),\(time * 1000 + host)\n"
        }
      }
    }
    let (result, _) = Self.result("time,host,metric,value\n" + rows.joined())
    #expect(result.columns.count == TextLimits.keys)
    #expect(result.names.prefix(2) == ["h0 cpu", "h0 mem"])
    let last = result.rowCount - 1
    #expect(result.row(last)[TextLimits.keys - 1] == Double(1998 + hosts))
    #expect(result.column("h0 cpu")?.filter(\.isFinite) == [0, 1000, 2000])
  }

  /// Numbers beside the values leave the values alone: those of a column that began with texts, and identifiers.
  @Test(arguments: [
    "time,metric,value,code\n10:00:01,cpu,11,ok\n10:00:01,mem,900,ok\n"
      + "10:00:02,cpu,12,200\n10:00:02,mem,901,404\n10:00:03,cpu,13,200\n10:00:03,mem,902,200\n",
    "id,time,metric,value\n71,10:00:01,cpu,11\n72,10:00:01,mem,900\n"
      + "73,10:00:02,cpu,12\n74,10:00:02,mem,901\n75,10:00:03,cpu,13\n76,10:00:03,mem,902\n",
    ",result,table,_start,_stop,_time,_value,_field\n"
      + (1...3).map {
        ",_result,0,2026-11-29T00:00:00Z,2026-11-30T00:00:00Z,2026-11-29T10:00:0\($0)Z,\(10 + $0),cpu\n"
          + ",_result,1,2026-11-29T00:00:00Z,2026-11-30T00:00:00Z,2026-11-29T10:00:0\($0)Z,"
          + "\(899 + $0),mem\n"
      }.joined(),
  ]) func otherNumbersBesideTheValues(_ text: String) {
    let (result, _) = Self.result(text)
    #expect(result.names.prefix(2) == ["cpu", "mem"])
    #expect(result.rowCount == 3)
    #expect((0..<3).map { result.row($0)[0] } == [11, 12, 13])
    #expect((0..<3).map { result.row($0)[1] } == [900, 901, 902])
  }
}
