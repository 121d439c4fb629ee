import TestSupport
import Testing

@testable import Typography

@Suite struct FallbackTests {
  @Test(arguments: [
    ("CPU 温度", ["Inter-Regular", "TestHan"]),
    ("负载 42 %", ["TestHan", "Inter-Regular"]),
    ("☂ 温 a", ["TestSymbols", "Inter-Regular", "TestHan", "Inter-Regular"]),
    ("🔋", ["TestSymbols"]),
    // A selector and a joiner need no glyph of their own.
    ("⚙\u{FE0F}", ["TestSymbols"]),
    ("温\u{200D}", ["TestHan"]),
    // The Arabic font has both characters, Inter only the visible one.
    ("5\u{200D}", ["Inter-Regular"]),
    // Inter has these itself.
    ("★ ✓ → °C µ", ["Inter-Regular"]),
    // A cluster is not torn apart: if no font has the whole cluster, its first character decides.
    ("☂\u{0301}", ["TestSymbols"]),
  ])
  func `other fonts fill in what the main font lacks`(text: String, files: [String]) throws {
    #expect(try Workbench().files(text) == files)
  }

  @Test(arguments: ["\u{F8000}", "\u{10FFFD}", "龘", "ⴰ", "\u{FFFF}"])
  func `a character that no font has is the main font's box`(_ text: String) throws {
    let line = try Workbench().shape(text)
    #expect(line.glyphs.count == 1)
    #expect(line.glyphs[0].id == 0)
    #expect(line.glyphs[0].face.file.path.hasSuffix("/Inter-Regular.otf"))
    #expect(line.width > 0.2)
  }

  @Test func aScriptWithoutAFontIsToldOnceWithItsPackage() throws {
    let fonts = try FontLibrary(directory: fontDirectory)
    var told: [String] = []
    fonts.missingGlyph = { told.append("\($0.character) \($0.script) \($0.package)") }
    for text in ["a 温", "龘 靐", "ⴰ", "한", "𒀀", "🛼", "龘", "\u{10FFFD}\u{E000}\u{378}", "🛽"] {
      _ = fonts.line(text, font: FontDescription(size: 12))
    }
    #expect(
      told == [
        "龘 Han fonts-noto-cjk", "ⴰ Tfng fonts-noto-core", "한 Hangul fonts-noto-cjk",
        "𒀀 Xsux fonts-noto-core", "🛼 symbols fonts-symbola",
      ])
  }

  /// The first character is only in a font of colour bitmaps, the second in a font of colour
  /// layers.
  @Test(arguments: ["🦀", "♜"])
  func `a colour font is passed over`(text: String) throws {
    let font = FontDescription(family: "Test Variable", size: 1)
    let workbench = try Workbench(directory: fontDirectory + "/Odd")
    #expect(workbench.files(text, font) == ["TestVariable"])
    #expect(workbench.shape(text, font).glyphs.map(\.id) == [0])
  }

  @Test func `the weight asked for is the one found, or the nearest`() throws {
    let workbench = try Workbench()
    for (weight, file) in zip(
      FontWeight.allCases,
      ["Inter-Regular", "Inter-Medium", "Inter-SemiBold", "Inter-SemiBold"])
    {
      #expect(workbench.files("a", .init(size: 1, weight: weight)) == [file])
    }
  }

  @Test(arguments: ["No Such Family", "", "sans-serif", "\u{0}", "Int\u{0}er", "🦀"])
  func `a family that is missing is replaced`(family: String) throws {
    let library = try pinnedFonts()
    let line = library.line("abc", font: .init(family: family, size: 20))
    #expect(line.width > 20)
    #expect(!line.outline.isEmpty)
  }

  @Test func `a family is found by its name`() throws {
    let workbench = try Workbench()
    let font = FontDescription(family: "test symbols", size: 1)
    #expect(workbench.files("★", font) == ["TestSymbols"])
  }

  @Test func `a line does not depend on what was set before`() throws {
    var generator = SeededGenerator(seed: 3)
    let parts = ["CPU ", "温度", "درجة", "☂", "\u{F8000}", "é", "42", " "]
    let texts = (0..<40).map { _ in
      (0..<4).map { _ in parts.randomElement(using: &generator)! }.joined()
    }
    let (first, second) = (try pinnedFonts(), try pinnedFonts())
    let font = FontDescription(size: 14)
    let forward = texts.map { first.line($0, font: font) }
    for (index, text) in texts.enumerated().reversed() {
      #expect(second.line(text, font: font) == forward[index])
    }
  }

  @Test func `a line is as tall as the tallest of its fonts`() throws {
    let library = try pinnedFonts()
    let metrics = library.metrics(of: .init(size: 1000))
    let arabic = library.metrics(of: .init(family: "Noto Naskh Arabic", size: 1000))
    let line = library.line("a درجة", font: .init(size: 1000))
    #expect(line.ascent == max(metrics.ascent, arabic.ascent))
    #expect(line.descent == max(metrics.descent, arabic.descent))
    #expect(arabic.ascent != metrics.ascent)
  }
}
