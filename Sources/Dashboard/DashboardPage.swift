import Charts
import Feeds
import Layers

/// The panels of one page of a dashboard, and their contents from a store.
///
/// A page has a layer tree of its own, `grid.layer`. The owner lays out the page that is shown, and
/// passes new data to it. A page that is not shown needs no calls; `showAll` brings it up to date.
final class DashboardPage {
  private(set) var spec: PageSpec
  let grid: PanelGrid
  /// Seconds without data after which data counts as late, overriding the panels; nil uses the panels'
  /// own limits.
  private let lateAfter: Double?
  /// The range of time that all plots show; nil for each plot's newest data.
  var fixedRange: ClosedRange<Double>?
  /// The range at which each plot stands still; nil while plots follow their data.
  private var heldRanges: [ClosedRange<Double>?]?
  /// The time of the values in all panels; nil for the latest values.
  private(set) var moment: Double?
  /// The hidden lines of all pages.
  var hiddenLines: () -> Set<HidableLine> = { [] }
  /// The usual values behind the first of a panel's lines in a range of time, at a time of the frame clock.
  var usual:
    (PanelSpec, [PanelLine], ClosedRange<Double>, _ now: Double) -> (band: PlotBand, days: Int)? = {
      _, _, _, _ in nil
    }
  /// The facts about the dashboard at a time of the frame clock.
  var facts: (Double) -> SceneFacts = { SceneFacts(dataTime: $0) }
  private var healths: [PanelHealth?]
  /// The numbers of each panel's lines, by the panel's key.
  private var numbers: [Int: LineNumbers] = [:]

  /// The recent breach of each panel, by the panel's key.
  private var edges: [Int: RecentBreach] = [:]

  private var keys: [Int]
  private var nextKey = 0

  init(_ spec: PageSpec, lateAfter: Double?, environment: ChartEnvironment) {
    self.spec = spec
    self.lateAfter = lateAfter
    grid = PanelGrid(columns: spec.columns, rows: spec.rows, environment: environment)
    healths = spec.panels.map { _ in nil }
    keys = Array(spec.panels.indices)
    nextKey = keys.count
    setPanels(drawingOn: keys.map { _ in true })
  }

  private func key(_ panel: Int) -> String { "\(spec.name)/\(keys[panel])" }

  private func setPanels(drawingOn drawsOn: [Bool]) {
    grid.setPanels(
      spec.panels.enumerated().map { i, panel in
        // A panel that shows something without data would first disappear to be drawn on.
        PanelGrid.Head(
          key: key(i), title: panel.title, kind: panel.traits.kind,
          span: panel.span, drawsOn: drawsOn[i] && panel.traits.needsSeries)
      })
  }

  /// Replaces the page's specification. Equal panels stay as they are, panels with the same key or series
  /// change, panels with a known title are replaced, and new panels draw themselves on.
  /// - Parameter drawsOn: whether new panels may draw themselves on.
  func replace(with new: PageSpec, drawsOn: Bool = true) {
    guard new != spec else { return }
    var left = Array(zip(spec.panels, keys))
    var kept = [Int?](repeating: nil, count: new.panels.count)
    for isSame: (PanelSpec, PanelSpec) -> Bool in [
      { $0 == $1 }, { $0.key != nil && $0.key == $1.key },
      { $0.series == $1.series && $0.traits.kind == $1.traits.kind },
    ] {
      for (i, panel) in new.panels.enumerated() where kept[i] == nil {
        guard let j = left.firstIndex(where: { isSame($0.0, panel) }) else { continue }
        kept[i] = left.remove(at: j).1
      }
    }
    let oldTitles = Set(left.map(\.0.title))
    spec = new
    keys = kept.map { key in
      nextKey += 1
      return key ?? nextKey
    }
    healths = new.panels.map { _ in nil }
    numbers = numbers.filter { keys.contains($0.key) }
    // A panel without thresholds keeps no edge.
    let watched = zip(keys, new.panels).filter { !$1.allThresholds.isEmpty }.map(\.0)
    edges = edges.filter { watched.contains($0.key) }
    (grid.columns, grid.rows) = (new.columns, new.rows)
    setPanels(drawingOn: new.panels.map { drawsOn && !oldTitles.contains($0.title) })
  }

  /// Whether the page has a panel that shows something before data comes.
  var hasTimelessPanels: Bool { spec.panels.contains { !$0.traits.needsSeries } }

  /// Shows all data of the store.
  /// - Parameters:
  ///   - now: the current time of the frame clock.
  ///   - time: the start of the motion; nil for no motion.
  func showAll(of store: SampleStore, now: Double, at time: Double?) {
    show(spec.panels.indices, of: store, now: now, at: time)
  }

  /// Shows the values of a moment in all panels, and leaves the plots as they are.
  /// - Parameter moment: the time of the values; nil for the latest values.
  func showValues(at moment: Double?, of store: SampleStore, now: Double) {
    guard moment != self.moment else { return }
    self.moment = moment
    for (content, item) in zip(contents(spec.panels.indices, of: store, now: now), grid.panels) {
      if let content { item.panel.updateValues(content) }
    }
  }

  /// Forgets all edges, because the page does not know which breaches ended during a pause.
  func forgetEdges() { edges = [:] }

  /// Sets the moment for the contents that come next.
  func setMoment(_ moment: Double?) { self.moment = moment }

  /// Shows a source's new data in the panels that use the source.
  func show(_ source: SourceSpec, of store: SampleStore, now: Double, at time: Double?) {
    let concerned = spec.panels.indices.filter { i in
      spec.panels[i].traits.watchesAll || spec.panels[i].allSeries.contains { $0.source == source }
    }
    show(concerned, of: store, now: now, at: time)
  }

  /// Updates the text about late data where the text changes with time alone.
  ///
  /// The time axis of a panel with late data advances without motion. Only the first step moves, because that step is
  /// as long as the time after which data counts as late.
  /// - Parameters:
  ///   - time: the current time of the frame clock.
  ///   - dataTime: the current data time.
  func advance(to time: Double, dataTime: Double, store: SampleStore) {
    guard let due = nextChange, due <= dataTime else { return }
    let concerned = healths.indices.filter { (healths[$0]?.validUntil ?? .infinity) <= dataTime }
    let late = concerned.filter { healths[$0]?.lead ?? 0 > 0 }
    show(late, of: store, now: time, at: nil)
    show(concerned.filter { !late.contains($0) }, of: store, now: time, at: time)
  }

  /// The range of time that all panels with plots together show; nil without data.
  func liveRange(of store: SampleStore) -> ClosedRange<Double>? {
    let ranges = zip(spec.panels, healths).compactMap { panel, health in
      panel.traits.showsTime
        ? store.liveRange(of: panel, health ?? PanelHealth()) : nil
    }
    guard let now = ranges.map(\.upperBound).max(),
      let span = ranges.map({ $0.upperBound - $0.lowerBound }).max()
    else { return nil }
    return now - span...now
  }

  /// Keeps each plot at the range that the plot shows, or lets the plots follow their data again.
  func setHeld(_ isHeld: Bool, of store: SampleStore) {
    guard isHeld else {
      heldRanges = nil
      return
    }
    heldRanges =
      heldRanges
      ?? spec.panels.indices.map { i in
        grid.panels[i].panel.shownPlot?.time
          ?? store.liveRange(of: spec.panels[i], healths[i] ?? PanelHealth())
      }
  }

  /// The range of time of a panel that does not follow its data; nil for one that does.
  private func fixedRange(of panel: Int) -> ClosedRange<Double>? {
    if let fixedRange { return fixedRange }
    return heldRanges.flatMap { $0.indices.contains(panel) ? $0[panel] : nil }
  }

  /// The next data time when a panel's text changes with time alone; nil for never.
  var nextChange: Double? { healths.compactMap { $0?.validUntil }.min() }

  private func show(
    _ panels: some Collection<Int>, of store: SampleStore, now: Double, at time: Double?
  ) {
    guard !panels.isEmpty else { return }
    grid.show(contents(panels, of: store, now: now), at: time)
  }

  /// The contents of some panels; nil for the others.
  private func contents(
    _ panels: some Collection<Int>, of store: SampleStore, now: Double
  ) -> [PanelContent?] {
    var contents = [PanelContent?](repeating: nil, count: spec.panels.count)
    let facts = facts(now)
    for i in panels {
      let panel = spec.panels[i]
      guard panel.traits.needsSeries else {
        var health = PanelHealth()
        health.validUntil = panel.traits.nextChange?(panel, store, facts)
        healths[i] = health
        contents[i] = store.content(of: panel, [], health: health, scene: facts)
        continue
      }
      let lines = lines(of: i, in: store)
      let health = PanelHealth(
        of: panel, lines, in: store, lateAfter: lateAfter,
        awaitedSince: facts.breaches.start(of: panel), at: facts.dataTime)
      healths[i] = health
      let fixedRange = fixedRange(of: i)
      let range = fixedRange ?? store.liveRange(of: panel, health)
      var content = store.content(
        of: panel, lines, health: health, fixedRange: fixedRange, moment: moment,
        hidden: hiddenNumbers(lines, of: panel),
        usual: range.flatMap { usual(panel, lines, $0, now) },
        scene: facts)
      if moment == nil { keepEdge(&content, of: i, at: facts.dataTime) }
      contents[i] = content
    }
    return contents
  }

  /// The lines of a panel with their numbers.
  private func lines(of panel: Int, in store: SampleStore) -> [PanelLine] {
    var lines = store.lines(of: spec.panels[panel])
    numbers[keys[panel], default: LineNumbers()].number(&lines, of: spec.panels[panel])
    return lines
  }

  /// The line of a panel with a number; nil if the panel has no such line.
  func line(_ number: Int, of panel: Int, in store: SampleStore) -> HidableLine? {
    guard spec.panels.indices.contains(panel) else { return nil }
    return lines(of: panel, in: store).first { $0.number == number }
      .map { HidableLine($0, of: spec.panels[panel], on: spec.name) }
  }

  /// The numbers of a panel's hidden lines.
  private func hiddenNumbers(_ lines: [PanelLine], of panel: PanelSpec) -> Set<Int> {
    let hidden = hiddenLines()
    guard !hidden.isEmpty else { return [] }
    let isHidden = { (line: PanelLine) in
      hidden.contains(HidableLine(line, of: panel, on: self.spec.name))
    }
    return Set(lines.filter(isHidden).map(\.number))
  }

  /// Keeps the edge of a panel for a moment after a breach.
  private func keepEdge(_ content: inout PanelContent, of panel: Int, at time: Double) {
    guard let recent = edges[keys[panel], default: RecentBreach()].take(content.signal, at: time)
    else { return }
    content.recentSignal = recent.signal
    let before = healths[panel]?.validUntil ?? .infinity
    healths[panel]?.validUntil = min(before, recent.end)
  }
}
