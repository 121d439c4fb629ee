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
  private let text: String
  private var geometry: PanelGeometry?
  private var environment: ChartEnvironment?
  private var showsValue = true

  init(title: String) {
    text = title
    for part in [self.title, note, value, unit] { layer.addSublayer(part) }
    layer.addSublayer(legend.layer)
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
    updateValue(content, geometry, environment)
    legend.update(
      content.legend, baseline: Point(geometry.padding, geometry.valueBaseline),
      width: geometry.innerWidth, environment: environment)
  }

  private func updateNote(
    _ content: PanelContent, _ geometry: PanelGeometry, _ environment: ChartEnvironment
  ) {
    var text = content.note
    if case .late(let reason) = content.state { text = reason }
    let room = geometry.innerWidth - title.bounds.width - environment.type.padding
    let line = environment.fonts.line(text, font: environment.type.note)
    note.isHidden = !geometry.showsNote || line.width > room
    if note.line != line { note.line = line }
    note.foregroundColor = environment.theme.secondary
    note.placeBaseline(
      at: Point(geometry.padding + geometry.innerWidth - line.width, geometry.titleBaseline))
  }

  private func updateValue(
    _ content: PanelContent, _ geometry: PanelGeometry, _ environment: ChartEnvironment
  ) {
    let shown = showsValue ? content.value : nil
    value.isHidden = shown == nil
    unit.isHidden = shown == nil
    guard let shown else { return }
    let type = environment.type
    value.line = environment.fonts.line(shown.digits, font: type.value)
    unit.line = environment.fonts.line(shown.unit, font: type.unit)
    value.foregroundColor = environment.theme.text
    unit.foregroundColor = environment.theme.secondary
    value.placeBaseline(at: Point(geometry.padding, geometry.valueBaseline))
    unit.placeBaseline(
      at: Point(
        geometry.padding + value.bounds.width + type.unit.size * 0.3, geometry.valueBaseline))
    unit.isHidden =
      value.bounds.width + type.unit.size * 0.3 + unit.bounds.width > geometry.innerWidth
  }
}
