import Charts
import Messages
import Metrics

/// Reads the keys of a panel that only some charts have.
struct ChartOptionsReader {
  let values: ValueReader

  private var problems: ProblemList { values.problems }

  private static let mostParagraphs = 100
  private static let mostZones = 24

  /// All keys that belong to particular charts.
  static let keys: [String] = {
    var keys: [String] = []
    for chart in PanelSpec.Chart.allCases {
      keys += chart.traits.keys.filter { !keys.contains($0) }
    }
    return keys
  }()

  /// Reports keys that only other charts have, and keys that this chart needs but lacks.
  func check(_ chart: PanelSpec.Chart, _ entries: MappingReader) {
    let traits = chart.traits
    for key in Self.keys where !traits.keys.contains(key) {
      guard let node = entries[key] else { continue }
      let owners = PanelSpec.Chart.allCases.filter { $0.traits.keys.contains(key) }
        .map(\.rawValue)
      problems.add(
        node.mark,
        "'\(key)' is a key of \(Self.list(owners)), not of the chart '\(chart.rawValue)'")
    }
    for key in traits.uselessKeys {
      guard let node = entries[key] else { continue }
      problems.add(
        node.mark,
        "'\(key)' has no meaning for the chart '\(chart.rawValue)'"
          + (key == "lines" && traits.keys.contains("top") ? " (did you mean 'top'?)" : ""))
    }
    if !traits.showsTime, traits.needsSeries, entries["reduce"] == nil, let node = entries["window"]
    {
      problems.add(
        node.mark, "'window' has no meaning for the chart '\(chart.rawValue)' without 'reduce'")
    }
    for key in traits.neededKeys where entries[key] == nil {
      entries.reportNeed(of: [key], saying: "the chart '\(chart.rawValue)' needs '\(key)'")
    }
  }

  private static func list(_ words: [String]) -> Message {
    guard let last = words.last, words.count > 1 else {
      return Message(verbatim: words.first ?? "")
    }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
  }

  func options(_ entries: MappingReader, unit: StreamUnit) -> ChartOptions {
    var options = ChartOptions()
    options.sort = entries["sort"].flatMap { sort($0) }
    options.top = entries["top"].flatMap { values.integer($0, in: 1...ChartTraits.usualMost) }
    if entries["columns"] != nil {
      let columns = entries.items("columns", atMost: 12, of: "a table").compactMap { column($0) }
      if !columns.isEmpty { options.columns = columns }
      if columns.count > 1, columns.contains(.series), let node = entries["columns"] {
        problems.add(node.mark, "'series' stands alone in 'columns'")
      }
    }
    (options.mappings, options.words) = ValueMappingReader(values: values).read(entries, unit)
    options.period = entries["per"].flatMap { values.duration($0, in: 1...31 * 86_400) }
    if let node = entries["text"] { options.paragraphs = paragraphs(node) }
    options.zones = entries.items("zones", atMost: Self.mostZones, of: "a clock")
      .compactMap { zone($0) }
    // There is nothing between two states.
    let areStates =
      !options.mappings.isEmpty
      && options.mappings.allSatisfy { $0.range.lowerBound == $0.range.upperBound }
    options.curve =
      entries["curve"].flatMap { values.choice($0, of: PlotContent.Series.Curve.self) }
      ?? (areStates ? .step : .smooth)
    options.hasPoints = entries["points"].flatMap { values.boolean($0) } ?? false
    options.shift = entries["shift"].flatMap { values.duration($0, in: 1...366 * 86_400) }
    options.showsSeconds = entries["seconds"].flatMap { values.boolean($0) } ?? false
    return options
  }

  // MARK: Order and columns

  enum Order: String, CaseIterable { case ascending, descending }

  /// The words for the keys by which rows are sorted.
  enum SortKey: String, CaseIterable {
    case name, last, mean, min, max, sum, p50, p95, p99
  }

  private func sort(_ node: YAMLNode) -> SortSpec? {
    guard case .mapping = node.content else { return sortKey(node).map { SortSpec($0) } }
    guard
      let entries = MappingReader(node, .sort, problems: problems)
    else { return nil }
    guard let by = entries["by"] else {
      entries.reportNeed(of: ["by"], saying: "a sort needs 'by'")
      return nil
    }
    let order = entries["order"].flatMap { values.choice($0, of: Order.self) }
    return sortKey(by).map { SortSpec($0, isAscending: order.map { $0 == .ascending }) }
  }

  private func sortKey(_ node: YAMLNode) -> SortSpec.Key? {
    values.choice(node, of: SortKey.self).map { key in
      Reduction(rawValue: key.rawValue).map { .value($0) } ?? .name
    }
  }

  enum Column: String, CaseIterable {
    case last, mean, min, max, sum, p50, p95, p99, sparkline, series
  }

  /// Whether the series of a panel are columns of a table, each of which may have a unit of its own.
  static func hasSeriesColumns(_ entries: MappingReader) -> Bool {
    guard let node = entries["columns"] else { return false }
    let items = if case .sequence(let items) = node.content { items } else { [node] }
    return items.map(\.word) == [Column.series.rawValue]
  }

  private func column(_ node: YAMLNode) -> TableColumn? {
    values.choice(node, of: Column.self).map { column in
      Reduction(rawValue: column.rawValue).map { .value($0) }
        ?? (column == .series ? .series : .sparkline)
    }
  }

  // MARK: Texts and clocks

  /// Reads the paragraphs of a text: its lines, or a list.
  private func paragraphs(_ node: YAMLNode) -> [String] {
    let texts = values.texts(node) ?? []
    var lines = texts.flatMap {
      $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    if lines.count > Self.mostParagraphs {
      problems.add(node.mark, "a text has at most \(Self.mostParagraphs) lines")
    }
    return Array(lines.prefix(Self.mostParagraphs)).map { Self.expandingTabs($0).visible }
  }

  /// The distance between tab stops, in characters.
  private static let tabWidth = 4

  /// Replaces each tab of a line by blanks up to the next tab stop.
  private static func expandingTabs(_ line: String) -> String {
    var (result, count) = ("", 0)
    for letter in line {
      let text =
        letter == "\t" ? String(repeating: " ", count: tabWidth - count % tabWidth) : String(letter)
      result += text
      count += text.count
    }
    return result
  }

  private func zone(_ node: YAMLNode) -> ZoneSpec? {
    var (name, label): (YAMLNode, String?) = (node, nil)
    if case .mapping = node.content {
      guard
        let entries = MappingReader(node, .zone, problems: problems)
      else { return nil }
      guard let own = entries["zone"] else {
        entries.reportNeed(of: ["zone"], saying: "a zone needs 'zone', such as Europe/Berlin")
        return nil
      }
      (name, label) = (own, entries["label"].flatMap { values.text($0) })
    }
    return values.zone(name).map { ZoneSpec(name: $0.name, label: label, rules: $0.rules) }
  }
}
