import Geometry
import Layers
import Metrics
import Testing

@testable import Charts

/// The mark of a line's end that is held at an edge of its plot.
@Suite struct BeyondMarkTests {
  /// The rectangle of the mark's letters in a plot of 400 by 60 points.
  private func mark(
    _ values: [Double], limits: ClosedRange<Double>, showsTimes: Bool = true
  ) throws -> Rect {
    let environment = try chartEnvironment(isAnimated: false)
    let plot = Plot(environment: environment)
    var samples = TimeSeries()
    for (i, value) in values.enumerated() { samples.append(time: Double(i), value: value) }
    var content = PlotContent(
      series: [PlotContent.Series(samples, style: .primary)],
      time: 0...Double(values.count - 1), axis: TickScale(fixed: 0, 50))
    content.limits = limits
    content.isLive = true
    plot.update(content, at: nil)
    plot.layOut(
      frame: Rect(x: 0, y: 0, width: 400, height: 60), gradient: LineGradient.standard[0],
      showsTicks: true, showsTimes: showsTimes, environment: environment)
    for layer in plot.layer.sublayers where !layer.isHidden {
      let text = layer.sublayers.lazy.compactMap { $0 as? TextLayer }.first
      guard let text, let line = text.line, "▲▼".contains(line.text.prefix(1)) else { continue }
      let cap = environment.fonts.metrics(of: environment.type.tick).capHeight
      let baseline = layer.position.y + text.frame.minY + line.ascent
      return Rect(
        x: layer.position.x + text.frame.minX, y: baseline - cap, width: line.width, height: cap)
    }
    return try #require(nil)
  }

  /// The mark stands near its edge and near the end of the line: within the plot where the line leaves room, and
  /// otherwise above it.
  @Test func above() throws {
    let within = try mark([10, 88, 88, 88, 88, 88, 88, 88], limits: 0...50)
    #expect(within.minY > 0 && within.maxY < 30, "\(within)")
    let dips = (0..<40).map { $0.isMultiple(of: 3) ? 0.0 : 88 } + [88]
    let outside = try mark(dips, limits: 0...50)
    #expect(outside.maxY < -1 && outside.minY > -12.5, "\(outside)")
    #expect(outside.maxX < 400 - 4 && outside.maxX > 380)
  }

  /// The labels of time are below the plot: a mark there would cover them.
  @Test(arguments: [true, false]) func below(showsTimes: Bool) throws {
    let dips = (0..<40).map { $0.isMultiple(of: 3) ? 50.0 : -88 } + [-88]
    let mark = try mark(dips, limits: 0...50, showsTimes: showsTimes)
    #expect((mark.minY > 60) == !showsTimes, "\(mark)")
  }
}
