import Geometry
import Layers
import Metrics
import Raster
import Typography

extension Panel.Kind {
  /// A racetrack-shaped ring around its value.
  public static let ring = Panel.Kind("ring", .ring) { RingGauge(environment: $0) }
}

/// A share as a racetrack-shaped ring around its value.
final class RingGauge: PanelBody {
  let layer = Layer()
  private let track = ShapeLayer()
  private let fill = GradientLayer()
  private let progress = RingRegion()
  /// The part beyond a whole ring: a narrow region in the middle of the band, as if a second ring lay on the first.
  private let secondLap = RingRegion()
  private let value = TextLayer()
  private let unit = TextLayer()
  private let detail = TextLayer()
  private var racetrack = Racetrack(in: .zero, band: 0)
  private var content: RingContent?
  private var environment: ChartEnvironment
  private var ground = Color.black
  /// Whether another panel of the page needs attention, and this one does not.
  private var recedes = false
  /// The share of the panel's width that the ring takes, the ratio of the ring's width to its height, and the ratio of
  /// the band's width to the ring's height.
  private static let share = 0.76
  private static let aspect = 2.0
  private static let band = 0.125
  /// The width of the line between two laps, as a share of the band.
  private static let lapLine = 0.3

  /// The height of the largest ring in a box.
  static func height(in box: Size) -> Double {
    min(box.width * share / aspect, box.height * 0.9)
  }

  /// The height of the smallest ring with a value in it, which is still larger than notes.
  static func leastHeight(_ type: TypeScale) -> Double { 2 * type.smallest / mostValue }

  init(environment: ChartEnvironment) {
    self.environment = environment
    fill.startPoint = Point(0, 0.5)
    fill.endPoint = Point(0.75, 0.5)
    fill.mask = progress.layer
    for part in [track, fill, secondLap.layer, value, unit, detail] { layer.addSublayer(part) }
  }

  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment) {
    self.environment = environment
    let frame = place.frame
    layer.frame = frame
    let height = RingGauge.height(in: frame.size)
    let width = height * RingGauge.aspect
    let box = environment.snapped(
      Rect(
        x: (frame.width - width) / 2, y: (frame.height - height) / 2, width: width, height: height))
    racetrack = Racetrack(in: box, band: height * RingGauge.band)
    track.path = racetrack.region(1)
    track.fillColor = environment.theme.grid
    fill.frame = box
    progress.layer.position = Point(-box.minX, -box.minY)
    progress.layOut(racetrack)
    secondLap.layOut(racetrack, share: RingGauge.lapLine)
    secondLap.layer.fillColor = environment.theme.panel
    if let content { update(content, at: nil) }
  }

  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?) {
    guard let content = content as? RingContent else { return }
    (ground, recedes) = (look.ground, look.recedes)
    update(content, at: time)
    let fade = environment.isAnimated ? time : nil
    fill.move(.opacity, to: .scalar(look.strength), at: fade)
  }

  private func update(_ content: RingContent, at time: Double?) {
    self.content = content
    fill.colors = colors(of: content)
    if let time = environment.travelTime(time) {
      progress.move(to: content.fraction, Pace(begin: time), at: time)
      secondLap.move(to: content.fraction - 1, Pace(begin: time), at: time)
    } else {
      finishDrawOn()
    }
    layOutText(content)
  }

  /// The colours of the ring from left to right: those of a gradient, or that of a breached threshold.
  private func colors(of content: RingContent) -> [Color] {
    let signal = content.signal.map { environment.theme.mark($0) }
    return signal.map { [$0, $0] } ?? [LineGradient.ring.start, LineGradient.ring.end]
  }

  func drawOn(at time: Double) {
    guard environment.isAnimated else { return }
    if environment.reducesMotion {
      fill.fadeIn(at: time)
      return
    }
    let fraction = content?.fraction ?? 0
    progress.move(from: 0, to: fraction, .drawOn(at: time), at: time)
    secondLap.move(from: 0, to: fraction - 1, .drawOn(at: time), at: time)
  }

  func finishDrawOn() {
    progress.show(content?.fraction ?? 0)
    secondLap.show((content?.fraction ?? 0) - 1)
  }

  // MARK: Text

  /// The size of the value on a page with few panels, or on a page that is read from a distance, as a share of the
  /// ring's height.
  private static let largeValue = 0.3
  /// The size of the largest value that fits into a ring, as a share of the ring's height.
  private static let mostValue = 0.5

  private func layOutText(_ content: RingContent) {
    let (fonts, theme) = (environment.fonts, environment.theme)
    let (valueFont, unitFont) = valueFonts(content)
    value.line = fonts.line(content.value.digits, font: valueFont)
    unit.line = fonts.line(content.value.unit, font: unitFont)
    let noteFont = environment.type.note
    detail.line = fonts.line(content.detail, font: noteFont)
    value.foregroundColor =
      content.isLate
      ? theme.secondary
      : content.signal.map { theme.value($0, on: ground) }
        ?? (recedes ? theme.quietText : theme.text)
    unit.foregroundColor = theme.secondary
    detail.foregroundColor = theme.secondary
    let capHeight = fonts.metrics(of: valueFont).capHeight
    let below = capHeight * 0.3 + noteFont.size * 2
    detail.isHidden =
      content.detail.isEmpty || !hasRoom(for: detail.bounds.width, below: below, font: noteFont)
    let gap = unit.bounds.width > 0 ? unitFont.size * 0.3 : 0
    let width = value.bounds.width + gap + unit.bounds.width
    let left = racetrack.center.x - width / 2
    let baseline = racetrack.center.y + (detail.isHidden ? capHeight / 2 : capHeight * 0.3)
    value.placeBaseline(at: Point(left, baseline))
    unit.placeBaseline(at: Point(left + value.bounds.width + gap, baseline))
    detail.placeBaseline(
      at: Point(racetrack.center.x - detail.bounds.width / 2, racetrack.center.y + below))
  }

  /// Whether a line lies within the ring, and does not touch it.
  private func hasRoom(for width: Double, below depth: Double, font: FontDescription) -> Bool {
    let inner = racetrack.radius - racetrack.band
    let bottom = depth + font.size * 0.4
    let chord = racetrack.straight + 2 * max(0, inner * inner - bottom * bottom).squareRoot()
    return bottom < inner && width <= chord - font.size
  }

  /// The fonts with which the value and its unit lie within the ring.
  private func valueFonts(_ content: RingContent) -> (value: FontDescription, unit: FontDescription)
  {
    let (fonts, type) = (environment.fonts, environment.type)
    var (valueFont, unitFont) = (type.value, type.unit)
    let height = 2 * racetrack.radius
    if type.isDistant || type.hasFewPanels {
      valueFont.size = max(valueFont.size, (height * RingGauge.largeValue).rounded())
    }
    valueFont.size = min(valueFont.size, (height * RingGauge.mostValue).rounded())
    unitFont.size = max(
      type.smallest, unitFont.size * (valueFont.size / type.value.size).squareRoot())
    let room = 2 * (racetrack.radius - racetrack.band) * 0.86 + racetrack.straight
    let digits = fonts.line(content.value.digits, font: valueFont).width
    let unit = fonts.line(content.value.unit, font: unitFont).width
    let whole = digits + unit + unitFont.size * 0.3
    if whole > room, room > 0 {
      valueFont.size = max(type.smallest, (valueFont.size * room / whole).rounded(.down))
      unitFont.size = max(type.smallest, (unitFont.size * room / whole).rounded(.down))
    }
    return (valueFont, unitFont)
  }
}
