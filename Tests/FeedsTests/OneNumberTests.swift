import Testing

@testable import Feeds

/// A command's text of which only the first number of a row is wanted.
@Suite struct OneNumberTests {
  @Test(
    arguments: [
      ("21,5\n", [21.5]), ("$1,234.50\n", [1234.5]), ("1,234,567\n", [1_234_567]),
      (" 21,5 \n22,5\n", [21.5, 22.5]), ("12,5 %\n", [12.5]), ("1,5,7\n", [1]),
      ("a,b\n1,5\n", [1]), ("21;5\n", [21]), ("10:00:00,5\n", [5]),
    ] as [(String, [Double])])
  func aLineThatIsANumber(_ text: String, numbers: [Double]) {
    var options = TextOptions()
    options.isOneNumber = true
    let result = TextResult(text, options)
    #expect((0..<result.rowCount).map { result.row($0)[0] } == numbers)
  }

  /// Commas separate the numbers if all numbers are wanted.
  @Test func columnsBetweenCommas() {
    let result = TextResult("21,5\n22,6\n")
    #expect(result.names.count == 2 && result.row(1) == [22, 6])
  }

  @Test(
    arguments: [
      (.command("x", every: nil), [.column(nil)], true),
      (.command("x", every: nil), [.column(nil), .column("a")], false),
      (.command("x", every: nil), [.columns], false),
      (.file("a"), [.column(nil)], false), (.standardInput, [.column(nil)], false),
    ] as [(TextFeedSpec.Origin, [Query], Bool)])
  func commandsWithoutAColumn(_ origin: TextFeedSpec.Origin, _ queries: [Query], isOne: Bool) {
    let spec = TextFeedSpec(origin: origin, options: TextOptions())
    #expect(TextFeedContext(spec, FeedContext(Selection(queries))).options.isOneNumber == isOne)
  }
}
