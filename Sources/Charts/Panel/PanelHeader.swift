import Geometry
import Layers
import Metrics
import Typography

/// A panel's title, value, unit and note.
final class PanelHeader {
  let layer = Layer()
  private let title = TextLayer()
  private let note = TextLayer()
  private let value = TextLayer()
  private let unit = TextLayer()
  let legend = Legend()
  private let change = ChangeMark()
  var text: String
  /// The colour of the series that stands out.
  var accent = Color.black
  private var geometry: PanelGeometry?
  private var environment: ChartEnvironment?
  private var showsValue = true

  init(title: String) {
    text = title
    for part in [self.title, note, value, unit] { layer.addSublayer(part) }
    layer.addSublayer(legend.layer)
    layer.addSublayer(change.layer)
  }

  func layOut(geometry: PanelGeometry, environment: ChartEnvironment, showsValue: Bool) {
    self.geometry = geometry
    self.environment = environment
    self.showsValue = showsValue
    title.line = environment.fonts.line(
      text, font: environment.type.panelTitle, fitting: geometry.innerWidth)
    title.foregroundColor = environment.theme.secondary
    title.placeBaseline(at: Point(geometry.padding, geometry.titleBaseline))
  }

  func update(_ content: PanelContent) {
    guard let geometry, let environment else { return }
    updateNote(content, geometry, environment)
    updateLegend(content, geometry, environment)
    change.update(content.change, geometry: geometry, environment: environment)
  }

  private func updateNote(
    _ content: PanelContent, _ geometry: PanelGeometry, _ environment: ChartEnvironment
  ) {
    let fonts = environment.fonts
    let font = environment.type.note
    let room = geometry.innerWidth - title.bounds.width - environment.type.padding
    var line = fonts.line(content.note, font: font)
    note.isHidden = !geometry.showsNote || line.width > room
    if case .late(let reason, let short) = content.state {
      // A few letters say that something is wrong wherever they have room.
      let texts = [reason, short].map { fonts.line($0, font: font) }
      line = texts.first { $0.width <= room } ?? fonts.line(short, font: font, fitting: room)
      note.isHidden = room < font.size * 3
    }
    note.line = line
    note.foregroundColor = environment.theme.secondary
    note.placeBaseline(
      at: Point(geometry.padding + geometry.innerWidth - line.width, geometry.titleBaseline))
  }

  /// The legend stands in place of the value, or beside it where it has room for all names.
  private func updateLegend(
    _ content: PanelContent, _ geometry: PanelGeometry, _ environment: ChartEnvironment
  ) {
    updateValue(content, geometry, environment)
    var left = geometry.padding
    var width = geometry.innerWidth
    if !value.isHidden, !content.legend.isEmpty {
      let end = unit.isHidden ? value.frame.maxX : unit.frame.maxX
      let start = end + environment.type.gap * 1.5
      let room = geometry.padding + geometry.innerWidth - start
      let needed = legend.width(of: content.legend, in: room, environment: environment)
      if needed <= room {
        left = geometry.padding + geometry.innerWidth - needed
        width = needed
      } else {
        value.isHidden = true
        unit.isHidden = true
      }
    }
    legend.update(
      content.legend, baseline: Point(left, geometry.valueBaseline), width: width,
      accent: accent, environment: environment)
  }

  private func updateValue(
    _ content: PanelContent, _ geometry: PanelGeometry, _ environment: ChartEnvironment
  ) {
    let shown = showsValue ? content.value : nil
    value.isHidden = shown == nil
    unit.isHidden = shown == nil
    guard let shown else { return }
    let (type, fonts) = (environment.type, environment.fonts)
    var (valueFont, unitFont) = (geometry.valueFont, type.unit)
    // The unit of a large value grows with it, but less.
    if valueFont != type.value {
      unitFont.size = (unitFont.size * (valueFont.size / type.value.size).squareRoot()).rounded()
    }
    var line = fonts.line(shown.digits, font: valueFont)
    if line.width > geometry.innerWidth, line.width > 0 {
      valueFont.size = max(
        TypeScale.smallestType, (valueFont.size * geometry.innerWidth / line.width).rounded(.down))
      line = fonts.line(shown.digits, font: valueFont)
    }
    value.line = line
    unit.line = fonts.line(shown.unit, font: unitFont)
    value.foregroundColor =
      content.signal.map { environment.theme.text($0) } ?? environment.theme.text
    unit.foregroundColor = environment.theme.secondary
    value.placeBaseline(at: Point(geometry.padding, geometry.valueBaseline))
    unit.placeBaseline(
      at: Point(
        geometry.padding + value.bounds.width + unitFont.size * 0.3, geometry.valueBaseline))
    unit.isHidden =
      value.bounds.width + unitFont.size * 0.3 + unit.bounds.width > geometry.innerWidth
  }
}

/// The change of a value: an arrow, and words.
private final class ChangeMark {
  let layer = Layer()
  private let arrow = ShapeLayer()
  private let text = TextLayer()

  init() {
    layer.addSublayer(arrow)
    layer.addSublayer(text)
    arrow.anchorPoint = .zero
  }

  func update(
    _ change: ValueChange?, geometry: PanelGeometry, environment: ChartEnvironment
  ) {
    layer.isHidden = change == nil || geometry.changeBaseline == nil
    guard let change, let baseline = geometry.changeBaseline else { return }
    let font = environment.type.panelTitle
    let capHeight = environment.fonts.metrics(of: font).capHeight
    let width = (capHeight * 1.05).rounded()
    let left = change.direction == .none ? 0 : width + font.size * 0.45
    text.line = environment.fonts.line(
      change.text, font: font, fitting: max(0, geometry.innerWidth - left))
    text.foregroundColor = environment.theme.secondary
    text.placeBaseline(at: Point(geometry.padding + left, baseline))
    arrow.isHidden = change.direction == .none
    arrow.fillColor = environment.theme.secondary
    arrow.path = ChangeMark.triangle(
      width: width, height: capHeight * 0.86, isUp: change.direction == .up)
    arrow.position = Point(geometry.padding, baseline - capHeight * 0.93)
  }

  private static func triangle(width: Double, height: Double, isUp: Bool) -> Path {
    let (tip, base) = isUp ? (0, height) : (height, 0)
    var path = Path()
    path.move(to: Point(width / 2, tip))
    path.addLine(to: Point(width, base))
    path.addLine(to: Point(0, base))
    path.closeSubpath()
    return path
  }
}

extension PanelContent {
  fileprivate var change: ValueChange? {
    if case .number(_, let change) = body { change } else { nil }
  }
}
