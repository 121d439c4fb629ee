import Geometry
import Layers
import Raster

/// The curve of a spectrum chart and the region under it. The colours are a gradient with every value at its height,
/// which is visible through the stroked curve.
final class SpectrumLine {
  /// The place of a curve, and the heights of the values at both ends of the gradient.
  private struct Place {
    var curve = SampledCurve()
    var ends = (top: 0.0, bottom: 0.0)

    static func interpolate(_ a: Place, _ b: Place, _ u: Double) -> Place {
      Place(
        curve: SampledCurve.interpolate(a.curve, b.curve, u),
        ends: (lerp(a.ends.top, b.ends.top, u), lerp(a.ends.bottom, b.ends.bottom, u)))
    }

    var isOneRun: Bool { curve.knots.count { $0.startsRun } == 1 }
  }

  let layer = Layer()
  private let line = GradientLayer()
  private let stroke = ShapeLayer()
  private let area = Layer()
  private let fill = ShapeLayer()
  private var size = Size.zero
  private var style = SpectrumChart.Style()
  /// The distance by which the line may extend beyond the plot, in points.
  private var overhang = 0.0
  private var from = Place()
  private var to = Place()
  private var begin = -Double.infinity

  init() {
    stroke.fillColor = nil
    stroke.strokeColor = .black
    line.mask = stroke
    area.masksToBounds = true
    area.addSublayer(fill)
    layer.addSublayer(area)
    layer.addSublayer(line)
  }

  /// Puts the line in its place, and ends all motion.
  /// - Parameter hasArea: whether the region under the curve is shaded, if the style has shading.
  func layOut(
    frame: Rect, style: SpectrumChart.Style, hasArea: Bool, environment: ChartEnvironment
  ) {
    layer.frame = frame
    size = frame.size
    self.style = style
    let width = style.curveLineWidth
    overhang = environment.snapped((2 * max(0, min(width, 1000))).rounded(.up))
    line.frame = Rect(x: 0, y: -overhang, width: size.width, height: size.height + 2 * overhang)
      .insetBy(dx: -overhang, dy: 0)
    stroke.position = Point(overhang, overhang)
    stroke.strokeStyle = StrokeStyle(width: width, cap: .round, join: .round)
    area.frame = Rect(origin: .zero, size: size)
    area.isHidden = style.isFillLayerHidden || !hasArea
    fill.fillColor = style.fillLayerBackgroundColor
    for (layer, keyPath) in moving { layer.removeAnimation(forKey: keyPath.rawValue) }
    (from, to, begin) = (Place(), Place(), -.infinity)
  }

  private var moving: [(Layer, AnimationKeyPath)] {
    [(stroke, .path), (fill, .path), (line, .startPoint), (line, .endPoint)]
  }

  /// Shows a curve of content.
  /// - Parameters:
  ///   - index: the number of the curve, from 0.
  ///   - time: the start of the motion, each point from its place; nil for an immediate change.
  func show(
    _ content: SpectrumChart.Content, curve index: Int, environment: ChartEnvironment,
    at time: Double?
  ) {
    let map = content.map(size: size)
    let runs = SpectrumChart.Content.runs(content.curves[index])
    let colors = SpectrumColors(style: style, ground: environment.theme.panel)
    let place = Place(
      curve: SampledCurve(
        runs.map { $0.map { KeyedPoint(key: $0.x, point: map($0.x, $0.y)) } }
          .joined(separator: [KeyedPoint(key: .nan, point: Point(.nan, .nan))]).map { $0 },
        rule: style.isSmooth ? .catmullRom : .straight),
      ends: (map.y(colors.values.upperBound), map.y(colors.values.lowerBound)))
    switch style.coloring {
    case .continuous: showContinuous(colors, map: map, runs)
    case .perSegment: showSegments(colors, map: map, runs)
    }
    move(to: place, at: time)
  }

  private func showContinuous(
    _ colors: SpectrumColors, map: AxisMap, _ runs: [[SpectrumChart.Content.PointValue]]
  ) {
    // Values of one height have one colour.
    let flat = map.yScale == 0 ? runs.first?.first : nil
    line.colors = flat.map { [colors.color(of: $0.y)] } ?? colors.gradient.colors
    line.locations = flat == nil ? colors.gradient.locations : []
  }

  private func showSegments(
    _ colors: SpectrumColors, map: AxisMap, _ runs: [[SpectrumChart.Content.PointValue]]
  ) {
    var steps: [(location: Double, color: Color)] = []
    let width = max(line.bounds.width, 1e-9)
    for points in runs {
      // A point alone leads to itself.
      let count = max(points.count - 1, 1)
      for (start, end) in zip(points.prefix(count), points.suffix(count)) {
        let color = colors.color(of: end.y)
        steps += [start, end].map { ((map.x($0.x) + overhang) / width, color) }
      }
    }
    line.colors = steps.map(\.color)
    line.locations = steps.map { min(max($0.location, 0), 1) }
  }

  // MARK: Motion

  /// Whether the line can move to points: both are one curve, with colours that can move.
  func canMove(to points: [SpectrumChart.Content.PointValue], at time: Double) -> Bool {
    let runs = SpectrumChart.Content.runs(points)
    let shown = shown(at: time)
    guard style.coloring == .continuous, runs.count == 1, shown.isOneRun else { return false }
    // If new points came throughout a motion, the number of leaving points would keep growing.
    return shown.curve.knots.count <= 4 * runs[0].count + 256
  }

  /// - Parameter time: the start of the motion, if `canMove` allows one; nil for an immediate change.
  private func move(to place: Place, at time: Double?) {
    var (start, end) = (place, place)
    if let time {
      let shown = shown(at: time)
      (start.curve, end.curve) = CurveMotion(baseline: size.height)
        .way(from: shown.curve, to: place.curve)
      start.ends = shown.ends
    }
    (from, to, begin) = (start, end, time ?? -.infinity)
    let (a, b) = (values(of: start), values(of: end))
    for (i, (layer, keyPath)) in moving.enumerated() {
      layer.move(keyPath, from: a[i], to: b[i], at: time)
    }
    // The end of the motion has points that the place lacks.
    (stroke.path, fill.path) = paths(of: place)
  }

  private func shown(at time: Double) -> Place {
    let u = Pace(begin: begin).progress(at: time)
    return u >= 1 ? to : Place.interpolate(from, to, u)
  }

  /// The values of `moving`.
  private func values(of place: Place) -> [AnimatableValue] {
    let height = max(size.height + 2 * overhang, 1e-9)
    let isUpright = style.coloring == .continuous
    func end(_ y: Double) -> Point { Point(0.5, (y + overhang) / height) }
    let (line, area) = paths(of: place)
    return [
      .path(line), .path(area),
      .point(isUpright ? end(place.ends.bottom) : Point(0, 0.5)),
      .point(isUpright ? end(place.ends.top) : Point(1, 0.5)),
    ]
  }

  /// The line, and the region under it.
  private func paths(of place: Place) -> (line: Path, area: Path) {
    let pieces = place.curve.divided(into: style.pieces)
    let upperEdge = style.fillFollowsCurve ? pieces : place.curve.divided(into: 1)
    return (pieces.line, upperEdge.area(baseline: size.height))
  }

  /// Draws the line on as one stroke, however many colours it has.
  func drawOn(at time: Double) {
    let duration = style.drawAnimationDuration
    guard style.drawWithAnimation, duration > 0 else { return }
    stroke.rise(.strokeEnd, forKey: "drawOn", from: time, duration: duration, at: time)
    // The area follows the line: otherwise it would reveal the course of the line.
    area.rise(
      .opacity, forKey: "drawOn", from: time + 0.6 * duration, duration: 0.6 * duration, at: time)
  }
}
