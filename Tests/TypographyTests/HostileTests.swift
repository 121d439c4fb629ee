import Foundation
import TestSupport
import Testing

@testable import Typography

@Suite struct HostileTests {
  let font = FontDescription(size: 15)

  @Test func `random characters set a finite line`() throws {
    let library = try pinnedFonts()
    var generator = SeededGenerator(seed: 1)
    // Difficult characters: controls, bidi marks, joiners, selectors, scripts that reorder,
    // surrogates' neighbours, private use, the last plane; and anything.
    let ranges: [ClosedRange<UInt32>] = [
      0...0x2ff, 0x300...0x36f, 0x590...0x8ff, 0x900...0xdff, 0x1780...0x17ff, 0x2000...0x206f,
      0xd700...0xe0ff, 0xfe00...0xffff, 0x1f300...0x1faff, 0xe0000...0xe01ff, 0...0x10ffff,
    ]
    for _ in 0..<600 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...60, using: &generator) {
        let range = ranges.randomElement(using: &generator)!
        if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
          text.append(scalar)
        }
      }
      let line = library.line(String(text), font: font)
      #expect(line.width.isFinite && line.width >= 0)
      #expect(line.hasFiniteOutline)
      let room = Double.random(in: 0...200, using: &generator)
      #expect(library.line(String(text), font: font, fitting: room).width <= room)
    }
  }

  @Test func `random bytes set a finite line`() throws {
    let library = try pinnedFonts()
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let bytes = (0..<80).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let line = library.line(String(decoding: bytes, as: UTF8.self), font: font)
      #expect(line.width.isFinite && line.width >= 0)
      #expect(line.hasFiniteOutline)
    }
  }

  @Test(arguments: [
    String(repeating: "Lorem ipsum ", count: 100_000),
    "e" + String(repeating: "\u{301}", count: 500_000),
    String(repeating: "\u{202E}\u{2067}", count: 200_000),
    String(repeating: "(", count: 300_000),
    String(repeating: "\u{0}", count: 1_000_000),
    String(repeating: "👨‍👩‍👧", count: 50_000),
  ])
  func `a text without measure is cut at the limit`(text: String) throws {
    let library = try pinnedFonts()
    let line = library.line(text, font: font)
    #expect(line.text.unicodeScalars.count <= FontLibrary.characterLimit + 1)
    #expect(line.text.last?.unicodeScalars.contains("…") == true)
    #expect(library.line(text, font: font, fitting: 100).width <= 100)
  }

  @Test func `the limit cuts behind a whole cluster`() throws {
    let library = try pinnedFonts()
    let limit = FontLibrary.characterLimit
    let exact = String(repeating: "x", count: limit)
    #expect(library.line(exact, font: font).text == exact)
    #expect(
      library.line(exact + "x", font: font).text == String(repeating: "x", count: limit - 1) + "…")
    let family = String(repeating: "x", count: limit - 2) + "👨‍👩‍👧"
    #expect(
      library.line(family, font: font).text == String(repeating: "x", count: limit - 2) + "…")
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, -1, 0, -0.0, .leastNonzeroMagnitude, 1e300,
    .greatestFiniteMagnitude,
  ])
  func `a size beyond reason is held within it`(size: Double) throws {
    let library = try pinnedFonts()
    let line = library.line("Ag درجة", font: .init(size: size))
    #expect(line.width >= 0 && line.width <= 10 * FontDescription.maximumSize)
    #expect(line.hasFiniteOutline)
    #expect(library.metrics(of: .init(size: size)).ascent.isFinite)
    #expect(library.line("Ag", font: .init(size: size), fitting: 10).width <= 10)
  }

  @Test func `damaged font files neither crash nor give points that are not finite`() throws {
    let pristine = ["Inter-Regular.otf", "NotoNaskhArabic-Regular.ttf", "Odd/TestVariable.ttf"]
      .map { FileManager.default.contents(atPath: fontDirectory + "/" + $0)! }
    var generator = SeededGenerator(seed: 4)
    var usable = 0
    for round in 0..<60 {
      try withFolder { directory in
        var data = pristine[round % 3]
        for _ in 0..<Int.random(in: 1...200, using: &generator) {
          data[Int.random(in: 0..<data.count, using: &generator)] =
            UInt8.random(in: 0...255, using: &generator)
        }
        if round % 4 == 3 { data = data.prefix(Int.random(in: 0..<data.count, using: &generator)) }
        try data.write(to: directory.appendingPathComponent("a.otf"))
        guard let library = try? FontLibrary(directory: directory.path) else { return }
        usable += 1
        let line = library.line("AVATAR 0123 درجة fi", font: font)
        #expect(line.width.isFinite)
        #expect(line.hasFiniteOutline)
      }
    }
    #expect(usable > 5)
  }
}
