import Testing

@testable import Feeds

/// The roles of fields that the first rows of a table show.
@Suite struct RowsAheadTests {
  private static func table(_ header: String, _ rows: [String]) -> String {
    ([header] + rows).joined(separator: "\n") + "\n"
  }

  /// Each row has a text and a time of its own, so that the texts are no names.
  @Test(arguments: [8, 9]) func textsThatLabelRows(count: Int) {
    let rows = (1...count).map { "2026-11-0\($0),c\($0)x,\($0)" }
    let result = TextResult(Self.table("date,commit,ms", rows))
    #expect(result.names == ["ms"] && result.column("ms") == (1...count).map(Double.init))
  }

  /// Names of things, names that come again, times that come again, and too few rows.
  @Test(
    arguments: [
      (header: "date,host,ms", rows: (1...9).map { "2026-11-0\($0),c\($0)x,\($0)" }),
      (header: "date,commit,ms", rows: (1...9).map { "2026-11-0\($0),c\($0 % 5)x,\($0)" }),
      (header: "date,commit,ms", rows: (1...9).map { "2026-11-0\($0 % 5 + 1),c\($0)x,\($0)" }),
      (header: "date,commit,ms", rows: (1...7).map { "2026-11-0\($0),c\($0)x,\($0)" }),
      (header: "commit,ms", rows: (1...9).map { "c\($0)x,\($0)" }),
    ] as [(header: String, rows: [String])])
  func textsThatAreNames(header: String, rows: [String]) {
    let result = TextResult(Self.table(header, rows))
    #expect(result.names.count > 4 && result.names[0].hasPrefix("c1x"))
  }

  /// Things beside the texts distinguish rows.
  @Test func thingsBesideLabels() {
    let rows = (1...9).map { "2026-11-0\($0),c\($0)x,\($0 % 2 == 0 ? "web" : "db"),\($0)" }
    let result = TextResult(Self.table("date,commit,host,ms", rows))
    #expect(result.names == ["db", "web"])
  }

  /// The user's choice counts.
  @Test func theChosenText() {
    var options = TextOptions()
    options.horizontal = "commit"
    let rows = (1...9).map { "2026-11-0\($0),c\($0)x,\($0)" }
    #expect(TextResult(Self.table("date,commit,ms", rows), options).names.count == 9)
  }

  /// The numbers of things are the keys of rows if they count the rows of the first moment.
  @Test(
    arguments: [
      (
        "ts,gpu,util\n10:00:01,0,5\n10:00:01,1,6\n10:00:02,0,7\n10:00:02,1,8\n", ["gpu 0", "gpu 1"]
      ),
      (
        "ts,port,rx,tx\n10:00:01,1,5,5\n10:00:01,2,6,6\n10:00:01,3,6,6\n10:00:02,1,7,7\n",
        ["port 1", "port 2", "port 3"]
      ),
      ("ts,gpu,util\n10:00:01,0,5\n10:00:02,1,6\n10:00:03,0,7\n", []),
      ("ts,gpu,util\n10:00:01,0,5\n10:00:01,2,6\n10:00:02,0,7\n", []),
      ("ts,load,util\n10:00:01,0,5\n10:00:01,1,6\n10:00:02,0,7\n", []),
      ("ts,host,gpu,util\n10:00:01,a,0,5\n10:00:01,b,1,6\n10:00:02,a,0,7\n", ["a", "b"]),
      ("ts,order_id,a,b\n10:00:01,1,5,5\n10:00:01,2,6,6\n10:00:02,3,7,7\n10:00:02,4,8,8\n", []),
      ("no,ts,a,b\n1,10:00:01,5,5\n2,10:00:01,6,6\n", []),
      (
        "ts,disk_id,a,b\n10:00:01,1,5,5\n10:00:01,2,6,6\n10:00:02,1,7,7\n10:00:02,2,8,8\n",
        ["disk_id 1", "disk_id 2"]
      ),
      ("ts,port,a,b\n10:00:01,1,5,5\n10:00:01,2,6,6\n10:00:02,3,7,7\n10:00:02,4,8,8\n", []),
      ("ts,gpu\n10:00:01,0\n10:00:01,1\n", []), ("gpu,util\n0,5\n1,6\n0,7\n1,8\n", []),
    ] as [(String, [String])]) func numbersOfThings(_ text: String, _ keys: [String])
  {
    for isFile in [false, true] {
      var options = TextOptions()
      options.isFile = isFile
      let result = TextResult(text, options)
      #expect(Set(result.columns.map(\.key)).subtracting([""]) == Set(keys), "\(result.names)")
    }
  }

  /// Numbers that the user wants to see are no keys.
  @Test(arguments: [["gpu", "util"], ["2"], ["util"]]) func numbersThatAreWanted(columns: [String])
  {
    let text = "ts,gpu,util\n10:00:01,0,5\n10:00:01,1,6\n10:00:02,0,7\n10:00:02,1,8\n"
    let keys = TextResult(text, TextOptions(columns: columns)).columns.map(\.key)
    #expect(keys == (columns == ["util"] ? ["gpu 0", "gpu 1"] : columns.map { _ in "" }))
  }

  /// A first row without a time that can be read is left out, as later rows are.
  @Test(
    arguments: [
      ("time,v\nfoo,1\n10:00:10,10\n10:00:11,11\n10:00:12,12\n", ["v"], [10, 11, 12], 2),
      ("time,v\n10:00:10,10\n10:00:11,11\n10:00:12,12\nfoo,1\n", ["v"], [10, 11, 12], 5),
      ("time v\nfoo 1\n1795236440 10\n1795236441 11\n", ["v"], [10, 11], 2),
      ("time,v\nfoo,1\nbar,2\n10:00:10,10\n10:00:11,11\n10:00:12,12\n", ["v"], [10, 11, 12], 3),
      // Names below `time`, and one time among them.
      ("time,v\nfoo,1\nbar,2\n", ["foo", "bar"], [1], nil),
      ("time,v\nfoo,1\nbar,2\nbaz,3\n10:00:10,4\n", ["foo", "bar", "baz", "10:00:10"], [1], nil),
      ("host,v\nfoo,1\n10:00:10,10\n10:00:11,11\n", ["foo", "10:00:10", "10:00:11"], [1], nil),
    ] as [(String, [String], [Double], Int?)])
  func aFirstRowWithoutTime(text: String, names: [String], values: [Double], line: Int?) {
    let result = TextResult(text)
    #expect(result.names == names && result.lastUnreadable?.lineNumber == line)
    #expect(result.column(names[0])?.filter { !$0.isNaN } == values)
    #expect(line == nil || result.lastUnreadable?.reason == "its time cannot be read")
  }
}
