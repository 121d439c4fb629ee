import Testing

@testable import Typography

private func levels(_ text: String) -> [UInt8] { bidiLevels(of: text.unicodeScalars.map(\.value)) }

@Suite struct BidiTests {
  /// Levels worked out by hand from UAX 9.
  @Test(
    arguments: [
      ("abc 12", [0, 0, 0, 0, 0, 0]),
      ("אב", [1, 1]),
      // The space between two directions, and the space at the end, have the paragraph's direction.
      ("a אב ", [0, 0, 1, 1, 0]),
      ("אב a ", [1, 1, 1, 2, 1]),
      // Numbers run left to right in a right-to-left text.
      ("אב 12", [1, 1, 1, 2, 2]),
      ("a אב 12", [0, 0, 1, 1, 1, 2, 2]),
      // Brackets have the direction of their contents (rule N0).
      ("אב (a)", [1, 1, 1, 1, 2, 1]),
      // The end after an embedding that is never closed still has the paragraph's direction (rule
      // L1).
      ("a\u{202B}אב ", [0, 0, 1, 1, 0]),
      ("12", [0, 0]),
      ("", []),
    ] as [(String, [UInt8])])
  func `levels follow the Unicode algorithm`(text: String, expected: [UInt8]) {
    #expect(levels(text) == expected)
  }

  @Test(
    arguments: [
      ([0, 0, 0], [0, 1, 2]),
      ([1, 1, 1], [2, 1, 0]),
      ([0, 1, 0], [0, 1, 2]),
      ([0, 1, 2, 1, 0], [0, 3, 2, 1, 4]),
      ([1, 2, 1], [2, 1, 0]),
      ([1, 2, 2, 1], [3, 1, 2, 0]),
      ([], []),
    ] as [([UInt8], [Int])])
  func `runs are reversed from the highest level down`(levels: [UInt8], expected: [Int]) {
    #expect(visualOrder(ofLevels: levels) == expected)
  }

  @Test(arguments: [
    ("CPU درجة", ["Inter-Regular", "NotoNaskhArabic-Regular"]),
    ("درجة CPU", ["Inter-Regular", "NotoNaskhArabic-Regular"]),
    ("درجة CPU حرارة", ["NotoNaskhArabic-Regular", "Inter-Regular", "NotoNaskhArabic-Regular"]),
  ])
  func `an Arabic paragraph runs from right to left`(text: String, expected: [String]) throws {
    // A left-to-right paragraph and a right-to-left one with the words swapped look the same.
    var files = try Workbench().files(text)
    files = files.enumerated().filter { $0.offset == 0 || $0.element != files[$0.offset - 1] }
      .map(\.element)
    #expect(files == expected)
  }

  @Test func `Arabic letters join`() throws {
    let library = try pinnedFonts()
    // 1000 units an em; widths by uharfbuzz.
    let font = FontDescription(family: "Noto Naskh Arabic", size: 1000)
    #expect(abs(library.line("درجة", font: font).width - 1903) < 1e-9)
    #expect(abs(library.line("حرارة", font: font).width - 2072) < 1e-9)
    // Unjoined: 414 + 386 + 636 + 408 = 1844 units.
    let apart = library.line("د\u{200C}ر\u{200C}ج\u{200C}ة", font: font)
    #expect(abs(apart.width - 1844) < 1e-9)
  }

  @Test func `shared characters take the script around them`() {
    func scripts(_ text: String) -> [UInt32] {
      resolvedScripts(of: text.unicodeScalars.map(\.value)).map(\.rawValue)
    }
    let (latin, arabic) = (scripts("a")[0], scripts("د")[0])
    #expect(latin != arabic)
    #expect(scripts("(a, د!") == [latin, latin, latin, latin, arabic, arabic])
    #expect(Set(scripts("12 %")).count == 1)
  }

  @Test(arguments: [
    ("abc", ""), ("温度", "zh-cn"), ("温度です", "ja"), ("ㄅ温", "zh-tw"), ("온도 溫", "ko"),
  ])
  func `the language of Chinese characters is guessed by their neighbours`(
    text: String, language: String
  ) {
    #expect(hanLanguage(of: resolvedScripts(of: text.unicodeScalars.map(\.value))) == language)
  }
}
