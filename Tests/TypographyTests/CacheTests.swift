import TestSupport
import Testing

@testable import Typography

@Suite struct CacheTests {
  @Test func `what was used least recently goes first`() {
    var cache = BoundedCache<Int, Int>(costLimit: 8)
    for key in 0..<8 { cache.insert(key * 10, for: key) }
    #expect(cache.count == 8)
    #expect(cache.value(for: 0) == 0)
    cache.insert(80, for: 8)
    #expect(cache.cost == 6)
    #expect((1...3).allSatisfy { cache.value(for: $0) == nil })
    #expect([0, 4, 5, 6, 7, 8].allSatisfy { cache.value(for: $0) == $0 * 10 })
  }

  @Test func `the cost stays within the bound and is that of the entries`() {
    var cache = BoundedCache<Int, Int>(costLimit: 1000)
    var costs: [Int: Int] = [:]
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<5000 {
      let key = Int.random(in: 0..<200, using: &generator)
      let cost = Int.random(in: 0...250, using: &generator)
      cache.insert(key, for: key, cost: cost)
      costs[key] = cost
      #expect(cache.cost <= 1000)
    }
    let remembered = (0..<200).filter { cache.value(for: $0) != nil }
    #expect(remembered.reduce(0) { $0 + costs[$1]! } == cache.cost)
    #expect(remembered.count == cache.count)
  }

  @Test func `what costs more than a quarter is not kept`() {
    var cache = BoundedCache<Int, Int>(costLimit: 100)
    cache.insert(1, for: 1, cost: 25)
    cache.insert(2, for: 2, cost: 26)
    #expect(cache.value(for: 1) == 1)
    #expect(cache.value(for: 2) == nil)
    // The entry that it would have replaced stays, too.
    cache.insert(3, for: 1, cost: 26)
    #expect(cache.value(for: 1) == nil)
    #expect(cache.cost == 0)
  }

  @Test func `lines are remembered within their bound`() throws {
    let library = try pinnedFonts()
    let font = FontDescription(size: 15)
    for number in 0..<2000 {
      _ = library.line("value \(number) of a quantity that changes", font: font)
      #expect(library.lines.cost <= FontLibrary.lineCacheLimit)
    }
    #expect(library.lines.count > 50)
    #expect(library.lines.count < 1000)
  }

  @Test func `a remembered line is the same line`() throws {
    let (library, fresh) = (try pinnedFonts(), try pinnedFonts())
    for font in [
      FontDescription(size: 15), .init(size: 16), .init(size: 15, weight: .semibold),
      .init(size: 15, tabularDigits: true), .init(family: "Test Symbols", size: 15),
    ] {
      let line = library.line("111 ★", font: font)
      #expect(library.line("111 ★", font: font) == line)
      #expect(fresh.line("111 ★", font: font) == line)
      #expect(library.line("111 ★", font: font, fitting: 20) != line)
    }
    #expect(library.lines.count == 10)
  }

  @Test func `texts that are equal by Unicode's rules but not by their bytes are two entries`() {
    let font = FontDescription(size: 15)
    let composed = LineKey("\u{e9}", font: font, room: 1)
    #expect(composed != LineKey("e\u{301}", font: font, room: 1))
    #expect(composed == LineKey("\u{e9}", font: font, room: 1))
  }

  @Test func `of a long text no more is kept than can be shown`() {
    let text = String(repeating: "é", count: 100_000)
    let key = LineKey(text, font: .init(size: 15), room: 100)
    #expect(key.text.unicodeScalars.count == FontLibrary.characterLimit + 1)
    #expect(key == LineKey(text + "!", font: .init(size: 15), room: 100))
  }
}
