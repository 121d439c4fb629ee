import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing

@testable import Charts

/// Several lines in the charts of the articles.
@Suite struct SeveralSeriesTests {
  private static let other = [520.0, 480, 440, 510, 560, 500]
  private static let third = [330.0, 350, 345, 400, 380, 420]

  private func lineChart() -> LineChart {
    let chart = LineChart.article()
    chart.setSeries(
      [LineChart.articleData, Self.other, Self.third], labels: LineChart.articleLabels, at: nil)
    return chart
  }

  private func pageViews() -> PageViewChart {
    let chart = PageViewChart()
    chart.setSeries(
      [PageViewChart.articleValues, PageViewChart.articleNextValues].map {
        PageViewChart.entries($0, before: articleDay)
      }, at: nil)
    return chart
  }

  private func points(_ heights: [Double]) -> [Point] {
    heights.enumerated().map { Point(Double($0 + 1), $1) }
  }

  private func gradientLine() -> GradientLineChart {
    let chart = GradientLineChart.article(today: articleDay)
    chart.style.hasDotsInPath = false
    chart.setSeries(
      [GradientLineChart.articlePoints, points([3, 2.5, 4, 3, 2, 3.5, 4.5])], at: nil)
    return chart
  }

  private func spectrum() -> SpectrumChart {
    let chart = SpectrumChart()
    var content = SpectrumChart.Content.demo
    content.furtherPointValues = [
      SpectrumChart.Content.demoPoints([3000, 2600, 2700, 1900, 1500, 900, 400])
    ]
    chart.setData(content, at: nil)
    return chart
  }

  // MARK: Pictures

  @Test(arguments: ["light", "dark"])
  func atRest(theme name: String) throws {
    let theme = try #require(Theme(name: name))
    let environment = try chartEnvironment(theme: theme, scale: 2, isAnimated: false)
    func expectPicture(_ chart: some Chart, _ size: Size, _ kind: String) {
      let page = ChartPage(chart, size: size, environment: environment)
      expectGolden(page.picture(at: 0), named: "several-\(kind)-\(name)")
    }
    expectPicture(lineChart(), LineChart.design, "line-chart")
    expectPicture(pageViews(), PageViewChart.design, "page-views")
    expectPicture(gradientLine(), Size(340, 218), "gradient-line")
    expectPicture(spectrum(), Size(375, 200), "spectrum")
  }

  // MARK: Motion

  /// All lines are drawn on together: half way nothing of any is at the right.
  @Test func allLinesAreDrawnOn() throws {
    let environment = try chartEnvironment()
    let gradient = gradientLine()
    let charts: [(any Chart, Size)] = [
      (lineChart(), LineChart.design), (pageViews(), PageViewChart.design),
      (gradient, Size(340, 218)), (spectrum(), Size(375, 200)),
    ]
    for (chart, size) in charts {
      func page(_ chart: some Chart) -> ChartPage {
        ChartPage(chart, size: size, environment: environment)
      }
      let page = page(chart)
      gradient.replay(at: 0)
      let whole = page.picture(at: 5)
      chart.replay(at: 10)
      let begun = page.picture(at: 10.05)
      let colored = coloredPixels(begun, fromX: Int(size.width * 0.7))
      #expect(
        colored * 4 < coloredPixels(whole, fromX: Int(size.width * 0.7)), "\(type(of: chart))")
    }
  }

  /// The pixels with a hue from a column to the right edge.
  private func coloredPixels(_ picture: Bitmap, fromX start: Int) -> Int {
    picture.pixels.enumerated().count { index, pixel in
      guard index % picture.width >= start else { return false }
      let parts = [pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255].map(Int.init)
      return parts.max()! - parts.min()! > 60
    }
  }

  /// Each line becomes its next data on straight ways: in the middle of the time each point of a line lies
  /// between where it was and where it will be.
  @Test func allLinesMove() throws {
    let chart = pageViews()
    let page = ChartPage(chart, size: PageViewChart.design, environment: try chartEnvironment())
    _ = page.picture(at: 0)
    func ends() throws -> [Double] {
      try [chart.line, #require(chart.further.lines.first)].map {
        try #require($0.curve.knots.last).point.y
      }
    }
    let before = try ends()
    chart.setSeries(
      [PageViewChart.articleNextValues, PageViewChart.articleValues].map {
        PageViewChart.entries($0, before: articleDay)
      }, at: 1)
    let after = try ends()
    for (index, line) in [chart.line, chart.further.lines[0]].enumerated() {
      let path = line.mark.stroke.shownPath(at: 1.2)
      let y = try #require(path.vertices.last).y
      let (low, high) = (min(before[index], after[index]), max(before[index], after[index]))
      #expect(low < y && y < high)
    }
  }

  /// Lines that go fade away, and lines that come are there.
  @Test func linesComeAndGo() throws {
    let chart = lineChart()
    let page = ChartPage(chart, size: LineChart.design, environment: try chartEnvironment())
    _ = page.picture(at: 0)
    #expect(chart.further.lines.count == 2 && chart.series.count == 3)
    chart.setData(LineChart.articleData, labels: LineChart.articleLabels, at: 1)
    #expect(chart.further.lines.isEmpty)
    let alone = page.picture(at: 3)
    let plain = ChartPage(
      LineChart.article(), size: LineChart.design, environment: page.environment)
    #expect(alone.pixels == plain.picture(at: 0).pixels)
    chart.setSeries(
      [LineChart.articleData, Self.other, Self.third], labels: LineChart.articleLabels, at: 4)
    let three = ChartPage(lineChart(), size: LineChart.design, environment: page.environment)
    #expect(page.picture(at: 6).pixels == three.picture(at: 0).pixels)
  }

  // MARK: Axes

  /// One axis has room for all lines.
  @Test func theAxisHoldsAllLines() throws {
    let chart = LineChart()
    let page = ChartPage(chart, size: LineChart.design, environment: try chartEnvironment())
    chart.setSeries([[1, 2], [5, -3]], labels: ["a", "b"], at: nil)
    _ = page.picture(at: 0)
    #expect(chart.geometry.low == -3 && chart.geometry.high == 5)
    let views = PageViewChart()
    views.setSeries(
      [[3], [99]].map { PageViewChart.entries($0, before: articleDay) }, at: nil)
    #expect(views.scale.maximum == 100)
    let content = SpectrumChart.Content(
      pointValues: [.init(0, 1), .init(1, 2)], furtherPointValues: [[.init(-1, 9), .init(3, 4)]])
    let map = content.map(size: Size(100, 50))
    #expect(map(-1, 1) == Point(0, 50) && map(3, 9) == Point(100, 0))
  }

  /// The lines share the days of all, and a day that a line lacks is no gap of the line.
  @Test func theDaysOfAllLinesAreShown() throws {
    func entry(_ day: Int, _ value: Double) -> PageViewChart.Entry {
      PageViewChart.Entry(day: articleDay.addingDays(day), value: value)
    }
    let chart = PageViewChart()
    chart.style.mostDates = 4
    let page = ChartPage(chart, size: PageViewChart.design, environment: try chartEnvironment())
    chart.setSeries(
      [[entry(0, 1), entry(1, 2), entry(3, 4)], [entry(4, 7), entry(2, 5), entry(4, 6)]], at: nil)
    _ = page.picture(at: 0)
    // The first of the five days has no room.
    #expect(chart.entries.map(\.value) == [2, 4])
    #expect(chart.series[1].map(\.value) == [5, 6])
    let spacing = chart.geometry.spacing
    let xs = chart.line.curve.knots.map(\.point.x)
    #expect(xs.count == 2 && isNear(xs[1] - xs[0], 2 * spacing))
    #expect(chart.line.curve.knots.count { $0.startsRun } == 1)
  }

  @Test func noLinesAreNoData() throws {
    let environment = try chartEnvironment()
    let line = LineChart()
    let linePage = ChartPage(line, size: LineChart.design, environment: environment)
    line.setSeries([], labels: [], at: nil)
    _ = linePage.picture(at: 0)
    let views = PageViewChart()
    let viewsPage = ChartPage(views, size: PageViewChart.design, environment: environment)
    views.setSeries([], at: nil)
    _ = viewsPage.picture(at: 0)
    let gradient = GradientLineChart(style: .init(today: articleDay))
    let gradientPage = ChartPage(gradient, size: Size(340, 218), environment: environment)
    gradient.setSeries([[], [Point(1, 1)], []], at: nil)
    gradient.replay(at: 0)
    _ = gradientPage.picture(at: 1)
    #expect(line.data.isEmpty && views.entries.isEmpty && gradient.points.isEmpty)
  }

  // MARK: Names

  /// The field's names and the article's names are the same properties.
  @Test func bothNamesAreOneProperty() {
    var style = LineChartStyle()
    style.maximum = 9
    style.areaColors = [.white]
    style.dotRadius = 7
    style.labelAngle = 1
    style.gridLineWidth = 3
    #expect(style.max == 9 && style.colorArr == [.white] && style.circleRadius == 7)
    #expect(style.angle == 1 && style.horizontalLineWidth == 3)
    let chart = LineChart()
    chart.colorArr = [.black]
    chart.isCurved = false
    #expect(chart.areaColors == [.black] && !chart.addCurve)
  }
}
