import Geometry
import Layers
import Raster

/// One series of a plot as layers: a gradient seen through a stroked path, and with some styles another
/// one seen through the area under it.
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
  /// Where the look has zero, without other word: at the bottom of a plot.
  private var baseline = 0.0
  /// The area's colours, from the far end to zero.
  private var shades: [Color] = []
  /// The dash phase at the sample with which the curve starts: dashes move with the data.
  private var dashKey: Int?

  init(style: PlotContent.Series.Style) {
    self.style = style
    stroke.fillColor = nil
    stroke.strokeColor = .black
    line.mask = stroke
    line.startPoint = Point(0, 0.5)
    line.endPoint = Point(1, 0.5)
    if hasArea {
      area.mask = fill
      layer.addSublayer(area)
    }
    layer.addSublayer(line)
  }

  private var hasArea: Bool {
    switch style {
    case .primary, .area, .stacked, .spectrum: true
    case .dotted, .faint, .colored: false
    }
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
    shades = look.areaColors
    area.colors = look.areaColors
    area.locations = []
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
    case .colored(let number), .area(let number):
      look.become(series: number, width: width, share: 0.8, theme: environment.theme)
    case .stacked(let number):
      look.become(series: number, width: width, share: 0.5, theme: environment.theme)
      look.areaColors = [
        environment.theme.seriesColor(number).opacity(LineMark.stackOpacity)
      ]
    case .faint:
      look.lineColors = [gradient.start.opacity(0.35), gradient.end.opacity(0.35)]
      look.stroke = StrokeStyle(width: width / 2, cap: .round, join: .round)
    case .spectrum: look.becomeSpectrum(theme: environment.theme)
    }
    if style == .spectrum { line.pointDown(from: overhang, in: look.lineFrame.height) }
    layOut(look)
  }

  /// How much of its colour the area of a stack's layer has.
  private static let stackOpacity = 0.32

  /// The curve as it is on the way.
  func shown(progress: Double) -> SampledCurve {
    progress >= 1 ? settled : SampledCurve.interpolate(from, to, progress)
  }

  /// - Parameters:
  ///   - settled: what is shown in the end; nil for `to`.
  ///   - baseline: where zero is, before and after; nil for where the look has it.
  ///   - below: the curves of the layer of a stack that it lies upon; nil for the lowest.
  func update(
    from: SampledCurve, to: SampledCurve, settled: SampledCurve? = nil,
    baseline zero: (from: Double, to: Double)? = nil,
    below: (from: SampledCurve, to: SampledCurve)? = nil, at time: Double?
  ) {
    carryDashes(from: from)
    self.from = from
    self.to = to
    self.settled = settled ?? to
    stroke.move(.path, pathFrom: from.line, to: to.line, at: time)
    if hasArea { updateArea(from: from, to: to, baseline: zero, below: below, at: time) }
    guard let settled else { return }
    stroke.path = settled.line
    fill.path = settled.area(baseline: baseline)
  }

  private func updateArea(
    from: SampledCurve, to: SampledCurve, baseline zero: (from: Double, to: Double)?,
    below: (from: SampledCurve, to: SampledCurve)?, at time: Double?
  ) {
    let (start, end) =
      if let below, style.isStacked {
        (from.band(above: below.from), to.band(above: below.to))
      } else if let zero, style != .spectrum {
        (from.area(baseline: zero.from), to.area(baseline: zero.to))
      } else {
        (from.area(baseline: baseline), to.area(baseline: baseline))
      }
    fill.move(.path, pathFrom: start, to: end, at: time)
    if let zero, style != .spectrum { shadeAround(zero: zero.to) }
  }

  /// The area is strongest far from zero, wherever zero is.
  private func shadeAround(zero: Double) {
    guard !style.isStacked, shades.count == 2 else { return }
    let (strong, weak) = (shades[0], shades[1])
    let place = baseline > 0 ? zero / baseline : 1
    let (colors, locations) =
      switch place {
      case 1...: ([strong, weak], [0.0, 1])
      case ...0: ([weak, strong], [0.0, 1])
      default: ([strong, weak, strong], [0, place, 1])
      }
    if area.locations != locations, area.locations != [] || place < 1 {
      area.colors = colors
      area.locations = locations
    }
  }

  /// Has the present line fade away, and what is set next fade in.
  func fadeOver(at time: Double) {
    if copies.line.layer.superlayer == nil {
      layer.insertSublayer(copies.line.layer, at: 0)
      layer.insertSublayer(copies.area.layer, at: 0)
    }
    copies.line.leave(line, mask: stroke, at: time)
    if hasArea { copies.area.leave(area, mask: fill, at: time) }
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
    animation.timing.beginTime = begin
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
    if let key = next.knots.first?.key, let old = dashKey, key > old, period > 0 {
      let phase = stroke.strokeStyle.dashPhase + to.length(before: key)
      stroke.strokeStyle.dashPhase = phase.truncatingRemainder(dividingBy: period)
    }
    dashKey = next.knots.first?.key
  }
}

extension LineMark.Look {
  /// One of several equals.
  /// - Parameter share: how wide the line is, in widths of one that stands out.
  fileprivate mutating func become(series number: Int, width: Double, share: Double, theme: Theme) {
    let color = theme.seriesColor(number)
    lineColors = [color]
    areaColors = [color.opacity(0.26), color.opacity(0.02)]
    let isDashed = Theme.isDashed(series: number)
    stroke = StrokeStyle(
      width: share * width, cap: isDashed ? .butt : .round, join: .round,
      dashPattern: isDashed ? [2.4 * width, 1.2 * width] : [])
  }

  /// Colours lie across the plot from its top to its bottom.
  fileprivate mutating func becomeSpectrum(theme: Theme) {
    lineColors = SpectrumGradient.colors(on: theme)
    let last = Double(max(1, lineColors.count - 1))
    areaColors = lineColors.enumerated().map { i, color in
      color.opacity(0.30 * (1 - Double(i) / last))
    }
  }
}

extension GradientLayer {
  /// Has the gradient go down a plot that begins so far below the layer's top, and ends so far above its
  /// bottom.
  fileprivate func pointDown(from overhang: Double, in height: Double) {
    startPoint = Point(0.5, overhang / max(height, 1))
    endPoint = Point(0.5, 1 - overhang / max(height, 1))
  }
}

extension ShapeLayer {
  fileprivate func move(
    _ keyPath: AnimationKeyPath, pathFrom: Path, to target: Path, at time: Double?
  ) {
    move(keyPath, from: .path(pathFrom), to: .path(target), at: time)
  }
}
