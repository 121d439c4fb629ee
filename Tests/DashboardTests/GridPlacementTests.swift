import Charts
import Geometry
import TestSupport
import Testing

@testable import Dashboard

@Suite struct GridPlacementTests {
  /// Places are column, row, columns, rows.
  @Test(
    arguments: [
      (
        3, [[1, 1], [1, 1], [1, 1], [1, 1]],
        [[0, 0, 1, 1], [1, 0, 1, 1], [2, 0, 1, 1], [0, 1, 1, 1]]
      ),
      // A panel that does not fit goes to the next row, and a smaller panel fills the hole.
      (3, [[2, 1], [2, 1], [1, 1]], [[0, 0, 2, 1], [0, 1, 2, 1], [2, 0, 1, 1]]),
      (
        3, [[1, 2], [2, 1], [1, 1], [1, 1]],
        [[0, 0, 1, 2], [1, 0, 2, 1], [1, 1, 1, 1], [2, 1, 1, 1]]
      ),
      (2, [[5, 1], [0, -1]], [[0, 0, 2, 1], [0, 1, 1, 1]]),
      (
        4, [[1, 1], [2, 2], [2, 1], [1, 3]],
        [[0, 0, 1, 1], [1, 0, 2, 2], [0, 2, 2, 1], [3, 0, 1, 3]]
      ),
      (1, [], []),
    ] as [(Int, [[Int]], [[Int]])])
  func places(columns: Int, spans: [[Int]], places: [[Int]]) {
    let placement = GridPlacement(
      spans.map { PanelSpan(columns: $0[0], rows: $0[1]) }, columns: columns)
    #expect(placement.places.map { [$0.column, $0.row, $0.columns, $0.rows] } == places)
  }

  /// Panels with places of their own come first, and the others flow around them.
  @Test func panelsWithPlacesOfTheirOwn() {
    func places(_ spans: [PanelSpan], columns: Int) -> [[Int]] {
      GridPlacement(spans, columns: columns).places.map {
        [$0.column, $0.row, $0.columns, $0.rows]
      }
    }
    let spans = [
      PanelSpan(), PanelSpan(rows: 2, column: 2, row: 0), PanelSpan(columns: 2),
      PanelSpan(column: 1),
      PanelSpan(row: 2),
    ]
    #expect(
      places(spans, columns: 3) == [
        [0, 0, 1, 1], [2, 0, 1, 2], [0, 1, 2, 1], [1, 0, 1, 1], [0, 2, 1, 1],
      ])
    // With fewer columns, they stand at the right edge, below one another where they would overlap.
    #expect(
      places(spans, columns: 1) == [
        [0, 4, 1, 1], [0, 0, 1, 2], [0, 5, 1, 1], [0, 2, 1, 1], [0, 3, 1, 1],
      ])
    let placement = GridPlacement([PanelSpan(column: 1)], columns: 3)
    #expect(placement.widened(0).columns == 1 && !placement.isLoose(row: 0))
  }

  @Test func noTwoPanelsShareACell() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let spans = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        PanelSpan(
          columns: Int.random(in: 1...4, using: &random),
          rows: Int.random(in: 1...3, using: &random),
          column: Bool.random(using: &random) ? nil : Int.random(in: 0...7, using: &random),
          row: Bool.random(using: &random) ? nil : Int.random(in: 0...9, using: &random))
      }
      let placement = GridPlacement(spans, columns: Int.random(in: 1...6, using: &random))
      var taken: Set<[Int]> = []
      for place in placement.places {
        for column in place.column..<place.column + place.columns {
          for row in place.row..<place.row + place.rows {
            #expect(taken.insert([column, row]).inserted)
            #expect(column < placement.columns && row < placement.rows)
          }
        }
      }
      for (panel, place) in placement.places.enumerated() {
        let wide = placement.widened(panel)
        let rows = place.row..<place.row + place.rows
        let cells = rows.flatMap { row in
          (place.column + place.columns..<wide.column + wide.columns).map { [$0, row] }
        }
        #expect(wide.column == place.column && wide.rows == place.rows)
        #expect(wide.column + wide.columns <= placement.columns && taken.isDisjoint(with: cells))
      }
    }
  }

  /// The requested number of columns is used as long as there is room for panels of 120 points.
  @Test(arguments: [(1920.0, 4, 4), (800, 4, 4), (300, 4, 2), (130, 4, 1), (1920, 1, 1)])
  func columnsThatAreAskedFor(width: Double, asked: Int, columns: Int) {
    let size = Size(width, 480)
    let layout = PageLayout(
      size: size, spans: Array(repeating: PanelSpan(), count: 8), columns: asked,
      type: TypeScale(page: size))
    #expect(layout.columns == columns)
  }

  /// A wide panel is as wide as two panels and the gap between them.
  @Test func spansReachOverGaps() {
    let size = Size(1920, 1080)
    let layout = PageLayout(
      size: size, spans: [PanelSpan(columns: 2, rows: 2), PanelSpan(), PanelSpan()], columns: 3,
      type: TypeScale(page: size))
    #expect(layout.rows == 2)
    #expect(layout.panels[0] == Rect(x: 40, y: 95, width: 1219, height: 945))
    #expect(layout.panels[1].minX - layout.panels[0].maxX == 24)
    #expect(layout.panels[2].maxY == layout.panels[0].maxY)
  }
}
