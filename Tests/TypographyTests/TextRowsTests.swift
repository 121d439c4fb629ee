import TestSupport
import Testing
import Typography

@Suite struct TextRowsTests {
  /// A text, the width of a row in characters, and the rows, of characters that are all one wide.
  @Test(arguments: [
    ("the quick brown fox", 9, ["the quick", "brown fox"]), ("", 5, [""]),
    ("unbreakable a", 5, ["unbreakable", "a"]), ("naïve café", 5, ["naïve", "café"]),
    // Chinese and Japanese have no blanks.
    ("今日部署将于下午三点开始", 5, ["今日部署将", "于下午三点", "开始"]),
    ("サーバーを再起動", 3, ["サー", "バーを", "再起動"]),
    // Words and numbers among them stay whole, and marks stay with what they belong to.
    ("部署Wallchart到server3", 10, ["部署", "Wallchart到", "server3"]),
    ("开始，请确认。", 2, ["开", "始，", "请确", "认。"]), ("请「确认」了", 3, ["请「确", "认」了"]),
    ("CPU 温度 高", 6, ["CPU 温度", "高"]),
    // A line of the text begins a row, and an empty one is none.
    ("one\ntwo three\r\n\nfour", 20, ["one", "two three", "four"]),
  ])
  func broken(text: String, room: Int, rows: [String]) throws {
    try check(text, room: room, breaksWords: false, rows)
  }

  /// A word that is wider than a row is broken where the row ends, on request.
  @Test(arguments: [
    ("unbreakable a", 5, ["unbre", "akabl", "e a"]),
    ("an unbreakable", 5, ["an", "unbre", "akabl", "e"]),
    ("naïve👨‍👩‍👧", 1, ["n", "a", "ï", "v", "e", "👨‍👩‍👧"]), ("two\nlines", 3, ["two", "lin", "es"]),
    ("", 5, [""]),
  ])
  func brokenWords(text: String, room: Int, rows: [String]) throws {
    try check(text, room: room, breaksWords: true, rows)
  }

  /// A long text needs few lines to be set, and rows that are not wanted need none.
  @Test func longTextsAreBrokenInFewSteps() throws {
    let library = try pinnedFonts()
    let font = FontDescription(size: 10)
    var characters = 0
    func rows(_ text: String, atMost most: Int = .max) -> [String] {
      characters = 0
      return text.rows(in: 600, breaksWords: true, atMost: most) {
        characters += $0.count
        return library.line($0, font: font)
      }
    }
    let text = (0..<4000).map { "word\($0 % 97)" }.joined(separator: " ")
    let all = rows(text)
    #expect(all.joined(separator: " ") == text)
    #expect(characters < 12 * text.count)
    #expect(rows(text, atMost: 3) == Array(all.prefix(3)))
    let word = String(repeating: "W", count: 4000)
    #expect(rows(word).joined() == word)
    #expect(characters < 12 * word.count)
  }

  /// The rows are those of a search that tries one part after another.
  @Test func rowsAreAsLongAsHasRoom() throws {
    let library = try pinnedFonts()
    let font = FontDescription(size: 10)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      let words = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        String(repeating: "m", count: Int.random(in: 1...12, using: &random))
      }
      let room = Double.random(in: 20...300, using: &random)
      var expected: [String] = []
      for word in words {
        if let last = expected.last, library.line(last + " " + word, font: font).width <= room {
          expected[expected.count - 1] = last + " " + word
        } else {
          expected.append(word)
        }
      }
      let text = words.joined(separator: " ")
      #expect(text.rows(in: room) { library.line($0, font: font) } == expected)
    }
  }

  /// A path is cut at its beginning where the rows end, and the rest stands in the last row where that is not enough.
  @Test(arguments: [
    ("cannot open /a/b: gone", 22, 1, ["cannot open /a/b: gone"]),
    ("cannot open /var/lib/some/file.db: gone", 31, 1, ["cannot open …some/file.db: gone"]),
    (
      "cannot open /var/lib/some/file.db: gone", 30, 2,
      ["cannot open", "/var/lib/some/file.db: gone"]
    ),
    ("cannot open /var/lib/some/file.db: gone", 23, 2, ["cannot open", "…lib/some/file.db: gone"]),
    ("cannot open /var/lib/some/file.db: gone", 14, 1, ["cannot open …ome/file.db: gone"]),
    ("answered 404 Not Found", 12, 1, ["answered 404 Not Found"]),
    ("answered 404 Not Found", 9, 2, ["answered", "404 Not Found"]),
  ])
  func fewRows(text: String, room: Int, count: Int, rows: [String]) throws {
    try check(rows, room: room) { text.shortenedRows(in: $0, atMost: count, set: $1) }
  }

  private func check(
    _ text: String, room: Int, breaksWords: Bool, _ rows: [String]
  ) throws {
    try check(rows, room: room) { text.rows(in: $0, breaksWords: breaksWords, set: $1) }
  }

  private func check(
    _ rows: [String], room: Int, breaking: (Double, (String) -> TextLine) -> [String]
  ) throws {
    let library = try pinnedFonts()
    let font = FontDescription(size: 10)
    // Each character is as wide as a digit.
    let set = { (text: String) in
      library.line(String(repeating: "0", count: text.count), font: font)
    }
    let digit = set("0").width
    let width = digit * (Double(room) + 0.5)
    #expect(breaking(width, set) == rows)
  }
}
