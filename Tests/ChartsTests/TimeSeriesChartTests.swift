import Geometry
import Metrics
import TestSupport
import Testing

@testable import Charts

/// A panel of the dashboards as a chart of its own.
@Suite struct TimeSeriesChartTests {
  /// 2024-11-22, 12:00 UTC.
  private static let noon = 1_732_276_800.0

  /// A chart of a minute with a sample each second.
  private func chart(
    _ style: TimeSeriesChart.Style = .line, series count: Int = 2, unit: Unit = .percent
  ) -> TimeSeriesChart {
    let chart = TimeSeriesChart("Processor", unit: unit, window: 60, style: style)
    for second in 0...60 {
      let time = Self.noon + Double(second)
      let (user, system) = (30 + Double(second % 20), 10 + Double(second % 7))
      if count == 1 {
        chart.append(user, time: time, at: nil)
      } else {
        chart.append(["user": user, "system": system], time: time, at: nil)
      }
    }
    return chart
  }

  @Test func severalSeriesHaveALegendAndOneHasAValue() throws {
    let two = chart().content
    #expect(two.value == nil && two.legend.map(\.name) == ["user", "system"])
    #expect(two.legend.map(\.value) == ["30", "14"] && two.axisUnit == "%")
    let one = chart(series: 1).content
    #expect(one.value == FormattedValue(digits: "30", unit: "%") && one.legend.isEmpty)
    let stack = chart(.stacked).content
    #expect(stack.value == FormattedValue(digits: "44", unit: "%") && stack.legend.count == 2)
  }

  @Test func theWindowEndsWithTheLatestSample() throws {
    let plot = try #require(chart().content.plot)
    #expect(plot.time == Self.noon...Self.noon + 60)
    // A quantity with a zero begins there.
    #expect(plot.axis.domain.lowerBound == 0 && plot.axis.domain.upperBound >= 49)
  }

  @Test func aRangeHoldsTheAxis() throws {
    let chart = chart()
    chart.range = 20...40
    #expect(chart.content.plot?.axis.domain == 20...40)
  }

  @Test func withoutASampleThePanelWaits() {
    let content = TimeSeriesChart("Empty").content
    #expect(content.state == .waiting && content.body == nil)
  }

  /// A chart that runs for months keeps its window, and a part of what has left.
  @Test func oldSamplesAreForgotten() {
    let chart = TimeSeriesChart("Long", window: 60)
    for second in 0..<5000 {
      chart.append(Double(second), time: Self.noon + Double(second), at: nil)
      #expect(chart.samples[0].count <= 180)
    }
    #expect(chart.samples[0].last?.value == 4999 && chart.samples[0].count >= 120)
  }

  @Test(arguments: [0, -5, Double.nan, .infinity])
  func aWindowThatIsNoneIsTheSmallest(window: Double) throws {
    let chart = TimeSeriesChart("Odd", window: window)
    chart.append(1, time: Self.noon, at: nil)
    chart.append(.nan, time: Self.noon + 1, at: nil)
    let page = ChartPage(chart, size: Size(300, 200), environment: try chartEnvironment())
    _ = page.picture(at: 0)
    #expect(chart.content.value?.digits == "–")
  }

  /// The values under the pointer are shown while the pointer is over the plot.
  @Test func thePointerShowsValues() throws {
    let chart = chart()
    let page = ChartPage(
      chart, size: Size(600, 320), at: Point(40, 30), environment: try chartEnvironment())
    let before = page.picture(at: 0).pixels
    #expect(!chart.point(at: Point(60, 40), time: 1), "the title is no plot")
    #expect(chart.point(at: Point(340, 250), time: 1))
    #expect(difference(before, page.picture(at: 5).pixels) > 500)
    // New data goes on under the resting pointer.
    chart.append(["user": 50, "system": 20], time: Self.noon + 61, at: 6)
    #expect(chart.point(at: nil, time: 7))
    #expect(!chart.point(at: nil, time: 8))
  }

  private func difference(_ a: [UInt32], _ b: [UInt32]) -> Int { zip(a, b).count { $0 != $1 } }

  /// A sample that comes moves the picture, which is the one without motion at last.
  @Test func theMotionEndsAtTheRestingPicture() throws {
    let environment = try chartEnvironment()
    let (moving, still) = (chart(), chart())
    let pages = [moving, still].map {
      ChartPage($0, size: Size(600, 320), environment: environment)
    }
    moving.append(["user": 45, "system": 12], time: Self.noon + 61, at: 10)
    still.append(["user": 45, "system": 12], time: Self.noon + 61, at: nil)
    #expect(pages[0].picture(at: 10.01).pixels != pages[1].picture(at: 10.01).pixels)
    #expect(difference(pages[0].picture(at: 60).pixels, pages[1].picture(at: 60).pixels) < 40)
  }

  /// A chart that is shown before its first sample makes room for the labels of its axis, and later for longer ones.
  @Test func aChartThatOpensEmptyMakesRoomForItsLabels() throws {
    let environment = try chartEnvironment()
    let charts = (0..<2).map { _ in TimeSeriesChart("Load", window: 60) }
    let early = ChartPage(charts[0], size: Size(600, 320), environment: environment)
    for value in [4.0, 12_000] {
      for chart in charts {
        chart.append(value, time: Self.noon + value, at: nil)
        chart.append(value / 2, time: Self.noon + value + 1, at: nil)
      }
      let late = ChartPage(charts[1], size: Size(600, 320), environment: environment)
      #expect(early.picture(at: 60).pixels == late.picture(at: 60).pixels)
    }
  }

  @Test(arguments: TimeSeriesChart.Style.allCases, ["light", "dark"])
  func pictures(style: TimeSeriesChart.Style, theme: String) throws {
    let page = ChartPage(
      chart(style), size: Size(600, 320),
      environment: try chartEnvironment(theme: theme == "dark" ? .dark : .light))
    expectGolden(page.picture(at: 60), named: "time-series-chart-\(style)-\(theme)")
  }

  @Test func aPictureOfOneSeriesUnderThePointer() throws {
    let chart = chart(series: 1)
    let page = ChartPage(
      chart, size: Size(600, 320), environment: try chartEnvironment(theme: .dark))
    chart.point(at: Point(300, 200), time: 1)
    expectGolden(page.picture(at: 60), named: "time-series-chart-pointer")
  }
}
