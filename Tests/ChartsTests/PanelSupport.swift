import Geometry

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
