import Charts
import Glibc
import Metrics

extension StreamStore {
  /// What the panel of a group shows.
  func content(of group: ColumnGroup) -> PanelContent {
    var content = PanelContent()
    guard let range = shownRange else { return content }
    // The group's unit may be better known than that of the columns.
    let series = group.columns.map { inUnit(of: group, columns[$0]) }
    let isWhole = series.allSatisfy { $0.isWhole(in: range) }
    let scale = axis(of: group, series, in: range, isWhole: isWhole)
    let decimals = isWhole && scale.scale.divisor == 1 ? 0 : scale.valueDecimals
    let isAlone = series.count == 1
    content.body = .plot(
      PlotContent(
        series: series.enumerated().map { i, samples in
          PlotContent.Series(samples, style: isAlone ? .primary : .colored(i))
        },
        time: range, axis: scale, xAxis: axis == .ordinal ? .number : .time))
    let values = series.map { samples in
      group.unit.unit.format(
        samples.lastValid?.value ?? .nan, scale: scale.scale, decimals: decimals)
    }
    if isAlone {
      content.value = values[0]
    } else {
      content.note = scale.scale.symbol
      content.legend = zip(group.names, values).enumerated().map {
        LegendEntry(name: $1.0, value: $1.1.digits, series: $0)
      }
    }
    content.state = .fresh
    return content
  }

  private func inUnit(of group: ColumnGroup, _ column: Column) -> TimeSeries {
    let factor = group.unit.factor / column.unit.factor
    guard factor != 1 else { return column.samples }
    return column.samples.scaled(by: factor)
  }

  private func axis(
    of group: ColumnGroup, _ series: [TimeSeries], in range: ClosedRange<Double>,
    isWhole: Bool
  ) -> TickScale {
    var (low, high) = (Double.infinity, -Double.infinity)
    for samples in series {
      let shown = samples.indices(from: range.lowerBound, through: range.upperBound)
      guard let extent = samples.extent(in: shown) else { continue }
      low = min(low, extent.lowerBound)
      high = max(high, extent.upperBound)
    }
    if low > high { (low, high) = (0, 1) }
    return AxisBounds(options: options, unit: group.unit, isWhole: isWhole).scale(
      low: low, high: high)
  }
}

/// From where to where a value axis goes.
struct AxisBounds {
  let options: StreamOptions
  let unit: StreamUnit
  /// Nothing but whole numbers: between them there are no ticks.
  let isWhole: Bool
  /// Plain values that vary by less than this share of the largest are shown without zero.
  private static let smallVariation = 0.2
  /// The line, and the dot at its end, keep off the plot's edges.
  private static let room = 0.04

  func scale(low: Double, high: Double) -> TickScale {
    let limit = unit.unit == .percent && high <= 100 ? 100 : Double.infinity
    var (low, high) = (low, high)
    let startsAtZero =
      low >= 0 && (unit.isQuantity || high - low >= AxisBounds.smallVariation * high)
    let room = (startsAtZero ? high : high - low) * AxisBounds.room
    high = min(high + room, limit)
    low = startsAtZero ? 0 : low >= 0 ? max(0, low - room) : low - room
    if isWhole, startsAtZero { high = max(high, 4) }
    // What the user says is in the unit of the text.
    if let soft = options.softMinimum { low = min(low, soft * unit.factor) }
    if let soft = options.softMaximum { high = max(high, soft * unit.factor) }
    // Nothing but zeros, or one value.
    if low >= high { (low, high) = low == 0 ? (0, 1) : (min(0, low), max(0, high)) }
    let free = TickScale(covering: low, high, unit: unit.unit)
    guard options.minimum != nil || options.maximum != nil else { return free }
    return TickScale(
      fixed: options.minimum.map { $0 * unit.factor } ?? free.domain.lowerBound,
      options.maximum.map { $0 * unit.factor } ?? free.domain.upperBound, unit: unit.unit)
  }
}

extension TickScale {
  /// One more than tell its ticks apart; with a prefix, one at least below a hundred.
  fileprivate var valueDecimals: Int {
    let shown = step / scale.divisor
    let least = scale.divisor != 1 && shown < 100 ? 1 : 0
    return min(max(least, 1 - Int(log10(shown).rounded(.down))), 6)
  }
}

extension TimeSeries {
  /// Of so many samples, from the end, it is looked whether they are whole numbers.
  private static let mostLookedAt = 1000

  /// Whether the latest values of a range are whole numbers.
  fileprivate func isWhole(in range: ClosedRange<Double>) -> Bool {
    let positions = indices(from: range.lowerBound, through: range.upperBound)
    return withColumns { _, values in
      values[positions].suffix(TimeSeries.mostLookedAt).allSatisfy {
        $0.isNaN || $0 == $0.rounded()
      }
    }
  }

  /// The same samples with their values multiplied.
  fileprivate func scaled(by factor: Double) -> TimeSeries {
    var result = TimeSeries(capacity: capacity)
    withColumns { times, values in
      for i in 0..<times.count { result.append(time: times[i], value: values[i] * factor) }
    }
    return result
  }
}
