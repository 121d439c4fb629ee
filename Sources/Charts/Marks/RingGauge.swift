import Geometry
import Layers
import Metrics
import Raster
import Typography

/// A share as a racetrack-shaped ring around its value.
final class RingGauge {
  let layer = Layer()
  private let track = ShapeLayer()
  private let fill = GradientLayer()
  private let progress = RingStroke()
  private let value = TextLayer()
  private let unit = TextLayer()
  private let detail = TextLayer()
  private var racetrack = Racetrack(in: .zero, band: 0)
  private var content: RingContent?
  private var environment: ChartEnvironment
  /// The ring's share of the panel's width, its width in heights, and its band's width in heights.
  private static let share = 0.76
  private static let aspect = 2.0
  private static let band = 0.125

  init(environment: ChartEnvironment) {
    self.environment = environment
    fill.colors = [LineGradient.ring.start, LineGradient.ring.end]
    fill.startPoint = Point(0, 0.5)
    fill.endPoint = Point(0.75, 0.5)
    fill.mask = progress.layer
    track.fillColor = nil
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
    track.path = racetrack.centerLine
    track.strokeColor = environment.theme.grid
    track.strokeStyle.width = racetrack.band
    fill.frame = box
    progress.layer.position = Point(-box.minX, -box.minY)
    progress.layOut(racetrack)
    if let content { update(content, at: nil) }
  }

  func update(_ content: RingContent, at time: Double?) {
    self.content = content
    if let time = environment.travelTime(time) {
      progress.move(
        to: content.fraction, begin: time, duration: Motion.sampleDuration,
        timing: Motion.sampleTiming, at: time)
    } else {
      progress.show(content.fraction)
    }
    layOutText(content)
  }

  func drawOn(at time: Double) {
    guard environment.isAnimated else { return }
    if environment.reducesMotion {
      fill.fadeIn(at: time)
      return
    }
    progress.move(
      from: 0, to: content?.fraction ?? 0, begin: time, duration: Motion.drawOnDuration,
      timing: Motion.drawOnTiming, at: time)
  }

  func finishDrawOn() { progress.show(content?.fraction ?? 0) }

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
