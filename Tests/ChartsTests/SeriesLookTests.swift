import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing

@testable import Charts

/// Twelve equal series of one plot, and the samples of their lines in the legend.
@Suite struct SeriesLookTests {
  @Test(arguments: ["dark", "light"])
  func twelveSeries(theme name: String) throws {
    let theme = try #require(Theme(name: name))
    let environment = try chartEnvironment(theme: theme, isAnimated: false)
    let panel = Panel(title: "Twelve hosts", kind: .line, index: 0, environment: environment)
    let bounds = Rect(x: 0, y: 0, width: 960, height: 420)
    panel.layOut(frame: bounds, labelColumn: 30, environment: environment)
    var random = SeededGenerator(seed: 7)
    var content = PanelContent()
    content.state = .fresh
    let series = (0..<12).map { number in
      var samples = TimeSeries(capacity: 40)
      for i in 0..<40 {
        samples.append(
          time: Double(i), value: 8 * Double(number) + .random(in: 0...5, using: &random))
      }
      return PlotContent.Series(samples, style: .colored(number), name: "h\(number + 1)")
    }
    content.legend = series.enumerated().map { number, series in
      LegendEntry(name: series.name, value: "\(8 * number)", series: number)
    }
    content.body = PlotContent(
      series: series, time: 0...39, axis: TickScale(covering: 0, 100), xAxis: .number)
    panel.update(content, at: nil)
    let list = Compositor.record(
      panel.layer, at: 0, scale: 1, bounds: IntRect(width: 960, height: 420))
    expectGolden(
      draw(list.drawList.operations, width: 960, height: 420, over: theme.background),
      named: "series-looks-\(name)")
  }
}
