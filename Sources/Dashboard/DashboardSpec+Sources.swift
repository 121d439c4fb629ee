import Feeds

extension DashboardSpec {
  /// The sources of the dashboard, with the queries to each source.
  public var sources: [SourceSpec: Set<Query>] {
    var result: [SourceSpec: Set<Query>] = [:]
    for series in pages.flatMap(\.panels).flatMap(\.allSeries) {
      result[series.source, default: []].insert(series.query)
    }
    return result
  }
}

extension PanelSpec {
  /// All series of the panel: those of its chart, its note and its meter.
  public var allSeries: [SeriesSpec] {
    series + meter
      + note.compactMap {
        if case .value(_, let series, _) = $0 { series } else { nil }
      }
  }

  /// Makes all series of the panel come from one source.
  mutating func setSource(_ source: SourceSpec) {
    for i in series.indices { series[i].source = source }
    for i in meter.indices { meter[i].source = source }
    note = note.map { part in
      guard case .value(let prefix, var series, let unit) = part else { return part }
      series.source = source
      return .value(prefix: prefix, series, unit)
    }
  }
}
