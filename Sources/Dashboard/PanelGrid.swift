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
  /// The shares of the rows in the height. A new value takes effect with the next `setPanels`.
  var rows: [Double] = []
  /// Called when panels change their contents, with the start of the motion.
  var didChange: ((Double?) -> Void)?
  private(set) var panels: [(head: Head, panel: Panel)] = []
  private var frames: [Rect] = []
  private var environment: ChartEnvironment
  /// The size of the page for which the panels are laid out.
  private(set) var size = Size.zero
  /// The titles where the whole titles have no room.
  private var shortTitles: [String] = []
  /// The widths of the labels beside each panel's plot.
  private var labelColumns: [Panel.LabelWidths] = []
  /// The step, in points, of the distance between a panel's padding and its plot.
  private static let gutterStep = 8.0

  init(columns: Int? = nil, rows: [Double] = [], environment: ChartEnvironment) {
    self.columns = columns
    self.rows = rows
    self.environment = environment
    layer.anchorPoint = .zero
  }

  // MARK: Layout

  /// The layout of a page with these panels.
  private var layout: PageLayout {
    PageLayout(
      size: size, spans: panels.isEmpty ? [PanelSpan()] : panels.map(\.head.span),
      columns: columns, rows: rows, type: environment.type)
  }

  /// Lays out the panels on a page of the given size, without motion.
  /// - Returns: the frame of the page's header; nil if there is no room for a header.
  func layOut(size: Size, environment: ChartEnvironment) -> Rect? {
    self.size = size
    self.environment = environment
    layer.bounds = Rect(origin: .zero, size: size)
    let layout = layout
    frames = Array(layout.panels.prefix(panels.count))
    shortenTitles()
    labelColumns = labelColumns(for: [])
    for i in panels.indices { layOutPanel(i) }
    return layout.header
  }

  /// Shortens the titles that have no room, so that the shortened titles still differ.
  private func shortenTitles() {
    let type = panelEnvironment.type
    let narrowest = frames.map(\.width).min() ?? 0
    shortTitles = environment.fonts.distinctNames(
      panels.map(\.head.title), font: type.panelTitle,
      fitting: max(0, narrowest - 2 * type.padding))
  }

  private func layOutPanel(_ i: Int) {
    let head = panels[i].head
    panels[i].panel.setTitle(
      head.title, short: shortTitles[i] == head.title ? nil : shortTitles[i], index: i)
    panels[i].panel.layOut(
      frame: frames[i], labelColumn: labelColumns[i].axis, endColumn: labelColumns[i].ends,
      environment: panelEnvironment)
  }

  /// The largest number of panels on a page whose values have room for large type.
  private static let fewPanels = 2

  private var panelEnvironment: ChartEnvironment {
    var result = environment
    result.type.hasFewPanels = panels.count <= Self.fewPanels
    return result
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
      return (head, kept.element.panel)
    }
    layer.removeAllSublayers()
    for (_, panel) in panels { layer.addSublayer(panel.layer) }
    guard size.width > 0 else { return }
    frames = Array(layout.panels.prefix(panels.count))
    let (oldColumns, oldTitles) = (labelColumns, shortTitles)
    shortenTitles()
    labelColumns = labelColumns(for: [])
    for i in panels.indices
    where !isInPlace[i] || oldFrames[i] != frames[i] || oldColumns[i] != labelColumns[i]
      || oldTitles[i] != shortTitles[i]
    {
      layOutPanel(i)
    }
  }

  /// Shows new contents.
  /// - Parameters:
  ///   - contents: one for each panel; nil for an unchanged panel.
  ///   - time: the start of the motion; nil for no motion.
  func show(_ contents: [PanelContent?], at time: Double?) {
    placePlots(for: contents)
    let all = panels.enumerated().map { i, panel in contents[i] ?? panel.panel.content }
    let isAlarmed = panels.count >= Self.manyPanels && all.contains(where: \.needsAttention)
    for (i, (_, panel)) in panels.enumerated() {
      let emphasis: Panel.Emphasis =
        all[i].needsAttention && isAlarmed
        ? .standsOut : isAlarmed && !all[i].isUrgent ? .recedes : .usual
      guard let content = contents[i] ?? (emphasis == panel.emphasis ? nil : panel.content) else {
        continue
      }
      panel.update(content, emphasis: emphasis, at: time)
    }
    didChange?(time)
  }

  /// The smallest number of panels among which a viewer overlooks one that needs attention.
  private static let manyPanels = 9

  /// Aligns the plots of each column of panels, if the labels of the new contents need a different width.
  private func placePlots(for contents: [PanelContent?]) {
    guard size.width > 0 else { return }
    let old = labelColumns
    labelColumns = labelColumns(for: contents)
    for i in panels.indices where labelColumns[i] != old[i] { layOutPanel(i) }
  }

  /// The widths of the labels beside each plot. On the left, all panels of a column have the width of the column's
  /// widest labels, and at least the width of four digits. On the right, the panels of a column with labels at the ends
  /// of their lines share the width of the widest labels; other panels have no labels there. The widths follow from the
  /// contents alone, not from earlier contents.
  /// - Parameter contents: the new contents; nil, or none, for an unchanged panel.
  private func labelColumns(for contents: [PanelContent?]) -> [Panel.LabelWidths] {
    let (type, fonts) = (environment.type, environment.fonts)
    let usual = fonts.line("0000", font: type.tick).width.rounded(.down)
    var widest: [Double: Panel.LabelWidths] = [:]
    let needed = panels.enumerated().map { i, panel in
      let content = contents.indices.contains(i) ? contents[i] : nil
      let own = panel.panel.labelWidths(
        of: content ?? panel.panel.content, size: frames[i].size, environment: panelEnvironment)
      let known = widest[frames[i].minX] ?? Panel.LabelWidths(axis: usual)
      widest[frames[i].minX] = Panel.LabelWidths(
        axis: max(known.axis, own.axis), ends: max(known.ends, own.ends))
      return own
    }
    return zip(frames, needed).map { frame, own in
      var column = widest[frame.minX] ?? Panel.LabelWidths(axis: usual)
      let gutter = column.axis + type.tickGap
      column.axis = (gutter / Self.gutterStep).rounded(.up) * Self.gutterStep - type.tickGap
      if own.ends == 0 { column.ends = 0 }
      return column
    }
  }

  /// Marks the data of all panels as drawn on, because the page appears as a whole.
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
