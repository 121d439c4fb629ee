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

  @Test func aTextThatIsNoWord() {
    var options = TextOptions()
    options.words = Self.words
    let result = TextResult("5\nexploded\n", options)
    #expect(result.rowCount == 1)
    #expect(result.lastUnreadable?.reason == "no number in it, and no word of 'mappings'")
  }
}
