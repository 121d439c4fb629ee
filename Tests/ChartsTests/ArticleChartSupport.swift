import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing
import Typography

@testable import Charts

/// A day after the week of the article's picture.
let articleDay = CivilTime(year: 2016, month: 1, day: 7)

func chartEnvironment(
  theme: Theme = .light, scale: Double = 1, isAnimated: Bool = true, reducesMotion: Bool = false
) throws -> ChartEnvironment {
  ChartEnvironment(
    theme: theme, type: TypeScale(page: Size(800, 480)),
    fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc,
    scale: scale, isAnimated: isAnimated, reducesMotion: reducesMotion)
}

/// A chart in a page of its own.
struct ChartPage {
  let root = Layer()
  let frame: Rect
  let environment: ChartEnvironment

  init(
    _ chart: some Chart, size: Size, at origin: Point = .zero, environment: ChartEnvironment
  ) {
    self.environment = environment
    frame = Rect(origin: origin, size: size)
    root.anchorPoint = .zero
    root.addSublayer(chart.layer)
    chart.layOut(frame: frame, environment: environment)
  }

  /// The picture at a time, after all callbacks that are due.
  func picture(at time: Double) -> Bitmap {
    root.completeAnimations(at: time)
    let scale = environment.scale
    let (width, height) = (Int(frame.maxX * scale), Int(frame.maxY * scale))
    let list = Compositor.record(
      root, at: time, scale: scale, bounds: IntRect(width: width, height: height))
    return draw(
      list.drawList.operations, width: width, height: height, over: environment.theme.panel)
  }
}

func isNear(_ a: Rect, _ b: Rect, _ tolerance: Double = 1e-6) -> Bool {
  isNear(a.origin, b.origin, tolerance) && isNear(a.width, b.width, tolerance)
    && isNear(a.height, b.height, tolerance)
}

extension ShapeLayer {
  /// The path on screen.
  func shownPath(at time: Double) -> Path {
    guard case .path(let path)? = presentationValue(for: .path, at: time) else {
      Issue.record("no path at \(time)")
      return Path()
    }
    return path
  }
}

extension Layer {
  func scalar(_ keyPath: AnimationKeyPath, at time: Double) -> Double {
    guard case .scalar(let value)? = presentationValue(for: keyPath, at: time) else { return .nan }
    return value
  }
}

extension Path {
  /// The ends of all elements: the points of a line.
  var vertices: [Point] {
    var (result, next): ([Point], Int) = ([], 0)
    for verb in verbs {
      next += verb.pointCount
      if verb.pointCount > 0 { result.append(points[next - 1]) }
    }
    return result
  }

  /// The place of the pen at a fraction of the length.
  func pen(at fraction: Double) -> Point {
    trimmed(from: 0, to: fraction).points.last ?? Point(.nan, .nan)
  }
}

extension SampledCurve {
  /// The curve through samples.
  init(_ series: TimeSeries, positions: some Collection<Int>, map: AxisMap) {
    self.init(
      PlotContent.DrawnSeries(samples: series, firstNumber: series.firstSequence),
      positions: positions, map: map)
  }

  init(_ series: TimeSeries, positions: DrawnPositions, map: AxisMap) {
    self.init(
      PlotContent.DrawnSeries(samples: series, firstNumber: series.firstSequence),
      positions: positions, map: map)
  }
}
