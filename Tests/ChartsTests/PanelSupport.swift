import Geometry
import Layers
import Typography

@testable import Charts

/// A panel of a kind with its content, as it is shown without motion.
func shownPanel(
  _ title: String, _ size: Size, _ kind: Panel.Kind = .line, _ fill: (inout PanelContent) -> Void
) throws -> Panel {
  let environment = try chartEnvironment(isAnimated: false)
  let panel = Panel(title: title, kind: kind, index: 0, environment: environment)
  panel.layOut(frame: Rect(origin: .zero, size: size), labelColumn: 32, environment: environment)
  var content = PanelContent()
  content.state = .fresh
  fill(&content)
  panel.update(content, at: nil)
  return panel
}

/// The lines of text that are seen in a panel.
func shownLines(_ panel: Panel) -> [TextLine] {
  func shown(_ layer: Layer) -> [TextLine] {
    guard !layer.isHidden else { return [] }
    let own = (layer as? TextLayer)?.line.flatMap { $0.text.isEmpty ? nil : $0 }
    return [own].compactMap { $0 } + layer.sublayers.flatMap(shown)
  }
  return shown(panel.layer)
}
