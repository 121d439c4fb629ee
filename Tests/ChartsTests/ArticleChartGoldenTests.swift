import Geometry
import Layers
import Metrics
import TestSupport
import Testing

@testable import Charts

/// The charts of the first three articles at rest and in motion.
@Suite struct ArticleChartGoldenTests {
  private func theme(_ name: String) -> Theme { name == "dark" ? .dark : .light }

  @Test(arguments: [("light", 1.0), ("dark", 1), ("dark", 2)])
  func gradientLineAtRest(theme name: String, scale: Double) throws {
    let chart = GradientLineChart.article(today: articleDay)
    let page = ChartPage(
      chart, size: Size(340, 218),
      environment: try chartEnvironment(theme: theme(name), scale: scale, isAnimated: false))
    expectGolden(page.picture(at: 0), named: "gradient-line-\(name)-\(Int(scale))x")
  }

  @Test(arguments: [0.5, 1.25, 2.25])
  func gradientLineIsDrawnOn(time: Double) throws {
    let chart = GradientLineChart.article(today: articleDay)
    let page = ChartPage(chart, size: Size(340, 218), environment: try chartEnvironment())
    chart.replay(at: 10)
    expectGolden(
      page.picture(at: 10 + time), named: "gradient-line-draw-on-\(Int(time * 100))")
  }

  @Test func gradientLineBecomesAnother() throws {
    let chart = GradientLineChart.article(today: articleDay)
    let page = ChartPage(chart, size: Size(340, 218), environment: try chartEnvironment())
    chart.replay(at: 0)
    _ = page.picture(at: 5)
    chart.setData([5, 1, 3, 2.5, 1, 3, 4.75].enumerated().map { Point(Double($0 + 1), $1) }, at: 5)
    expectGolden(page.picture(at: 5.15), named: "gradient-line-morph")
    expectGolden(page.picture(at: 6), named: "gradient-line-high-end")
  }

  @Test(arguments: [("light", 1.0), ("dark", 1), ("dark", 2)])
  func lineChartAtRest(theme name: String, scale: Double) throws {
    let page = ChartPage(
      LineChart.article(), size: LineChart.design,
      environment: try chartEnvironment(theme: theme(name), scale: scale))
    expectGolden(page.picture(at: 0), named: "line-chart-\(name)-\(Int(scale))x")
  }

  /// The picture of the article's code: the curve with its whisker, and values to the right.
  @Test func lineChartAsPublished() throws {
    let chart = LineChart.article()
    (chart.usesPublishedCurve, chart.dataTextAlignment) = (true, .right)
    let page = ChartPage(
      chart, size: LineChart.design, environment: try chartEnvironment(scale: 2))
    expectGolden(page.picture(at: 0), named: "line-chart-published-2x")
  }

  /// The defaults, with a straight line, supplements and upright labels.
  @Test func lineChartWithOtherProperties() throws {
    let chart = LineChart.article()
    chart.style = LineChartStyle()
    (chart.max, chart.min, chart.splitCount) = (600, 300, 4)
    (chart.addCurve, chart.supplement, chart.angle) = (false, true, 0)
    (chart.lineColor, chart.circleStrokeColor) = (Color(hex: 0xd9532c), Color(hex: 0xd9532c))
    (chart.bottomOffset, chart.scaleOffset) = (10, 1)
    let page = ChartPage(
      chart, size: LineChart.design, environment: try chartEnvironment(scale: 2))
    expectGolden(page.picture(at: 0), named: "line-chart-straight-2x")
  }

  @Test(arguments: [0.3, 0.6, 0.9])
  func lineChartIsDrawnOn(time: Double) throws {
    let chart = LineChart.article()
    let page = ChartPage(chart, size: LineChart.design, environment: try chartEnvironment())
    chart.replay(at: 10)
    expectGolden(page.picture(at: 10 + time), named: "line-chart-draw-on-\(Int(time * 10))")
  }

  /// Two days later: the line slides.
  @Test func lineChartSlides() throws {
    let chart = LineChart.article()
    let page = ChartPage(chart, size: LineChart.design, environment: try chartEnvironment())
    chart.setData(
      [482, 455, 473, 546, 390, 580],
      labels: ["2020-04", "2020-05", "2020-06", "2020-07", "2020-08", "2020-09"], at: 1)
    expectGolden(page.picture(at: 1.12), named: "line-chart-morph")
  }

  private func pageView() -> PageViewChart { PageViewChart.article(today: articleDay) }

  @Test(arguments: [("light", 1.0), ("dark", 1), ("dark", 2)])
  func pageViewAtRest(theme name: String, scale: Double) throws {
    let page = ChartPage(
      pageView(), size: PageViewChart.design,
      environment: try chartEnvironment(theme: theme(name), scale: scale))
    expectGolden(page.picture(at: 0), named: "page-view-\(name)-\(Int(scale))x")
  }

  @Test(arguments: [0.75, 1.5, 2.25])
  func pageViewIsDrawnOn(time: Double) throws {
    let chart = pageView()
    let page = ChartPage(chart, size: PageViewChart.design, environment: try chartEnvironment())
    chart.replay(at: 10)
    expectGolden(page.picture(at: 10 + time), named: "page-view-draw-on-\(Int(time * 100))")
  }

  /// Seven days become twelve, on a larger scale.
  @Test(arguments: [0.05, 0.15, 0.3, 1])
  func pageViewBecomesLonger(time: Double) throws {
    let chart = pageView()
    let page = ChartPage(chart, size: PageViewChart.design, environment: try chartEnvironment())
    chart.setData(
      PageViewChart.entries(
        [3, 7, 2, 9, 12, 5, 8, 31, 22, 27, 14, 40], before: articleDay.addingDays(5)), at: 1)
    expectGolden(page.picture(at: 1 + time), named: "page-view-morph-\(Int(time * 100))")
  }

  /// In a large frame all lengths grow together.
  @Test func largeFrames() throws {
    let environment = try chartEnvironment(theme: .dark, isAnimated: false)
    let root = ChartPage(pageView(), size: Size(750, 340), environment: environment)
    expectGolden(root.picture(at: 0), named: "page-view-large")
  }
}
