import Charts
import Geometry
import Layers

/// The panels of one page in their grid, with a layer of their own.
final class PanelGrid {
  /// What makes a panel what it is.
  struct Head: Equatable {
    /// A panel with the same key stays, with what is in motion in it.
    var key: String
    var title: String
    var kind: Panel.Kind
    var span = PanelSpan()
    /// Whether a new panel draws its chart on when it first has data.
    var drawsOn = true
  }

  let layer = Layer()
  /// How many columns the grid has; nil for what suits the page. Seen from the next `setPanels` on.
  var columns: Int?
  /// Told when the panels show something else, with the time at which motion there starts.
  var didChange: ((Double?) -> Void)?
  private(set) var panels: [(head: Head, panel: Panel)] = []
  /// Where they are.
  private var frames: [Rect] = []
  private var environment: ChartEnvironment
  private var size = Size.zero
  /// The widest label of a value axis.
  private var labelColumn = 0.0

  init(columns: Int? = nil, environment: ChartEnvironment) {
    self.columns = columns
    self.environment = environment
    layer.anchorPoint = .zero
  }

  // MARK: Layout

  /// Where the parts of a page are that has these panels.
  private var layout: PageLayout {
    PageLayout(
      size: size, spans: panels.isEmpty ? [PanelSpan()] : panels.map(\.head.span),
      columns: columns, type: environment.type)
  }

  /// Puts the panels on a page of this size, without motion.
  /// - Returns: the room for the page's header; nil where there is none.
  func layOut(size: Size, environment: ChartEnvironment) -> Rect? {
    self.size = size
    self.environment = environment
    layer.bounds = Rect(origin: .zero, size: size)
    labelColumn = environment.fonts.line("0000", font: environment.type.tick).width
    return layOutPanels()
  }

  @discardableResult
  private func layOutPanels() -> Rect? {
    let layout = layout
    frames = Array(layout.panels.prefix(panels.count))
    for (i, frame) in frames.enumerated() {
      panels[i].panel.layOut(frame: frame, labelColumn: labelColumn, environment: environment)
    }
    return layout.header
  }

  // MARK: Content

  /// Has just these panels. Those that stay, and where they are, go on with what is in motion in them.
  func setPanels(_ heads: [Head]) {
    let oldFrames = frames
    if heads == panels.map(\.head), oldFrames == Array(layout.panels.prefix(heads.count)) { return }
    var old = Dictionary(grouping: panels.enumerated(), by: \.element.head.key)
    var isInPlace: [Bool] = []
    panels = heads.enumerated().map { i, head in
      guard let kept = old[head.key]?.first, kept.element.head.kind == head.kind else {
        isInPlace.append(false)
        let panel = Panel(
          title: head.title, kind: head.kind, index: i, environment: environment)
        if !head.drawsOn { panel.skipDrawOn() }
        return (head, panel)
      }
      old[head.key]?.removeFirst()
      isInPlace.append(kept.offset == i && kept.element.head.title == head.title)
      kept.element.panel.setTitle(head.title, index: i)
      return (head, kept.element.panel)
    }
    layer.removeAllSublayers()
    for (_, panel) in panels { layer.addSublayer(panel.layer) }
    guard size.width > 0 else { return }
    frames = Array(layout.panels.prefix(panels.count))
    for (i, frame) in frames.enumerated() where !isInPlace[i] || oldFrames[i] != frame {
      panels[i].panel.layOut(frame: frame, labelColumn: labelColumn, environment: environment)
    }
  }

  /// Shows new content.
  /// - Parameters:
  ///   - contents: one for each panel; nil for one that stays as it is.
  ///   - time: when the motion towards it starts; nil for none.
  func show(_ contents: [PanelContent?], at time: Double?) {
    makeRoom(for: contents)
    for ((_, panel), content) in zip(panels, contents) {
      if let content { panel.update(content, at: time) }
    }
    didChange?(time)
  }

  /// Labels may be wider than usual; the room that they have only grows, so that plots stand still.
  private func makeRoom(for contents: [PanelContent?]) {
    var widest = labelColumn
    for content in contents {
      guard case .plot(let plot) = content?.body else { continue }
      for label in plot.axis.labels where label.utf8.count > 4 {
        let line = environment.fonts.line(label, font: environment.type.tick)
        widest = max(widest, line.width.rounded(.up))
      }
    }
    guard widest > labelColumn, size.width > 0 else { return }
    labelColumn = widest
    layOutPanels()
  }

  /// Lets nothing be drawn on when it first shows something: the page as a whole appears.
  func settle() {
    for (_, panel) in panels { panel.settle() }
  }

  /// Ends the drawing-on of charts: what there is stands there at once, and so does what comes.
  func finishDrawOn() {
    for (_, panel) in panels { panel.finishDrawOn() }
  }

  /// Draws all charts on again.
  func replay(at time: Double) {
    for (_, panel) in panels { panel.drawOn(at: time) }
  }
}
