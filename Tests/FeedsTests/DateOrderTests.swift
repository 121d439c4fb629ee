import Testing

@testable import Feeds

/// The first parts of dates with slashes, which may be days or months.
@Suite struct DateOrderTests {
  private func days(_ text: String) -> [Double] {
    let result = TextResult(text)
    // 2026-11-01 is day 0.
    return (0..<result.rowCount).map { (result.time($0) - 1_793_491_200) / 86_400 }
  }

  @Test(
    arguments: [
      // The last row shows that the day is first.
      ("date,v\n01/11/2026,1\n02/11/2026,2\n05/11/2026,3\n13/11/2026,4\n", [0, 1, 4, 12]),
      ("date,v\n13/11/2026,1\n02/11/2026,2\n", [12, 1]),
      ("date,v\n11/01/2026,1\n11/02/2026,2\n11/13/2026,3\n11/05/2026,4\n", [0, 1, 12, 4]),
      // Nothing shows the order: 11 January and 11 February.
      ("date,v\n01/11/2026,1\n02/11/2026,2\n", [-294, -263]),
      // Decimal commas prefer the day, unless a row shows the month.
      ("date;v\n01/11/2026;1,5\n02/11/2026;2,5\n", [0, 1]),
      ("date;v\n11/02/2026;1,5\n11/13/2026;2,5\n", [1, 12]),
      // The clock goes past midnight.
      ("date,v\n01/11/2026 12:00,1\n02/11/2026 00:00,2\n", [0.5, 1]),
      ("date,v\n11/01/2026 12:00,1\n11/02/2026 00:00,2\n", [0.5, 1]),
      // A log.
      ("01/11/2026 12:00:00 took 5 ms\n13/11/2026 12:00:00 took 6 ms\n", [0.5, 12.5]),
      ("date=01/11/2026 v=1\ndate=13/11/2026 v=2\n", [0, 12]),
    ] as [(String, [Double])]) func allRowsHaveOneOrder(_ text: String, _ expected: [Double])
  {
    #expect(days(text) == expected)
  }

  @Test func rowsThatHaveBeenGivenOutKeepTheirTimes() {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    func feed(_ text: String) {
      Array(text.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
      reader.pause(into: &batch)
    }
    feed("date,v\n01/11/2026,1\n")
    #expect(batch.times == [1_768_089_600])
    #expect(reader.form.time.contains("the month before the day (no date shows which)"))
    batch.removeAll()
    feed("02/11/2026,2\n13/11/2026,3\n")
    #expect(batch.times == [1_793_577_600, 1_794_528_000])
    #expect(
      batch.notices == ["dates have the day first: earlier rows were read with the month first"])
    #expect(reader.form.time.hasSuffix("the day before the month, column 'date'"))
  }
}
