import Metrics
import Sources

/// Turns the nodes of a file into a dashboard.
struct DashboardReader {
  let values: ValueReader
  private var sources: SourceReader

  private var problems: ProblemList { values.problems }

  private enum Appearance: String, CaseIterable { case dark, light }

  /// More pages or panels are hardly meant, and would not be drawn in time.
  private static let mostPages = 100
  private static let mostPanels = 100

  init(
    problems: ProblemList, folder: String, environment: @escaping (String) -> String?,
    readFile: @escaping (String) -> String?
  ) {
    values = ValueReader(problems: problems, environment: environment)
    sources = SourceReader(values: values, folder: folder, readSecret: readFile)
  }

  mutating func dashboard(_ node: YAMLNode) -> DashboardSpec? {
    let keys = ["title", "theme", "sources", "pages", "panels", "columns"]
    guard let entries = MappingReader(node, "a dashboard", keys: keys, problems: problems) else {
      return nil
    }
    readNamedSources(entries)
    var dashboard = DashboardSpec(pages: [])
    dashboard.title = entries["title"].flatMap { values.text($0) }
    dashboard.theme = entries["theme"].flatMap { values.choice($0, of: Appearance.self)?.rawValue }
    if entries["pages"] != nil, let panels = entries["panels"] {
      problems.add(panels.mark, "'panels' stand in a page where there are 'pages'")
    }
    if entries["pages"] != nil {
      dashboard.pages = entries.items("pages").prefix(DashboardReader.mostPages).enumerated()
        .compactMap { page($1, number: $0 + 1) }
    } else if entries["panels"] != nil {
      dashboard.pages = [
        PageSpec(columns: columns(entries), panels: panels(entries))
      ]
    } else {
      problems.add(entries.mark, "a dashboard needs 'pages' or 'panels'")
    }
    return dashboard
  }

  private mutating func readNamedSources(_ entries: MappingReader) {
    guard let node = entries["sources"] else { return }
    guard case .mapping(let pairs) = node.content else {
      problems.add(node.mark, "sources are expected as 'name: {…}', not \(node.kind)")
      return
    }
    for (key, value) in pairs {
      guard let name = values.text(key), let draft = sources.source(value) else { continue }
      sources.named[name] = draft
    }
  }

  private func columns(_ entries: MappingReader) -> Int? {
    entries["columns"].flatMap { values.integer($0, in: 1...24) }
  }

  private func page(_ node: YAMLNode, number: Int) -> PageSpec? {
    let keys = ["name", "duration", "columns", "panels"]
    guard let entries = MappingReader(node, "a page", keys: keys, problems: problems) else {
      return nil
    }
    return PageSpec(
      name: entries["name"].flatMap { values.text($0) } ?? "Page \(number)",
      duration: entries["duration"].flatMap { values.duration($0, in: 1...86_400) }
        ?? PageSpec.standardDuration,
      columns: columns(entries), panels: panels(entries))
  }

  private func panels(_ entries: MappingReader) -> [PanelSpec] {
    let items = entries.items("panels")
    if items.isEmpty { problems.add(entries.mark, "a page needs 'panels'") }
    if items.count > DashboardReader.mostPanels {
      problems.add(
        items[DashboardReader.mostPanels].mark,
        "a page has at most \(DashboardReader.mostPanels) panels")
    }
    let reader = PanelReader(values: values, sources: sources)
    return items.prefix(DashboardReader.mostPanels).compactMap { reader.panel($0) }
  }
}
