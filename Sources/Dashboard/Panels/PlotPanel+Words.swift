import Charts
import Messages
import Metrics

extension PlotPanel {
  /// Adds the value, the legend and the notes of a plot.
  static func addWords(_ data: PanelData, _ plot: PlotContent, to content: inout PanelContent) {
    let spec = data.spec
    let equals = plot.series.count { $0.style.isEqual }
    let format = plot.valueFormat ?? ValueFormat(unit: spec.unit)
    addNote(data, plot, equals: equals, format, to: &content)
    addValue(data, plot, equals: equals, format, to: &content)
    if plot.axis.isLogarithmic, let note = plot.noteOfUnshown { content.note = note }
    guard spec.showsLegend(equals: equals) else {
      // Without a legend, only this note shows that the line is hidden.
      if spec.isInferred, plot.series.first?.isHidden == true {
        content.note = String(localized: "hidden")
      }
      return
    }
    content.legend = legend(data, plot, format)
    guard content.value == nil else { return }
    content.lead = lead(
      of: spec, content.legend,
      zip(data.values, plot.series).map { value, series in
        series.valueFormat?.alone(value) ?? spec.formatted(value, format)
      },
      plot.series.map(\.samples))
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
      let value = data.values[i]
      let words =
        plot.series[i].valueFormat?.alone(value) ?? data.spec.formatted(value, format)
      return data.lines[i].name + " " + words.text
    }.joined(separator: " · ")
  }

  /// Adds the value of a plot that has one, and the state of the values by the panel's thresholds.
  /// - Parameter equals: the number of lines of the same rank.
  private static func addValue(
    _ data: PanelData, _ plot: PlotContent, equals: Int, _ format: ValueFormat,
    to content: inout PanelContent
  ) {
    let (spec, lines, values) = (data.spec, data.lines, data.values)
    let hasOneValue = spec.chart == .stacked || equals < 2
    let isHeld = lines.indices.allSatisfy {
      lines[$0].isGone || data.health.heldLines.contains($0)
    }
    let main =
      spec.chart == .stacked
      ? plot.stackedSum(at: content.moment, isHeld: isHeld) ?? .nan : values.first
    let judged =
      hasOneValue
      ? main.map { [$0] } ?? [] : lines.indices.filter { !lines[$0].isOnRight }.map { values[$0] }
    let breached = spec.breach(of: judged)
    content.signal = breached?.color.signal
    if let label = breached?.label { content.note = label }
    if hasOneValue {
      content.value = main.map { spec.formatted($0, format) }
      content.wordColor = main.flatMap { spec.mapping(of: $0)?.color }
    }
    guard !plot.axis.isLogarithmic else { return }
    // A mapped value is a word without a unit.
    let isWord = main.map { spec.mapping(of: $0) != nil } ?? false
    content.axisUnit = isWord ? "" : axisUnit(plot, beside: content.value)
  }

  private static func legend(
    _ data: PanelData, _ plot: PlotContent, _ format: ValueFormat
  ) -> [LegendEntry] {
    let (spec, lines, values) = (data.spec, data.lines, data.values)
    func text(_ value: Double) -> String {
      // The values of two axes have different units.
      if plot.axis.isLogarithmic || plot.rightAxis != nil { return spec.text(of: value, format) }
      // The unit is shown with the value or beside the title; a different prefix is shown with its number.
      return spec.word(of: value)?.text ?? format.text(value, beside: plot.axis.scale.symbol)
    }
    return lines.indices.map { i in
      let right = plot.series[i].valueFormat
      let words = { right?.alone($0).text ?? text($0) }
      var entry = LegendEntry(
        name: lines[i].name, value: words(values[i]), series: i, isHidden: plot.series[i].isHidden)
      entry.widestValues = (right ?? format)
        .widestValues(in: plot.extent(of: i, with: values[i])).map(words)
      entry.style = plot.series[i].style
      entry.color = plot.series[i].color
      if right == nil { entry.wordColor = spec.mapping(of: values[i])?.color }
      entry.isLate = data.health.lateLines.contains(i)
      if spec.chart != .stacked, right == nil {
        entry.signal = spec.breach(of: [values[i]])?.color.signal
      }
      return entry
    }
  }

  /// The text about the unit of the axis: empty if a value has that unit.
  private static func axisUnit(_ plot: PlotContent, beside value: FormattedValue?) -> String {
    let symbol = plot.axis.scale.symbol
    guard let value else { return symbol }
    if value.unit == symbol || symbol.isEmpty { return "" }
    return String(localized: "axis in \(symbol)")
  }

  /// The series that represents all: the first one beyond a threshold, or otherwise the first one with a value.
  private static func lead(
    of spec: PanelSpec, _ entries: [LegendEntry], _ values: [FormattedValue],
    _ samples: [TimeSeries]
  ) -> PanelContent.Lead? {
    let shown = entries.indices.filter { !entries[$0].isHidden }
    let known = shown.filter { values[$0].digits != "–" }
    // The order of inferred columns is arbitrary, and the first one may always be zero: the swap space of `vmstat`.
    let chosen =
      shown.first { entries[$0].signal != nil }
      ?? known.first { !spec.isInferred || samples[$0].hasOtherThanZero } ?? known.first
      ?? shown.first
    return chosen.map {
      var lead = PanelContent.Lead(
        name: entries[$0].name, value: values[$0], signal: entries[$0].signal)
      lead.wordColor = entries[$0].wordColor
      return lead
    }
  }
}

extension TimeSeries {
  /// Whether any sample is neither missing nor zero.
  fileprivate var hasOtherThanZero: Bool { extent(in: 0..<count).map { $0 != 0...0 } ?? false }
}

extension PlotContent {
  /// The extent of a series' values in view and another value; nil without a finite value.
  fileprivate func extent(of i: Int, with value: Double) -> ClosedRange<Double>? {
    let samples = series[i].samples
    let shown = samples.indices(from: time.lowerBound, through: time.upperBound)
    guard let extent = samples.extent(in: shown) else {
      return value.isFinite ? value...value : nil
    }
    guard value.isFinite else { return extent }
    return min(extent.lowerBound, value)...max(extent.upperBound, value)
  }
}
