import Charts
import Feeds
import Metrics

/// Turns the nodes of a file into a dashboard.
struct DashboardReader {
  let values: ValueReader
  private var sources: SourceReader
  /// The command for the breaches of panels that name none.
  private var onBreach: String?
  private var seriesCount = 0
  private var usedSources: Set<SourceSpec> = []
  private var words = SharedWords()

  private var problems: ProblemList { values.problems }

  enum Appearance: String, CaseIterable { case dark, light }

  /// The limit of pages, and of panels on a page. Nobody needs more, and they could not be drawn in time.
  private static let mostPages = 100
  private static let mostPanels = 100
  /// The limit of series of all panels. Each series keeps its samples in memory.
  static let mostSeries = 5000
  /// The limit of sources of all panels. Each source is a connection, a file or a process.
  static let mostSources = 500

  init(
    problems: ProblemList, folder: String, environment: @escaping (String) -> String?,
    readFile: @escaping (String) -> String?, onlineQueries: OnlineQueries = OnlineQueries(),
    machine: MetricCatalog? = nil
  ) {
    values = ValueReader(problems: problems, environment: environment, machine: machine)
    sources = SourceReader(
      values: values, folder: folder, readSecret: readFile, onlineQueries: onlineQueries)
  }

  mutating func dashboard(_ node: YAMLNode) -> DashboardSpec? {
    guard let entries = MappingReader(node, .dashboard, problems: problems) else { return nil }
    let zone = entries["timezone"].flatMap { values.zone($0) }
    sources.zone = zone.map { ZoneSpec(name: $0.name, rules: $0.rules) }
    sources.readNamed(entries)
    onBreach = entries["on_breach"].flatMap { values.breachCommand($0) }
    var dashboard = DashboardSpec(pages: [])
    dashboard.title = entries["title"].flatMap { values.text($0) }
    dashboard.theme = entries["theme"].flatMap { values.choice($0, of: Appearance.self)?.rawValue }
    if let node = entries["style"] {
      dashboard.style = values.choice(node, of: Theme.Style.self) ?? .calm
    }
    readScreen(entries, into: &dashboard)
    dashboard.zone = sources.zone
    dashboard.region = entries["locale"].flatMap { values.region($0) }
    if let node = entries["history"] {
      dashboard.history = HistoryReader(values: values).history(node)
    }
    if entries["pages"] != nil, let panels = entries["panels"] {
      problems.add(panels.mark, "with 'pages', 'panels' belong in a page")
    }
    if entries["pages"] != nil {
      let pages = entries.items("pages", atMost: DashboardReader.mostPages, of: "a dashboard")
      dashboard.pages = pages.enumerated().compactMap { page($1, number: $0 + 1) }
    } else if entries["panels"] != nil {
      let columns = columns(entries)
      dashboard.pages = [
        PageSpec(
          columns: columns, rows: rows(entries), panels: panels(entries, columns: columns))
      ]
    } else {
      entries.reportNeed(of: ["pages", "panels"], saying: "a dashboard needs 'pages' or 'panels'")
    }
    for page in dashboard.pages.indices {
      for panel in dashboard.pages[page].panels.indices {
        words.complete(&dashboard.pages[page].panels[panel])
      }
    }
    return dashboard
  }

  /// Reads the settings of the screen itself.
  private func readScreen(_ entries: MappingReader, into dashboard: inout DashboardSpec) {
    dashboard.screen = entries["screen"].flatMap { screen($0) }
    dashboard.night = entries["night"].flatMap { NightReader(values: values).night($0) }
    dashboard.pixelShift = entries["pixel_shift"]
      .flatMap { values.integer($0, in: 0...PixelShift.mostDistance) }
      .map(PixelShift.init(distance:))
    dashboard.liveAfter = entries["live_after"].flatMap { values.duration($0, in: 1...86_400) }
    dashboard.isLocked = entries["locked"].flatMap { values.boolean($0) } ?? false
  }

  /// Reads the screen's diagonal and the distance from which it is read.
  private func screen(_ node: YAMLNode) -> Viewing? {
    guard let entries = MappingReader(node, .screen, problems: problems) else { return nil }
    let diagonal = entries["diagonal"].map { values.length($0, in: 0.05...100) }
    let distance = entries["distance"].map { values.length($0, in: 0.1...100) }
    // A mistake in one of the two is reported already.
    guard diagonal != .some(nil), distance != .some(nil) else { return nil }
    return Viewing(
      diagonal: diagonal.flatMap { $0 } ?? Viewing.wall.diagonal,
      distance: distance.flatMap { $0 } ?? Viewing.wall.distance)
  }

  private func columns(_ entries: MappingReader) -> Int? {
    entries["columns"].flatMap { values.integer($0, in: 1...24) }
  }

  /// Reads the shares of the rows.
  private func rows(_ entries: MappingReader) -> [Double] {
    entries.items("rows", atMost: PanelSpan.most, of: "a page").map { node in
      guard let share = values.number(node) else { return 1 }
      guard (0.1...10).contains(share) else {
        problems.add(node.mark, "the share of a row is 0.1 to 10")
        return 1
      }
      return share
    }
  }

  private mutating func page(_ node: YAMLNode, number: Int) -> PageSpec? {
    guard let entries = MappingReader(node, .page, problems: problems) else { return nil }
    let takesOver = entries["takeover"].flatMap { values.boolean($0) } ?? false
    let columns = columns(entries)
    let panels = panels(entries, columns: columns, takingOver: takesOver)
    if let node = entries["takeover"], panels.allSatisfy(\.allThresholds.isEmpty) {
      problems.addLack(node.mark, "'takeover' needs a panel with 'thresholds'")
    }
    if entries["repeat"] == nil { values.checkName(entries["name"]) }
    return PageSpec(
      name: entries["name"].flatMap { values.text($0) } ?? "Page \(number)",
      duration: entries["duration"].flatMap { values.duration($0, in: 1...86_400) }
        ?? PageSpec.standardDuration,
      columns: columns, rows: rows(entries),
      repeatedLabel: entries["repeat"].flatMap { values.repeatedLabel($0) }, panels: panels)
  }

  private mutating func panels(
    _ entries: MappingReader, columns: Int?, takingOver takesOver: Bool = false
  ) -> [PanelSpec] {
    let items = entries.items("panels", atMost: DashboardReader.mostPanels, of: "a page")
    if items.isEmpty { entries.reportNeed(of: ["panels"], saying: "a page needs 'panels'") }
    let reader = PanelReader(
      values: values, sources: sources, columns: columns,
      isOnRepeatedPage: entries["repeat"] != nil, takesOver: takesOver, onBreach: onBreach)
    return items.compactMap { item in
      guard !isTooLarge, let panel = reader.panel(item) else { return nil }
      count(panel, item.mark)
      if entries["repeat"] == nil { reportUnshown(panel, item.mark) }
      return panel
    }
  }

  /// Notes that a panel of one value has a source of several. A panel that is repeated by a label shows one value of
  /// each.
  private func reportUnshown(_ panel: PanelSpec, _ mark: Mark) {
    let kinds: [Panel.Kind] = [.number, .ring]
    guard kinds.contains(panel.traits.kind), panel.repeatedLabel == nil,
      panel.series.contains(where: { !$0.isHidden && $0.query.isForMany })
    else { return }
    problems.note(
      mark,
      "the chart '\(panel.chart.rawValue)' shows only the first of the series that its source can give"
    )
  }

  /// Counts the series and sources of a panel.
  private mutating func count(_ panel: PanelSpec, _ mark: Mark) {
    words.note(panel, mark, problems: problems)
    seriesCount += panel.allSeries.count
    usedSources.formUnion(panel.allSeries.map(\.source))
    if seriesCount > DashboardReader.mostSeries {
      problems.add(mark, "a dashboard has at most \(DashboardReader.mostSeries) series in all")
    } else if usedSources.count > DashboardReader.mostSources {
      problems.add(mark, "a dashboard has at most \(DashboardReader.mostSources) sources in all")
    }
  }

  private var isTooLarge: Bool {
    seriesCount > DashboardReader.mostSeries || usedSources.count > DashboardReader.mostSources
  }
}

extension Query {
  /// Whether the form of the query asks for several series. The form of SQL and of PromQL seldom shows this.
  fileprivate var isForMany: Bool {
    switch self {
    case .sql, .promQL: false
    case .metric, .column, .columns, .path, .sample, .topic, .rows: givesMany
    }
  }
}
