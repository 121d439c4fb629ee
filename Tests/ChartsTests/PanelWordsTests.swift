import Geometry
import Layers
import Metrics
import Testing
import Typography

@testable import Charts

/// The words of panels, in the room that they have.
@Suite struct PanelWordsTests {
  /// A panel of a kind with its content, as it is shown.
  private func panel(
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

  /// The texts that are seen, with their places in the panel.
  private func texts(_ panel: Panel) -> [(text: String, frame: Rect)] {
    func shown(_ layer: Layer, _ origin: Point) -> [(String, Rect)] {
      guard !layer.isHidden else { return [] }
      let place = Point(origin.x + layer.frame.minX, origin.y + layer.frame.minY)
      let own = (layer as? TextLayer)?.line.flatMap {
        $0.text.isEmpty ? nil : ($0.text, Rect(origin: place, size: layer.bounds.size))
      }
      return [own].compactMap { $0 } + layer.sublayers.flatMap { shown($0, place) }
    }
    return shown(panel.layer, Point(-panel.layer.frame.minX, -panel.layer.frame.minY))
  }

  /// The unit of an axis without a value stays where the note has no room.
  @Test(arguments: [
    (700.0, "a note about the latencies of all servers · ms"), (260, "ms"), (180, "ms"),
  ])
  func theUnitOutlivesTheNote(width: Double, note: String) throws {
    let panel = try panel("Latency", Size(width, 300)) {
      $0.note = "a note about the latencies of all servers"
      $0.axisUnit = "ms"
    }
    #expect(texts(panel).map(\.text).contains(note), "\(texts(panel))")
  }
}
