import Charts
import Geometry
import Layers
import Typography

/// A card with a few lines that explain the element above it.
final class HintCard {
  let layer = Layer()
  private var shown: State?

  private struct State: Equatable {
    var lines: [String]
    var anchor: Rect
    var page: Size
    var theme: Theme
  }

  init() { layer.isHidden = true }

  /// - Parameters:
  ///   - lines: the lines, the first in full strength; an empty list hides the card.
  ///   - anchor: the frame of the explained element.
  /// - Returns: whether anything visible changes.
  func show(
    _ lines: [String], under anchor: Rect, page: Size, environment: ChartEnvironment
  ) -> Bool {
    let state =
      lines.isEmpty
      ? nil : State(lines: lines, anchor: anchor, page: page, theme: environment.theme)
    guard state != shown else { return false }
    shown = state
    layer.isHidden = state == nil
    layer.removeAllSublayers()
    if let state { draw(state, environment) }
    return true
  }

  private func draw(_ state: State, _ environment: ChartEnvironment) {
    let (type, fonts) = (environment.type, environment.fonts)
    let em = type.note.size
    let padding = (em * 0.9).rounded()
    let margin = type.pageMargin
    let room = max(0, state.page.width - 2 * margin - 2 * padding)
    let lines = state.lines.map { fonts.line($0, font: type.note, fitting: room) }
    let rowHeight = (em * 1.6).rounded()
    let capHeight = fonts.metrics(of: type.note).capHeight
    let size = Size(
      ((lines.map(\.width).max() ?? 0) + 2 * padding).rounded(.up),
      (rowHeight * Double(lines.count - 1) + capHeight + 2 * padding).rounded(.up))
    let x = max(margin, min(state.anchor.minX - padding, state.page.width - margin - size.width))
    layer.frame = Rect(
      origin: Point(environment.snapped(x), environment.snapped(state.anchor.maxY + em * 0.3)),
      size: size)
    layer.cornerRadius = type.cornerRadius * 0.6
    layer.backgroundColor = environment.theme.panel
    layer.borderColor = environment.theme.edge
    layer.borderWidth = environment.hairline
    for (i, line) in lines.enumerated() {
      let text = TextLayer()
      text.line = line
      text.foregroundColor = i == 0 ? environment.theme.text : environment.theme.secondary
      text.placeBaseline(at: Point(padding, padding + capHeight + rowHeight * Double(i)))
      layer.addSublayer(text)
    }
  }
}
