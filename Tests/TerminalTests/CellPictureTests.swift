import Geometry
import Raster
import Testing

@testable import Terminal

@Suite struct CellPictureTests {
  private static let (black, white): (UInt32, UInt32) = (0xff00_0000, 0xffff_ffff)

  /// The cell for 8×16 pixels that a function chooses.
  private func cell(_ pixel: (_ x: Int, _ y: Int) -> UInt32) -> TerminalCell {
    let pixels = (0..<128).map { pixel($0 % 8, $0 / 8) }
    return pixels.withUnsafeBufferPointer { CellPicture.cell($0.baseAddress!, stride: 8) }
  }

  @Test func oneColorIsABlank() {
    let cell = cell { _, _ in 0xff12_3456 }
    #expect(cell.text == " ")
    #expect(cell.background == CellColor(rgb: 0x123456))
  }

  @Test(arguments: [
    (0, "⠁"), (1, "⠈"), (2, "⠂"), (3, "⠐"), (4, "⠄"), (5, "⠠"), (6, "⡀"), (7, "⢀"),
  ])
  func aDotIsInItsPlace(dot: Int, expected: String) {
    let cell = cell { x, y in y / 4 * 2 + x / 4 == dot ? Self.white : Self.black }
    #expect(cell.text == expected)
    #expect(cell.foreground == CellColor(rgb: 0xffffff))
    #expect(cell.background == CellColor(rgb: 0))
  }

  /// A thin line keeps its colour, although it covers a part of a dot only.
  @Test func aThinLineIsARowOfDotsInItsColor() {
    let cell = cell { _, y in y == 9 ? 0xffff_8000 : Self.black }
    #expect(cell.text == "⠤")
    #expect(cell.foreground == CellColor(rgb: 0xff8000))
  }

  @Test(arguments: [
    (12, 16, "▂"), (8, 16, "▄"), (4, 16, "▆"), (0, 4, "▆"), (0, 8, "▄"), (0, 12, "▂"),
  ])
  func aFilledPartIsABlock(top: Int, bottom: Int, expected: String) {
    let cell = cell { _, y in (top..<bottom).contains(y) ? Self.white : Self.black }
    #expect(cell.text == expected)
    // The lower part of the cell has the colour of its pixels.
    let lower = bottom == 16 ? 0xffffff : 0 as UInt32
    #expect(cell.foreground == CellColor(rgb: lower))
    #expect(cell.background == CellColor(rgb: 0xffffff - lower))
  }

  @Test func aFaintEdgeFollowsTheCell() {
    let cell = cell { x, _ in x < 3 ? 0xff10_1010 : 0xff18_1818 }
    #expect(cell.text == " ")
    #expect(cell.background == CellColor(rgb: 0x181818))
  }

  @Test func aGridGivesWayToALine() {
    let cell = cell { _, y in y == 2 ? 0xff30_3030 : y >= 13 && y <= 14 ? Self.white : Self.black }
    #expect(cell.text == "⣀")
    #expect(cell.foreground == CellColor(rgb: 0xffffff))
  }

  @Test(
    arguments: [
      (0x000000, 16), (0xffffff, 231), (0xff0000, 196), (0x080808, 232), (0x767676, 243),
      (0x5f87af, 67),
    ] as [(UInt32, Int)])
  func theNearestIndexedColor(rgb: UInt32, expected: Int) {
    #expect(ColorDepth.index(CellColor(rgb: rgb)) == expected)
  }

  @Test(arguments: [
    (["COLORTERM": "truecolor"], "38;2;1;2;3"), (["COLORTERM": "24bit"], "38;2;1;2;3"),
    (["TERM": "xterm-direct"], "38;2;1;2;3"), (["TERM": "xterm-256color"], "38;5;16"),
  ])
  func theEnvironmentTellsTheColors(environment: [String: String], expected: String) {
    let depth = ColorDepth { environment[$0] }
    #expect(depth.parameters(CellColor(rgb: 0x010203), ground: 38) == expected)
  }

  @Test func equalColorsAndNeighborsNeedNoSequence() {
    var writer = CellWriter(.direct)
    let (white, black) = (CellColor(rgb: 0xffffff), CellColor(rgb: 0))
    for (column, text) in ["⠤", "⠤", "a"].enumerated() {
      writer.write(
        TerminalCell(text: text, foreground: white, background: black), column: column + 4, row: 2)
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "\u{1b}[3;5H\u{1b}[22;38;2;255;255;255;48;2;0;0;0m⠤⠤a")
  }
}
