import Charts
import Geometry
import Layers

/// The panels of one page in their grid, with a layer of their own.
final class PanelGrid {
  /// The identity of a panel.
  struct Head: Equatable {
    /// The key by which a panel is recognized: a panel that keeps its key stays, with its motion.
    var key: String
    var title: String
    var kind: Panel.Kind
    var span = PanelSpan()
    /// Whether a new panel draws its chart on with its first data.
    var drawsOn = true
  }

  let layer = Layer()
  /// The number of columns of the grid; nil for the number that suits the page. A new value takes effect
  /// with the next `setPanels`.
  var columns: Int?
  /// Called when panels change their contents, with the start of the motion.
  var didChange: ((Double?) -> Void)?
  private(set) var panels: [(head: Head, panel: Panel)] = []
  private var frames: [Rect] = []
  private var environment: ChartEnvironment
  private var size = Size.zero
  /// The width of the widest label of a value axis.
  private var labelColumn = 0.0

  init(columns: Int? = nil, environment: ChartEnvironment) {
    self.columns = columns
    self.environment = environment
    layer.anchorPoint = .zero
  }

  // MARK: Layout

  /// The layout of a page with these panels.
  private var layout: PageLayout {
    PageLayout(
      size: size, spans: panels.isEmpty ? [PanelSpan()] : panels.map(\.head.span),
      columns: columns, type: environment.type)
  }

  /// Lays out the panels on a page of the given size, without motion.
  /// - Returns: the frame of the page's header; nil if there is no room for a header.
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

  /// Replaces the list of panels. A panel that stays in its place keeps its motion.
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

  /// Shows new contents.
  /// - Parameters:
  ///   - contents: one for each panel; nil for an unchanged panel.
  ///   - time: the start of the motion; nil for no motion.
  func show(_ contents: [PanelContent?], at time: Double?) {
    makeRoom(for: contents)
    for ((_, panel), content) in zip(panels, contents) {
      if let content { panel.update(content, at: time) }
    }
    didChange?(time)
  }

  /// Makes room for labels that are wider than usual. The room never shrinks, so that plots stay in
  /// place.
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

  /// Makes panels show their first data without drawing it on, because the page as a whole appears.
  func settle() {
    for (_, panel) in panels { panel.settle() }
  }

  /// Ends the opening of all panels, now and for later contents.
  func finishDrawOn() {
    for (_, panel) in panels { panel.finishDrawOn() }
    // The labels still fade in: the animations of layers that leave the tree end at once.
    layer.removeAllSublayers()
    for (_, panel) in panels { layer.addSublayer(panel.layer) }
  }

  func replay(at time: Double) {
    for (_, panel) in panels { panel.drawOn(at: time) }
  }
}
