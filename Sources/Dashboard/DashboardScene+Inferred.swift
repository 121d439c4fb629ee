import Charts
import Feeds
import Metrics

/// Dashboards that are inferred from the columns of a text.
extension DashboardScene {
  /// Seconds without data after which the page explains the possible cause.
  private static let hintAfter = 3.0

  /// A page whose dashboard is inferred from the columns of a text.
  /// - Parameters:
  ///   - name: the name of the input, for the title; nil for the standard input.
  ///   - isFile: whether the text is a file: it has an end, and its rows do not arrive one by one.
  ///   - time: the current time of the frame clock.
  public convenience init(
    rows source: SourceSpec, options: StreamOptions, name: String?, isFile: Bool,
    environment: ChartEnvironment, at time: Double
  ) {
    let inference = StreamInference(options: options, source: source, name: name, isFile: isFile)
    self.init(
      spec: DashboardSpec(title: inference.title, pages: [PageSpec(panels: [])]),
      host: HostInfo(name: inference.title, system: "", cores: 0, uptime: 0, memoryTotal: 0),
      environment: environment, lateAfter: isFile ? .infinity : nil)
    self.inference = inference
    view.isInferred = true
    startTime = time
    keepInferred()
    showMessage(at: time)
  }

  /// Brings the inferred dashboard up to date with new rows.
  /// - Returns: whether more rows came than motion could show; nil if nothing is to be shown now.
  func updateInferred(at time: Double) -> Bool? {
    guard inference?.isWorthShowing(at: time) == true, let flood = inference?.takeFlood(at: time)
    else { return nil }
    if flood.begins { view.grid.finishDrawOn() }
    if let count = inference?.columnsToGroup {
      let facts = (0..<count).map(facts)
      inference?.group(by: facts)
      setInferred(
        drawsOn: !isPaused
          && inference.map { !$0.flood.isOn && (!$0.isFile || $0.isEnded) } ?? true)
      // Nothing else fills the new panels before the end of a pause.
      if isPaused { page.showAll(of: samples.shown, now: time, at: nil) }
    }
    showMessage(at: time)
    return flood.isOn
  }

  /// The facts about the numbers of a column.
  func facts(_ column: Int) -> ColumnFacts {
    guard let inference,
      let samples = self.samples.newest.sources[inference.source]?.queries[.columns]?
        .anySeries(inference.metric(column))?.samples
    else { return ColumnFacts(hasNumbers: false) }
    return ColumnFacts(of: samples)
  }

  /// Shows as many panels of the inferred dashboard as there is room for.
  private func setInferred(drawsOn: Bool) {
    guard let new = inference?.dashboard(mostPanels: mostPanels) else { return }
    spec = new
    navigator.dropDrag()
    keepInferred()
    page.replace(with: new.pages[0], drawsOn: drawsOn)
  }

  /// Keeps the samples of all columns, including those without a panel.
  func keepInferred() {
    guard let inference else { return }
    samples.keep(inference.everything, rest: inference.rest)
    // The past that was read lacks the new columns.
    leavePast()
    askForPast()
  }

  /// Chooses the panels again after a change of size.
  func fitInferred() {
    guard let inference else { return }
    let count = spec.pages[0].panels.count
    guard count < inference.groups.count || count > mostPanels else { return }
    setInferred(drawsOn: false)
    showHeader()
    page.showAll(of: samples.present, now: clock, at: nil)
  }

  private var mostPanels: Int {
    let most = StreamInference.mostPanels
    guard view.size.width > 0 else { return most }
    return (1...most).last {
      let layout = PageLayout(size: view.gridSize, count: $0, type: view.environment.type)
      return layout.panels.allSatisfy { Panel.hasPlot($0.size, environment: view.environment) }
    } ?? 1
  }

  func showMessage(at time: Double) {
    guard let inference else { return }
    let hasPanels = !spec.pages[0].panels.isEmpty
    let isLong = time - startTime >= DashboardScene.hintAfter
    view.setMessage(hasPanels ? [] : inference.message(isLong: isLong))
  }

  /// Shows the hint when it is due, and updates the number of rows.
  func advanceInferred(to time: Double) {
    guard inference != nil else { return }
    if spec.pages[0].panels.isEmpty { showMessage(at: time) }
    if inference?.advance(to: time) == true { showHeader() }
  }

  func nextInferredChange(after time: Double) -> Double? {
    guard let inference else { return nil }
    guard spec.pages[0].panels.isEmpty else { return inference.nextChange }
    let due = startTime + DashboardScene.hintAfter
    return !inference.isEnded && time < due ? due : nil
  }
}
