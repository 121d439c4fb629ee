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

  private func check(
    _ text: String, room: Int, breaksWords: Bool, _ rows: [String]
  ) throws {
    let library = try pinnedFonts()
    let font = FontDescription(size: 10)
    // Each character is as wide as a digit.
    let set = { (text: String) in
      library.line(String(repeating: "0", count: text.count), font: font)
    }
    let digit = set("0").width
    let width = digit * (Double(room) + 0.5)
    #expect(text.rows(in: width, breaksWords: breaksWords, set: set) == rows)
  }
}
