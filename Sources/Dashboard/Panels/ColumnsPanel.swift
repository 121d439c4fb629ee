import Charts
import Messages
import Metrics

/// The content of columns over time: a number for each stretch of time.
enum ColumnsPanel {
  /// The number of samples of a counter, counted from the end, that are checked for whole numbers.
  private static let mostLookedAt = 100

  static func make(_ data: PanelData, _ content: inout PanelContent) {
    var spec = data.spec
    // A rate becomes an amount: the rate times the length of a stretch.
    if addsRates(spec), let amount = spec.unit.amount { spec.unit = amount.unit }
    let period = period(for: data.time, spec, pace: data.pace)
    let columns = self.columns(data, period: period, in: data.time)
    guard let first = columns.first?.start, let end = columns.last?.end else { return }
    let totals = columns.map { total(of: $0, data.spec) }
    var axes = PlotContent(series: [], time: first...end, axis: TickScale(covering: 0, 1))
    let format = setAxis(of: columns, totals, spec, period: period, data, &axes)
    // The pointer shows the stretch under it, and late data shows the last stretch with data.
    let marked = data.moment.flatMap { moment in columns.lastIndex { $0.start <= moment } }
    let present = data.health.present.flatMap { now in columns.lastIndex { $0.start <= now } }
    let shown = marked ?? present ?? totals.lastIndex { !content.isValueLate || $0.isFinite }
    content.note = note(data, period: period, data.spec.columnRule)
    if let shown, columns[shown].isGrowing { content.valueNote = String(localized: "so far") }
    addValue(
      Shown(
        column: shown.map { columns[$0] }, total: shown.map { totals[$0] } ?? .nan,
        marked: marked.map { columns[$0] }, format: format),
      spec, data, to: &content)
    var body = ColumnsContent(columns: columns, axes: axes)
    body.colors = data.lines.map(\.color)
    body.names = data.lines.map(\.name)
    body.isStacked = data.spec.addsUp
    body.hidden = data.hiddenLines
    content.seriesNumbers = data.lines.map(\.number)
    content.body = body
  }

  /// Sets the value axis with its thresholds, and the text in place of columns without values.
  /// - Returns: the format of values.
  private static func setAxis(
    of columns: [ColumnsContent.Column], _ totals: [Double], _ spec: PanelSpec, period: Double,
    _ data: PanelData, _ axes: inout PlotContent
  ) -> ValueFormat {
    axes.isLive = data.fixedRange == nil
    // A date names its day, and a time of day the moment at which an hour begins.
    if period >= 86_400 { axes.labeledStretch = period }
    let known = (totals + columns.flatMap { numbers(of: $0, data.spec) }).filter(\.isFinite) + [0]
    let isWhole =
      known.allSatisfy { $0 == $0.rounded() }
      || data.spec.columnRule == nil && data.lines.allSatisfy(countsWholeThings)
    axes.axis = AxisRange(spec, isWhole: isWhole).scale(of: extent(of: columns, data.spec))
    axes.thresholds = spec.thresholds.compactMap(\.inPlot)
    if columns.allSatisfy({ $0.values.allSatisfy(\.isNaN) }) {
      axes.emptyText =
        data.hiddenLines.count == data.lines.count
        ? PlotContent.textOfHiddenSeries
        : axes.textWithoutData(in: period * Double(columns.count))
    }
    let format = ValueFormat(
      unit: spec.unit, scale: axes.axis.scale, largest: known.map(abs).max() ?? 0,
      valueDecimals: isWhole ? 0 : ValueFormat.mostDecimals, tickDecimals: spec.decimals ?? 0,
      tickStep: axes.axis.step)
    axes.valueFormat = format
    return format
  }

  /// The column whose value the panel shows; nil columns for none.
  private struct Shown {
    let column: ColumnsContent.Column?
    /// The value of the whole column.
    let total: Double
    /// The column under the pointer.
    let marked: ColumnsContent.Column?
    let format: ValueFormat
  }

  /// Adds the value, its breach, the legend, and the values of all parts.
  private static func addValue(
    _ shown: Shown, _ spec: PanelSpec, _ data: PanelData, to content: inout PanelContent
  ) {
    let judged = shown.marked == nil ? data.judgedValues : []
    let breached =
      shown.marked.map { breach(of: numbers(of: $0, data.spec), in: $0, data) }
      ?? data.spec.breach(of: judged)
    content.signal = breached?.color.signal
    content.breachText = breached?.label ?? ""
    if spec.addsUp || data.shownLines.count < 2 {
      content.value = spec.formatted(shown.total, shown.format)
    } else {
      // A mean of unlike series is the value of none.
      let worst = breached.flatMap { worstLine(of: shown.marked, $0, judged, data) }
      content.lead = shown.column.map { lead(of: $0, worst, breached, shown.format, data) }
    }
    addLegend(of: shown.column, shown.format, data, to: &content)
    if data.lines.count > 1 {
      content.lineValues = lineValues(of: shown.column, shown.format, data, content)
    }
  }

  /// The panel's note, the rule for the samples of a stretch of time, and the length of a stretch.
  /// - Parameter rule: nil for a sum or a count.
  static func note(_ data: PanelData, period: Double, _ rule: Reduction? = nil) -> String {
    let length = SpanText.period(period)
    return [
      data.store.note(of: data.spec, scale: nil),
      rule.map { String(localized: "\($0.title) per \(length)") }
        ?? String(localized: "per \(length)"),
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The first line beyond a threshold, at a marked column or at present; nil for none.
  private static func worstLine(
    of marked: ColumnsContent.Column?, _ breached: ThresholdSpec, _ judged: [JudgedValue],
    _ data: PanelData
  ) -> Int? {
    if let marked {
      return data.shownLines.first { breached.bound.isBreached(by: marked.values[$0]) }
    }
    let worst = judged.first {
      $0.thresholds.contains(breached) && breached.bound.isBreached(by: $0.value)
    }
    return data.shownLines.first { data.lines[$0].identity == worst?.identity }
  }

  /// The part that stands for columns side by side where a legend has no room: the first one beyond a threshold, or
  /// otherwise the first one.
  private static func lead(
    of column: ColumnsContent.Column, _ worst: Int?, _ breached: ThresholdSpec?,
    _ format: ValueFormat, _ data: PanelData
  ) -> PanelContent.Lead {
    let lines = data.shownLines
    let i = worst ?? lines[0]
    var lead = PanelContent.Lead(
      name: data.lines[i].name, value: data.spec.formatted(column.values[i], format),
      signal: worst == nil ? nil : breached?.color.signal)
    lead.others = lines.filter { $0 != i }.map { data.lines[$0].count }.reduce(0, +)
    return lead
  }

  /// Names the series of the columns' parts, each with its number in a column.
  private static func addLegend(
    of column: ColumnsContent.Column?, _ format: ValueFormat, _ data: PanelData,
    to content: inout PanelContent
  ) {
    guard data.spec.showsLegend(equals: data.lines.count) else { return }
    let hidden = data.hiddenLines
    content.legend = data.lines.enumerated().map { i, line in
      let value = column?.values[i] ?? .nan
      var entry = LegendEntry(
        name: line.name, value: format.alone(value).text, series: i, isHidden: hidden.contains(i))
      entry.color = line.color
      entry.isLate = data.health.lateLines.contains(i)
      entry.isRest = line.identity == .others
      return entry
    }
  }

  /// Makes the values of a column's parts, and their sum.
  private static func lineValues(
    of column: ColumnsContent.Column?, _ format: ValueFormat, _ data: PanelData,
    _ content: PanelContent
  ) -> () -> [NamedValue] {
    let values = data.shownLines.map { (data.lines[$0].name, column?.values[$0] ?? .nan) }
    let total = data.spec.addsUp ? content.value : nil
    return {
      let parts = values.map { NamedValue(name: $0, value: format.alone($1).text) }
      guard let total else { return parts }
      return parts + [NamedValue(name: String(localized: "sum"), value: total.text)]
    }
  }

  /// The columns of a range of time. The values of hidden lines are missing.
  private static func columns(
    _ data: PanelData, period: Double, in time: ClosedRange<Double>
  ) -> [ColumnsContent.Column] {
    let hidden = data.hiddenLines
    let rateSeconds = addsRates(data.spec) ? data.spec.unit.amount?.seconds : nil
    let seconds =
      data.spec.columnRule == nil
      ? data.growthSeconds() : [Double?](repeating: nil, count: data.lines.count)
    let growths = zip(data.lines, seconds).map { line, seconds in
      (rateSeconds ?? seconds).map { Growth(of: line, seconds: $0, isRate: rateSeconds != nil) }
    }
    return stretches(of: period, in: time, zone: data.scene.zone).map { stretch in
      var column = ColumnsContent.Column(
        start: stretch.lowerBound, end: stretch.upperBound,
        values: data.lines.indices.map { i in
          hidden.contains(i) ? .nan : value(of: i, in: stretch, data, growths[i])
        })
      let now = data.health.present ?? data.live.upperBound
      column.isGrowing = column.end > now && column.start <= now
      column.signals = numbers(of: column, data.spec).map {
        breach(of: [$0], in: column, data)?.color.signal
      }
      return column
    }
  }

  /// Whether the numbers of a panel are rates, which are shown as amounts.
  private static func addsRates(_ spec: PanelSpec) -> Bool {
    spec.columnRule == nil && spec.unit.amount != nil
  }

  /// The extent of all columns and of zero. The negative values of a stack lie below zero, and the others above.
  private static func extent(
    of columns: [ColumnsContent.Column], _ spec: PanelSpec
  ) -> ClosedRange<Double> {
    func reach(_ isPart: (Double) -> Bool) -> [Double] {
      columns.flatMap { column in
        let parts = column.values.filter { $0.isFinite && isPart($0) }
        return spec.addsUp ? [parts.reduce(0, +)] : parts
      }.filter(\.isFinite)
    }
    return (reach { $0 < 0 }.min() ?? 0)...(reach { $0 > 0 }.max() ?? 0)
  }

  /// The number of a whole column: the sum of the parts, or the panel's rule applied to the parts if their sum has no
  /// meaning.
  private static func total(of column: ColumnsContent.Column, _ spec: PanelSpec) -> Double {
    let finite = column.values.filter(\.isFinite)
    guard spec.addsUp else { return (spec.columnRule ?? .mean).value(of: finite) }
    return column.values.allSatisfy(\.isNaN) ? .nan : finite.reduce(0, +)
  }

  /// The numbers of a column that thresholds are compared with: the sum of its parts, or each part if their sum has no
  /// meaning.
  private static func numbers(of column: ColumnsContent.Column, _ spec: PanelSpec) -> [Double] {
    spec.addsUp ? [total(of: column, spec)] : column.values
  }

  /// The threshold that numbers of a column exceed. The numbers of an incomplete stretch are not compared with lower
  /// limits.
  private static func breach(
    of numbers: [Double], in column: ColumnsContent.Column, _ data: PanelData
  ) -> ThresholdSpec? {
    var spec = data.spec
    if !isWhole(column, data) {
      spec.thresholds.removeAll { !$0.bound.isUpper }
    }
    return spec.breach(of: numbers)
  }

  /// Whether the samples of a stretch are complete: the stretch is over, and began with or after the first sample.
  private static func isWhole(_ column: ColumnsContent.Column, _ data: PanelData) -> Bool {
    let first = data.lines.compactMap { $0.samples.isEmpty ? nil : $0.samples[0].time }.min()
    let now = data.health.present ?? data.live.upperBound
    return column.end <= now && column.start >= first ?? .infinity
  }

  /// The values that thresholds are compared with: those of the stretch that is not over yet, and those of the last
  /// whole one; NaN if there is none. The stretches are as long as in a full window, even while the window is still
  /// growing or zoomed.
  static func judged(_ data: PanelData) -> [JudgedValue] {
    var data = data
    // A series that a user has hidden is still watched.
    data.hidden = []
    let end = data.health.present ?? data.live.upperBound
    let isWindow = data.spec.shows == .window && !data.spec.isInferred
    let full = isWindow ? end - data.spec.window.upperBound...end : data.live
    let period = period(for: full, data.spec, pace: data.pace)
    let columns = columns(data, period: period, in: end - 2 * period...end)
    let whole = columns.last { $0.end <= end }.flatMap { isWhole($0, data) ? $0 : nil }
    let isFresh = data.health.silence == 0
    let unknown = data.spec.addsUp ? [Double.nan] : data.lines.map { _ in .nan }
    /// A growing value is not compared with lower limits.
    func values(of column: ColumnsContent.Column?, isGrowing: Bool) -> [JudgedValue] {
      (column.map { numbers(of: $0, data.spec) } ?? unknown).enumerated().map { i, number in
        let line = data.spec.addsUp ? nil : data.lines[i]
        return JudgedValue(
          name: line?.name ?? "", identity: line?.identity, value: number, isFresh: isFresh,
          isEnded: line.map(data.store.hasEnded) ?? false,
          thresholds: data.spec.thresholds.filter { $0.bound.isUpper == isGrowing })
      }
    }
    return values(of: columns.last, isGrowing: true) + values(of: whole, isGrowing: false)
  }

  /// Whether a line is the growth of a counter that has grown by whole numbers. The growth in a stretch, a mean rate
  /// times a length, is hardly ever whole.
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
    let monday = period.truncatingRemainder(dividingBy: week) == 0 ? 4 * 86_400.0 : 0
    /// The start of the stretch that contains a time, or of one that is a number of stretches later.
    func start(_ time: Double, later: Double = 0) -> Double {
      let second = Int(min(max(time, -1e11), 1e11).rounded(.down))
      let offset = Double(zone.offset(at: second))
      let clock =
        ((time + offset - monday) / period).rounded(.down) * period + monday + later * period
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
    let end = start(starts[starts.count - 1], later: 1)
    let ends = starts.dropFirst() + [max(end, time.upperBound)]
    return zip(starts, ends).map { $0...max($0, $1) }
  }

  /// The number of one stretch. The numbers of the series that a line joins add up, or have a mean, as far as they are
  /// known: their samples have different times.
  private static func value(
    of index: Int, in stretch: ClosedRange<Double>, _ data: PanelData, _ growth: Growth?
  ) -> Double {
    let line = data.lines[index]
    guard !line.parts.isEmpty else {
      return value(of: line.samples, in: stretch, data.spec, growth)
    }
    let parts = line.parts.map { value(of: $0, in: stretch, data.spec, growth) }
      .filter(\.isFinite)
    if parts.isEmpty { return .nan }
    return parts.reduce(0, +) / (data.spec.addsUp ? 1 : Double(parts.count))
  }

  /// The number of one stretch: the growth of a counter, the amount of a rate, the sum of the samples, or the panel's
  /// rule applied to the samples.
  /// - Parameter growth: the growth by the samples; nil for samples that are no growth.
  private static func value(
    of samples: TimeSeries, in stretch: ClosedRange<Double>, _ spec: PanelSpec, _ growth: Growth?
  ) -> Double {
    if let growth {
      let amount = samples.integral(
        from: stretch.lowerBound, to: stretch.upperBound, growth.edgeRule,
        longest: growth.longest(of: samples))
      return amount.map { $0 / growth.seconds } ?? .nan
    }
    return (spec.columnRule ?? .sum)
      .value(of: samples, in: stretch.lowerBound...stretch.upperBound.nextDown)
  }
}

/// The growth of counters by the samples of a line.
private struct Growth {
  /// The seconds in which counters grew by a sample.
  let seconds: Double
  let edgeRule: TimeSeries.EdgeRule
  /// The period of the sources of samples that are measured as rates; nil for samples derived from counts.
  private let period: Double?

  /// - Parameter isRate: whether the samples are measured as rates, and not derived from counts.
  init(of line: PanelLine, seconds: Double, isRate: Bool) {
    self.seconds = seconds
    let isMeasured = isRate && !line.series.contains(where: \.isCounter)
    period = isMeasured ? line.series.compactMap(\.source.period).max() ?? 0 : nil
    // A counter without a pace is counted when something happens, which the stretch with the sample has as a whole.
    // A pause of the program does not take its pace from a source.
    let isOfEvents =
      line.series.contains { $0.isCounter && $0.source.period == nil } && line.samples.pace == nil
    edgeRule = isOfEvents ? .whole : .split
  }

  /// The most seconds for which a sample counts: a rate says nothing about a gap before it.
  func longest(of samples: TimeSeries) -> Double {
    period.map { max($0 * Gap.longestBridge, samples.longestHold) } ?? .infinity
  }
}

extension PanelSpec {
  /// Whether the numbers of a stretch of time, and the numbers of several lines, add up. A sum of temperatures, shares
  /// or durations has no meaning, but the growth of a counter of seconds adds up.
  var addsUp: Bool {
    // The largest values of several lines come at different moments.
    if let reduction, ![.sum, .mean, .last].contains(reduction) { return false }
    return unit.isAdditive || reduction == .sum
      || unit == .seconds && expressions.isEmpty && series.contains(where: \.isCounter)
  }

  /// The rule that reduces the samples of a stretch of time to one number; nil for a sum, a growth or an amount. The
  /// power of several lines adds up, but the power at several moments does not.
  fileprivate var columnRule: Reduction? { reduction ?? (addsUp && !unit.isFlow ? nil : .mean) }
}
