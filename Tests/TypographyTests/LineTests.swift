import Geometry
import TestSupport
import Testing

@testable import Typography

/// Inter has 2816 units an em: at that size a point is one unit of the font's design.
private let unitSize = 2816.0

struct MeasuredText: Sendable {
  var text: String
  var weight: FontWeight
  var width: Double
  /// The width with `tnum`, in which every digit is as wide as the widest.
  var tabularWidth: Double
  /// The left, bottom, right and top of the ink, with y upwards.
  var ink: [Double]
}

/// Numbers from HarfBuzz in Python (uharfbuzz) and, for the ink, from fontTools' BoundsPen.
private let measured = [
  MeasuredText(
    text: "AVATAR", weight: .regular, width: 10376, tabularWidth: 10376,
    ink: [72, 0, 10292, 2048]),
  MeasuredText(
    text: "Hello, world", weight: .regular, width: 15700, tabularWidth: 15688,
    ink: [248, -500, 15452, 2048]),
  MeasuredText(
    text: "0123456789", weight: .regular, width: 16900, tabularWidth: 18240,
    ink: [168, -28.06, 16720, 2076.06]),
  MeasuredText(
    text: "°C Ölfüße", weight: .regular, width: 12908, tabularWidth: 12908,
    ink: [180, -32, 12764, 2624]),
  MeasuredText(
    text: "Hello, world", weight: .medium, width: 15883, tabularWidth: 15903,
    ink: [225, -500, 15658, 2048]),
  MeasuredText(
    text: "12:30", weight: .medium, width: 7488, tabularWidth: 8221,
    ink: [162, -34, 7329, 2076]),
  MeasuredText(
    text: "AVATAR", weight: .semibold, width: 10872, tabularWidth: 10872,
    ink: [69, 0, 10807, 2048]),
  MeasuredText(
    text: "12:30", weight: .semibold, width: 7635, tabularWidth: 8370,
    ink: [153, -39, 7485, 2076.02]),
]

@Suite struct LineTests {
  @Test(arguments: measured)
  func `widths and ink are those computed elsewhere`(_ known: MeasuredText) throws {
    let library = try pinnedFonts()
    let line = library.line(known.text, font: .init(size: unitSize, weight: known.weight))
    #expect(abs(line.width - known.width) < 0.001)
    let ink = line.inkBounds
    for (edge, expected) in zip([ink.minX, -ink.maxY, ink.maxX, -ink.minY], known.ink) {
      #expect(abs(edge - expected) < 0.05, "\(known.text)")
    }
    let tabular = library.line(
      known.text, font: .init(size: unitSize, weight: known.weight, tabularDigits: true))
    #expect(abs(tabular.width - known.tabularWidth) < 0.001)
  }

  /// The sizes at which a point is one unit of the font's design.
  @Test(
    arguments: [
      ("درجة", 1000, 1903, [83, -204, 1861, 597]),
      ("处理器负载", 1000, 5000, [34, -82, 4963, 841]),
      ("☂⚙🔋", 2048, 6082, [100, -442, 6000, 1524]),
    ] as [(String, Double, Double, [Double])])
  func `other fonts stand where they should too`(
    text: String, size: Double, width: Double, expected: [Double]
  ) throws {
    let line = try pinnedFonts().line(text, font: .init(size: size))
    #expect(abs(line.width - width) < 0.001)
    let ink = line.inkBounds
    for (edge, expected) in zip([ink.minX, -ink.maxY, ink.maxX, -ink.minY], expected) {
      #expect(abs(edge - expected) < 0.05)
    }
  }

  /// Advances and kerns of the font's tables, as HarfBuzz applies them.
  @Test(arguments: [("AV", 1904 + 1904 - 192), ("To", 1808 + 1680 - 224)] as [(String, Double)])
  func `pairs are kerned`(pair: String, width: Double) throws {
    let line = try pinnedFonts().line(pair, font: .init(size: unitSize))
    #expect(abs(line.width - width) < 0.001)
  }

  @Test(arguments: FontWeight.allCases)
  func `tabular digits are all of one width in any number`(weight: FontWeight) throws {
    let library = try pinnedFonts()
    let font = FontDescription(size: 46, weight: weight, tabularDigits: true)
    var generator = SeededGenerator(seed: 46)
    let digit = library.line("0", font: font).width
    for _ in 0..<200 {
      let number = String(UInt64.random(in: 0...UInt64.max, using: &generator))
      let width = library.line(number, font: font).width
      #expect(abs(width - Double(number.count) * digit) < 1e-9, "\(number)")
    }
    let proportional = FontDescription(size: 46, weight: weight)
    #expect(library.line("1", font: proportional).width < digit - 1)
  }

  @Test func `metrics are those of the font's tables`() throws {
    let metrics = try pinnedFonts().metrics(of: .init(size: 2 * unitSize))
    #expect(
      metrics
        == FontMetrics(
          ascent: 2 * 2728, descent: 2 * 680, lineGap: 0, capHeight: 2 * 2048, xHeight: 2 * 1536))
  }

  @Test func `a line is the same at every size but for its scale`() throws {
    let library = try pinnedFonts()
    let text = "Ag 12.5 °C درجة 温度 ☂"
    let unit = library.line(text, font: .init(size: 1))
    for size in [0.1, 11, 14.37, 46, 2816, 10_000] {
      let line = library.line(text, font: .init(size: size))
      #expect(abs(line.width - unit.width * size) <= 1e-12 * size)
      #expect(line.outline.verbs == unit.outline.verbs)
      for (point, expected) in zip(line.outline.points, unit.outline.points) {
        #expect(point.distance(to: expected * size) <= 1e-11 * size)
      }
    }
  }

  @Test func `the ink is the exact box of the outline`() throws {
    let library = try pinnedFonts()
    for text in ["AVATAR", "gjpqy,;", "0123456789", "درجة", "温度", "☂⚙🔋"] {
      let line = library.line(text, font: .init(size: 100))
      // The control points of type are at its extremes or a little outside.
      let box = line.outline.controlPointBounds
      #expect(box.insetBy(dx: -1e-9, dy: -1e-9).contains(line.inkBounds), "\(text)")
      #expect(abs(box.width - line.inkBounds.width) < 2, "\(text)")
      #expect(abs(box.height - line.inkBounds.height) < 2, "\(text)")
    }
  }

  @Test func `contours are closed`() throws {
    let outline = try pinnedFonts().line("Bag 8 درجة 温", font: .init(size: 20)).outline
    var (open, contours) = (false, 0)
    for verb in outline.verbs {
      #expect((verb == .move) != open)
      if verb == .move { contours += 1 }
      open = verb != .close
    }
    #expect(!open)
    #expect(contours > 12)
  }

  @Test(arguments: ["", " ", "\n\t", "\u{200B}\u{2060}\u{FE0F}"])
  func `text without ink has no outline`(_ text: String) throws {
    let library = try pinnedFonts()
    let line = library.line(text, font: .init(size: 20))
    #expect(line.outline.isEmpty)
    #expect(line.inkBounds.isNull)
    let metrics = library.metrics(of: .init(size: 20))
    #expect(line.ascent == metrics.ascent && line.descent == metrics.descent)
  }

  @Test func `a space that the font lacks has its width all the same`() throws {
    #expect(try pinnedFonts().line("\u{3000}\u{2003}", font: .init(size: 20)).width == 40)
  }

  @Test func `line breaks and tabs are spaces, and other control characters nothing`() throws {
    let library = try pinnedFonts()
    let font = FontDescription(size: 20)
    let plain = library.line("a b c d e f", font: font)
    #expect(library.line("a\nb\tc\r\nd\u{2028}e\u{85}f", font: font) == plain)
    #expect(library.line("\u{0}a\u{7} b\u{1B} c d e f\u{9F}", font: font) == plain)
    #expect(plain.text == "a b c d e f")
  }

  /// Widths and the right edge of the ink from fontTools' instancer, rounded to whole
  /// units at every point.
  @Test(
    arguments: [
      (FontWeight.regular, 7492, 7380), (.medium, 7660, 7559), (.semibold, 7828, 7739),
      (.bold, 8000, 7921),
    ] as [(FontWeight, Double, Double)], ["Test Variable", "Test Instances"])
  func `a variable font is set to the weight`(
    known: (weight: FontWeight, width: Double, right: Double), family: String
  ) throws {
    let library = try FontLibrary(directory: fontDirectory + "/Odd")
    let line = library.line(
      "Avant", font: .init(family: family, size: unitSize, weight: known.weight))
    #expect(abs(line.width - known.width) < 3)
    #expect(abs(line.inkBounds.maxX - known.right) < 3)
  }
}
