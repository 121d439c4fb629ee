import Geometry
import Metrics
import TestSupport
import Testing
import Typography

@testable import Charts

/// The parts of a panel that have room.
@Suite struct PanelGeometryTests {
  private func environment(_ page: Size, viewing: Viewing? = nil) throws -> ChartEnvironment {
    ChartEnvironment(
      theme: .dark, type: TypeScale(page: page, viewing: viewing),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
      isAnimated: false)
  }

  private func geometry(
    _ width: Double, _ height: Double, as arrangement: PanelGeometry.Arrangement = .plot,
    hasReason: Bool = false,
    page: Size = Size(800, 480), viewing: Viewing? = nil
  ) throws -> PanelGeometry {
    PanelGeometry(
      size: Size(width, height),
      needs: PanelGeometry.Needs(
        arrangement: arrangement, gutter: 40, hasReason: hasReason),
      environment: try environment(page, viewing: viewing))
  }

  /// The order of giving way: note, legend, time labels, grid, title, plot.
  @Test(arguments: [
    (400.0, 200.0, "note legend times grid title plot"),
    (300, 200, "note legend times grid title plot"),
    (219, 200, "grid title plot"), (239, 200, "note grid title plot"), (159, 200, "title plot"),
    (300, 130, "note legend grid title plot"), (300, 90, "note legend title plot"),
    (300, 66, "note legend plot"), (300, 63, "note legend"), (100, 30, ""),
  ])
  func partsGiveWay(width: Double, height: Double, parts: String) throws {
    let panel = try geometry(width, height)
    let shown = [
      ("note", panel.showsNote), ("legend", panel.showsLegend), ("times", panel.showsTimes),
      ("grid", panel.showsTicks), ("title", !panel.isInline), ("plot", !panel.body.isEmpty),
    ]
    #expect(shown.filter(\.1).map(\.0).joined(separator: " ") == parts)
  }

  /// A larger panel never lacks a part that a smaller one has, and everything lies within the panel.
  @Test(arguments: [PanelGeometry.Arrangement.plot, .number, .ring, .filling])
  func moreRoomMeansMoreParts(arrangement: PanelGeometry.Arrangement) throws {
    for width in stride(from: 40.0, through: 640, by: 60) {
      var before = -1
      for height in stride(from: 16.0, through: 400, by: 4) {
        let panel = try geometry(width, height, as: arrangement)
        let box = Rect(x: 0, y: 0, width: width, height: height)
        let value = Rect(
          minX: panel.padding, minY: panel.valueBaseline - 8, maxX: width - panel.padding,
          maxY: panel.valueBaseline)
        #expect(box.contains(value))
        if !panel.body.isEmpty { #expect(box.contains(panel.body)) }
        let isUnderValue = [.plot, .number].contains(arrangement) && !panel.body.isEmpty
        #expect(!isUnderValue || panel.body.minY > panel.valueBaseline)
        let count = [panel.showsTimes, panel.showsTicks, !panel.body.isEmpty].count(where: \.self)
        #expect(count >= before, "\(width)x\(height)")
        before = count
      }
    }
  }

  /// A title keeps its line where the parts have room near to each other.
  @Test(arguments: [
    (Size(1280, 720), 75.0, false), (Size(1280, 720), 66, true), (Size(800, 480), 69, false),
    (Size(1920, 1080), 90, false), (Size(1920, 1080), 68, true),
  ])
  func titlesOfLowPanels(page: Size, height: Double, isInline: Bool) throws {
    let panel = try geometry(200, height, page: page)
    #expect(panel.isInline == isInline && panel.body.height >= 12)
    #expect(panel.isInline || panel.valueBaseline - panel.titleBaseline >= 20)
    #expect(panel.body.minY - panel.valueBaseline >= 7.5)
    let middle = panel.valueBaseline - panel.meter.height / 2
    #expect(panel.isInline || abs(panel.meter.midY - middle) < 1)
  }

  /// A ring gives way to its value alone only where the value would be as small as notes.
  @Test(arguments: [
    (290.0, 140.0, true), (190, 190, true), (150, 190, true), (110, 190, false), (290, 70, false),
  ])
  func ringsOfSmallPanels(width: Double, height: Double, hasRing: Bool) throws {
    let panel = try geometry(width, height, as: .ring, page: Size(1280, 720))
    #expect(panel.bodyHasValue == hasRing && panel.body.isEmpty != hasRing)
  }

  /// The reason of a failure has a line under the value, from which the plot keeps off.
  @Test func theReasonHasALine() throws {
    let (plain, failing) = (try geometry(360, 220), try geometry(360, 220, hasReason: true))
    let baseline = try #require(failing.reasonBaseline)
    #expect(plain.reasonBaseline == nil)
    #expect(baseline > failing.valueBaseline && failing.body.minY > baseline)
    #expect(failing.body.minY > plain.body.minY && failing.body.maxY == plain.body.maxY)
  }

  /// The comma of a large value ends above the reason of a failure.
  @Test(
    arguments: [
      (Size(800, 480), 1.0), (Size(800, 480), 3), (Size(1920, 1080), 1), (Size(3840, 2160), 2),
    ] as [(Size, Double)])
  func reasonsKeepOffTheValue(page: Size, columns: Double) throws {
    var environment = try environment(page)
    environment.type.hasFewPanels = columns < 3
    let panel = PanelGeometry(
      size: Size(page.width / columns, page.height / columns),
      needs: PanelGeometry.Needs(arrangement: .plot, gutter: 40, hasReason: true),
      environment: environment)
    let value = environment.fonts.line("12,345", font: panel.valueFont).inkBounds
    let letters = environment.fonts.metrics(of: environment.type.unit).capHeight
    let top = try #require(panel.reasonBaseline) - letters
    #expect(panel.valueBaseline + value.maxY + 2 <= top, "\(value) and \(top)")
  }

  @Test(arguments: [
    // The page, few panels, from a distance, the panel's height, and the value's size.
    (1920.0, 1080.0, false, false, 461.0, 46.0), (800, 480, false, false, 200, 28),
    (1920, 1080, true, false, 945, 96), (1920, 1080, false, true, 461, 92),
    (1920, 1080, false, true, 945, 160), (1920, 1080, false, true, 100, 28),
    (800, 480, false, false, 40, 12),
  ])
  func sizesOfValues(
    width: Double, height: Double, isFew: Bool, isDistant: Bool, panel: Double, size: Double
  ) {
    var type = TypeScale(page: Size(width, height), viewing: isDistant ? .wall : nil)
    type.hasFewPanels = isFew
    #expect(abs(type.valueSize(panelHeight: panel) - size) <= 0.5)
  }

  /// Ten minutes of arc: 8.7 mm at three metres, which 55 inches show with 1080 lines in 13.8 points.
  @Test func noLetterBelowTenMinutesOfArc() {
    let type = TypeScale(page: Size(1920, 1080), viewing: .wall)
    #expect(abs(Viewing.wall.leastLetter(on: Size(1920, 1080)) - 13.72) < 0.01)
    #expect(type.smallest == 19)
    for font in [type.tick, type.note, type.panelTitle, type.unit, type.clock] {
      #expect(font.size >= 19)
    }
    #expect(TypeScale(page: Size(1920, 1080)).smallest == 11)
    let far = Viewing(diagonal: 0.2, distance: 50)
    #expect(TypeScale(page: Size(800, 480), viewing: far).smallest == 40)
  }
}
