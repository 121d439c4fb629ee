import Charts
import Feeds
import Messages
import Metrics

/// The styles of a panel's series.
struct SeriesStyles {
  let styles: [PlotContent.Series.Style]

  /// - Parameter lines: the panel's lines, with their looks.
  init(_ spec: PanelSpec, _ lines: [PanelLine]) {
    let isAlone = lines.count { $0.style == .automatic } == 1
    let first = lines.firstIndex { $0.style == .automatic }
    styles = lines.enumerated().map { i, line in
      switch line.style {
      case .dotted: return .dotted
      case .faint: return .faint
      case .automatic: break
      }
      let look = line.look ?? i
      if line.isColoredByValue { return .spectrum }
      switch spec.chart {
      case .stacked: return .stacked(look)
      case .spectrum: return i == first ? .spectrum : .colored(look)
      case .area where !isAlone: return .area(look)
      case .line where !isAlone: return .colored(look)
      default: return .primary
      }
    }
  }
}

extension PlotContent.Series.Style {
  /// Whether the series is one of several that differ only in their styles.
  var isEqual: Bool {
    switch self {
    case .colored, .area, .stacked: true
    case .primary, .dotted, .faint, .spectrum: false
    }
  }
}

extension PanelSpec {
  /// - Parameter equals: the number of series that differ only in their styles.
  func showsLegend(equals: Int) -> Bool {
    switch legend {
    case .automatic: equals > 1
    case .shown: chart != .number
    case .hidden: false
    }
  }

  /// The threshold that the values exceed; the outermost one if they exceed several.
  func breach(of values: [Double]) -> ThresholdSpec? {
    thresholds.filter { threshold in
      values.contains { threshold.bound.isBreached(by: $0) }
    }.outermost
  }

  /// The rank of a threshold: 1 for the least severe one.
  func rank(of threshold: ThresholdSpec) -> Int {
    1 + thresholds.count { threshold.isWorse(than: $0) }
  }
}

extension ThresholdSpec {
  /// The line of the threshold; nil for a state, which is no level that values rise or fall to.
  var inPlot: PlotThreshold? {
    bound.limit.map {
      PlotThreshold(value: $0, color: color.signal, pattern: pattern.inPlot, label: label ?? "")
    }
  }
}

extension ThresholdSpec {
  /// Whether the threshold counts more than another one for the same values: of limits, the outer one; of states, the
  /// one with the more urgent colour.
  func isWorse(than other: ThresholdSpec) -> Bool {
    guard series == other.series, let own = bound.severity, let others = other.bound.severity else {
      return color.urgency > other.color.urgency
    }
    return own > others
  }
}

extension [ThresholdSpec] {
  /// The outermost threshold; of those for different series, and of states, the one with the most urgent colour.
  var outermost: ThresholdSpec? {
    self.max { $1.isWorse(than: $0) }
  }
}

extension ThresholdSpec.Bound {
  /// Whether the bound is an upper limit.
  var isUpper: Bool { if case .above = self { true } else { false } }

  /// The limit; nil for a state.
  var limit: Double? {
    switch self {
    case .above(let value), .below(let value): value
    case .within: nil
    }
  }

  /// The word of a dashboard for the relation of values beyond the bound to the bound.
  var relation: String {
    switch self {
    case .above: "above"
    case .below: "below"
    case .within: "is"
    }
  }

  /// The bound as a dashboard may write it.
  var text: String {
    switch self {
    case .above(let value), .below(let value): "\(value)"
    case .within(let ranges):
      ranges.map { Self.text(of: $0) { "\($0)" } }.joined(separator: ", ")
    }
  }

  /// A range of values in the notation of a dashboard: `1`, `0..49`, `50..`.
  static func text(of range: ClosedRange<Double>, _ number: (Double) -> String) -> String {
    let ends = [range.lowerBound, range.upperBound].map { $0.isFinite ? number($0) : "" }
    return range.lowerBound == range.upperBound ? ends[0] : ends.joined(separator: "..")
  }

  func isBreached(by value: Double) -> Bool {
    switch self {
    case .above(let bound): value > bound
    case .below(let bound): value < bound
    case .within(let ranges): ranges.contains { $0.contains(value) }
    }
  }

  /// A number that is larger for a limit further out; nil for a state.
  var severity: Double? {
    switch self {
    case .above(let value): value
    case .below(let value): -value
    case .within: nil
    }
  }
}

extension ThresholdSpec.Color {
  /// The rank of the colour, larger for a more urgent one.
  fileprivate var urgency: Int { -(Self.allCases.firstIndex(of: self) ?? 0) }

  var signal: SignalColor {
    switch self {
    case .red: .red
    case .orange: .orange
    case .yellow: .yellow
    case .green: .green
    case .blue: .blue
    }
  }
}

extension ThresholdSpec.Pattern {
  fileprivate var inPlot: PlotThreshold.Pattern {
    switch self {
    case .solid: .solid
    case .dashed: .dashed
    case .dotted: .dotted
    }
  }
}

extension SeriesSpec {
  /// The name of the series while its labels are unknown.
  var name: String { label ?? nameOfQuery }

  /// The name of the query without a label.
  var nameOfQuery: String { column ?? Self.name(of: query) }

  private static func name(of query: Query) -> String {
    switch query {
    case .metric(let metric): return metric.name
    case .column(let name, _): return name ?? "value"
    case .columns: return "value"
    case .promQL(let expression, _): return expression
    case .path(let path, _, _): return path.hasPrefix(".") ? String(path.dropFirst()) : path
    case .topic(let filter, _, _, _): return filter
    case .rows(let rows): return rows.values.first ?? rows.rows
    case .sample(let name, let labels, _, _):
      return labels.isEmpty ? name : labels.all.map(\.value).joined(separator: " ")
    case .sql: return "value"
    }
  }

  /// Whether series are those of several rows of text, by the names of the rows.
  func hasRows(_ metrics: [Metric]) -> Bool {
    guard case .column = query else { return false }
    return metrics.contains { !$0.labels.isEmpty }
  }

  /// The name of one series of the query: the label with its variables replaced, or otherwise the values of the labels
  /// that distinguish the query's series. The label of a column is a name, and has no variables. Series of a statement
  /// of SQL have names of their own.
  /// - Parameters:
  ///   - hasManyNames: whether the series of the query have different names.
  ///   - shared: the labels that distinguish nothing.
  ///   - isOneOfMany: whether a label without variables is also that of other series, so that the values of the labels
  ///     follow.
  func name(
    of metric: Metric, hasManyNames: Bool = false, without shared: [Labels.Label] = [],
    isOneOfMany: Bool = false
  ) -> String {
    if let label, query == .columns { return label }
    if let label, label.contains("{{") {
      let text = LabelTemplate(label).text(for: metric)
      // Labels that the series lacks name nothing.
      if text.contains(where: { !$0.isWhitespace }) { return text }
    }
    let values = metric.labels.shownValues(first: query.distinguishingLabels, without: shared)
    if let label, !label.contains("{{") {
      return isOneOfMany ? ([label] + values).joined(separator: " ") : label
    }
    if case .sql = query {
      return (values + (hasManyNames || values.isEmpty ? [metric.name] : []))
        .joined(separator: " ")
    }
    let isNamed = query.givesMany || hasRows([metric])
    return isNamed && !values.isEmpty ? values.joined(separator: " ") : nameOfQuery
  }
}

extension Labels {
  /// The values as they are shown. The name of a topic or a container can come from anybody, and may contain marks that
  /// would reverse the direction of the rest of a line.
  /// - Parameters:
  ///   - names: the labels whose values come first, in this order.
  ///   - shared: the labels that are left out.
  func shownValues(first names: [String] = [], without shared: [Label] = []) -> [String] {
    let first = names.compactMap { name in all.first { $0.name == name } }
    return (first + all.filter { !names.contains($0.name) })
      .filter { !shared.contains($0) }.map(\.value.visible)
  }
}

/// A text in which `{{name}}` is replaced by the value of a label, as in Prometheus' legends, and `{{__name__}}` by
/// the name of the metric. A label that a series lacks is replaced by an empty text.
struct LabelTemplate {
  private let template: String

  init(_ template: String) { self.template = template }

  func text(for metric: Metric) -> String {
    var text = ""
    var rest = template[...]
    while let start = Self.find("{{", in: rest), let end = Self.find("}}", in: rest[start...]) {
      var name = rest[start..<end].dropFirst(2).drop { $0 == " " }
      while name.last == " " { name.removeLast() }
      text += rest[..<start]
      text += (name == "__name__" ? metric.name : metric.labels[String(name)])?.visible ?? ""
      rest = rest[end...].dropFirst(2)
    }
    return text + rest
  }

  private static func find(_ mark: String, in text: Substring) -> String.Index? {
    text.indices.first { text[$0...].hasPrefix(mark) }
  }
}
