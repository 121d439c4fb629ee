import Charts
import Glibc
import Metrics

extension StreamStore {
  /// The contents of a group's panel.
  /// - Parameters:
  ///   - range: the places at the plot's edges; nil for the newest data.
  ///   - hidden: the indices of hidden series in the group.
  func content(
    of group: ColumnGroup, in range: ClosedRange<Double>? = nil, hidden: Set<Int> = []
  ) -> PanelContent {
    var content = PanelContent()
    guard let range = range ?? shownRange else { return content }
    // The group's unit may be better known than that of its columns.
    let series = group.columns.map { inUnit(of: group, columns[$0]) }
    let isWhole = series.allSatisfy { $0.isWhole(in: range) }
    let visible = series.enumerated().filter { !hidden.contains($0.offset) }.map(\.element)
    let scale = axis(of: group, visible, in: range, isWhole: isWhole)
    let format = format(of: group, scale, isWhole: isWhole)
    let isAlone = series.count == 1
    var plot = PlotContent(
      series: series.enumerated().map { i, samples in
        PlotContent.Series(
          samples, style: isAlone ? .primary : .colored(i), name: group.names[i],
          isHidden: hidden.contains(i))
      },
      time: range, axis: scale, xAxis: axis == .ordinal ? .number : .time)
    plot.valueFormat = format
    plot.isLive = latest.map { $0 <= range.upperBound } ?? true
    content.body = .plot(plot)
    let values = series.map { format($0.lastValid?.value ?? .nan) }
    if isAlone {
      content.value = values[0]
      // Without a legend, only this note reports the hidden series.
      if hidden.contains(0) { content.note = "hidden" }
    } else {
      content.note = scale.isLogarithmic ? "" : scale.scale.symbol
      content.legend = zip(group.names, values).enumerated().map {
        LegendEntry(
          name: $1.0, value: scale.isLogarithmic ? $1.1.text : $1.1.digits, series: $0,
          isHidden: hidden.contains($0))
      }
    }
    let unshown = group.columns.enumerated().reduce(0) { count, column in
      hidden.contains(column.offset)
        ? count : count + columns[column.element].countNotPositive(in: range)
    }
    if unshown > 0 { content.note = StreamStore.notShown(unshown) }
    content.state = .fresh
    return content
  }

  /// The format of a group's values. The values of a logarithmic axis differ too much for one prefix.
  private func format(of group: ColumnGroup, _ scale: TickScale, isWhole: Bool) -> ValueFormat {
    if scale.isLogarithmic {
      let isPlain = isWhole && !group.unit.isQuantity && scale.domain.upperBound <= 10_000
      return ValueFormat(unit: group.unit.unit, decimals: isPlain ? 0 : nil)
    }
    let decimals = isWhole && scale.scale.divisor == 1 ? 0 : scale.valueDecimals
    return ValueFormat(unit: group.unit.unit, scale: scale.scale, decimals: decimals)
  }

  private static func notShown(_ count: Int) -> String {
    "\(count) \(count == 1 ? "value" : "values") ≤ 0 not shown"
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
    let bounds = AxisBounds(options: options, unit: group.unit, isWhole: isWhole)
    if low > high { (low, high) = options.isLogarithmic ? (1, 10) : (0, 1) }
    return options.isLogarithmic
      ? bounds.logarithmicScale(low: low, high: high) : bounds.scale(low: low, high: high)
  }
}

/// The ends of a value axis.
struct AxisBounds {
  let options: StreamOptions
  let unit: StreamUnit
  /// Whether all values are whole numbers: then there are no ticks between whole numbers.
  let isWhole: Bool
  /// Plain values are shown without zero if they vary by less than this share of the largest value.
  private static let smallVariation = 0.2
  /// The room that keeps the line, and the dot at its end, off the plot's edges, as a share of the axis.
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
    // The user's bounds are in the unit of the text.
    if let soft = options.softMinimum { low = min(low, soft * unit.factor) }
    if let soft = options.softMaximum { high = max(high, soft * unit.factor) }
    // Nothing but zeros, or one value, which keeps off the end of the axis.
    if low >= high {
      let room = max(abs(low), abs(high)) * AxisBounds.room
      (low, high) = low == 0 ? (0, 1) : (min(0, low - room), max(0, min(high + room, limit)))
    }
    let free = TickScale(covering: low, high, unit: unit.unit)
    guard options.minimum != nil || options.maximum != nil else { return free }
    return TickScale(
      fixed: options.minimum.map { $0 * unit.factor } ?? free.domain.lowerBound,
      options.maximum.map { $0 * unit.factor } ?? free.domain.upperBound, unit: unit.unit)
  }
}

extension AxisBounds {
  /// The scale of a logarithmic axis. The user's bounds are positive.
  func logarithmicScale(low: Double, high: Double) -> TickScale {
    var (low, high) = (low, high)
    if let soft = options.softMinimum { low = min(low, soft * unit.factor) }
    if let soft = options.softMaximum { high = max(high, soft * unit.factor) }
    let free = TickScale(logarithmicCovering: low, high, unit: unit.unit)
    guard options.minimum != nil || options.maximum != nil else { return free }
    return TickScale(
      logarithmicFixed: options.minimum.map { $0 * unit.factor } ?? free.domain.lowerBound,
      options.maximum.map { $0 * unit.factor } ?? free.domain.upperBound, unit: unit.unit)
  }
}

extension TickScale {
  /// One decimal more than the ticks need; with a prefix, at least one decimal below a hundred.
  fileprivate var valueDecimals: Int {
    let shown = step / scale.divisor
    let least = scale.divisor != 1 && shown < 100 ? 1 : 0
    return min(max(least, 1 - Int(log10(shown).rounded(.down))), 6)
  }
}

extension TimeSeries {
  /// The limit of samples, counted from the end, that are checked for whole numbers.
  private static let mostLookedAt = 1000

  /// Whether the latest values of a range are whole numbers.
  fileprivate func isWhole(in range: ClosedRange<Double>) -> Bool {
    let positions = indices(from: range.lowerBound, through: range.upperBound)
    var isWhole = true
    forEachRun(in: positions.suffix(TimeSeries.mostLookedAt)) { run in
      isWhole = isWhole && run.values.allSatisfy { $0.isNaN || $0 == $0.rounded() }
    }
    return isWhole
  }

  /// The series with its values multiplied by a factor.
  fileprivate func scaled(by factor: Double) -> TimeSeries {
    var result = TimeSeries(capacity: capacity)
    forEachRun(in: 0..<count) { run in
      for i in 0..<run.count { result.append(time: run.times[i], value: run.values[i] * factor) }
    }
    return result
  }
}
