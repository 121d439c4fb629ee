import Geometry
import Layers
import Raster

/// The pale band between the lowest and the highest values of a line that has more samples than pixels, in the
/// line's colours.
final class Envelope {
  let layer = GradientLayer()
  private let band = ShapeLayer()
  private(set) var low: CurveMotion.Way = (SampledCurve(), SampledCurve())
  private(set) var high: CurveMotion.Way = (SampledCurve(), SampledCurve())
  private var offset = (from: 0.0, to: 0.0)
  private var origin = Point.zero

  /// The opacity of the band.
  static let strength = 0.34

  init() {
    (band.fillColor, band.keepsCoverage) = (.black, true)
    layer.mask = band
    layer.opacity = 0
  }

  /// Takes the colours and the place of a line.
  func layOut(like line: GradientLayer, frame: Rect) {
    layer.colors = line.colors
    layer.startPoint = line.startPoint
    layer.endPoint = line.endPoint
    layer.frame = frame
    origin = Point(-frame.minX, -frame.minY)
    low = (SampledCurve(), SampledCurve())
    high = low
  }

  /// The lower and the upper edge during the motion, and the distance by which they are moved to the right.
  func shown(progress: Double) -> (low: SampledCurve, high: SampledCurve, offset: Double) {
    if progress >= 1 { return (low.to, high.to, offset.to) }
    func between(_ way: CurveMotion.Way) -> SampledCurve {
      way.from == way.to ? way.to : SampledCurve.interpolate(way.from, way.to, progress)
    }
    return (between(low), between(high), lerp(offset.from, offset.to, progress))
  }

  /// - Parameters:
  ///   - edges: the lower and the upper edge; nil for no band.
  ///   - offset: the distance by which the edges are moved to the right, before and after the motion.
  ///   - time: the moment at which the motion starts; nil for none.
  ///   - fade: the start of the fading of a band that comes or goes; nil for an immediate change.
  func update(
    _ edges: (low: CurveMotion.Way, high: CurveMotion.Way)?, offset: (from: Double, to: Double),
    at time: Double?, duration: Double, fade: Double?
  ) {
    layer.move(
      .opacity, to: .scalar(edges == nil ? 0 : Envelope.strength), at: fade,
      duration: Motion.leaveDuration)
    guard let edges else { return }
    (low, high, self.offset) = (edges.low, edges.high, offset)
    let isStill = low.from == low.to && high.from == high.to
    let path = high.to.band(above: low.to)
    band.move(
      .path, from: .path(isStill ? path : high.from.band(above: low.from)), to: .path(path),
      at: isStill ? nil : time, duration: duration)
    band.move(
      .position, from: .point(origin + Point(offset.from, 0)),
      to: .point(origin + Point(offset.to, 0)), at: time, duration: duration)
  }
}
