import Geometry
import Layers
import TestSupport
import Testing

@testable import Charts

/// Rows of lists: their places, and their way to other places.
@Suite struct ListLayoutTests {
  private final class Row: GlidingRow {
    let layer = Layer()
    init() {}
  }

  /// Rows lie within their box, do not touch, and are as many as have room; the rest has a line.
  @Test(arguments: 0..<200) func rowsHaveRoom(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let size = Size(
      Double.random(in: 60...2000, using: &random), Double.random(in: 20...1200, using: &random))
    let count = Int.random(in: 0...120, using: &random)
    var environment = try chartEnvironment()
    environment.type = TypeScale(
      page: Size(1920, 1080), viewing: seed.isMultiple(of: 2) ? nil : .wall)
    let layout = ListLayout(
      count: count, in: size, hasColumns: seed.isMultiple(of: 3),
      lines: seed.isMultiple(of: 5) ? 2 : 1, environment: environment)
    #expect(layout.frames.count + layout.restCount == count)
    #expect(layout.rest == nil || layout.restCount > 0)
    #expect(layout.rest != nil || layout.restCount == 0 || layout.frames.count == 1)
    #expect(count == 0 || !layout.frames.isEmpty)
    #expect(layout.font.size >= environment.type.smallest)
    let box = Rect(origin: .zero, size: size).insetBy(dx: -1, dy: -1)
    let frames = layout.frames + [layout.rest].compactMap { $0 }
    // A single row is shown in any room.
    guard frames.count > 1 else { return }
    for (i, frame) in frames.enumerated() {
      #expect(box.contains(frame), "\(frame) in \(size)")
      #expect(frame.height >= 1.5 * layout.font.size)
      for other in frames[..<i] { #expect(!frame.insetBy(dx: 0.6, dy: 0.6).intersects(other)) }
    }
  }

  /// The number of the rows without room takes the place of a row only where a line has no room below the rows.
  @Test(arguments: [(3.2, 2), (3.7, 3), (3.9, 3), (2.1, 1), (5.7, 5)])
  func theRestIsALine(rows: Double, shown: Int) throws {
    let environment = try chartEnvironment()
    let type = environment.type
    // Rows of two lines in the smallest font.
    let row = type.tick.size * 1.75 * 1.8
    let layout = ListLayout(
      count: 20, in: Size(400, rows * row), lines: 2, environment: environment)
    let rest = try #require(layout.rest)
    #expect(layout.frames.count == shown && layout.restCount == 20 - shown)
    #expect(rest.minY >= layout.frames[shown - 1].maxY - 0.5)
    #expect(rest.maxY <= rows * row + 1)
  }

  /// Names are whole while the small plots only become somewhat narrower, and keep their first letters beside them.
  @Test(arguments: ["a", "web-01", "web-server-01.example", "a name that is longer than any table"])
  func namesOfTables(name: String) throws {
    let environment = try chartEnvironment()
    let font = environment.type.note
    var content = TableContent(
      titles: ["last", "max"],
      rows: [TableContent.Row(number: 0, name: name, cells: [.init("12.5"), .init("100")])])
    content.hasSparklines = true
    let whole = environment.fonts.line(name, font: font).width
    for width in stride(from: 120.0, through: 900, by: 3.7) {
      let columns = TableColumns(content, width: width, font: font, environment: environment)
      let first = try #require(columns.cells.first)
      #expect(columns.nameWidth <= first.right - first.width)
      if columns.cells.count == 2 { #expect(columns.nameWidth >= min(whole, font.size * 6)) }
      guard let place = columns.sparkline else { continue }
      let plot = place.upperBound - place.lowerBound
      #expect(plot >= font.size * 4 - 0.01 && place.upperBound == width)
      if plot > max(font.size * 4, width * 0.16) + 0.01 {
        #expect(columns.nameWidth >= whole, "\(name) in \(width)")
        let shown = environment.fonts.nameLine(name, font: font, fitting: columns.nameWidth)
        #expect(shown.text == name)
      }
    }
  }

  /// A row keeps its identity, and glides to its new place.
  @Test func rowsGlide() throws {
    var environment = try chartEnvironment()
    environment.isAnimated = true
    let rows = GlidingRows<Row>()
    func update(_ ids: [Int], at time: Double?) -> [Int: Row] {
      var shown: [Int: Row] = [:]
      let items = ids.enumerated().map {
        (id: $1, frame: Rect(x: 0, y: 20 * Double($0), width: 100, height: 20))
      }
      rows.update(items, environment: environment, at: time) { row, i, isNew in
        shown[ids[i]] = row
      }
      return shown
    }
    let before = update([7, 8, 9], at: nil)
    let after = update([9, 7, 4], at: 10)
    #expect(after[7] === before[7] && after[9] === before[9] && after[4] != nil)
    let row = try #require(after[9]?.layer)
    #expect(row.presentation(at: 10).position.y == 40 && row.position.y == 0)
    let middle = row.presentation(at: 10.2).position.y
    #expect(middle > 0 && middle < 40)
    #expect(row.presentation(at: 10.6).position.y == 0)
    // The row that has gone fades away.
    rows.layer.completeAnimations(at: 11)
    #expect(rows.layer.sublayers.count == 3)
  }
}
