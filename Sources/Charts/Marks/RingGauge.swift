import Geometry
import Layers
import Metrics
import Raster
import Typography

/// What a ring shows.
public struct RingContent {
  /// 0...1; NaN shows an empty ring.
  public var fraction: Double
  /// What stands in the ring.
  public var value: FormattedValue
  /// A line under the value.
  public var detail: String
  /// The colour of the value, where something is wrong. Default none.
  public var signal: SignalColor?

  /// A share with what is said of it.
  public init(fraction: Double, value: FormattedValue, detail: String) {
    self.fraction = fraction
    self.value = value
    self.detail = detail
  }
}

/// A share as a racetrack-shaped ring around its value.
final class RingGauge {
  let layer = Layer()
  private let track = ShapeLayer()
  private let fill = GradientLayer()
  private let progress = ShapeLayer()
  private let value = TextLayer()
  private let unit = TextLayer()
  private let detail = TextLayer()
  private var racetrack = Racetrack(in: .zero, band: 0)
  private var content: RingContent?
  private var environment: ChartEnvironment
  /// How much of the panel's width the ring takes, its width in heights, and its band's.
  private static let share = 0.76
  private static let aspect = 2.0
  private static let band = 0.125

  init(environment: ChartEnvironment) {
    self.environment = environment
    fill.colors = [LineGradient.ring.start, LineGradient.ring.end]
    fill.startPoint = Point(0, 0.5)
    fill.endPoint = Point(0.75, 0.5)
    fill.mask = progress
    for shape in [track, progress] { shape.fillColor = nil }
    progress.strokeColor = .black
    progress.strokeStyle.end = 0
    for part in [track, fill, value, unit, detail] { layer.addSublayer(part) }
  }

  func layOut(frame: Rect, environment: ChartEnvironment) {
    self.environment = environment
    layer.frame = frame
    let width = min(frame.width * RingGauge.share, frame.height * 0.9 * RingGauge.aspect)
    let height = width / RingGauge.aspect
    let box = environment.snapped(
      Rect(
        x: (frame.width - width) / 2, y: (frame.height - height) / 2, width: width, height: height))
    racetrack = Racetrack(in: box, band: height * RingGauge.band)
    let line = racetrack.centerLine
    track.path = line
    track.strokeColor = environment.theme.grid
    track.strokeStyle.width = racetrack.band
    fill.frame = box
    progress.position = Point(-box.minX, -box.minY)
    progress.path = line
    progress.strokeStyle.width = racetrack.band
    if let content { update(content, at: nil) }
  }

  func update(_ content: RingContent, at time: Double?) {
    self.content = content
    let time = environment.travelTime(time)
    progress.move(
      .strokeEnd, to: .scalar(racetrack.centerFraction(content.fraction)), at: time)
    layOutText(content)
  }

  func drawOn(at time: Double) {
    guard environment.isAnimated else { return }
    if environment.reducesMotion {
      fill.fadeIn(at: time)
      return
    }
    var animation = BasicAnimation(
      .strokeEnd, from: .scalar(0), duration: Motion.drawOnDuration,
      timingFunction: Motion.drawOnTiming)
    animation.timing.beginTime = time
    animation.timing.fillMode = .backwards
    progress.add(animation, forKey: "drawOn", at: time)
  }

  func finishDrawOn() { progress.removeAnimation(forKey: "drawOn") }

  func setStrength(_ strength: Double, at time: Double?) {
    fill.move(.opacity, to: .scalar(strength), at: environment.isAnimated ? time : nil)
  }

  private func layOutText(_ content: RingContent) {
    let (fonts, type, theme) = (environment.fonts, environment.type, environment.theme)
    let inner = racetrack.radius - racetrack.band
    let detailLine = fonts.line(content.detail, font: type.note)
    let capHeight = fonts.metrics(of: type.value).capHeight
    // The detail lies within the ring, and does not touch it.
    let depth = capHeight * 0.3 + type.note.size * 2.4
    let chord = racetrack.straight + 2 * max(0, inner * inner - depth * depth).squareRoot()
    let showsDetail =
      depth + type.note.size * 0.4 < inner && detailLine.width <= chord - type.note.size
    let room = 2 * inner * 0.86 + racetrack.straight
    var (valueFont, unitFont) = (type.value, type.unit)
    value.line = fonts.line(content.value.digits, font: valueFont)
    unit.line = fonts.line(content.value.unit, font: unitFont)
    let whole = value.bounds.width + unit.bounds.width + unitFont.size * 0.3
    if whole > room, room > 0 {
      valueFont.size = max(TypeScale.smallestType, (valueFont.size * room / whole).rounded(.down))
      unitFont.size = max(TypeScale.smallestType, (unitFont.size * room / whole).rounded(.down))
      value.line = fonts.line(content.value.digits, font: valueFont)
      unit.line = fonts.line(content.value.unit, font: unitFont)
      if value.bounds.width + unit.bounds.width + unitFont.size * 0.3 > room {
        unit.line = fonts.line("", font: unitFont)
      }
    }
    detail.line = detailLine
    detail.isHidden = !showsDetail
    value.foregroundColor = content.signal.map { theme.text($0) } ?? theme.text
    unit.foregroundColor = theme.secondary
    detail.foregroundColor = theme.secondary
    let valueWidth = value.bounds.width
    let gap = unit.bounds.width > 0 ? type.unit.size * 0.3 : 0
    let left = racetrack.center.x - (valueWidth + gap + unit.bounds.width) / 2
    let baseline = racetrack.center.y + (showsDetail ? capHeight * 0.3 : capHeight / 2)
    value.placeBaseline(at: Point(left, baseline))
    unit.placeBaseline(at: Point(left + valueWidth + gap, baseline))
    detail.placeBaseline(
      at: Point(racetrack.center.x - detailLine.width / 2, baseline + type.note.size * 2))
  }
}

extension TextLayer {
  /// Puts the left end of the baseline at a point of the superlayer.
  public func placeBaseline(at origin: Point) {
    anchorPoint = .zero
    position = Point(origin.x, origin.y - (line?.ascent ?? 0))
  }
}
