import Charts
import Feeds
import Geometry
import Metrics
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// A file read in pieces gives the same as a file read at once.
@Suite struct StreamPiecesTests {
  private static let rows = 2000

  /// The delivery of a range of rows of one file.
  private func piece(_ range: Range<Int>) -> TextDelivery {
    var delivery = TextDelivery(
      text: range.map { "\(($0 * 7919) % 1000) \($0 % 90)\n" }.joined())
    delivery.fractionRead = Double(range.upperBound) / Double(Self.rows)
    delivery.isEnded = range.upperBound == Self.rows
    return delivery
  }

  private var pieces: [TextDelivery] {
    [0..<10, 10..<1000, 1000..<1001, 1001..<1500, 1500..<Self.rows].map(piece)
  }

  @Test func roomThatIsMadeChangesNothing() {
    var (whole, inPieces) = (
      StreamStore(isFile: true, options: StreamOptions()),
      StreamStore(isFile: true, options: StreamOptions())
    )
    _ = whole.ingest(piece(0..<Self.rows))
    for piece in pieces { _ = inPieces.ingest(piece) }
    #expect(inPieces.rowCount == Self.rows && inPieces.columns.count == 2)
    for (a, b) in zip(whole.columns, inPieces.columns) {
      #expect(a.samples.count == Self.rows && b.samples.count == Self.rows)
      #expect((0..<Self.rows).allSatisfy { a.samples[$0] == b.samples[$0] })
    }
  }

  /// Pieces that add little are not shown, except the last one.
  @Test(arguments: [false, true])
  func thePageShowsAllAtTheEnd(hasPauses: Bool) throws {
    func scene(_ deliveries: [TextDelivery]) throws -> StreamScene {
      let scene = StreamScene(
        options: StreamOptions(), name: "rows.txt", isFile: true,
        environment: ChartEnvironment(
          theme: .dark, type: TypeScale(page: Size(640, 360)),
          fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"),
          zone: .utc, scale: 1, isAnimated: false), at: 0)
      scene.layOut(size: Size(640, 360), scale: 1)
      for (i, delivery) in deliveries.enumerated() {
        scene.ingest(delivery, at: hasPauses ? 2 * Double(i) : 0.01 * Double(i))
      }
      return scene
    }
    let (whole, inPieces) = try (scene([piece(0..<Self.rows)]), scene(pieces))
    #expect(whole.root.dump(at: 20) == inPieces.root.dump(at: 20))
    let part = try scene(Array(pieces.dropLast())).root.dump(at: 20)
    #expect(part.contains(hasPauses ? "1\u{a0}500 rows" : "1\u{a0}000 rows"))
  }
}
