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
}
