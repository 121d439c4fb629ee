import Foundation
import Geometry
import Raster
import Testing
import Typography

@testable import Terminal

/// Texts of a frame as characters: cells of 7×14 points, as many pixels.
@Suite struct TextCellsTests {
  private let fonts: FontLibrary
  private let cell = CharacterCell(width: 7, height: 14, largestFont: 64)

  init() throws {
    fonts = try FontLibrary()
    fonts.characterCell = cell
  }

  private func text(
    _ text: String, column: Double, row: Double, turned: Double = 0, size: Double = 11
  ) -> DrawOperation {
    let line = fonts.line(text, font: FontDescription(size: size))
    let transform = AffineTransform(
      a: cos(turned), b: sin(turned), c: -sin(turned), d: cos(turned), tx: column * 7,
      ty: row * 14 + line.ascent)
    return DrawOperation(.glyphs(line.glyphs, transform: transform, .color(.white)))
  }

  private func plate(_ rect: Rect, opacity: Double = 1) -> DrawOperation {
    DrawOperation(
      .fill(Path(rect: rect), .nonZero, transform: .identity, .color(Color.black.opacity(opacity))))
  }

  private func rows(_ operations: [DrawOperation]) -> [String] {
    var cells = TextCells(columns: 12, rows: 3, cell: cell, scale: 1)
    cells.draw(DrawList(operations))
    return (0..<3).map { row in
      cells.letters[row * 12..<row * 12 + 12].map { $0?.text ?? "·" }.joined()
    }
  }

  @Test(arguments: [("abc", 21.0), ("中a", 21), ("e\u{301}", 7), ("", 0), ("👩‍🔬", 14)])
  func aLetterIsAsWideAsItsCells(text: String, width: Double) {
    #expect(fonts.line(text, font: FontDescription(size: 11)).width == width)
    #expect(abs(fonts.line(text, font: FontDescription(size: 40)).width - width) < 1e-9)
  }

  @Test func aLineIsARow() {
    let line = fonts.line("Ág", font: FontDescription(size: 11))
    #expect(line.ascent + line.descent == 14)
  }

  @Test func aTextThatIsTooWideIsCutAtACell() {
    let line = fonts.line("abcdefgh", font: FontDescription(size: 11), fitting: 30)
    #expect(line.text == "abc…")
    #expect(line.width == 28)
  }

  @Test func largeTextsStayPictures() {
    let large = text("8", column: 0, row: 0, size: 100)
    #expect(TextCells.removed(from: DrawList([large]), cell: cell).operations == [large])
    #expect(rows([large]) == Array(repeating: String(repeating: "·", count: 12), count: 3))
  }

  @Test func textsStandInTheirCells() {
    #expect(
      rows([text("CPU", column: 1, row: 0), text("7 %", column: 4.4, row: 2)])
        == ["·CPU········", "············", "····7 %·····"])
  }

  @Test func aTextBesideAnotherKeepsACellsDistance() {
    #expect(
      rows([text("so", column: 1, row: 0), text("12", column: 3.3, row: 0)])[0] == "·so·12······")
    #expect(
      rows([text("kB", column: 6, row: 0), text("12", column: 3.6, row: 0)])[0] == "···12·kB····")
  }

  @Test func aPlateHidesTheTextsBelow() {
    let texts = [text("hidden", column: 0, row: 0), text("seen", column: 0, row: 1)]
    #expect(
      rows(texts + [plate(Rect(x: 14, y: 0, width: 70, height: 14))])
        == ["hi··········", "seen········", "············"])
    #expect(
      rows([plate(Rect(x: 0, y: 0, width: 84, height: 42))] + texts)[0] == "hidden······")
  }

  @Test func aVeilDimsTheTextsBelow() throws {
    var cells = TextCells(columns: 12, rows: 3, cell: cell, scale: 1)
    let veil = plate(Rect(x: 0, y: 0, width: 84, height: 42), opacity: 0.5)
    cells.draw(DrawList([text("a", column: 0, row: 0), veil]))
    let letter = try #require(cells.letters[0])
    #expect(letter.color == CellColor(rgb: 0x808080))
  }

  @Test func aGroupsOpacityIsThatOfItsTexts() throws {
    var cells = TextCells(columns: 12, rows: 3, cell: cell, scale: 1)
    let group = DrawGroup(list: DrawList([text("a", column: 0, row: 0)]), opacity: 0.5)
    let hidden = DrawGroup(list: DrawList([text("b", column: 1, row: 0)]), opacity: 0)
    cells.draw(DrawList([DrawOperation(.group(group)), DrawOperation(.group(hidden))]))
    #expect(cells.letters[0]?.opacity == 0.5)
    #expect(cells.letters[1] == nil)
  }

  @Test func aClipCutsAText() {
    let clip = Clip(rect: Rect(x: 0, y: 0, width: 21, height: 42))
    #expect(rows([text("abcdef", column: 0, row: 1).clipped(to: clip)])[1] == "abc·········")
  }

  /// A turned text stands level, where it finds room.
  @Test func aTurnedTextIsLevel() {
    let turned = [3.0, 4, 8].map { text("ab", column: $0, row: 0, turned: .pi / 2) }
    let shown = rows(turned).joined()
    #expect(shown.filter { $0 == "a" }.count == 2)
    #expect(shown.filter { $0 == "b" }.count == 2)
  }

  @Test func whatIsOutsideIsLeftOut() {
    #expect(
      rows([
        text("left", column: -2, row: 0), text("right", column: 10, row: 1),
        text("below", column: 0, row: 9), text("far", column: 1e30, row: 0),
      ]) == ["ft··········", "··········ri", "············"])
  }
}
