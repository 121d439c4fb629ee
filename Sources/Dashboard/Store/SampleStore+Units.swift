import Charts
import Feeds
import Metrics

/// The units of texts: of their columns, or of the numbers in them.
extension SampleStore {
  /// A panel in the unit of its columns of text, if they have one unit, and the file leaves the unit to the text. Series
  /// without an axis have the units of their columns.
  func withUnitOfText(_ panel: PanelSpec) -> PanelSpec {
    guard panel.followsUnitOfText else { return panel }
    let shown = panel.series.filter { !$0.isHidden && !$0.isOnRight }
    let units = Set(shown.map(unitOfText))
    var panel = panel
    if units.count > 1, panel.seriesHaveUnits {
      for i in panel.series.indices where panel.series[i].unit == nil {
        guard var unit = unitOfText(panel.series[i]) else { continue }
        if panel.series[i].isCounter { unit = unit.perSecond }
        (panel.series[i].unit, panel.series[i].isOnRight) = (unit, true)
      }
    }
    guard units.count == 1, let unit = units.first ?? nil else { return panel }
    panel.unit = unit
    panel.setUnitOfGrowth()
    panel.setRangeOfUnit()
    return panel
  }

  /// The unit of a series' columns, messages or texts in answers; nil if none is known, or they have several. Numbers
  /// without a unit, such as zeros, have the unit of the others. A factor changes the unit.
  private func unitOfText(_ series: SeriesSpec) -> Unit? {
    guard series.query.adoptsUnit, series.factor == 1, let source = sources[series.source] else {
      return nil
    }
    let columns = source.columns
    let symbols =
      if case .column(let name, _) = series.query {
        Set(columns.places(of: name).compactMap { columns[$0].unit })
      } else {
        source.units[series.query] ?? []
      }
    guard symbols.count == 1, let symbol = symbols.first else { return nil }
    let unit = StreamUnit(ofUser: symbol).unit
    // The growth per second of a counter has a unit of its own, which is known for sizes only.
    return series.isCounter && unit != .bytes ? nil : unit
  }
}

extension PanelSpec {
  /// Makes sizes rates where all series are counters, because `unit` is that of the counters, and their growth is per
  /// second.
  mutating func setUnitOfGrowth() {
    let shown = series.filter { !$0.isHidden && !$0.isOnRight }
    guard !shown.isEmpty, expressions.isEmpty, shown.allSatisfy(\.isCounter) else { return }
    unit = unit.perSecond
  }

  /// Makes an axis in percent reach from 0 to 100 at least, unless the file states an extent.
  mutating func setRangeOfUnit() {
    guard range == RangeSpec(), unit == .percent, ![.number, .heatmap].contains(chart) else {
      return
    }
    range = RangeSpec(softMinimum: 0, softMaximum: 100)
  }
}

extension Unit {
  /// The unit of the growth of a size per second; the same unit for any other number.
  fileprivate var perSecond: Unit {
    switch self {
    case .bytes: .bytesPerSecond
    case .decimalBytes: .decimalBytesPerSecond
    default: self
    }
  }
}
