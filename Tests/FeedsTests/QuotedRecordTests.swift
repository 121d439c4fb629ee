import Testing

@testable import Feeds

@Suite struct QuotedRecordTests {
  /// Text, names, rows.
  @Test(arguments: [
    ("a,b\n\"line\nbreak\",2\n\"x\",3\n", "line break|x", [[2.0, 3.0]]),
    ("a,b\n\"x\",3\n\"line\n\nbreak\",2\n", "x|line  break", [[3, 2]]),
    ("time,\"a\nb\",v\n2026-11-21,1,2\n2026-11-22,3,4\n", "a b|v", [[1, 2], [3, 4]]),
    (
      "c,v\n\"{\n\"\"a\"\": 1,\n\"\"b\"\": 2\n}\",5\n\"x\",3\n", "{ \"a\": 1, \"b\": 2 }|x",
      [[5, 3]]
    ),
    ("t,c,v,d\n2026-11-21,\"x\ny\",1,\"z\n\"\n", "v", [[1]]),
    ("t,c,v\n2026-11-21,\"say \"\"x\"\"\nof 5\",1\n", "v", [[1]]),
  ]) func aQuotedFieldGoesOnInTheNextLine(_ text: String, _ names: String, _ rows: [[Double]]) {
    let result = TextResult(text)
    #expect(result.names.joined(separator: "|") == names)
    #expect((0..<result.rowCount).map { result.row($0) } == rows)
    #expect(result.unreadable == 0)
  }

  @Test func theLinesOfAQuoteThatStaysOpenAreRead() {
    let result = TextResult("a,b\n1,2\n3,\"x\n4,5\n6,7\n")
    #expect(result.column("b") == [2, 5, 7])
    #expect(result.unreadable == 1)
    #expect(result.lastUnreadable?.lineNumber == 3)
    #expect(result.lastUnreadable?.reason == "its quote is not closed")
  }

  /// A live text does not wait for the end of a quote for long.
  @Test func anOpenQuoteHoldsBackALimitedNumberOfLines() {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    let text = "a,b\n1,2\n3,\"x\n" + String(repeating: "4,5\n", count: 256)
    Array(text.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
    #expect(batch.rowCount == 257 && batch.unreadable == 1)
  }
}
