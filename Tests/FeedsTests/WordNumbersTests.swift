import Testing

@testable import Feeds

/// Words in rows of text, in the place of numbers.
@Suite struct WordNumbersTests {
  private static let words = StateWords([
    ("charging", 0), ("not charging", 1), ("full", 2), ("half", 0.5), ("aus", 3), ("größer", 4),
  ])

  private func replaced(_ line: String) -> String? {
    Array(line.utf8).withUnsafeBufferPointer { bytes in
      WordNumbers(Self.words).replaced(bytes).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test(
    arguments: [
      ("full", "2"), ("  Not charging ", "1"), ("Charging", "0"), ("größer", "4"),
      // A text that only contains a word is another text.
      ("discharging", nil), ("really full", nil), ("full-blown", nil), ("full_", nil), ("", nil),
      ("größere", nil), ("not charging now", nil),
      // Fields.
      ("bat0 full 99", "bat0 2 99"), ("bat0\tnot charging\tfull", "bat0\t1\t2"),
      ("a;full;FULL;5", "a;2;2;5"), ("bat1 unfull 7 half", "bat1 unfull 7 0.5"),
      // Names stay names.
      (#"{"full": "full"}"#, #"{"full": "2"}"#), ("full=1 state=full", "full=1 state=2"),
      ("full : 3, half", "full : 3, 0.5"), ("5 5", nil),
    ] as [(String, String?)])
  func lines(_ line: String, _ expected: String?) { #expect(replaced(line) == expected) }

  @Test(
    arguments: [
      ("full\ncharging\n", ["1"], [0]),
      ("{\"state\": \"full\", \"n\": 3}\n", ["state", "n"], [2, 3]),
      ("state=half n=3\nstate=full n=4\n", ["state", "n"], [2, 4]),
      (
        "time,state,n\n2026-01-01 10:00:00,full,3\n2026-01-01 10:00:01,Not charging,4\n",
        ["state", "n"], [1, 4]
      ),
      ("\u{1B}[32mfull\u{1B}[0m\n", ["1"], [2]),
    ] as [(String, [String], [Double])])
  func forms(_ text: String, _ names: [String], _ last: [Double]) {
    var options = TextOptions()
    options.words = Self.words
    let result = TextResult(text, options)
    #expect(result.names == names && result.row(result.rowCount - 1) == last)
  }

  /// Words in the cells of a table between blanks: only those of the wanted columns are states.
  @Test(
    arguments: [
      ("a full", 2, [1], "a 2"), (" half  full ", 2, [1], " half  2 "), ("a full", 2, [0], nil),
      ("full half b", 3, [0, 1], "2 0.5 b"), ("a really full", 2, [1], nil),
      ("a unfull", 2, [1], nil), ("full", 2, [1], "2"), ("not charging", 2, [1], "1"),
    ] as [(String, Int, [Int], String?)])
  func cells(_ line: String, count: Int, states: [Int], expected: String?) {
    let found = Array(line.utf8).withUnsafeBufferPointer { bytes in
      WordNumbers(Self.words).replaced(bytes, cells: (count, states))
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(found == expected)
  }

  /// Rows with a state, also one without a word, which is reported and has no number.
  @Test(
    arguments: [
      ("host state\na full\nb half\n", ["a", "b"], [2, 0.5], nil),
      ("host,state\na,full\nb,half\n", ["a", "b"], [2, 0.5], nil),
      ("host state\na full\nb jammed\n", ["a", "b"], [2, .nan], 3),
      ("host,state\na,full\nb,jammed\n", ["a", "b"], [2, .nan], 3),
      ("host state\na jammed\nb half\n", ["a", "b"], [.nan, 0.5], 2),
      ("host,state\na,jammed\nb,half\n", ["a", "b"], [.nan, 0.5], 2),
      ("host,state\na,jammed now\nb,half\nc,full\n", ["a", "b", "c"], [.nan, 0.5, 2], 2),
    ] as [(String, [String], [Double], Int?)])
  func states(_ text: String, keys: [String], values: [Double], line: Int?) {
    var options = TextOptions()
    options.words = Self.words
    options.stateColumns = ["state"]
    options.isOfOneTime = true
    let result = TextResult(text, options)
    #expect(result.columns.map(\.key) == keys && result.rowCount == 1)
    let bits = result.rowCount == 1 ? result.row(0).map(\.bitPattern) : []
    #expect(bits == values.map(\.bitPattern))
    #expect(result.lastUnreadable?.lineNumber == line)
    #expect(
      line == nil
        || result.lastUnreadable?.reason == "no number in it, and no word of 'mappings'")
  }

  /// A header that comes again is no state.
  @Test(arguments: [
    ("host,state\na,full\nhost,state\na,half\n", 2)
  ]) func headersAreNoStates(_ text: String, _ rows: Int) {
    var options = TextOptions()
    options.words = Self.words
    options.stateColumns = ["state"]
    let result = TextResult(text, options)
    #expect(result.rowCount == rows && result.unreadable == 0)
  }

  @Test func aTextThatIsNoWord() {
    var options = TextOptions()
    options.words = Self.words
    let result = TextResult("5\nexploded\n", options)
    #expect(result.rowCount == 1)
    #expect(result.lastUnreadable?.reason == "no number in it, and no word of 'mappings'")
  }

  /// A line that repeats the name of a column, and texts in other columns, are no states without a word.
  @Test(
    arguments: [
      "host,state\na,up\nhost,status\nb,up\n", "host,state\na,up\nhost,state\nb,up\n",
    ]) func headersAmongStates(_ text: String)
  {
    var options = TextOptions()
    options.words = StateWords([("up", 1), ("down", 0)])
    options.stateColumns = ["state"]
    let result = TextResult(text, options)
    #expect(result.unreadable == 0, "\(result.names)")
  }
}
