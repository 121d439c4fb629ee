import Feeds

extension DashboardSpec {
  /// The sources of the dashboard, with the selected numbers of each source.
  public var sources: [SourceSpec: Set<Selector>] {
    var result: [SourceSpec: Set<Selector>] = [:]
    for series in pages.flatMap(\.panels).flatMap(\.allSeries) {
      result[series.source, default: []].insert(series.selector)
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
}

extension SourceSpec {
  /// Seconds between readings; nil where they are not known in advance.
  public var period: Double? {
    switch self {
    case .system(let period): period
    case .http(let spec): spec.every
    case .text(let spec):
      switch spec.origin {
      case .command(_, let every), .file(_, let every): every
      case .standardInput, .fifo: nil
      }
    }
  }
}
