import Geometry
import Metrics
import TestSupport
import Testing

@testable import Charts

/// The extent of a plot in whose view a line comes from a sample outside.
@Suite struct EdgeCrossingTests {
  private func content(
    _ samples: [(time: Double, value: Double)], _ time: ClosedRange<Double>,
    _ curve: PlotContent.Series.Curve = .straight, gap: Double? = nil
  ) -> PlotContent {
    var series = TimeSeries(capacity: samples.count + 1)
    for sample in samples { series.append(time: sample.time, value: sample.value) }
    var line = PlotContent.Series(series, style: .primary)
    (line.curve, line.shortestGap) = (curve, gap)
    return PlotContent(series: [line], time: time, axis: TickScale(fixed: 0, 1))
  }

  private static let peak = [(time: 0.0, value: 1.0), (10, 101), (20, 1)]

  @Test(
    arguments: [
      // Between two samples, and around one.
      (4...6, .straight, 41, 61), (5...15, .straight, 51, 101), (4...6, .step, 1, 1),
      (12...18, .step, 101, 101),
      // The curve rises at first.
      (4...6, .smooth, 57.8, 80.2),
      // No edge lies between two samples.
      (0...20, .straight, 1, 101), (-5...30, .straight, 1, 101),
      // A segment shorter than a fiftieth of the width leaves no trace.
      (19.8...40, .straight, 1, 1), (19.4...40, .straight, 1, 7), (-20...0.2, .straight, 1, 1),
      (-20...0.6, .straight, 1, 7),
    ] as [(ClosedRange<Double>, PlotContent.Series.Curve, Double, Double)])
  func extents(
    time: ClosedRange<Double>, curve: PlotContent.Series.Curve, low: Double, high: Double
  ) throws {
    let extent = try #require(content(Self.peak, time, curve).extent)
    #expect(abs(extent.lowerBound - low) < 1, "\(extent)")
    #expect(abs(extent.upperBound - high) < 1, "\(extent)")
  }

  @Test func linesThatAreNotThereHaveNoExtent() {
    #expect(content(Self.peak, 21...30).extent == nil)
    #expect(content(Self.peak, -9 ... -1).extent == nil)
    #expect(content([(0, 1), (10, .nan), (20, 1)], 4...6).extent == nil)
    let paused = (0..<9).map { (time: Double($0 < 5 ? $0 : $0 + 100), value: Double($0)) }
    #expect(content(paused, 40...60, gap: 0).extent == nil)
    #expect(content(paused, 40...60).extent != nil)
    var hidden = content(Self.peak, 4...6)
    hidden.series[0].isHidden = true
    #expect(hidden.extent == nil)
  }

  /// On a logarithmic axis the line is straight between the logarithms.
  @Test func logarithmicExtents() throws {
    let content = content([(0, 1), (10, 10_000)], 2.5...5)
    let extent = try #require(content.positiveExtent)
    #expect(abs(extent.lowerBound - 10) < 1e-6 && abs(extent.upperBound - 100) < 1e-6)
  }

  /// No line leaves the extent of its plot, wherever the view is.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func linesStayInTheirExtents(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let curve: PlotContent.Series.Curve = [.smooth, .straight, .step][Int(seed % 3)]
    var time = 0.0
    let samples = (0..<12).map { _ in
      time += Double.random(in: 0.5...9, using: &random)
      return (time: time, value: Double.random(in: -50...50, using: &random))
    }
    let start = Double.random(in: samples[1].time...samples[8].time, using: &random)
    let view = start...start + Double.random(in: 0.1...12, using: &random)
    let content = content(samples, view, curve)
    let extent = try #require(content.extent)
    let map = AxisMap(epoch: 0, xScale: 1, xOffset: 0, yScale: 1, yOffset: 0)
    let line = SampledCurve(content.drawnSeries[0], positions: 0..<12, map: map)
    // The ends of the segments that take less of the width may lie outside.
    let span = view.upperBound - view.lowerBound
    for i in 2...98 {
      let at = view.lowerBound + span * Double(i) / 100
      guard let y = line.y(at: at) else { continue }
      #expect(
        extent.lowerBound - 1e-9 <= y && y <= extent.upperBound + 1e-9, "\(y) at \(at): \(extent)")
    }
  }
}
