import Testing

@testable import Feeds

@Suite struct KeyedLinesTests {
  private static let options: TextOptions = {
    var options = TextOptions()
    options.horizontal = "host"
    return options
  }()

  @Test(arguments: [
    """
    {"host":"a","v":1}
    {"host":"b","v":50}
    {"host":"a","v":2}
    {"host":"b","v":51}

    """,
    "host=a v=1\nhost=b v=50\nhost=a v=2\nhost=b v=51\n",
  ]) func theChosenTextTellsLinesApart(_ text: String) {
    var batch = TextBatch()
    let reader = TextReader(options: Self.options, zone: .utc)
    Array(text.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
    reader.finish(into: &batch)
    #expect(batch.columns.map(\.name) == ["a v", "b v"])
    #expect(batch.columns.map(\.key) == ["a", "b"])
    #expect(batch.columns.map(\.quantity) == ["v", "v"])
    #expect(batch.values == [[1, 2], [50, 51]])
    #expect(reader.hasChosenField)
    #expect(reader.form.key == "'host': a, b")
    #expect(reader.form.leftOut.isEmpty)
  }

  @Test func thereIsRoomForTwoHundredTexts() {
    let text = (0..<300).map { "host=h\($0)x v=\($0)\n" }.joined()
    let result = TextResult(text, Self.options)
    #expect(result.names.count == 200 && result.rowCount == 1)
    #expect(result.notices.count == 1)
  }
}
