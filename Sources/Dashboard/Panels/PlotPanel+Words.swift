import Charts
import Messages
import Metrics

extension PlotPanel {
  /// Adds the value, the legend and the notes of a plot.
  static func addWords(_ data: PanelData, _ plot: PlotContent, to content: inout PanelContent) {
    let spec = data.spec
    let equals = plot.series.count { $0.style.isEqual }
    let format = plot.valueFormat ?? ValueFormat(unit: spec.unit)
    // A value may be that of a rule for all samples of the window.
    let values = data.values
    addNote(data, plot, equals: equals, format, to: &content)
    addValue(data, plot, values, equals: equals, format, to: &content)
    content.lineValues = lineValues(data, plot, values, format, sum: content.value)
    if plot.axis.isLogarithmic, let note = plot.noteOfUnshown { content.precedeNote(by: note) }
    guard spec.showsLegend(equals: equals) else {
      // Without a legend, only this note shows that the line is hidden.
      if spec.isInferred, plot.series.first?.isHidden == true {
        content.note = String(localized: "hidden")
      }
      return
    }
    content.legend = legend(data, plot, values, format)
    guard content.value == nil else { return }
    addLead(data, plot, values, format, to: &content)
    // Beside a large value in another prefix, bare numbers would be read in that prefix.
    if let lead = content.lead, !isInUnit(of: plot, lead.value) {
      content.legend = legend(data, plot, values, format, withUnits: true)
    }
  }

  private static func addNote(
    _ data: PanelData, _ plot: PlotContent, equals: Int, _ format: ValueFormat,
    to content: inout PanelContent
  ) {
    let scale = plot.axis.isLogarithmic ? nil : plot.axis.scale
    content.note = data.store.note(of: data.spec, scale: scale)
    if data.spec.note.isEmpty, data.spec.legend == .automatic, equals < 2 {
      content.note = furtherWords(data, plot, format)
    }
    guard let shift = data.spec.options.shift else { return }
    let comparison = String(localized: "faint: \(SpanText.text(shift)) before")
    content.note = [content.note, comparison].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The names and the values of the lines after the first one, whose value is the panel's: `out 3.1 Mbit/s`.
  private static func furtherWords(
    _ data: PanelData, _ plot: PlotContent, _ format: ValueFormat
  ) -> String {
    data.lines.indices.dropFirst().filter { !plot.series[$0].isHidden }.map { i in
      let value = data.value(of: i)
      let words =
        plot.series[i].valueFormat?.alone(value) ?? data.spec.formatted(value, format)
      return name(of: i, data, plot) + " " + words.text
    }.joined(separator: " · ")
  }

  /// The name of a line, with `(right)` behind the name if the line belongs to a right axis.
  private static func name(of i: Int, _ data: PanelData, _ plot: PlotContent) -> String {
    let name = data.lines[i].name
    return plot.rightAxis != nil && data.lines[i].isOnRight
      ? String(localized: "\(name) (right)") : name
  }

  /// Returns a function that makes the texts of all shown lines, and of the sum of a stack. The function does not keep
  /// the samples: each new sample would then copy all samples.
  private static func lineValues(
    _ data: PanelData, _ plot: PlotContent, _ values: [Double], _ format: ValueFormat,
    sum: FormattedValue?
  ) -> () -> [NamedValue] {
    let shown = data.lines.indices.filter { !plot.series[$0].isHidden }
    let spec = data.spec
    let lines = shown.map { (plot.series[$0].name, values[$0], plot.series[$0].valueFormat) }
    return {
      let all = lines.map { name, value, own in
        NamedValue(name: name, value: own?.alone(value).text ?? spec.text(of: value, format))
      }
      guard spec.chart == .stacked, all.count > 1, let sum else { return all }
      return all + [NamedValue(name: String(localized: "sum"), value: sum.text)]
    }
  }

  /// Adds the value of a plot with a single value, and the state of the values by the panel's thresholds.
  /// - Parameter equals: the number of lines of the same rank.
  private static func addValue(
    _ data: PanelData, _ plot: PlotContent, _ values: [Double], equals: Int, _ format: ValueFormat,
    to content: inout PanelContent
  ) {
    let (spec, lines) = (data.spec, data.lines)
    let hasOneValue = spec.chart == .stacked || equals < 2
    let isHeld = lines.indices.allSatisfy {
      lines[$0].isGone || data.health.heldLines.contains($0)
    }
    // The value is one of the left axis. A line on the right axis may come before it.
    let left = lines.indices.filter { !lines[$0].isOnRight }
    let main =
      spec.chart == .stacked
      ? plot.stackedSum.map {
        spec.value(
          of: $0, by: spec.reduction, in: data.time, at: content.moment, isHeld: isHeld)
      } ?? .nan : left.first.map { values[$0] }
    let breached = spec.breach(
      of: hasOneValue
        ? main.map { [judged($0, of: left.first ?? 0, data)] } ?? []
        : left.map { data.judged(values[$0], of: $0) })
    content.signal = breached?.color.signal
    content.breachText = breached?.label ?? ""
    if hasOneValue {
      content.value = main.map { mainValue($0, plot, spec, format) }
      content.wordColor = main.flatMap { spec.mapping(of: $0)?.color }
    }
    guard !plot.axis.isLogarithmic else {
      content.axisUnit = String(localized: "log")
      return
    }
    // Two axes show their units at their ticks.
    guard plot.rightAxis == nil else { return }
    // A mapped value is a word without a unit.
    let isWord = main.map { spec.mapping(of: $0) != nil } ?? false
    content.axisUnit = isWord ? "" : axisUnit(plot, beside: content.value)
  }

  /// The only value of a panel as it is compared with thresholds: see `PanelData.judged`.
  private static func judged(_ main: Double, of line: Int, _ data: PanelData) -> Double {
    guard data.spec.chart == .stacked else { return data.judged(main, of: line) }
    return data.lines.indices.allSatisfy { data.judged(0, of: $0).isNaN } ? .nan : main
  }

  /// The value of a panel. A number without an axis beside it shows its size by its digits alone, so the digits must
  /// not all be zeros.
  private static func mainValue(
    _ value: Double, _ plot: PlotContent, _ spec: PanelSpec, _ format: ValueFormat
  ) -> FormattedValue {
    guard spec.chart == .number, spec.decimals == nil else { return spec.formatted(value, format) }
    return spec.word(of: value) ?? format.nonzero(value, beside: plot.largestMagnitude)
  }

  private static func legend(
    _ data: PanelData, _ plot: PlotContent, _ values: [Double], _ format: ValueFormat,
    withUnits: Bool = false
  ) -> [LegendEntry] {
    let (spec, lines) = (data.spec, data.lines)
    let symbol = plot.axis.scale.symbol
    // A number without any unit looks like the bare numbers in the prefix of the axis.
    let isMixed = lines.indices.contains { i in
      let isShown = values[i].isFinite && values[i] != 0 && !plot.series[i].isHidden
      return isShown && !lines[i].isOnRight && !symbol.isEmpty
        && format.alone(values[i]).unit.isEmpty
    }
    func text(_ value: Double) -> String {
      // The values of two axes have different units.
      if withUnits || isMixed || plot.axis.isLogarithmic || plot.rightAxis != nil {
        return spec.text(of: value, format)
      }
      // The unit is shown with the value or beside the title; a different prefix is shown with its number.
      return spec.word(of: value)?.text ?? format.text(value, beside: symbol)
    }
    return lines.indices.map { i in
      let right = plot.series[i].valueFormat
      let words = { right?.alone($0).text ?? text($0) }
      var entry = LegendEntry(
        name: name(of: i, data, plot), value: words(values[i]), series: i,
        isHidden: plot.series[i].isHidden)
      entry.widestValues = (right ?? format)
        .widestValues(in: plot.extent(of: i, with: values[i])).map(words)
      entry.style = plot.series[i].style
      entry.color = plot.series[i].color
      if right == nil { entry.wordColor = spec.mapping(of: values[i])?.color }
      entry.isLate = data.health.lateLines.contains(i)
      entry.isRest = lines[i].identity == .others
      if spec.chart != .stacked, right == nil {
        let breach = spec.breach(of: [data.judged(values[i], of: i)])
        entry.signal = breach?.color.signal
        entry.breachRank = breach.map { spec.rank(of: $0) } ?? 0
      }
      return entry
    }
  }

  /// The text about the unit of the axis; empty if the panel's value already has that unit.
  private static func axisUnit(_ plot: PlotContent, beside value: FormattedValue?) -> String {
    let symbol = plot.axis.scale.symbol
    guard let value else { return symbol }
    return isInUnit(of: plot, value) ? "" : String(localized: "axis in \(symbol)")
  }

  /// Whether a value has the unit of the axis.
  private static func isInUnit(of plot: PlotContent, _ value: FormattedValue) -> Bool {
    let symbol = plot.axis.scale.symbol
    return value.unit == symbol || symbol.isEmpty
  }

  /// Adds the line that represents all lines. This line also determines whether the panel's value is late.
  private static func addLead(
    _ data: PanelData, _ plot: PlotContent, _ values: [Double], _ format: ValueFormat,
    to content: inout PanelContent
  ) {
    let entries = content.legend
    let shown = entries.indices.filter { !entries[$0].isHidden }
    let leading = leadingLine(of: shown, data, plot, values, isNow: content.moment == nil)
    let worst = shown.map { entries[$0].breachRank }.max() ?? 0
    guard let i = worst > 0 ? shown.first(where: { entries[$0].breachRank == worst }) : leading
    else { return }
    let value = values[i]
    var lead = PanelContent.Lead(
      name: entries[i].name,
      value: plot.series[i].valueFormat?.alone(value) ?? data.spec.formatted(value, format),
      signal: entries[i].signal)
    lead.wordColor = entries[i].wordColor
    lead.others = shown.filter { $0 != i }.map { data.lines[$0].count }.reduce(0, +)
    content.lead = lead
    if content.moment == nil { content.isValueLate = entries[i].isLate }
  }

  /// The first line that is not late, ended, gone or out of view; otherwise the first line with a value.
  /// - Parameters:
  ///   - shown: the lines that are not hidden.
  ///   - isNow: whether the latest values are shown. At a moment of the past, lines that have ended since count as
  ///     well.
  private static func leadingLine(
    of shown: [Int], _ data: PanelData, _ plot: PlotContent, _ values: [Double], isNow: Bool
  ) -> Int? {
    let known = shown.filter { values[$0].isFinite }
    let live = known.lazy.filter {
      !isNow || data.health.isLive($0) && !data.lines[$0].isGone && plot.extent(of: $0) != nil
    }
    func first(of lines: some Collection<Int>) -> Int? {
      // The order of inferred columns is arbitrary, and the first one may always be zero: the swap space of `vmstat`.
      lines.first { !data.spec.isInferred || plot.series[$0].samples.hasOtherThanZero }
        ?? lines.first
    }
    return first(of: live) ?? first(of: known) ?? shown.first
  }
}

extension TimeSeries {
  /// Whether any sample is neither missing nor zero.
  fileprivate var hasOtherThanZero: Bool { extent(in: 0..<count).map { $0 != 0...0 } ?? false }
}

extension PlotContent {
  /// The extent of a series' values in view; nil without a value.
  fileprivate func extent(of i: Int) -> ClosedRange<Double>? {
    let samples = series[i].samples
    return samples.extent(in: samples.indices(from: time.lowerBound, through: time.upperBound))
  }

  /// The extent of a series' values in view and another value; nil without a finite value.
  fileprivate func extent(of i: Int, with value: Double) -> ClosedRange<Double>? {
    guard let extent = extent(of: i) else {
      return value.isFinite ? value...value : nil
    }
    guard value.isFinite else { return extent }
    return min(extent.lowerBound, value)...max(extent.upperBound, value)
  }
}
