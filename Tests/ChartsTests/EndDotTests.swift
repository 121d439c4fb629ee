import Geometry
import Layers
import Metrics
import Testing

@testable import Charts

/// The dot at the end of a line.
@Suite struct EndDotTests {
  /// A curve on a plot of 100 points for ten seconds, with a sample of value 50 at each time; nil is a gap.
  private func curve(_ times: [Double?], isStep: Bool = false) -> SampledCurve {
    var samples = TimeSeries()
    for (i, time) in times.enumerated() {
      samples.append(
        time: time ?? (times[i - 1] ?? 0) + 0.1, value: time == nil ? .nan : 50)
    }
    let map = AxisMap(epoch: 0, time: 0...10, value: 0...100, size: Size(100, 100))
    var series = PlotContent.DrawnSeries(samples: samples, firstNumber: 0)
    if isStep { series.curve = .step }
    return SampledCurve(series, positions: 0..<samples.count, map: map)
  }

  /// The parts of a dot, from the lowest one, with their widths in points.
  @Test func sizes() throws {
    var environment = try chartEnvironment()
    for (page, usual, small) in [
      (Size(1920, 1080), [18.0, 13, 9], [4.0]), (Size(3840, 2160), [36, 26, 18], [8]),
    ] {
      environment.type = TypeScale(page: page)
      for (radii, widths) in [(EndDot.Radii.usual, usual), (.small, small)] {
        let dot = EndDot()
        dot.layOut(environment: environment, color: .white, radii: radii)
        let parts = dot.layer.sublayers.compactMap { $0 as? ShapeLayer }.filter { !$0.isHidden }
        #expect(parts.map { ($0.path?.bounds.width ?? 0).rounded() } == widths)
      }
    }
    // A thin line has a dot that is seen.
    #expect(EndDot.Radii.small.sized(try chartEnvironment()).core == 2)
  }

  /// The dot stands at the edge that the curve reaches, or at the last sample while the next one is due: a sample that
  /// comes some milliseconds after that of another source does not take the dot away.
  @Test(
    arguments: [
      ([0, 5, 10], 100), ([0, 5, 11], 100), ([0, 5, 9.9], 99), ([0, 4, 8], 80), ([0, 1, 2], nil),
      ([7, 8, 8.5], nil), ([5], nil), ([9.96], 99.6), ([0, 5, nil, 8], nil), ([], nil),
    ] as [(times: [Double?], x: Double?)], [false, true])
  func place(row: (times: [Double?], x: Double?), isStep: Bool) {
    let dot = EndDot()
    let curve = curve(row.times, isStep: isStep)
    dot.update(from: curve, to: curve, offset: (0, 0), x: 100, at: nil)
    #expect(dot.layer.isHidden == (row.x == nil))
    guard let x = row.x else { return }
    #expect(abs(dot.layer.position.x - x) < 1e-9 && abs(dot.layer.position.y - 50) < 1e-9)
  }
}
