import Geometry
import Layers
import Raster

/// One series of a plot as layers: a gradient seen through a stroked path, and for the first series
/// another one seen through the area under it.
final class LineMark {
  let style: PlotContent.Series.Style
  let layer = Layer()
  private let line = GradientLayer()
  private let stroke = ShapeLayer()
  private let area = GradientLayer()
  private let fill = ShapeLayer()
  private var from = SampledCurve()
  private var to = SampledCurve()
  /// With reduced motion, what was shown before.
  private lazy var copies = (line: FadingCopy(), area: FadingCopy())
  private var baseline = 0.0
  /// The dash phase at the sample with which the curve starts: dashes move with the data.
  private var dashKey: Int?

  init(style: PlotContent.Series.Style) {
    self.style = style
    stroke.fillColor = nil
    stroke.strokeColor = .black
    line.mask = stroke
    line.startPoint = Point(0, 0.5)
    line.endPoint = Point(1, 0.5)
    if style == .primary {
      area.mask = fill
      layer.addSublayer(area)
    }
    layer.addSublayer(line)
  }

  func layOut(size: Size, environment: ChartEnvironment, gradient: LineGradient) {
    baseline = size.height
    let width = environment.type.lineWidth
    // On a whole device pixel: such clips are the fast ones.
    let overhang = environment.snapped((2 * width).rounded(.up))
    line.frame = Rect(x: 0, y: -overhang, width: size.width, height: size.height + 2 * overhang)
    stroke.position = Point(0, overhang)
    area.frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
    area.colors = [gradient.end.opacity(0.30), gradient.end.opacity(0)]
    switch style {
    case .primary:
      line.colors = [gradient.start, gradient.end]
      stroke.strokeStyle = StrokeStyle(width: width, cap: .round, join: .round)
    case .dotted:
      line.colors = [environment.theme.secondary]
      stroke.strokeStyle = StrokeStyle(
        width: width / 2, cap: .butt, join: .round, dashPattern: [1.2 * width, 1.2 * width])
    case .colored(let number):
      line.colors = [environment.theme.seriesColor(number)]
      let isDashed = Theme.isDashed(series: number)
      stroke.strokeStyle = StrokeStyle(
        width: 0.8 * width, cap: isDashed ? .butt : .round, join: .round,
        dashPattern: isDashed ? [2.4 * width, 1.2 * width] : [])
    case .faint:
      line.colors = [gradient.start.opacity(0.35), gradient.end.opacity(0.35)]
      stroke.strokeStyle = StrokeStyle(width: width / 2, cap: .round, join: .round)
    }
    removeMotion()
  }

  /// The curve as it is on the way.
  func shown(progress: Double) -> SampledCurve {
    progress >= 1 ? to : SampledCurve.interpolate(from, to, progress)
  }

  func update(from: SampledCurve, to: SampledCurve, at time: Double?) {
    carryDashes(from: from)
    self.from = from
    self.to = to
    stroke.move(.path, pathFrom: from.line, to: to.line, at: time)
    if style == .primary {
      fill.move(
        .path, pathFrom: from.area(baseline: baseline), to: to.area(baseline: baseline), at: time)
    }
  }

  /// Has the present line fade away, and what is set next fade in.
  func fadeOver(at time: Double) {
    if copies.line.layer.superlayer == nil {
      layer.insertSublayer(copies.line.layer, at: 0)
      layer.insertSublayer(copies.area.layer, at: 0)
    }
    copies.line.leave(line, mask: stroke, at: time)
    if style == .primary { copies.area.leave(area, mask: fill, at: time) }
  }

  func drawOn(at time: Double) {
    var animation = BasicAnimation(
      .strokeEnd, from: .scalar(0), to: .scalar(1), duration: Motion.drawOnDuration,
      timingFunction: Motion.drawOnTiming)
    animation.timing.beginTime = time
    animation.timing.fillMode = .backwards
    stroke.add(animation, forKey: "drawOn", at: time)
    // The area follows the line: it would give away where the line is going.
    animation.keyPath = .opacity
    animation.timing.beginTime = time + 0.6 * Motion.drawOnDuration
    animation.timing.duration = 0.6 * Motion.drawOnDuration
    area.add(animation, forKey: "drawOn", at: time)
  }

  func setStrength(_ strength: Double, at time: Double?) {
    // A line that fades in is not to be taken for one of another strength.
    guard line.opacity != strength else { return }
    line.move(.opacity, to: .scalar(strength), at: time)
    area.move(.opacity, to: .scalar(strength), at: time)
  }

  /// Has the line fade away, or come back.
  func setHidden(_ isHidden: Bool, at time: Double?) {
    let opacity = isHidden ? 0.0 : 1
    guard layer.opacity != opacity else { return }
    layer.move(.opacity, to: .scalar(opacity), at: time, duration: Motion.leaveDuration)
  }

  private func removeMotion() {
    for layer in [stroke, fill] { layer.removeAnimation(forKey: AnimationKeyPath.path.rawValue) }
    from = SampledCurve()
    to = SampledCurve()
    dashKey = nil
    stroke.strokeStyle.dashPhase = 0
  }

  /// When samples leave at the left, the pattern goes on where they took it.
  private func carryDashes(from next: SampledCurve) {
    guard !stroke.strokeStyle.dashPattern.isEmpty else { return }
    let period = stroke.strokeStyle.dashPattern.reduce(0, +)
    if let key = next.knots.first?.key, let old = dashKey, key != old, period > 0 {
      // Where a view goes back to samples that have left, the pattern starts anew.
      let phase = key > old ? stroke.strokeStyle.dashPhase + to.length(before: key) : 0
      stroke.strokeStyle.dashPhase = phase.truncatingRemainder(dividingBy: period)
    }
    dashKey = next.knots.first?.key
  }
}

extension ShapeLayer {
  fileprivate func move(
    _ keyPath: AnimationKeyPath, pathFrom: Path, to target: Path, at time: Double?
  ) {
    move(keyPath, from: .path(pathFrom), to: .path(target), at: time)
  }
}
