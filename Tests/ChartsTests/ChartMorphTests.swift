import Geometry
import Layers
import Metrics
import TestSupport
import Testing
import Typography

@testable import Charts

/// The way of a chart's data when they change (SEMANTICS 3.5 and 9): every sample keeps
/// its identity, and positions are blended.
@Suite struct ChartMorphTests {
  private func series(_ values: [Double]) -> TimeSeries {
    var series = TimeSeries(capacity: 100)
    for (i, value) in values.enumerated() { series.append(time: Double(i + 1), value: value) }
    return series
  }

  private func map(
    _ time: ClosedRange<Double>, greatest: Double, _ width: Double, _ height: Double
  ) -> AxisMap {
    AxisMap(epoch: 0, time: time, value: 0...greatest, size: Size(width, height))
  }

  private func curve(_ values: [Double], _ map: AxisMap, from first: Int = 0) -> SampledCurve {
    SampledCurve(series(values), positions: first..<values.count, map: map)
  }

  private func expect(
    _ curve: SampledCurve, _ expected: [(key: Int, x: Double, y: Double)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (key, x, y) in expected {
      let point = curve.knots.first { $0.key == Double(key) }?.point
      #expect(
        point.map { isNear($0, Point(x, y)) } ?? false, "\(key): \(String(describing: point))",
        sourceLocation: sourceLocation)
    }
  }

  @Test("3.5 streaming case: samples 1-5 become 2-6, the greatest 30 becomes 40")
  func streaming() {
    let values = [10.0, 20, 15, 30, 25, 40]
    let half = SampledCurve.interpolate(
      curve(values, map(1...5, greatest: 30, 400, 120)),
      curve(values, map(2...6, greatest: 40, 400, 120)), 0.5)
    expect(
      half,
      [
        (1, -50, 85), (2, 50, 50), (3, 150, 67.5), (4, 250, 15), (5, 350, 32.5), (6, 450, -20),
      ])
  }

  /// A plot that has room for more unfolds what comes out of the last sample.
  @Test("3.5 append case: sample 5 is at (360, 20), sample 6 at (400, 10)")
  func append() throws {
    let environment = try chartEnvironment()
    let plot = Plot(environment: environment)
    plot.layOut(
      frame: Rect(x: 0, y: 0, width: 400, height: 120), gradient: LineGradient.standard[0],
      showsTicks: false, showsTimes: false, environment: environment)
    func show(_ values: [Double], at time: Double?) {
      plot.update(
        PlotContent(
          series: [.init(series(values), style: .colored(0))], time: 1...Double(values.count),
          axis: TickScale(fixed: 0, 30)), at: time)
    }
    show([10, 20, 15, 30, 25], at: nil)
    show([10, 20, 15, 30, 25, 30], at: 1)
    let line = try #require(plot.layer.sublayers[2].sublayers.first?.sublayers.last)
    let stroke = try #require(line.mask as? ShapeLayer)
    let half = try #require(
      Path.interpolate(stroke.shownPath(at: 1), stroke.shownPath(at: 2), 0.5)
    ).vertices.map { $0 + stroke.position + line.frame.origin }
    for (i, x, height) in [(0, 0.0, 80.0), (4, 360, 20), (5, 400, 10)] {
      #expect(isNear(half[i], Point(x, height)), "\(i): \(half[i])")
    }
  }

  @Test("3.5 remove: a sample that leaves slides out at the left with its neighbours")
  func remove() {
    let values = [10.0, 20, 15, 30]
    let half = SampledCurve.interpolate(
      curve(values, map(1...4, greatest: 30, 300, 120)),
      curve(values, map(2...4, greatest: 30, 300, 120)), 0.5)
    // Two strides of 150 instead of three of 100.
    expect(half, [(1, -75, 80), (2, 50, 40), (3, 175, 60), (4, 300, 0)])
    #expect(zip(half.knots, half.knots.dropFirst()).allSatisfy { $0.point.x < $1.point.x })
  }

  // MARK: The morph of article 002

  private static let before: [Double] = [3, 7, 2, 9, 12, 5, 8]
  private static let after: [Double] = [6, 1, 9, 4, 3, 11, 2]

  /// 375 by 200 with its insets; the plot's top is at 20.
  private var plot: AxisMap { map(1...7, greatest: 15, 325, 150) }

  @Test(
    "9 morph: half a second, easeOut, by position",
    arguments: [
      (0.125, [128.655856, 122.688288, 84.032432]), (0.25, [119.460704, 141.078591, 111.617887]),
      (0.375, [112.803940, 154.392121, 131.588181]), (0.5, [110, 160, 140]),
    ])
  func morph(time: Double, expected: [Double]) {
    let way = PlotTransition(from: plot, to: plot, begin: 0)
    let shown = SampledCurve.interpolate(
      curve(Self.before, plot), curve(Self.after, plot), way.progress(at: time))
    for (i, y) in zip([0, 1, 4], expected) {
      #expect(isNear(shown.knots[i].point, Point(325.0 / 6 * Double(i), y - 20)))
    }
  }

  private func mark() throws -> LineMark {
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: Size(1920, 1080)),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
      isAnimated: true)
    let mark = LineMark(style: .primary)
    mark.layOut(
      size: Size(325, 150), environment: environment, gradient: LineGradient.standard[0])
    return mark
  }

  /// The outlines of line and area as they are shown.
  private func outlines(_ mark: LineMark, at time: Double) -> [Path] {
    mark.layer.sublayers.compactMap { layer in
      guard case .path(let path)? = layer.mask?.presentationValue(for: .path, at: time) else {
        return nil
      }
      return path
    }
  }

  @Test("3.5 retarget case: interrupted at 0.2 s it goes on from 0.570880 of the way")
  func retarget() throws {
    let mark = try mark()
    let (first, second) = (curve(Self.before, plot), curve(Self.after, plot))
    mark.update(from: first, to: second, at: 0)
    let progress = PlotTransition(from: plot, to: plot, begin: 0).progress(at: 0.2)
    #expect(isNear(progress, 0.570880))
    let shown = mark.shown(progress: progress)
    #expect(isNear(shown.knots[0].point.y, 120 + (90 - 120) * 0.570880, 3e-5))
    let before = outlines(mark, at: 0.2)
    let start = first.matching(shown)
    #expect(start == shown)
    mark.update(from: start, to: first, at: 0.2)
    let after = outlines(mark, at: 0.2)
    #expect(before.count == 2 && after.count == 2)
    for (a, b) in zip(before, after) {
      #expect(a.verbs == b.verbs)
      #expect(zip(a.points, b.points).allSatisfy { isNear($0, $1, 1e-9) })
    }
    // On the new way it starts at its own beginning: 0.378138 of it after a quarter.
    guard
      case .path(let path)? = mark.layer.sublayers.last?.mask?.presentationValue(
        for: .path, at: 0.325)
    else {
      Issue.record("no path")
      return
    }
    let y = shown.knots[0].point.y
    #expect(isNear(path.points[0].y, y + (120 - y) * 0.378138, 3e-5))
  }

  @Test("3.5: line and area are on the same way at every moment")
  func areaAndLine() throws {
    let mark = try mark()
    mark.update(from: curve(Self.before, plot), to: curve(Self.after, plot), at: 0)
    for time in [0, 0.1, 0.33, 0.5] {
      let paths = outlines(mark, at: time)
      let (area, line) = (paths[0], paths[1])
      #expect(zip(line.points, area.points).allSatisfy { isNear($0, $1, 1e-9) })
    }
  }
}
