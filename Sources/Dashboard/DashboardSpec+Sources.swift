import Feeds

extension DashboardSpec {
  /// The number of samples beyond which a plot shows no more detail: the width of a large screen in pixels.
  static let mostTold = 3840.0

  /// The sources of the dashboard, with the selection of each.
  public var sources: [SourceSpec: Selection] {
    var result: [SourceSpec: Selection] = [:]
    for panel in pages.flatMap(\.panels) {
      let window = panel.shows == .window ? panel.neededSeconds : .infinity
      let resolution = window.isFinite ? panel.window.upperBound / Self.mostTold : 0
      for series in panel.allSeries {
        result[series.source, default: []]
          .add(series.query, Selection.Past(window: window, resolution: resolution))
      }
    }
    return result
  }
}

extension PanelSpec {
  /// The seconds whose samples a full window needs: also those of a comparison with an earlier time, and those of the
  /// first column that lie before the window.
  var neededSeconds: Double {
    let stretch = chart == .columns ? ColumnsPanel.longestPeriod(self) : 0
    return window.upperBound + stretch + (options.shift ?? 0)
  }

  /// All series of the panel: those of its chart, its note and its meter.
  public var allSeries: [SeriesSpec] {
    series + meter + options.annotations.map(\.series)
      + note.compactMap {
        if case .value(_, let series, _) = $0 { series } else { nil }
      }
  }

  /// Makes all series of the panel come from one source.
  mutating func setSource(_ source: SourceSpec) { replaceSources { _ in source } }

  /// Replaces the source of each series.
  mutating func replaceSources(by replacement: (SourceSpec) -> SourceSpec) {
    updateSeries { $0.source = replacement($0.source) }
  }

  /// Changes all series of the panel: see `allSeries`.
  mutating func updateSeries(_ change: (inout SeriesSpec) -> Void) {
    for i in series.indices { change(&series[i]) }
    for i in meter.indices { change(&meter[i]) }
    for i in options.annotations.indices { change(&options.annotations[i].series) }
    note = note.map { part in
      guard case .value(let prefix, var series, let unit) = part else { return part }
      change(&series)
      return .value(prefix: prefix, series, unit)
    }
  }
}
