import Charts
import Geometry
import Testing

@testable import Dashboard

@Suite struct PageLayoutTests {
  private func layout(_ width: Double, _ height: Double, count: Int = 6) -> PageLayout {
    let size = Size(width, height)
    return PageLayout(size: size, count: count, type: TypeScale(page: size))
  }

  @Test(arguments: [
    (1920.0, 1080.0, 3, true), (3840, 2160, 3, true), (800, 480, 3, true), (320, 240, 2, false),
    (400, 1200, 1, true), (1080, 1920, 2, true), (1280, 200, 6, false),
  ])
  func columnsAndHeader(width: Double, height: Double, columns: Int, header: Bool) {
    let layout = layout(width, height)
    #expect(layout.columns == columns)
    #expect((layout.header != nil) == header)
  }

  /// The spacing of the design's reference picture.
  @Test func thePageOf1080Lines() {
    let layout = layout(1920, 1080)
    #expect(layout.header == Rect(x: 40, y: 40, width: 1840, height: 31))
    #expect(layout.panels[0] == Rect(x: 40, y: 95, width: 597, height: 461))
    #expect(layout.panels[1].minX - layout.panels[0].maxX == 24)
    #expect(layout.panels[3].minY - layout.panels[0].maxY == 24)
    #expect(layout.panels[5].maxX == 1880 && layout.panels[5].maxY == 1040)
  }

  @Test func nothingOverlapsOrLeavesThePageAtAnySize() {
    for width in stride(from: 320.0, through: 4000, by: 173) {
      for height in stride(from: 240.0, through: 2400, by: 131) {
        for count in [1, 2, 5, 6, 12] {
          let layout = layout(width, height, count: count)
          let page = Rect(x: 0, y: 0, width: width, height: height)
          let boxes = layout.panels + (layout.header.map { [$0] } ?? [])
          #expect(layout.panels.count == count)
          for (i, box) in boxes.enumerated() {
            #expect(page.contains(box) && !box.isEmpty, "\(width)x\(height), \(count): \(box)")
            for other in boxes[..<i] { #expect(!box.intersects(other)) }
          }
        }
      }
    }
  }

  /// The number of panels in each row.
  @Test(arguments: [
    (1, 1920.0, 1080.0, [1]), (2, 1920, 1080, [2]), (3, 1920, 1080, [2, 1]),
    (5, 1920, 1080, [3, 2]), (7, 1920, 1080, [4, 3]), (8, 1920, 1080, [4, 4]),
    (24, 1920, 1080, [6, 6, 6, 6]), (5, 1080, 1920, [2, 2, 1]), (3, 3440, 1440, [3]),
  ])
  func rowsOfPanels(count: Int, width: Double, height: Double, rows: [Int]) {
    let tops = layout(width, height, count: count).panels.map(\.minY)
    #expect(Set(tops).sorted().map { top in tops.count { $0 == top } } == rows)
  }

  /// No hole is left beside the last panel of a row, with any number of panels and columns.
  @Test func rowsAreFilled() {
    for (width, height) in [(1920.0, 1080.0), (800, 480), (1080, 1920), (3440, 1440), (320, 240)] {
      let size = Size(width, height)
      let type = TypeScale(page: size)
      for count in 1...30 {
        for columns in [nil, 2, 3, 5] as [Int?] {
          let spans = Array(repeating: PanelSpan(), count: count)
          let layout = PageLayout(size: size, spans: spans, columns: columns, type: type)
          for (_, row) in Dictionary(grouping: layout.panels, by: \.minY) {
            let gaps = type.gap * Double(row.count - 1)
            let filled = row.reduce(gaps) { $0 + $1.width }
            #expect(abs(filled - (width - 2 * type.pageMargin)) <= 1)
            #expect(row.map(\.minX).min() == type.pageMargin)
          }
        }
      }
    }
  }

  /// Panels of one cell in fewer columns than the file wants are spread evenly over the rows.
  @Test(arguments: [
    (1280.0, 20, 10, [7, 7, 6]), (1280, 10, 10, [5, 5]), (1920, 20, 10, [10, 10]),
    (1280, 8, 10, [8]), (1280, 5, 4, [4, 1]),
  ])
  func tooManyColumns(width: Double, count: Int, columns: Int, rows: [Int]) {
    let size = Size(width, 720)
    let spans = Array(repeating: PanelSpan(), count: count)
    let layout = PageLayout(size: size, spans: spans, columns: columns, type: TypeScale(page: size))
    let tops = layout.panels.map(\.minY)
    #expect(Set(tops).sorted().map { top in tops.count { $0 == top } } == rows)
  }

  /// Rows have their shares of the height, also under a panel of several rows; further rows have the share 1.
  @Test func rowsHaveTheirShares() {
    let size = Size(1920, 1080)
    let type = TypeScale(page: size)
    func heights(_ shares: [Double], _ spans: [PanelSpan]) -> [Double] {
      PageLayout(size: size, spans: spans, columns: 1, rows: shares, type: type).panels
        .map(\.height)
    }
    let three = [PanelSpan(), PanelSpan(), PanelSpan()]
    let equal = heights([], three)
    let shared = heights([2, 1], three)
    #expect(abs(shared[0] - 2 * shared[1]) <= 2 && shared[1] == shared[2])
    #expect(abs(shared.reduce(0, +) - equal.reduce(0, +)) <= 1)
    let tall = heights([2, 1], [PanelSpan(rows: 2), PanelSpan()])
    #expect(abs(tall[0] - (shared[0] + shared[1] + type.gap)) <= 1 && tall[1] == shared[2])
  }

  /// A row shares the page's width in proportion to the columns of its panels.
  @Test func wideAndNarrowPanelsShareALooseRow() {
    let size = Size(1920, 1080)
    let spans = [PanelSpan(columns: 2), PanelSpan()]
    let layout = PageLayout(size: size, spans: spans, columns: 4, type: TypeScale(page: size))
    #expect(layout.panels.map(\.width) == [1211, 605])
  }

  /// A status over a page without a header covers no panel, unless the page is so low that too little would be left.
  @Test(arguments: [(480.0, 320.0, true), (400, 250, true), (800, 480, false), (300, 60, false)])
  func aStatusOverALowPageHasRoomOfItsOwn(width: Double, height: Double, hasRoom: Bool) throws {
    let page = try PointerPage(
      size: Size(width, height), text: PointerPage.rows(0..<9))
    let type = TypeScale(page: page.size)
    func bottom() throws -> Double {
      try #require(page.scene.view.grid.panels.map(\.panel.layer.frame.maxY).max())
    }
    #expect(try abs(bottom() - (height - type.pageMargin)) <= 1)
    page.ingest(PointerPage.rows(9..<10, isEnded: true), at: 11)
    #expect(page.texts.contains { $0.hasPrefix("ended") })
    let pill = Pill.height(of: 1, type.note)
    let room = hasRoom ? max(type.pageMargin, pill + 4) : type.pageMargin
    #expect(try abs(bottom() - (height - room)) <= 1)
    // A picture is not live, and does not say that.
    let picture = try PointerPage(size: Size(width, height), text: nil)
    picture.scene.reportsEnd = false
    picture.ingest(PointerPage.rows(0..<9, isEnded: true), at: 10)
    #expect(!picture.texts.contains { $0.hasPrefix("ended") })
    #expect(picture.scene.view.gridSize == picture.size)
  }
}
