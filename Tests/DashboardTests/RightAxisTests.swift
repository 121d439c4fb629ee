import Charts
import Feeds
import Metrics
import Testing

@testable import Dashboard

/// The axis at the right of a plot, for series of another unit.
@Suite struct RightAxisTests {
  /// The axis keeps the values of its series while all of them are hidden, and the left axis ignores them.
  @Test(arguments: [[], [0], [1], [0, 1]] as [Set<Int>])
  func hiddenSeriesKeepTheirAxis(hidden: Set<Int>) throws {
    let text = "{source: load.1}, {source: cpu.busy, axis: right, unit: percent}"
    let spec = try DashboardFile(path: "f").parse(Array("panels: [{series: [\(text)]}]".utf8))
    let panel = spec.pages[0].panels[0]
    var store = SampleStore()
    store.keep(spec)
    let samples = zip(panel.series, [("load.1", 3.0), ("cpu.busy", 60.0)]).map { series, known in
      FeedUpdate.Samples(
        series.query,
        SampleBatch(
          times: [1, 2], columns: [SampleBatch.Column(Metric(known.0), [known.1, known.1 / 2])]))
    }
    _ = store.append(FeedUpdate(samples: samples), from: panel.series[0].source, at: 2)
    var lines = store.lines(of: panel)
    var numbers = LineNumbers()
    numbers.number(&lines, of: panel)
    func plot(_ hidden: Set<Int>) throws -> PlotContent {
      let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 2)
      let content = store.content(of: panel, lines, health: health, hidden: hidden)
      return try #require(content.plot)
    }
    let (shown, plot) = (try plot([]), try plot(hidden))
    #expect(plot.series.map(\.isHidden) == [hidden.contains(0), hidden.contains(1)])
    #expect(shown.axis.domain == 0...3.2 && shown.rightAxis != nil)
    if hidden.contains(0) {
      #expect(plot.axis.domain == 0...1)
    } else {
      #expect(plot.axis.domain == shown.axis.domain)
      #expect(plot.rightAxis == shown.rightAxis)
    }
    let right = try #require(plot.rightAxis)
    #expect(right.domain.contains(60) && right.domain.upperBound < 150)
  }
}
