import Charts
import Messages
import Metrics

/// The identity of a panel's line, which stays while other lines come and go.
enum LineIdentity: Hashable {
  /// A series of the panel's specification with this index.
  case series(Int, Metric?)
  /// A line of the panel's expression with this index.
  case expression(Int, Labels)
  /// The sum or the mean of the lines for which there is no room.
  case others

  /// The identity as a text for a history.
  var text: String {
    switch self {
    case .series(let index, let metric): "\(index) \(metric?.description ?? "")"
    case .expression(let index, let labels): "expr \(index) \(Metric("", labels: labels))"
    case .others: "others"
    }
  }
}

/// One line of a panel: a series with its name, or the sum or the mean of series for which there is no room.
struct PanelLine {
  var identity: LineIdentity
  /// The number that identifies the line for hiding and for motion; see `LineNumbers`.
  var number = 0
  /// The number of the look that distinguishes the line from lines of the same rank; nil for a line with a style of its
  /// own.
  var look: Int?
  var name: String
  var style: SeriesSpec.Style
  /// The series after whose labels the line is named; nil for a line with another name.
  var labelled: Metric?
  /// Whether the name comes from the specification.
  var isLabelled: Bool
  /// The series of the line: one series, or the operands of an expression.
  var series: [SeriesSpec]
  /// The number of series that the line stands for; more than one for the line that joins the series without room.
  var count = 1
  var samples: TimeSeries
  /// The samples of each series of a line that joins several; empty for other lines.
  var parts: [TimeSeries] = []
  /// The colour of the specification; nil for the usual colour.
  var color: SeriesColor?
  /// Whether the line is coloured by its values.
  var isColoredByValue = false
  /// The unit on the right axis; nil for that of the panel.
  var unit: Unit?
  /// Whether the line has its values on the right axis.
  var isOnRight = false
  /// The arrival of the latest sample, on the frame clock; nil without samples.
  var arrival: Double?
  /// The arrival of the latest sample with a value, on the frame clock; nil without values.
  var valueArrival: Double?
  /// Whether the source has reported the end of the series.
  var isEnded = false
  /// Whether the line is one of the series that a query finds, which may come and go.
  var comesAndGoes: Bool {
    if case .series(_, .some) = identity { series.first?.metric == nil } else { false }
  }
  /// Whether the source has failed since the latest sample.
  var isInterrupted = false
  /// Whether the series has ended, and another line has later values. The lines that ended last are not gone, and keep
  /// their last values.
  var isGone = false
  /// Whether the line is a row that the latest answer, a whole list, lacked.
  var hasLeftList: Bool { isEnded && series.allSatisfy(\.query.answersAreLists) }
  /// Whether the source has more series than the panel lists and the chart shows. Only the first line has this mark.
  var isFirstOfSeveral = false
  /// Whether the line is the worst one of more series than the chart shows.
  var isWorstOfSeveral = false
  /// Whether samples ahead of the present are those of a forecast, and not those of a clock that is ahead.
  var canBeForecast = false
  /// Whether the latest sample may be older than its time, by an unknown amount.
  var isOfUnknownAge = false
}

extension SampleStore {
  /// The lines of a panel, in the order of its specification; at most as many as the panel shows. A query with a single
  /// series has a line even without samples.
  func lines(of panel: PanelSpec) -> [PanelLine] {
    let lines = separateLines(of: panel)
    return panel.traits.joinsOthers && lines.count > panel.mostLines
      ? withOthers(lines, of: panel) : lines
  }

  /// The lines whose values are compared with thresholds: a line has a value of its own even without room of its own.
  /// A sum is that of the lines that the chart shows.
  func judgedLines(of panel: PanelSpec) -> [PanelLine] {
    panel.traits.judged == .equals ? separateLines(of: panel) : lines(of: panel)
  }

  /// The lines of a panel before the lines without room are joined.
  private func separateLines(of panel: PanelSpec) -> [PanelLine] {
    let listed = panel.series.count + panel.expressions.count
    var lines: [PanelLine] = []
    var leavesOut = false
    let isShare = panel.traits.kind == .ring && listed > 1
    /// Adds the lines of an entry. A ring shows the share of one series in another one, so only the first series of
    /// each entry counts.
    func add(_ found: [PanelLine]) {
      leavesOut = leavesOut || isShare && found.count > 1
      lines += isShare ? Array(found.prefix(1)) : found
    }
    for (i, series) in panel.series.enumerated() where !series.isHidden {
      let found = self.lines(of: series, at: i, in: panel)
      // The whole must not take the place of a missing part.
      add(found.isEmpty && isShare ? [emptyLine(of: series, at: i)] : found)
    }
    for (i, expression) in panel.expressions.enumerated() {
      add(self.lines(of: expression, at: i, in: panel))
    }
    if panel.traits.leavesOut(lines) {
      let hasOthers = lines.count > listed
      // A breach must not hide behind a healthy first line.
      if panel.traits.judged == .first, let worst = worstLine(of: lines, in: panel) {
        lines.insert(lines.remove(at: worst), at: 0)
        lines[0].isWorstOfSeveral = hasOthers
      }
      lines[0].isFirstOfSeveral = hasOthers && !lines[0].isWorstOfSeveral
      lines = Array(lines.prefix(panel.traits.mostSeries))
    }
    if leavesOut { lines[0].isFirstOfSeveral = true }
    markGone(&lines)
    // A ring shows only the first series, and the full name identifies that series.
    if panel.traits.kind != .ring { shortenNames(&lines) }
    if panel.options.columns == [.series] { SeriesTable.nameLines(&lines, of: panel) }
    if !panel.traits.joinsOthers, lines.count > ChartTraits.mostShown {
      // Series that have ended must not take the places of live ones.
      let live = lines.filter { !$0.isGone }
      let gone = lines.lazy.filter(\.isGone).suffix(max(0, ChartTraits.mostShown - live.count))
      lines = Array(live.prefix(ChartTraits.mostShown)) + gone
    }
    return lines
  }

  private func lines(of spec: SeriesSpec, at index: Int, in panel: PanelSpec) -> [PanelLine] {
    let found = stored(spec, in: panel)
    let givesMany =
      spec.metric == nil && (spec.query.givesMany || spec.hasRows(found.map(\.metric)))
    // A line shows the failure of a column that the answers lack.
    if found.isEmpty, !givesMany || lackOfColumn(of: spec) != nil {
      return [emptyLine(of: spec, at: index)]
    }
    let hasManyNames =
      Set(found.map(\.metric.name)).count > 1 || panel.hasOtherColumns(than: spec)
    let isOneOfMany = givesMany && found.count > 1
    let hasOwnName = spec.label.map { $0.contains("{{") || !isOneOfMany } ?? false
    return found.map { metric, series in
      PanelLine(
        identity: .series(index, givesMany ? metric : spec.metric),
        name: (metric.labels.isEmpty ? columnName(of: spec) : nil)
          ?? spec.name(of: metric, hasManyNames: hasManyNames, isOneOfMany: isOneOfMany),
        style: spec.style,
        labelled: !hasOwnName && givesMany && !metric.labels.isEmpty ? metric : nil,
        isLabelled: spec.label != nil,
        series: [spec], samples: series.samples, arrival: series.arrival(in: panel),
        valueArrival: series.valueArrival(in: panel),
        isEnded: givesMany && series.isEnded,
        isInterrupted: series.isInterrupted
          || series.isOfEarlierRun && !spec.source.hasPace,
        canBeForecast: spec.givesForecasts && !series.followsClock,
        isOfUnknownAge: series.isOfUnknownAge
      ).styled(by: spec)
    }
  }

  private func emptyLine(of spec: SeriesSpec, at index: Int) -> PanelLine {
    PanelLine(
      identity: .series(index, spec.metric), name: columnName(of: spec) ?? spec.name,
      style: spec.style, isLabelled: spec.label != nil, series: [spec],
      samples: TimeSeries(capacity: 1)
    ).styled(by: spec)
  }

  /// Leaves out of names the labels that have one value in all lines, because they distinguish nothing. A single line
  /// keeps all labels, and so do lines that would get equal names.
  private func shortenNames(_ lines: inout [PanelLine]) {
    let places = lines.indices.filter { lines[$0].labelled != nil }
    guard places.count > 1, let first = lines[places[0]].labelled?.labels else { return }
    let shared = first.all.filter { label in
      places.allSatisfy { lines[$0].labelled?.labels[label.name] == label.value }
    }
    guard !shared.isEmpty else { return }
    let hasManyNames = Set(places.map { lines[$0].labelled?.name }).count > 1
    let names = places.map { place in
      lines[place].labelled.map {
        lines[place].series[0].name(
          of: $0, hasManyNames: hasManyNames, without: shared, isOneOfMany: true)
      } ?? ""
    }
    guard Set(names).count == names.count else { return }
    for (place, name) in zip(places, names) { lines[place].name = name }
  }

  /// Marks the lines that ended before another line. The lines of a source that fails are compared with those of their
  /// own query only, because their end is unknown.
  private func markGone(_ lines: inout [PanelLine]) {
    guard lines.contains(where: \.isEnded) else { return }
    let ends = lines.map { $0.samples.lastValid?.time ?? -.infinity }
    var latest = -Double.infinity
    var latestOfSeries: [Int: Double] = [:]
    for (line, end) in zip(lines, ends) {
      guard case .series(let index, _) = line.identity else { continue }
      latest = max(latest, end)
      latestOfSeries[index] = max(latestOfSeries[index] ?? -.infinity, end)
    }
    for (i, line) in lines.enumerated() where line.isEnded {
      guard case .series(let index, _) = line.identity else { continue }
      lines[i].isGone =
        ends[i] < (hasEnded(line) ? latest : latestOfSeries[index] ?? latest)
        || line.series[0].query.answersAreLists && hasEnded(line)
    }
  }

  /// Whether a source says that the series of a line no longer exists. A source that fails says nothing.
  func hasEnded(_ line: PanelLine) -> Bool {
    guard line.isEnded else { return false }
    if case .failing = health(of: line.series[0]) { return false }
    return true
  }

  /// The name in the text of a column that a series without a label selects by its number; nil for another series,
  /// and before the first row.
  private func columnName(of spec: SeriesSpec) -> String? {
    guard spec.label == nil, case .column(let name?, _) = spec.query, Int(name) != nil,
      let columns = sources[spec.source]?.columns
    else { return nil }
    return columns.place(of: name).map { columns[$0].name.visible }
  }

  private func lines(
    of expression: ExpressionSpec, at index: Int, in panel: PanelSpec
  ) -> [PanelLine] {
    let operands = expression.operands.map { panel.series[$0] }
    let found = derived(expression, in: panel)
    let all = operands.map { stored($0, in: panel) }
    // The value of an operand without a pace lasts until the next one, and is as good as new.
    let paced = zip(all, operands).filter { $1.source.hasPace }.map(\.0)
    func latest(_ arrival: (StoredSeries) -> Double?) -> Double? {
      let arrivals = (paced.isEmpty ? all : paced).compactMap {
        $0.compactMap { arrival($0.series) }.max()
      }
      return paced.isEmpty ? arrivals.max() : arrivals.min()
    }
    let arrival = latest { $0.arrival(in: panel) }
    let valueArrival = latest { $0.valueArrival(in: panel) }
    let isOfUnknownAge = !all.joined().isEmpty && all.joined().allSatisfy(\.series.isOfUnknownAge)
    let canBeForecast = zip(all, operands).contains { found, spec in
      spec.givesForecasts && found.contains { !$0.series.followsClock }
    }
    func line(_ labels: Labels, _ name: String, _ samples: TimeSeries) -> PanelLine {
      PanelLine(
        identity: .expression(index, labels), name: name, style: expression.style,
        isLabelled: expression.label != nil,
        series: operands, samples: samples, color: expression.color,
        arrival: samples.isEmpty ? nil : arrival,
        valueArrival: samples.isEmpty ? nil : valueArrival,
        canBeForecast: canBeForecast, isOfUnknownAge: isOfUnknownAge)
    }
    if found.isEmpty {
      return [line(.none, expression.label ?? expression.text, TimeSeries(capacity: 1))]
    }
    return found.map { labels, samples in
      let metric = Metric(expression.text, labels: labels)
      let own = labels.isEmpty ? expression.text : labels.shownValues().joined(separator: " ")
      let name = expression.label.map { LabelTemplate($0).text(for: metric) } ?? own
      return line(labels, name, samples)
    }
  }

  /// The largest lines, and one line for the others: their sum in a stack, and otherwise their mean, because a sum has
  /// no meaning or would be far above all lines and determine the axis. Lines of the two axes have different units, so
  /// only lines of the axis with more lines are joined.
  private func withOthers(_ lines: [PanelLine], of panel: PanelSpec) -> [PanelLine] {
    let right = lines.count(where: \.isOnRight)
    let side = lines.indices.filter { lines[$0].isOnRight == (2 * right > lines.count) }
    let means = lines.map { mean(of: $0, in: panel) }
    let breached = breachedLines(lines, of: panel)
    // Lines that have ended must not take the places of live ones, nor live ones those of lines beyond thresholds.
    func rank(_ line: Int) -> Int { breached.contains(line) ? 0 : lines[line].isGone ? 2 : 1 }
    let largest = side.sorted { a, b in
      (rank(a), means[b], a) < (rank(b), means[a], b)
    }
    let room = max(0, panel.mostLines - 1 - (lines.count - side.count))
    let rest = largest.dropFirst(room).sorted()
    guard rest.count > 1 else { return lines }
    var others = lines[rest[0]]
    others.identity = .others
    others.color = nil
    others.count = rest.count
    let (parts, gone) = (
      rest.map { lines[$0].samples }, Set(rest.indices.filter { lines[rest[$0]].isGone })
    )
    let adds = panel.chart == .stacked || panel.chart == .columns && panel.addsUp
    others.name = String(
      localized: adds ? "\(rest.count) others" : "mean of \(rest.count) others")
    others.samples =
      adds ? TimeSeries.sum(of: parts, gone: gone) : TimeSeries.mean(of: parts, gone: gone)
    if panel.chart == .columns { others.parts = parts }
    others.arrival = rest.compactMap { lines[$0].arrival }.max()
    others.valueArrival = rest.compactMap { lines[$0].valueArrival }.max()
    others.isGone = rest.allSatisfy { lines[$0].isGone }
    others.isOfUnknownAge = rest.contains { lines[$0].isOfUnknownAge }
    let joined = Set(rest)
    return lines.indices.filter { !joined.contains($0) }.map { lines[$0] } + [others]
  }

  /// The mean of a line over the last whole window. A mean that changes once in a window keeps the choice
  /// of lines calm.
  private func mean(of line: PanelLine, in panel: PanelSpec) -> Double {
    let window = panel.window.upperBound
    let end = ((latestTime ?? 0) / window).rounded(.down) * window
    let whole = line.samples.indices(from: end - window, through: end)
    let range = whole.isEmpty ? 0..<line.samples.count : whole
    return line.samples.statistics(in: range)?.mean ?? -.infinity
  }
}

extension SeriesSpec {
  /// Whether the source gives whole tables of samples with times of their own, which may lie ahead.
  fileprivate var givesForecasts: Bool {
    switch query {
    case .rows, .sql: true
    case .column: source.period != nil
    case .metric, .columns, .path, .sample, .topic, .promQL: false
    }
  }
}

extension PanelLine {
  /// The line with the look and the axis of its specification.
  fileprivate func styled(by spec: SeriesSpec) -> PanelLine {
    var line = self
    (line.color, line.unit, line.isOnRight) = (spec.color, spec.unit, spec.isOnRight)
    line.isColoredByValue = spec.isColoredByValue
    return line
  }
}
