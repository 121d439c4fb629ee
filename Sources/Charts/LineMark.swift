import Geometry
import Layers
import Raster

/// One series of a plot as layers: a gradient seen through a stroked path, and for the first series
/// another one seen through the area under it.
final class LineMark {
  let style: PlotContent.Series.Style
  let layer = Layer()
  let line = GradientLayer()
  let stroke = ShapeLayer()
  let area = GradientLayer()
  let fill = ShapeLayer()
  private var from = SampledCurve()
  private var to = SampledCurve()
  /// What is left when `to` is reached: without what was on its way out.
  private var settled = SampledCurve()
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

  /// How a line and its area look, and where their gradients lie.
  struct Look {
    var stroke: StrokeStyle
    /// Of the line, from the left to the right of its frame.
    var lineColors: [Color]
    var lineFrame: Rect
    /// Of the area, from the top to the bottom of its frame; empty for no area.
    var areaColors: [Color]
    var areaFrame: Rect
    /// Down to where the area reaches.
    var baseline: Double
  }

  func layOut(_ look: Look) {
    baseline = look.baseline
    line.colors = look.lineColors
    line.frame = look.lineFrame
    stroke.strokeStyle = look.stroke
    stroke.position = Point(-look.lineFrame.minX, -look.lineFrame.minY)
    area.colors = look.areaColors
    area.frame = look.areaFrame
    fill.position = Point(-look.areaFrame.minX, -look.areaFrame.minY)
    removeMotion()
  }

  func layOut(size: Size, environment: ChartEnvironment, gradient: LineGradient) {
    let width = environment.type.lineWidth
    // On a whole device pixel: such clips are the fast ones.
    let overhang = environment.snapped((2 * width).rounded(.up))
    var look = Look(
      stroke: StrokeStyle(width: width, cap: .round, join: .round),
      lineColors: [gradient.start, gradient.end],
      lineFrame: Rect(
        x: 0, y: -overhang, width: size.width, height: size.height + 2 * overhang),
      areaColors: [gradient.end.opacity(0.30), gradient.end.opacity(0)],
      areaFrame: Rect(x: 0, y: 0, width: size.width, height: size.height), baseline: size.height)
    switch style {
    case .primary: break
    case .dotted:
      look.lineColors = [environment.theme.secondary]
      look.stroke = StrokeStyle(
        width: width / 2, cap: .butt, join: .round, dashPattern: [1.2 * width, 1.2 * width])
    case .colored(let number):
      look.lineColors = [environment.theme.seriesColor(number)]
      let isDashed = Theme.isDashed(series: number)
      look.stroke = StrokeStyle(
        width: 0.8 * width, cap: isDashed ? .butt : .round, join: .round,
        dashPattern: isDashed ? [2.4 * width, 1.2 * width] : [])
    case .faint:
      look.lineColors = [gradient.start.opacity(0.35), gradient.end.opacity(0.35)]
      look.stroke = StrokeStyle(width: width / 2, cap: .round, join: .round)
    }
    layOut(look)
  }

  /// The curve as it is on the way.
  func shown(progress: Double) -> SampledCurve {
    progress >= 1 ? settled : SampledCurve.interpolate(from, to, progress)
  }

  /// - Parameter settled: what is shown in the end; nil for `to`.
  func update(
    from: SampledCurve, to: SampledCurve, settled: SampledCurve? = nil, at time: Double?
  ) {
    carryDashes(from: from)
    self.from = from
    self.to = to
    self.settled = settled ?? to
    stroke.move(.path, pathFrom: from.line, to: to.line, at: time)
    if style == .primary {
      fill.move(
        .path, pathFrom: from.area(baseline: baseline), to: to.area(baseline: baseline), at: time)
    }
    guard let settled else { return }
    stroke.path = settled.line
    fill.path = settled.area(baseline: baseline)
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
    drawOn(at: time, duration: Motion.drawOnDuration, timing: Motion.drawOnTiming)
    // The area follows the line: it would give away where the line is going.
    var animation = BasicAnimation(
      .opacity, from: .scalar(0), to: .scalar(1), duration: 0.6 * Motion.drawOnDuration,
      timingFunction: Motion.drawOnTiming)
    animation.timing.beginTime = time + 0.6 * Motion.drawOnDuration
    animation.timing.fillMode = .backwards
    area.add(animation, forKey: "drawOn", at: time)
  }

  /// Draws on the line alone.
  /// - Parameter completion: told once whether the line was drawn on to its end.
  func drawOn(
    at time: Double, duration: Double, timing: TimingFunction,
    completion: ((Bool) -> Void)? = nil
  ) {
    var animation = BasicAnimation(
      .strokeEnd, from: .scalar(0), to: .scalar(1), duration: duration, timingFunction: timing)
    animation.timing.beginTime = time
    animation.timing.fillMode = .backwards
    stroke.add(animation, forKey: "drawOn", at: time, completion: completion)
  }

  /// Shows the area as far to the right as the line that is drawn on has come.
  /// - Parameters:
  ///   - xs: where the line ends at each of equal steps of its length.
  ///   - begin: when it began; may have gone by.
  func revealArea(
    _ xs: [Double], from begin: Double, duration: Double, timing: TimingFunction, at time: Double
  ) {
    area.anchorPoint = .zero
    area.position = Point(-fill.position.x, -fill.position.y)
    var animation = KeyframeAnimation(
      .boundsSize,
      values: xs.map { .size(Size(max(0, $0 - area.position.x), area.bounds.height)) },
      duration: duration, timingFunction: timing)
    // A begin time of 0 would be that of the moment when it is added.
    animation.timing.beginTime = begin == 0 ? .leastNormalMagnitude : begin
    animation.timing.fillMode = .backwards
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
    settled = SampledCurve()
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
