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

  /// The text of a range of rows of one file.
  private func piece(_ range: Range<Int>) -> TextParts {
    var text = TextParts(text: range.map { "\(($0 * 7919) % 1000) \($0 * 7 % 90)\n" }.joined())
    text.isEnded = range.upperBound == Self.rows
    return text
  }

  private var pieces: [TextParts] {
    [0..<10, 10..<1000, 1000..<1001, 1001..<1500, 1500..<Self.rows].map(piece)
  }

  @Test func thePiecesAreOneText() throws {
    let whole = try PointerPage(isFile: true, text: piece(0..<Self.rows))
    let inPieces = try PointerPage(isFile: true, text: nil)
    for piece in pieces { inPieces.ingest(piece, at: 10) }
    #expect(inPieces.scene.inference?.rows == Self.rows)
    for column in 0..<2 {
      let (a, b) = (whole.samples(column), inPieces.samples(column))
      #expect(a.count == Self.rows && b.count == Self.rows)
      #expect((0..<Self.rows).allSatisfy { a[$0] == b[$0] })
    }
  }

  /// Pieces that add little are not shown, except the last one.
  @Test(arguments: [false, true])
  func thePageShowsAllAtTheEnd(hasPauses: Bool) throws {
    func scene(_ pieces: [TextParts]) throws -> DashboardScene {
      let page = try PointerPage(
        size: Size(640, 360), isFile: true, name: "rows.txt", text: nil)
      for (i, piece) in pieces.enumerated() {
        page.ingest(piece, at: hasPauses ? 2 * Double(i) : 0.01 * Double(i))
      }
      return page.scene
    }
    let (whole, inPieces) = try (scene([piece(0..<Self.rows)]), scene(pieces))
    #expect(whole.root.dump(at: 20) == inPieces.root.dump(at: 20))
    let part = try scene(Array(pieces.dropLast())).root.dump(at: 20)
    #expect(part.contains(hasPauses ? "1500 rows" : "1000 rows"))
  }
}
