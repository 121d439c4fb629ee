import Geometry
import Layers
import Raster

/// One series of a plot as layers: a gradient seen through a stroked path, and with some styles another
/// one seen through the area under it.
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
  private var height = 0.0
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

  func layOut(size: Size, environment: ChartEnvironment, gradient: LineGradient) {
    height = size.height
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
    case .colored(let number), .area(let number): layOutEqual(number, 0.8, width, environment)
    case .stacked(let number):
      layOutEqual(number, 0.5, width, environment)
      area.colors = [environment.theme.seriesColor(number).opacity(LineMark.stackOpacity)]
    case .faint:
      line.colors = [gradient.start.opacity(0.35), gradient.end.opacity(0.35)]
      stroke.strokeStyle = StrokeStyle(width: width / 2, cap: .round, join: .round)
    case .spectrum: layOutSpectrum(overhang: overhang, width, environment)
    }
    removeMotion()
  }

  /// How much of its colour the area of a stack's layer has.
  private static let stackOpacity = 0.32

  /// - Parameter share: how wide the line is, in widths of one that stands out.
  private func layOutEqual(
    _ number: Int, _ share: Double, _ width: Double, _ environment: ChartEnvironment
  ) {
    let color = environment.theme.seriesColor(number)
    line.colors = [color]
    area.colors = [color.opacity(0.26), color.opacity(0.02)]
    let isDashed = Theme.isDashed(series: number)
    stroke.strokeStyle = StrokeStyle(
      width: share * width, cap: isDashed ? .butt : .round, join: .round,
      dashPattern: isDashed ? [2.4 * width, 1.2 * width] : [])
  }

  /// Colours lie across the plot from its top to its bottom.
  private func layOutSpectrum(overhang: Double, _ width: Double, _ environment: ChartEnvironment) {
    let colors = SpectrumGradient.colors(on: environment.theme)
    let whole = max(line.bounds.height, 1)
    line.colors = colors
    line.startPoint = Point(0.5, overhang / whole)
    line.endPoint = Point(0.5, 1 - overhang / whole)
    stroke.strokeStyle = StrokeStyle(width: width, cap: .round, join: .round)
    let last = Double(max(1, colors.count - 1))
    area.colors = colors.enumerated().map { i, color in
      color.opacity(0.30 * (1 - Double(i) / last))
    }
  }

  /// The curve as it is on the way.
  func shown(progress: Double) -> SampledCurve {
    progress >= 1 ? to : SampledCurve.interpolate(from, to, progress)
  }

  /// - Parameters:
  ///   - baseline: where zero is, before and after.
  ///   - below: the curves of the layer of a stack that it lies upon; nil for the lowest.
  func update(
    from: SampledCurve, to: SampledCurve, baseline: (from: Double, to: Double),
    below: (from: SampledCurve, to: SampledCurve)?, at time: Double?
  ) {
    carryDashes(from: from)
    self.from = from
    self.to = to
    stroke.move(.path, pathFrom: from.line, to: to.line, at: time)
    guard hasArea else { return }
    switch style {
    case .stacked where below != nil:
      fill.move(
        .path, pathFrom: from.band(above: below!.from), to: to.band(above: below!.to), at: time)
    case .spectrum:
      fill.move(
        .path, pathFrom: from.area(baseline: height), to: to.area(baseline: height), at: time)
    default:
      fill.move(
        .path, pathFrom: from.area(baseline: baseline.from), to: to.area(baseline: baseline.to),
        at: time)
      shadeAround(zero: baseline.to)
    }
  }

  /// The area is strongest far from zero, wherever zero is.
  private func shadeAround(zero: Double) {
    guard !style.isStacked, let strong = area.colors.first, let weak = area.colors.dropFirst().first
    else { return }
    let place = height > 0 ? zero / height : 1
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
    if let key = next.knots.first?.key, let old = dashKey, key > old, period > 0 {
      let phase = stroke.strokeStyle.dashPhase + to.length(before: key)
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
