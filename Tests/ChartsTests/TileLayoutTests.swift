import Geometry
import TestSupport
import Testing

@testable import Charts

/// The places of tiles, and the sizes of their type.
@Suite struct TileLayoutTests {
  /// Tiles lie within their box, do not touch, have room for a name above a value, and are as many as have room.
  @Test(arguments: 0..<300) func tilesHaveRoom(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let size = Size(
      Double.random(in: 40...2500, using: &random), Double.random(in: 20...1400, using: &random))
    let count = Int.random(in: 1...200, using: &random)
    let letters = Double.random(in: 2.5...9, using: &random)
    var environment = try chartEnvironment()
    environment.type = TypeScale(
      page: Size(1920, 1080), viewing: seed.isMultiple(of: 2) ? nil : .wall)
    let layout = TileLayout(count: count, in: size, letters: letters, environment: environment)
    #expect(layout.frames.count + layout.restCount == count && !layout.frames.isEmpty)
    #expect(layout.rest == nil || layout.restCount > 0)
    #expect(layout.rest != nil || layout.restCount == 0 || layout.frames.count == 1)
    #expect(layout.nameFont.size >= environment.type.smallest)
    #expect(layout.valueFont.size >= environment.type.smallest)
    // A single tile is shown in any room.
    let least = TileLayout.least(environment.type)
    guard size.width >= least.width, size.height >= least.height else { return }
    let box = Rect(origin: .zero, size: size).insetBy(dx: -1, dy: -1)
    let frames = layout.frames + [layout.rest].compactMap { $0 }
    for (i, frame) in frames.enumerated() {
      #expect(box.contains(frame), "\(frame) in \(size)")
      for other in frames[..<i] { #expect(!frame.insetBy(dx: 2, dy: 2).intersects(other)) }
    }
    let frame = layout.frames[0]
    let name = environment.fonts.metrics(of: layout.nameFont).capHeight
    let value = environment.fonts.metrics(of: layout.valueFont).capHeight
    #expect(layout.padding + name * 2.1 + value * 1.45 <= frame.height + 1)
    let isSmallest = layout.valueFont.size == environment.type.smallest
    #expect(
      isSmallest || layout.valueFont.size * letters <= frame.width - 2 * layout.padding + 1)
  }

  /// The tiles have as many columns as make their values largest.
  @Test(
    arguments: [
      (1, 400, 300, 1, true), (2, 800, 300, 2, true), (2, 300, 800, 1, true),
      (4, 600, 400, 2, true), (6, 900, 400, 3, true), (8, 600, 400, 3, true),
      (3, 900, 160, 3, true), (3, 300, 400, 1, true), (12, 1800, 300, 6, true),
    ] as [(Int, Double, Double, Int, Bool)])
  func columns(count: Int, width: Double, height: Double, columns: Int, hasPlots: Bool) throws {
    let layout = TileLayout(
      count: count, in: Size(width, height), letters: 3.5, environment: try chartEnvironment())
    #expect(Set(layout.frames.map(\.minX)).count == columns)
    #expect(layout.hasPlots == hasPlots)
    #expect(layout.restCount == 0)
  }

  /// Tiles that need attention have room before the others, and keep their order. The last place has the number of the
  /// tiles without room.
  @Test(arguments: [(false, ["0", "1", "30"], 38), (true, ["0", "1", "2"], 38)])
  func urgentTiles(keepsOrder: Bool, names: [String], rest: Int) throws {
    let panel = try shownPanel("Nodes", Size(270, 180), .tiles) { content in
      var tiles = TilesContent(
        tiles: (0..<41).map { i in
          var tile = TilesContent.Tile(
            number: i, name: "\(i)", value: .init(digits: "\(i)7", unit: ""))
          tile.signal = i == 30 ? .red : nil
          return tile
        })
      tiles.keepsOrder = keepsOrder
      content.body = tiles
    }
    let tiles = names.flatMap { [$0, $0 + "7"] }
    let texts = ["Nodes"] + tiles + ["\(rest) more"]
    #expect(shownLines(panel).map(\.text) == texts)
  }

  /// Values of nearly the same width have the same size, so that they stay calm.
  @Test(arguments: [("88.4", "7.2", true), ("88.4", "100.2", true), ("88.4", "1234567", false)])
  func sizesAreCalm(text: String, other: String, isSame: Bool) throws {
    func size(_ text: String) throws -> Double {
      let panel = try shownPanel("Nodes", Size(160, 300), .tiles) { $0.body = Self.tiles(text) }
      return try #require(shownLines(panel).first { $0.text == text }).ascent
    }
    let sizes = (try size(text), try size(other))
    #expect((sizes.0 == sizes.1) == isSame)
  }

  private static func tiles(_ text: String) -> TilesContent {
    TilesContent(
      tiles: (0..<2).map { .init(number: $0, name: "\($0)", value: .init(digits: text, unit: "")) })
  }
}
