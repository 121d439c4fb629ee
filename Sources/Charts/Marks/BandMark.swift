import Geometry
import Layers
import Metrics
import Raster

/// The band behind the lines of a plot: a calm grey area between two fine lines. Without the lines, the band could be
/// confused with the pale band of a dense line, which has the line's colours and no edges.
final class BandMark {
  /// The area and its edges, clipped to the plot.
  let layer = Layer()
  private let area = ShapeLayer()
  private let edges = ShapeLayer()
  private var low: CurveMotion.Way = (SampledCurve(), SampledCurve())
  private var high: CurveMotion.Way = (SampledCurve(), SampledCurve())
  private var offset = (from: 0.0, to: 0.0)
  private var isShown = false

  /// The opacities of the area and of its edges.
  private static let strength = (area: 0.15, edges: 0.5)

  init() {
    layer.anchorPoint = .zero
    layer.masksToBounds = true
    layer.opacity = 0
    for part in [area, edges] {
      part.anchorPoint = .zero
      layer.addSublayer(part)
    }
    edges.fillColor = nil
  }

  /// Puts the band in its place, without motion.
  func layOut(size: Size, environment: ChartEnvironment) {
    layer.bounds = Rect(origin: .zero, size: size)
    layer.position = .zero
    let color = environment.theme.secondary
    area.fillColor = color.opacity(Self.strength.area)
    edges.strokeColor = color.opacity(Self.strength.edges)
    edges.strokeStyle = StrokeStyle(
      width: max(environment.hairline, environment.type.lineWidth / 3), join: .round)
    (low, high, offset) = (
      (SampledCurve(), SampledCurve()), (SampledCurve(), SampledCurve()), (0, 0)
    )
    isShown = false
  }

  /// Shows a band, or hides the present one; the change fades.
  /// - Parameters:
  ///   - band: nil for no band.
  ///   - transition: the maps of the plot.
  ///   - progress: the progress of the present motion.
  ///   - limits: the range of values within which the band is held.
  ///   - least: the value that replaces values without a place on a logarithmic axis; nil on other axes.
  ///   - pixel: the width of a device pixel in points.
  ///   - time: the moment at which the motion starts; nil for none.
  ///   - fade: the start of the fading of a band that comes or goes; nil for an immediate change.
  func update(
    _ band: PlotBand?, _ motion: PlotMotion, _ transition: PlotTransition, progress: Double,
    size: Size, limits: ClosedRange<Double>, least: Double?, pixel: Double, at time: Double?,
    fade: Double?
  ) {
    layer.move(
      .opacity, to: .scalar(band == nil ? 0 : 1), at: fade, duration: Motion.leaveDuration)
    guard let band else {
      isShown = false
      return
    }
    let (from, to) = (transition.from, transition.to)
    let (left, right) = (
      min(from.time(0), to.time(0)), max(from.time(size.width), to.time(size.width))
    )
    let shown = isShown && time != nil ? self.shown(progress: progress) : nil
    let edges = [band.low, band.high].map { $0.raised(to: least) }
    let parts = edges.map {
      DrawnPositions($0, from: left, through: right, map: to, pixel: pixel)
    }
    // Both edges have the same samples, so that the area between them closes.
    let positions = parts[0].isThinned ? DrawnPositions(union: parts) : parts[0]
    func way(
      _ edge: TimeSeries, _ curve: SampledCurve?, upon inner: CurveMotion.Way?
    ) -> CurveMotion.Way {
      motion.way(
        of: PlotContent.DrawnSeries(samples: edge, limits: limits), positions: positions,
        upon: inner, shown: curve.map { ($0, shown?.offset ?? 0) })
    }
    low = way(edges[0], shown?.low, upon: nil)
    high = way(edges[1], shown?.high, upon: low)
    offset = motion.offset
    isShown = true
    move(at: time, duration: transition.duration)
  }

  private func move(at time: Double?, duration: Double) {
    let isStill = low.from == low.to && high.from == high.to
    func shapes(_ low: SampledCurve, _ high: SampledCurve) -> (area: Path, edges: Path) {
      let (top, bottom) = (high.line, low.line)
      return (
        high.band(above: low),
        Path(verbs: top.verbs + bottom.verbs, points: top.points + bottom.points)
      )
    }
    let end = shapes(low.to, high.to)
    let start = isStill ? end : shapes(low.from, high.from)
    for (part, from, to) in [(area, start.area, end.area), (edges, start.edges, end.edges)] {
      part.move(
        .path, from: .path(from), to: .path(to), at: isStill ? nil : time, duration: duration)
      part.move(
        .position, from: .point(Point(offset.from, 0)), to: .point(Point(offset.to, 0)), at: time,
        duration: duration)
    }
  }

  /// The edges during the motion, and the distance by which they are moved to the right.
  func shown(progress: Double) -> (low: SampledCurve, high: SampledCurve, offset: Double) {
    if progress >= 1 { return (low.to, high.to, offset.to) }
    func between(_ way: CurveMotion.Way) -> SampledCurve {
      way.from == way.to ? way.to : SampledCurve.interpolate(way.from, way.to, progress)
    }
    return (between(low), between(high), lerp(offset.from, offset.to, progress))
  }
}

extension TimeSeries {
  /// The series with its values raised to at least a given one; the series itself for nil.
  fileprivate func raised(to least: Double?) -> TimeSeries {
    guard let least else { return self }
    var result = TimeSeries()
    for position in 0..<count {
      let sample = self[position]
      result.append(time: sample.time, value: sample.value.isNaN ? .nan : max(sample.value, least))
    }
    return result
  }
}
