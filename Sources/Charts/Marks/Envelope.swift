import Geometry
import Layers
import Raster

/// The pale band between the lowest and the highest values of a line that has more samples than pixels, in the
/// line's colours.
final class Envelope {
  let layer = GradientLayer()
  /// The rare peaks in the colours of the line. The peaks are no part of the line's path, which has to grow at its end:
  /// a path whose middle has changed is drawn as a whole.
  let peakLayer = GradientLayer()
  /// The layers with the colours of the line.
  var gradients: [GradientLayer] { [layer, peakLayer] }
  private let band = ShapeLayer()
  private let peakStroke = ShapeLayer()
  /// The earlier peaks, which fade away.
  private lazy var copy = FadingCopy()
  private(set) var low: CurveMotion.Way = (SampledCurve(), SampledCurve())
  private(set) var high: CurveMotion.Way = (SampledCurve(), SampledCurve())
  /// The columns with rare peaks: a value that is far from the mean of its neighbours on either side.
  private(set) var peaks: [Int] = []
  /// Whether the line has a band now.
  private var hasBand = false
  /// The strength of the line, to which that of the band is in proportion.
  private var lineStrength = 1.0
  private var offset = (from: 0.0, to: 0.0)
  private var origin = Point.zero

  /// The opacity of the band.
  static let strength = 0.34

  init() {
    (band.fillColor, band.keepsCoverage) = (.black, true)
    layer.mask = band
    (peakStroke.fillColor, peakStroke.strokeColor) = (nil, .black)
    peakStroke.keepsCoverage = true
    peakLayer.mask = peakStroke
    for layer in [layer, peakLayer] { layer.opacity = 0 }
  }

  /// Takes the look and the place of a line.
  func layOut(like line: GradientLayer, _ stroke: StrokeStyle, frame: Rect) {
    for layer in [layer, peakLayer] {
      layer.colors = line.colors
      layer.startPoint = line.startPoint
      layer.endPoint = line.endPoint
      layer.frame = frame
    }
    peakStroke.strokeStyle = stroke
    peakStroke.strokeStyle.dashPattern = []
    origin = Point(-frame.minX, -frame.minY)
    low = (SampledCurve(), SampledCurve())
    high = low
    peaks = []
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
  ///   - peak: the height of the smallest peak, in points.
  ///   - offset: the distance by which the edges are moved to the right, before and after the motion.
  ///   - time: the moment at which the motion starts; nil for none.
  ///   - fade: the start of the fading of a band that comes or goes; nil for an immediate change.
  func update(
    _ edges: (low: CurveMotion.Way, high: CurveMotion.Way)?, peak: Double,
    offset: (from: Double, to: Double), at time: Double?, duration: Double, fade: Double?
  ) {
    hasBand = edges != nil
    showStrength(at: fade, duration: Motion.leaveDuration)
    guard let edges else {
      peaks = []
      peakStroke.move(.path, to: .path(Path()), at: nil)
      return
    }
    (low, high, self.offset) = (edges.low, edges.high, offset)
    peaks = Self.peaks(low: low.to.knots, high: high.to.knots, least: peak)
    let isStill = low.from == low.to && high.from == high.to
    let path = high.to.band(above: low.to)
    band.move(
      .path, from: .path(isStill ? path : high.from.band(above: low.from)), to: .path(path),
      at: isStill ? nil : time, duration: duration)
    let (start, end) = (peakPath(isStart: true), peakPath(isStart: false))
    peakStroke.move(
      .path, from: .path(start), to: .path(end), at: time, duration: duration)
    for shape in [band, peakStroke] {
      shape.move(
        .position, from: .point(origin + Point(offset.from, 0)),
        to: .point(origin + Point(offset.to, 0)), at: time, duration: duration)
    }
  }

  /// Makes the band and the peaks fainter, or as strong as before.
  func setStrength(_ strength: Double, at time: Double?) {
    lineStrength = strength
    showStrength(at: time, duration: Motion.sampleDuration)
  }

  private func showStrength(at time: Double?, duration: Double) {
    let strength = hasBand ? lineStrength : 0
    layer.move(
      .opacity, to: .scalar(Envelope.strength * strength), at: time, duration: duration)
    peakLayer.move(.opacity, to: .scalar(strength), at: time, duration: duration)
  }

  /// Fades the present peaks out, and the next ones in.
  func fadePeaksOver(at time: Double) {
    guard let line = peakLayer.superlayer, !peaks.isEmpty else { return }
    if copy.layer.superlayer == nil { line.insertSublayer(copy.layer, at: 0) }
    copy.leave(peakLayer, mask: peakStroke, at: time)
  }

  // MARK: Peaks

  /// The number of columns on either side with which a peak is compared.
  private static let neighbours = 8
  /// The least distance of a peak from the mean of its neighbours, in mean heights of the band there. Noise has smaller
  /// distances.
  private static let rareness = 1.5

  /// The path of the peaks, which are drawn like the line because a pale peak in an empty part of a plot is not seen.
  /// - Parameter isStart: whether the path is that of the beginning of the motion.
  func peakPath(isStart: Bool) -> Path {
    let (low, high) = isStart ? (low.from, high.from) : (low.to, high.to)
    var path = Path()
    for i in peaks where i < min(low.knots.count, high.knots.count) {
      path.move(to: low.knots[i].point)
      path.addLine(to: high.knots[i].point)
    }
    return path
  }

  private static func peaks(
    low: [SampledCurve.Knot], high: [SampledCurve.Knot], least: Double
  ) -> [Int] {
    guard low.count == high.count, low.count > 2 else { return [] }
    // The sums of the heights of both edges in all columns before each one.
    var (lows, highs) = ([0.0], [0.0])
    lows.reserveCapacity(low.count + 1)
    highs.reserveCapacity(low.count + 1)
    for (i, knot) in low.enumerated() {
      lows.append(lows[i] + knot.point.y)
      highs.append(highs[i] + high[i].point.y)
    }
    return (1..<low.count - 1).filter { i in
      let (bottom, top) = (low[i].point.y, high[i].point.y)
      guard bottom - top >= least else { return false }
      /// Whether the highest or the lowest value is far from the mean of its neighbours on a side.
      func isFar(from side: Range<Int>) -> (up: Bool, down: Bool) {
        let count = Double(side.count)
        let low = (lows[side.upperBound] - lows[side.lowerBound]) / count
        let high = (highs[side.upperBound] - highs[side.lowerBound]) / count
        let distance = rareness * (low - high)
        return (high - top > distance, bottom - low > distance)
      }
      // A step is far from its neighbours on one side only.
      let left = isFar(from: max(0, i - neighbours)..<i)
      let right = isFar(from: i + 1..<min(low.count, i + 1 + neighbours))
      return left.up && right.up || left.down && right.down
    }
  }
}
