import Charts
import Messages
import Metrics

/// The content of columns over time: a number for each stretch of time.
enum ColumnsPanel {
  /// The lengths of stretches in seconds that clocks have marks for.
  private static let periods: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    7 * 86_400,
  ]
  /// The usual number of columns in a window.
  private static let usualCount = 30.0
  private static let mostCount = 400.0
  /// The number of samples of a counter, counted from the end, that are checked for whole numbers.
  private static let mostLookedAt = 100

  static func make(_ data: PanelData, _ content: inout PanelContent) {
    var spec = data.spec
    // A rate becomes an amount: the rate times the length of a stretch.
    let addsRates = spec.reduction == nil && spec.unit.amount != nil
    if addsRates, let amount = spec.unit.amount { spec.unit = amount }
    let period = period(for: data.time, spec)
    var columns = self.columns(data, period: period, in: data.time)
    guard let first = columns.first?.start, let end = columns.last?.end else { return }
    let sums = columns.map(sum)
    for i in columns.indices {
      columns[i].signal = breach(of: columns[i], data)?.color.signal
    }
    var axes = PlotContent(
      series: [], time: first...end, axis: TickScale(covering: 0, 1))
    axes.isLive = data.fixedRange == nil
    let known = sums.filter(\.isFinite) + [0]
    let isWhole =
      known.allSatisfy { $0 == $0.rounded() }
      || spec.reduction == nil && data.lines.allSatisfy(countsWholeThings)
    axes.axis = AxisRange(spec, isWhole: isWhole).scale(of: extent(of: columns))
    axes.thresholds = spec.thresholds.map(\.inPlot)
    if columns.allSatisfy({ $0.values.allSatisfy(\.isNaN) }) {
      axes.emptyText = axes.textWithoutData(in: period * Double(columns.count))
    }
    let format = ValueFormat(
      unit: spec.unit, scale: axes.axis.scale, largest: known.map(abs).max() ?? 0,
      valueDecimals: isWhole ? 0 : ValueFormat.mostDecimals, tickDecimals: spec.decimals ?? 0,
      tickStep: axes.axis.step)
    content.note = note(data, period: period)
    // The pointer shows the stretch under it, and late data shows the last stretch with data.
    let marked = data.moment.flatMap { moment in columns.lastIndex { $0.start <= moment } }
    let shown = marked ?? sums.lastIndex { !content.isValueLate || $0.isFinite }
    let breached =
      marked.map { breach(of: columns[$0], data) } ?? data.spec.breach(of: data.judgedValues)
    content.signal = breached?.color.signal
    if let label = breached?.label { content.note = label }
    content.value = spec.formatted(shown.map { sums[$0] } ?? .nan, format)
    addLegend(of: shown.map { columns[$0] }, format, data, to: &content)
    axes.valueFormat = format
    var body = ColumnsContent(columns: columns, axes: axes)
    body.colors = data.lines.map(\.color)
    body.names = data.lines.map(\.name)
    content.body = body
  }

  /// The panel's note, and the length of a stretch of time.
  static func note(_ data: PanelData, period: Double) -> String {
    [data.store.note(of: data.spec, scale: nil), String(localized: "per \(SpanText.text(period))")]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Names the series of the columns' parts, each with its number in a column.
  private static func addLegend(
    of column: ColumnsContent.Column?, _ format: ValueFormat, _ data: PanelData,
    to content: inout PanelContent
  ) {
    guard data.spec.showsLegend(equals: data.lines.count) else { return }
    content.legend = data.lines.enumerated().map { i, line in
      let value = column?.values[i] ?? .nan
      var entry = LegendEntry(name: line.name, value: format.alone(value).text, series: i)
      entry.color = line.color
      entry.isLate = data.health.lateLines.contains(i)
      entry.isRest = line.identity == .others
      return entry
    }
  }

  /// The columns of a range of time.
  private static func columns(
    _ data: PanelData, period: Double, in time: ClosedRange<Double>
  ) -> [ColumnsContent.Column] {
    let addsRates = data.spec.reduction == nil && data.spec.unit.amount != nil
    return stretches(of: period, in: time, zone: data.scene.zone).map { stretch in
      ColumnsContent.Column(
        start: stretch.lowerBound, end: stretch.upperBound,
        values: data.lines.indices.map { value(of: $0, in: stretch, data, areRates: addsRates) })
    }
  }

  /// The extent of all columns and of zero. The negative values of a column lie below zero, and the others above.
  private static func extent(of columns: [ColumnsContent.Column]) -> ClosedRange<Double> {
    func reach(_ isPart: (Double) -> Bool) -> [Double] {
      columns.map { $0.values.filter { $0.isFinite && isPart($0) }.reduce(0, +) }
        .filter(\.isFinite)
    }
    return (reach { $0 < 0 }.min() ?? 0)...(reach { $0 > 0 }.max() ?? 0)
  }

  private static func sum(of column: ColumnsContent.Column) -> Double {
    column.values.allSatisfy(\.isNaN)
      ? .nan : column.values.reduce(0) { $0 + ($1.isFinite ? $1 : 0) }
  }

  /// The threshold that a column is beyond. The amount of a part of a stretch is not compared with lower limits.
  private static func breach(
    of column: ColumnsContent.Column, _ data: PanelData
  ) -> ThresholdSpec? {
    var spec = data.spec
    if !isWhole(column, data) {
      spec.thresholds.removeAll { if case .below = $0.bound { true } else { false } }
    }
    return spec.breach(of: [sum(of: column)])
  }

  /// Whether the samples of a stretch are complete: the stretch is over, and began with or after the first sample.
  private static func isWhole(_ column: ColumnsContent.Column, _ data: PanelData) -> Bool {
    let first = data.lines.compactMap { $0.samples.isEmpty ? nil : $0.samples[0].time }.min()
    return column.end <= data.live.upperBound && column.start >= first ?? .infinity
  }

  /// The amounts that thresholds are compared with: that of the stretch that is not over yet, and that of the last
  /// whole one; NaN if there is none. The stretches have the length of those in a full window, which neither a window
  /// that is still growing nor a zoom changes.
  static func judged(_ data: PanelData) -> (growing: Double, whole: Double) {
    let end = data.live.upperBound
    let isWindow = data.spec.shows == .window && !data.spec.isInferred
    let full = isWindow ? end - data.spec.window.upperBound...end : data.live
    let period = period(for: full, data.spec)
    let columns = columns(data, period: period, in: end - 2 * period...end)
    let whole = columns.last { $0.end <= end }.flatMap { isWhole($0, data) ? $0 : nil }
    return (columns.last.map(sum) ?? .nan, whole.map(sum) ?? .nan)
  }

  static func period(for time: ClosedRange<Double>, _ spec: PanelSpec) -> Double {
    let span = time.upperBound - time.lowerBound
    let least = span / mostCount
    if let period = spec.options.period, period >= least { return period }
    let usual = max(least, span / usualCount)
    return periods.first { $0 >= usual } ?? (usual / 86_400).rounded(.up) * 86_400
  }

  /// Whether a line is the growth of a counter that has grown by whole numbers. Its growth in a stretch is a mean rate
  /// times a length, and hardly ever whole.
  private static func countsWholeThings(_ line: PanelLine) -> Bool {
    guard line.series.contains(where: \.isCounter) else { return false }
    let samples = line.samples
    let positions = max(0, samples.count - mostLookedAt)..<samples.count
    let growths = positions.dropFirst().map {
      (samples[$0].time - samples[$0 - 1].time) * samples[$0].value
    }
    // Growth is unknown where a sample is missing, also before another one.
    let known = zip(positions, growths).filter { !samples[$0].value.isNaN && !$1.isNaN }.map(\.1)
    return !known.isEmpty
      && known.allSatisfy { abs($0 - $0.rounded()) <= 1e-9 * max(1, abs($0)) }
  }

  /// The whole stretches that a range of time touches, aligned with local midnight, and weeks with Monday.
  static func stretches(
    of period: Double, in time: ClosedRange<Double>, zone: TimeZoneRules
  ) -> [ClosedRange<Double>] {
    // The year 1970 began on a Thursday.
    let week = 7 * 86_400.0
    let monday = period.truncatingRemainder(dividingBy: week) == 0 ? 4 * 86_400.0 : 0
    func start(_ time: Double) -> Double {
      let second = Int(min(max(time, -1e11), 1e11).rounded(.down))
      let offset = Double(zone.offset(at: second))
      let clock = ((time + offset - monday) / period).rounded(.down) * period + monday
      // A stretch of a day begins at midnight even if the clock has been changed since.
      guard period >= 3600, abs(clock) < 1e11 else { return clock - offset }
      return Double(zone.seconds(ofClock: Int(clock)).first)
    }
    var starts = [start(time.upperBound)]
    while let first = starts.last, first > time.lowerBound, Double(starts.count) < mostCount + 2 {
      let before = start(first - period / 2)
      guard before < first else { break }
      starts.append(before)
    }
    starts.reverse()
    let end = start(starts[starts.count - 1] + period * 1.5)
    let ends = starts.dropFirst() + [max(end, time.upperBound)]
    return zip(starts, ends).map { $0...max($0, $1) }
  }

  /// The number of one stretch: the growth of a counter, the amount of a rate, or the sum of the samples.
  private static func value(
    of index: Int, in stretch: ClosedRange<Double>, _ data: PanelData, areRates: Bool
  ) -> Double {
    let line = data.lines[index]
    let samples = line.samples
    let found = samples.indices(from: stretch.lowerBound, through: stretch.upperBound.nextDown)
    guard let statistics = samples.statistics(in: found) else { return .nan }
    let isCounter = line.series.contains(where: \.isCounter) && data.spec.reduction == nil
    if areRates || isCounter {
      let end = min(stretch.upperBound, data.live.upperBound)
      let start = max(stretch.lowerBound, samples.count > 0 ? samples[0].time : end)
      return statistics.mean * max(0, end - start)
    }
    return (data.spec.reduction ?? .sum)
      .value(of: samples, in: stretch.lowerBound...stretch.upperBound.nextDown)
  }
}

extension Unit {
  /// The unit of a rate multiplied by a time; nil for a unit that is not a rate.
  fileprivate var amount: Unit? {
    switch self {
    case .bytesPerSecond: .bytes
    case .decimalBytesPerSecond: .decimalBytes
    case .bitsPerSecond: .custom("bit")
    case .custom(let name) where name.hasSuffix("/s"):
      name == "/s" ? Unit.none : .custom(String(name.dropLast(2)))
    default: nil
    }
  }
}
