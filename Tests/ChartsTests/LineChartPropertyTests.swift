import Geometry
import TestSupport
import Testing

@testable import Charts

/// Every property of section 8.1 has the article's name, its default (`LineChartTests`), and an
/// effect.
@Suite struct LineChartPropertyTests {
  /// The defaults with data that overshoots below, of which one value is not whole.
  private static func base() -> LineChart {
    let chart = LineChart()
    (chart.max, chart.min, chart.splitCount) = (600, 300, 3)
    chart.setData(
      [300, 300, 545.9, 302, 455, 546], labels: LineChart.articleLabels, at: nil)
    return chart
  }

  private static func picture(_ chart: LineChart) throws -> [UInt32] {
    let environment = try chartEnvironment()
    return ChartPage(chart, size: LineChart.design, environment: environment).picture(at: 0).pixels
  }

  private static let changes: [(name: String, change: @Sendable (inout LineChartStyle) -> Void)] = [
    ("circleRadius", { $0.circleRadius = 5 }),
    ("lineWidth", { $0.lineWidth = 3 }),
    ("horizontalLineWidth", { $0.horizontalLineWidth = 2 }),
    ("horizontalBottomLineWidth", { $0.horizontalBottomLineWidth = 3 }),
    (
      "dataTextWidth",
      {
        $0.dataTextAlignment = .right
        $0.dataTextWidth = 40
      }
    ),
    ("leftTextWidth", { $0.leftTextWidth = 40 }),
    ("scaleOffset", { $0.scaleOffset = 3 }),
    ("bottomOffset", { $0.bottomOffset = 10 }),
    ("lineToLeftOffset", { $0.lineToLeftOffset = 15 }),
    ("angle", { $0.angle = 0 }),
    ("textFontSize", { $0.textFontSize = 12 }),
    ("edge", { $0.edge.bottom = 60 }),
    ("backgroundColor", { $0.backgroundColor = Color(hex: 0xffeecc) }),
    ("circleStrokeColor", { $0.circleStrokeColor = .black }),
    ("circleFillColor", { $0.circleFillColor = .black }),
    ("textColor", { $0.textColor = .black }),
    ("dataTextColor", { $0.dataTextColor = .black }),
    ("lineColor", { $0.lineColor = .black }),
    ("horizontalLineColor", { $0.horizontalLineColor = .black }),
    ("horizontalBottomLineColor", { $0.horizontalBottomLineColor = .black }),
    ("addCurve", { $0.addCurve = false }),
    ("toCenter", { $0.toCenter = false }),
    ("supplement", { $0.supplement = true }),
    ("showLineData", { $0.showLineData = false }),
    ("showColorGradient", { $0.showColorGradient = false }),
    ("colorArr", { $0.colorArr = [.black] }),
    ("isShowHeadTail", { $0.isShowHeadTail = true }),
    ("max", { $0.max = 700 }),
    ("min", { $0.min = 200 }),
    ("splitCount", { $0.splitCount = 5 }),
    ("contractionFactor", { $0.contractionFactor = 0.4 }),
    ("clampToPlot", { $0.clampToPlot = true }),
    ("usesIntegerArithmetic", { $0.usesIntegerArithmetic = true }),
    ("usesPublishedCurve", { $0.usesPublishedCurve = true }),
    ("dataTextAlignment", { $0.dataTextAlignment = .right }),
    ("textWidths", { $0.textWidths = .fitting }),
  ]

  @Test("8.1 every property shows", arguments: Self.changes.indices)
  func everyPropertyShows(index: Int) throws {
    let (name, change) = Self.changes[index]
    let (chart, plain) = (Self.base(), Self.base())
    var style = chart.style
    change(&style)
    #expect(style != chart.style, "\(name)")
    if name == "dataTextWidth" { plain.dataTextAlignment = .right }
    chart.style = style
    let isSame = try Self.picture(chart) == Self.picture(plain)
    #expect(!isSame, "\(name) changes nothing")
  }

  @Test("8.1 supplement: only with toCenter")
  func supplementNeedsToCenter() throws {
    let (chart, plain) = (Self.base(), Self.base())
    (chart.toCenter, plain.toCenter, chart.supplement) = (false, false, true)
    let isSame = try Self.picture(chart) == Self.picture(plain)
    #expect(isSame)
  }

  @Test("8.1 HEAD (*): dataTextColor, widths of text + 5, isShowHeadTail NO")
  func head() throws {
    var style = LineChartStyle.head
    #expect(style.dataTextColor == Color(hex: 0x428eda) && !style.isShowHeadTail)
    (style.max, style.min, style.splitCount) = (600, 300, 3)
    let geometry = LineChartGeometry(
      style: style, size: LineChart.design, count: 6, values: LineChart.articleData)
    // 8.2 HEAD: the bottom label is 5 points wider than its text.
    let bottom = geometry.bottomLabelFrame(x: 100, textWidth: 14)
    #expect(bottom == Rect(x: 90.5, y: geometry.bottomY + 20, width: 19, height: 10))
    let value = geometry.dataLabelFrame(Point(100, 60), textWidth: 17)
    #expect(value == Rect(x: 89, y: 42, width: 22, height: 10))
    // The value axis is 5 points wider than its widest text, instead of the article's 25 points
    // wide.
    let environment = try chartEnvironment()
    let chart = LineChart(style: style)
    _ = ChartPage(chart, size: LineChart.design, environment: environment)
    let font = LineChartMarks.font(style)
    let widest = ["600", "500", "400", "300"].map { environment.fonts.line($0, font: font).width }
    #expect(isNear(chart.geometry.style.leftTextWidth, widest.max()! + 5))
    #expect(isNear(chart.geometry.minX, 5 + widest.max()! + 5 + 5))
  }

  @Test("8.2 data label: the article's right alignment ends at x + dataTextWidth / 2")
  func rightAlignedValues() throws {
    var style = LineChartStyle()
    style.dataTextAlignment = .right
    let environment = try chartEnvironment()
    let geometry = LineChartGeometry(
      style: style, size: LineChart.design, count: 6, values: LineChart.articleData)
    let marks = LineChartMarks(geometry: geometry, environment: environment)
    let line = environment.fonts.line("502", font: marks.dot.font)
    #expect(isNear(marks.dot.labelOrigin(line).x + line.width, 10))
  }
}
