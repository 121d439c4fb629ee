import Testing

@testable import Feeds

@Suite struct KeyedLinesTests {
  private static let options: TextOptions = {
    var options = TextOptions()
    options.horizontal = "host"
    return options
  }()

  /// The user's choice of names comes before the known numbers of cards and processors.
  @Test(
    arguments: [
      ("index, name, utilization.gpu [%]\n0, a, 5\n1, b, 6\n", "name"),
      ("Core\tCPU\tBusy%\tname\n0\t0\t5\ta\n0\t1\t6\tb\n", "name"),
    ]) func chosenNamesOfKnownTables(_ text: String, _ chosen: String)
  {
    var options = TextOptions()
    options.horizontal = chosen
    let result = TextResult(text, options)
    #expect(Set(result.columns.compactMap(\.key)) == ["a", "b"], "\(result.names)")
  }

  /// A line without the name of its thing is a line of its own, and no thing called null.
  @Test(arguments: ["{\"gpu\": null, \"v\": 1}", "gpu=- v=1"]) func missingNames(_ line: String) {
    var options = TextOptions()
    options.rowNames = ["gpu"]
    let result = TextResult(line + "\n" + line + "\n", options)
    #expect(result.names == ["v"])
  }

  /// A member that has texts first and then numbers is either drawn or left out.
  @Test func textsThenNumbers() {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    for line in ["{\"id\": \"abc1\", \"v\": 1}\n", "{\"id\": 7, \"v\": 2}\n"] {
      Array(line.utf8).withUnsafeBytes { reader.feed($0, arrival: 1, into: &batch) }
    }
    reader.finish(into: &batch)
    let drawn = Set(batch.columns.map(\.name))
    #expect(drawn.contains("v"))
    #expect(reader.form.leftOut.allSatisfy { !drawn.contains($0.name) })
  }

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

  /// Rows that the user's columns distinguish, whether these hold texts or numbers. A number says nothing alone, so that
  /// the name of its column precedes it.
  @Test(
    arguments: [
      (["gpu"], "ts,gpu,util\n10:00:01,0,5\n10:00:01,1,6\n10:00:02,0,7\n10:00:02,1,8\n"),
      (["gpu"], "gpu,util\n0,5\n1,6\n0,7\n1,8\n"),
      (["2"], "ts,gpu,util\n10:00:01,0,5\n10:00:01,1,6\n10:00:02,0,7\n10:00:02,1,8\n"),
      (["gpu"], "gpu=0 util=5\ngpu=1 util=6\ngpu=0 util=7\ngpu=1 util=8\n"),
      (
        ["gpu"],
        """
        {"gpu": 0, "util": 5}
        {"gpu": 1, "util": 6}
        {"gpu": 0, "util": 7}
        {"gpu": 1, "util": 8}

        """
      ),
    ] as [([String], String)]) func chosenNumbersTellRowsApart(_ names: [String], _ text: String)
  {
    let result = TextResult(text, Self.by(names))
    #expect(result.columns.map(\.key) == ["gpu 0", "gpu 1"])
    #expect(result.columns.map(\.keyName) == ["gpu", "gpu"])
    #expect(result.columns.map(\.quantity) == ["util", "util"])
    #expect(result.rowCount == 2 && result.row(0) == [5, 6] && result.row(1) == [7, 8])
  }

  /// Names of several columns are joined in the user's order.
  @Test(arguments: [
    "host,gpu,util\na,0,1\na,1,2\nb,0,3\nb,1,4\n",
    "host=a gpu=0 util=1\nhost=a gpu=1 util=2\nhost=b gpu=0 util=3\nhost=b gpu=1 util=4\n",
  ]) func severalColumnsTellRowsApart(_ text: String) {
    let result = TextResult(text, Self.by(["gpu", "host"]))
    #expect(result.columns.map(\.key) == ["gpu 0/a", "gpu 1/a", "gpu 0/b", "gpu 1/b"])
    #expect(result.rowCount == 1 && result.row(0) == [1, 2, 3, 4])
  }

  /// Rows with places of their own on the axis are not joined, because their places differ.
  @Test(arguments: [
    "run,step,loss\na,0,1\na,10,2\nb,5,3\nb,7,4\n",
    "run=a step=0 loss=1\nrun=a step=10 loss=2\nrun=b step=5 loss=3\nrun=b step=7 loss=4\n",
  ]) func eachRunHasPlacesOfItsOwn(_ text: String) throws {
    var options = Self.by(["run"])
    options.horizontal = "step"
    var batch = TextBatch()
    let reader = TextReader(options: options, zone: .utc)
    Array(text.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
    reader.finish(into: &batch)
    let result = TextResult(batch, reader)
    #expect(result.names == ["a step", "a loss", "b step", "b loss"] && result.rowCount == 4)
    #expect(result.row(3).suffix(2) == [7, 4])
    var samples = RowSamples(
      queries: [.columns], numbersRows: true, isFile: true, horizontal: "step")
    let update = samples.update(of: batch, arrivals: [(4, 0)], hasTimes: false)
    let series = try #require(update.samples.first?.batch)
    #expect(series.times == [0, 10, 5, 7])
    #expect(series.columns[3].values.suffix(2) == [3, 4])
  }

  /// A chosen column that the text lacks is reported.
  @Test func aMissingColumnOfNamesIsReported() {
    for text in ["host,v\na,1\nb,2\n", "host=a v=1\nhost=b v=2\n"] {
      var batch = TextBatch()
      let reader = TextReader(options: Self.by(["hots"]), zone: .utc)
      Array(text.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
      reader.finish(into: &batch)
      #expect(reader.missingRowNames == ["hots"])
      #expect(reader.possibleRowNames.contains("host"))
    }
  }

  private static func by(_ names: [String]) -> TextOptions {
    var options = TextOptions()
    options.rowNames = names
    return options
  }
}
