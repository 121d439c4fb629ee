import Charts
import Feeds
import Messages
import Metrics

/// Several files of rows in one dashboard: columns of the same name and unit share a panel, with a line for each
/// file.
public struct RowFiles {
  /// One file, as far as it has been read.
  public struct File {
    let source: SourceSpec
    let name: String
    fileprivate var inference: StreamInference
    private var store = SampleStore()

    /// - Parameters:
    ///   - source: the rows of the file.
    ///   - name: the name for legends, where panels have lines of several files.
    public init(_ source: SourceSpec, name: String, options: StreamOptions) {
      (self.source, self.name) = (source, name)
      inference = StreamInference(options: options, source: source, name: name, isFile: true)
      store.keep(inference.everything, rest: inference.rest)
    }

    /// Takes an update of the source.
    public mutating func take(_ update: FeedUpdate) {
      _ = store.append(update, from: source, at: 0)
      inference.take(update)
    }

    /// The reason why the file cannot be shown; nil if it can.
    public var diagnosis: String? {
      // A column may be in another file, except the horizontal axis, which all files share.
      guard inference.rows == 0 || inference.columns.isEmpty || lacksHorizontal else { return nil }
      return inference.diagnosis?.joined(separator: "; ")
    }

    private var lacksHorizontal: Bool {
      guard case .text(let spec) = source, let name = spec.options.horizontal else { return false }
      return inference.missing.contains(name)
    }

    /// Groups the columns by all numbers of the file.
    fileprivate mutating func group() {
      let samples = (0..<inference.columns.count).map { column in
        store.sources[source]?.queries[.columns]?.anySeries(inference.metric(column))?.samples
      }
      inference.group(
        by: samples.map { $0.map(ColumnFacts.init(of:)) ?? ColumnFacts(hasNumbers: false) })
    }

    fileprivate var axis: RowAxis { store.sources[source]?.axis ?? .ordinal }
  }

  private let options: StreamOptions
  private var files: [File]

  /// - Parameter files: the files, wholly read.
  public init(_ files: [File], options: StreamOptions) {
    (self.files, self.options) = (files, options)
    for i in files.indices { self.files[i].group() }
  }

  /// The reason why the dashboard lacks requested columns; nil if it lacks none.
  public var diagnosis: String? {
    let missing = (files.first?.inference.missing ?? []).filter { name in
      files.allSatisfy { $0.inference.missing.contains(name) }
    }
    return missing.isEmpty ? nil : StreamInference.noColumn(missing)
  }

  /// The largest number of files that the title names.
  private static let mostNames = 4

  /// The dashboard of all files.
  public var dashboard: DashboardSpec {
    var panels: [PanelSpec] = []
    var places: [Key: Int] = [:]
    var withoutRoom = 0
    for file in files {
      for group in file.inference.groups {
        let panel = panel(of: group, in: file)
        let key = Key(title: group.title, unit: panel.unit, axis: file.axis, chart: panel.chart)
        if let place = places[key] {
          panels[place].series += panel.series
          panels[place].mostLines = panels[place].series.count
        } else if panels.count < StreamInference.mostPanels {
          places[key] = panels.count
          panels.append(panel)
        } else {
          withoutRoom += group.columns.count
        }
      }
    }
    // The lines of a panel with a single file need no name of the file.
    for i in panels.indices { panels[i] = named(panels[i]) }
    return DashboardSpec(
      title: title, pages: [PageSpec(name: details(withoutRoom), panels: panels)])
  }

  /// The properties that the columns of a panel share.
  private struct Key: Hashable {
    var title: String
    var unit: Unit
    var axis: RowAxis
    var chart: PanelSpec.Chart
  }

  private func panel(of group: ColumnGroup, in file: File) -> PanelSpec {
    var panel = file.inference.panel(group)
    // A panel takes lines of further files, so that the common name of its columns identifies the panel.
    panel.key = group.title
    return panel
  }

  /// The panel with the names of files in the names of its lines, if there are several files.
  private func named(_ panel: PanelSpec) -> PanelSpec {
    let sources = Set(panel.series.map(\.source))
    guard sources.count > 1 else { return panel }
    var panel = panel
    let isOneEach = panel.series.count == sources.count
    for i in panel.series.indices {
      guard let file = files.first(where: { $0.source == panel.series[i].source }) else { continue }
      let own = panel.series[i].label ?? ""
      panel.series[i].label = isOneEach || own.isEmpty ? file.name : "\(file.name) · \(own)"
    }
    return panel
  }

  private var title: String {
    if let title = options.title { return title }
    let names = files.prefix(Self.mostNames).map(\.name).joined(separator: ", ")
    let more = files.count - Self.mostNames
    return more > 0 ? String(localized: "\(names) and \(more) more") : names
  }

  /// The number of rows, and the numbers of lines and columns that are not shown.
  private func details(_ withoutRoom: Int) -> String {
    let rows = files.reduce(0) { $0 + $1.inference.rows }
    let unread = files.reduce(0) { $0 + $1.inference.unreadable }
    let columns = files.reduce(withoutRoom) {
      $0 + $1.inference.leftOut.count + $1.inference.news.form.leftOut.count
    }
    var parts = [StreamInference.count(rows, .row)]
    if unread > 0 {
      parts.append(String(localized: "\(StreamInference.count(unread, .line)) not read"))
    }
    if columns > 0 {
      parts.append(String(localized: "\(StreamInference.count(columns, .column)) not shown"))
    }
    return parts.joined(separator: " · ")
  }
}
