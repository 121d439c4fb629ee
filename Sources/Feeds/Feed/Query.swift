import Messages
import Metrics

/// A question to a source, which selects numbers of the source. One query may select many series.
public enum Query: Hashable, Sendable {
  /// A metric of this machine by its name; `*` matches one or more parts of the name: `net.*.in` selects a series for
  /// each interface.
  case metric(Metric)
  /// A column of text, by its name or by its number from 1; nil for the first column. Numbers with a unit of their own
  /// are converted to the given unit, or without one to the unit of the first number.
  case column(String?, unit: ColumnUnit? = nil)
  /// All columns of text. The series are called by their numbers, `column{number="1"}`, because names of
  /// columns may change; `TextNews.columns` has the names.
  case columns
  /// A number in a JSON answer: `.queues.mail.depth`, `.disks[0].free`, `.["a key"]`; or a word that has a number.
  /// Numbers with a unit of their own are converted to the given unit.
  case path(String, unit: ColumnUnit? = nil, words: StateWords = StateWords())
  /// The samples of an exposition with a metric name and the labels that they must have (they may have more). The
  /// samples with equal values of the labels `by` are summed into one series. The growth of a sum is that of its
  /// samples if they are counters: see `CounterSums`.
  case sample(name: String, labels: Labels, by: [String] = [], areCounters: Bool = false)
  /// The messages of the MQTT topics that match a filter such as `sensors/+/temperature`; with a path, the number at
  /// that path in their JSON. The parts of a topic that match wildcards are the labels `1`, `2`, …. A word may be in
  /// the place of its number. Numbers with a unit of their own are converted to the given unit.
  case topic(
    String, path: String? = nil, unit: ColumnUnit? = nil, words: StateWords = StateWords())
  /// The series in the rows of a JSON answer.
  case rows(RowQuery)
  /// A statement of SQL. Columns of text are labels, each column of numbers is a series for each set of labels, and a
  /// first column of times places the samples in the past. `$__from` and `$__to` are replaced by the requested stretch
  /// of time.
  case sql(String)
  /// An expression in PromQL. The step is the distance in seconds between the samples of its past; nil for
  /// a step that suits the window.
  case promQL(String, step: Double? = nil)

  /// The text of the query, which names the series of a query with a single one.
  public var name: String {
    switch self {
    case .metric(let metric): metric.name
    case .column(let name, _): name ?? ""
    case .columns: "*"
    case .path(let path, _, _): path
    case .sample(let name, let labels, _, _): name + labels.description
    case .topic(let filter, let path, _, _): path.map { filter + " " + $0 } ?? filter
    case .rows(let rows): rows.name
    case .sql(let statement): statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    case .promQL(let expression, _): expression
    }
  }

  /// The series of a query with a single series.
  public var metric: Metric { Metric(name) }

  /// The query with the unit of its bare numbers, if such a unit matters to the query.
  public func counting(in unit: ColumnUnit?) -> Query {
    switch self {
    case .column(let name, nil): return .column(name, unit: unit)
    case .path(let path, nil, let words): return .path(path, unit: unit, words: words)
    case .topic(let filter, let path, nil, let words):
      return .topic(filter, path: path, unit: unit, words: words)
    case .rows(var rows) where rows.unit == nil:
      rows.unit = unit
      return .rows(rows)
    default: return self
    }
  }

  /// The query whose numbers stay as they are in their texts, if no unit is wanted, and units in texts matter to the
  /// query.
  public var keepingNumbers: Query {
    switch self {
    case .path, .topic, .rows: unit == nil ? counting(in: .asWritten) : self
    case .column, .metric, .columns, .sample, .sql, .promQL: self
    }
  }

  /// The unit to which numbers with a unit of their own are converted.
  var unit: ColumnUnit? {
    switch self {
    case .column(_, let unit), .path(_, let unit, _), .topic(_, _, let unit, _): unit
    case .rows(let rows): rows.unit
    case .metric, .columns, .sample, .sql, .promQL: nil
    }
  }

  /// Whether the numbers of the query may have units in their texts, and no unit is wanted.
  public var adoptsUnit: Bool {
    switch self {
    case .column, .path, .topic, .rows: unit == nil
    case .metric, .columns, .sample, .sql, .promQL: false
    }
  }

  /// The query whose samples are counters, if this matters to the query.
  public var ofCounters: Query {
    guard case .sample(let name, let labels, let by, _) = self else { return self }
    return .sample(name: name, labels: labels, by: by, areCounters: true)
  }

  /// The scale of the unit that the query states; 0 without a unit.
  package var unitScale: Double { unit?.unit.scale ?? 0 }

  /// The symbol of the unit that the names of the query's metrics state; nil if the names state no unit.
  /// - Parameter isOfBounds: whether the bounds of a histogram's buckets are meant, not the numbers in the buckets.
  package func statedUnit(isOfBounds: Bool) -> String? {
    switch self {
    case .sample(let name, _, _, _):
      isOfBounds ? MetricUnit.symbol(ofBucketsOf: name) : MetricUnit.symbol(of: name)
    case .promQL(let expression, _):
      ExpressionUnit.symbol(of: expression, isOfBounds: isOfBounds)
    default: nil
    }
  }

  /// Whether an answer without series is usual, because the query selects exceptions: alerts, or values beyond a limit.
  /// Other queries in PromQL have series as long as their metrics exist.
  package var selectsExceptions: Bool {
    guard case .promQL(let expression, _) = self else { return true }
    return PromQLToken.tokens(of: expression).contains { token in
      switch token {
      case .mark("<"), .mark(">"), .mark("="), .mark("!"): true
      case .word("unless"), .word("and"), .call("unless"), .call("and"), .word("ALERTS"): true
      case .call("absent"), .call("absent_over_time"): true
      default: false
      }
    }
  }

  /// Whether each answer is a whole list, so that an answer without any series means an empty list. The series of other
  /// queries may be missing because of a failure behind the source. The rows of SQL end only if they have no times.
  package var answersAreLists: Bool {
    switch self {
    case .column, .sql: true
    case .rows(let rows): rows.time.isEmpty
    case .promQL: selectsExceptions
    case .metric, .columns, .path, .sample, .topic: false
    }
  }

  /// The labels by which the query distinguishes its series, in the order of the query; empty if it names none.
  package var distinguishingLabels: [String] {
    switch self {
    case .sample(_, _, let by, _): by
    case .rows(let rows): RowReader.labelFields(rows.by).map(\.label)
    case .metric, .column, .columns, .path, .topic, .sql, .promQL: []
    }
  }

  /// Whether each value is finite or missing, as `null` in JSON is. Values of other queries may be infinite, or NaN.
  package var isMissingOrFinite: Bool {
    switch self {
    case .path, .rows: true
    case .topic(_, let path, _, _): path != nil
    case .metric, .column, .columns, .sample, .sql, .promQL: false
    }
  }

  /// Whether the query may have several series.
  public var givesMany: Bool {
    switch self {
    case .metric(let metric): metric.name.contains("*")
    case .column, .path: false
    case .columns, .sql, .promQL: true
    case .sample(_, _, let by, _): !by.isEmpty
    case .topic(let filter, _, _, _): TopicFilter(filter).hasWildcard
    case .rows(let rows): rows.givesMany
    }
  }
}
