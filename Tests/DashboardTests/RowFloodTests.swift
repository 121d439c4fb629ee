import Charts
import Feeds
import Geometry
import Layers
import Metrics
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// Rows that fill the window appear at once; others are drawn on, and move.
@Suite struct RowFloodTests {
  private func page(isFile: Bool = false) throws -> PointerPage {
    try PointerPage(size: Size(640, 360), isAnimated: true, isFile: isFile, text: nil)
  }

  private func rows(_ range: Range<Int>, isEnded: Bool = false) -> TextParts {
    var text = TextParts(text: range.map { "\($0 * 37 % 101) \($0 * 53 % 97)\n" }.joined())
    text.isEnded = isEnded
    return text
  }

  private func isMoving(_ page: PointerPage, after time: Double) -> Bool {
    page.scene.root.nextChange(after: time, scale: 1, interval: 1.0 / 60) != nil
  }

  @Test func aFloodIsShownAtOnce() throws {
    let page = try page()
    page.ingest(rows(0..<300), at: 1)
    #expect(!isMoving(page, after: 1))
  }

  @Test func fewRowsAreDrawnOn() throws {
    let page = try page()
    page.ingest(rows(0..<299), at: 1)
    #expect(isMoving(page, after: 1.5))
  }

  /// The first read of a flood has few rows.
  @Test func aFloodEndsTheOpening() throws {
    let page = try page()
    page.ingest(rows(0..<20), at: 1)
    #expect(isMoving(page, after: 1))
    page.ingest(rows(20..<20_000), at: 1.1)
    #expect(!isMoving(page, after: 1.1))
    page.ingest(rows(20_000..<20_010), at: 1.2)
    #expect(!isMoving(page, after: 1.2))
    // Later rows come one after another, and move.
    page.ingest(rows(20_010..<20_011), at: 3)
    #expect(isMoving(page, after: 3))
  }

  /// A large file comes in pieces, a small file at once.
  @Test(arguments: [false, true]) func files(isSmall: Bool) throws {
    let page = try page(isFile: true)
    page.ingest(rows(0..<1000, isEnded: isSmall), at: 1)
    #expect(isMoving(page, after: 1) == isSmall)
  }

  /// The rows of a large file are all on the screen when the last ones have come.
  @Test func theEndOfALargeFileDoesNotMove() throws {
    let page = try page(isFile: true)
    page.ingest(rows(0..<1000, isEnded: false), at: 1)
    page.ingest(rows(1000..<100_000, isEnded: true), at: 1.3)
    #expect(!isMoving(page, after: 1.3))
  }

  /// The lines of a quiet pipe are weak, whatever its panels share.
  @Test func linesOfAQuietPipeAreWeak() throws {
    let page = try page()
    for i in 0..<5 { page.ingest(rows(i..<i + 1), at: 1 + Double(i)) }
    #expect(!page.scene.root.dump(at: 6).contains("opacity(0.45)"))
    page.scene.advance(to: 60)
    #expect(page.scene.root.dump(at: 62).contains("opacity(0.45)"))
  }

  @Test(
    arguments: [
      // Rows with their times, and whether the last ones belong to a flood.
      ([(300, 0)], true), ([(299, 0)], false), ([(200, 0), (100, 0.4)], true),
      ([(200, 0), (99, 0.4)], false), ([(200, 0), (100, 0.6)], false),
      ([(400, 0), (1, 0.6)], true), ([(400, 0), (1, 0.6), (1, 1.2)], false),
      ([(400, 0), (1, 5)], false),
    ] as [([(Int, Double)], Bool)])
  func floods(rows: [(Int, Double)], isOn: Bool) {
    var flood = RowFlood(capacity: 300)
    for (count, time) in rows { _ = flood.begins(with: count, at: time) }
    #expect(flood.isOn == isOn)
  }
}
