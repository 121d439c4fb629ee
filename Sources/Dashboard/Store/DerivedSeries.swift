import Charts
import Expressions
import Feeds
import Metrics

/// The series that an expression derives from stored series.
///
/// Operands with several series have a derived series for each set of labels that all of them have; an operand with one
/// series is part of all derived series. When a set of labels disappears, its derived series disappears, too. At the
/// time of any operand's sample, each operand has the value of its last sample. If an operand is missing, the derived
/// sample is missing.
struct DerivedSeries {
  /// The identity of derived series.
  struct Key: Hashable {
    struct Operand: Hashable {
      var source: SourceSpec
      var query: Query
      var metric: Metric?
      var form: StoredSeries.Form
    }

    var expression: String
    /// The operands in the order of the expression's names.
    var operands: [Operand]
  }

  let key: Key
  private(set) var series: [Labels: TimeSeries] = [:]
  /// The sets of labels in the order in which they were found.
  private(set) var labels: [Labels] = []
  private let expression: Expression

  /// Returns nil for a text that is not an expression, which the reader of dashboards has already reported.
  init?(_ key: Key) {
    guard let expression = try? Expression(key.expression),
      expression.names.count == key.operands.count
    else { return nil }
    self.key = key
    self.expression = expression
  }

  func depends(on source: SourceSpec) -> Bool { key.operands.contains { $0.source == source } }

  /// Derives the samples from a time on again.
  /// - Parameter stored: the series of each operand, by their labels.
  mutating func update(from time: Double, _ stored: [[Labels: TimeSeries]]) {
    let found = labelSets(of: stored).compactMap { set in
      Self.unwrapped(stored.map { $0.count > 1 ? $0[set] : $0.values.first }).map { (set, $0) }
    }
    let gone = Set(labels).subtracting(found.map(\.0))
    labels.removeAll { gone.contains($0) }
    for set in gone { series[set] = nil }
    for (set, complete) in found {
      if series[set] == nil { labels.append(set) }
      let start = series[set] == nil ? -.infinity : time
      derive(&series[set, default: Self.empty(like: complete)], from: start, complete)
    }
  }

  /// The sets of labels of the operands with several series, in order. The last remaining series of several keeps its
  /// labels.
  private func labelSets(of stored: [[Labels: TimeSeries]]) -> [Labels] {
    let many = stored.filter { $0.count > 1 }
    if !many.isEmpty {
      return Set(many.flatMap(\.keys)).sorted { $0.description < $1.description }
    }
    let left = labels.first { set in !set.isEmpty && stored.contains { $0[set] != nil } }
    return [left ?? .none]
  }

  private static func unwrapped(_ operands: [TimeSeries?]) -> [TimeSeries]? {
    let complete = operands.compactMap { $0 }
    return complete.count == operands.count ? complete : nil
  }

  private static func empty(like operands: [TimeSeries]) -> TimeSeries {
    TimeSeries(
      gapAfter: operands.map(\.gapAfter).max() ?? .infinity,
      budget: operands.map(\.budget).max() ?? .max)
  }

  private func derive(_ result: inout TimeSeries, from time: Double, _ operands: [TimeSeries]) {
    if time == -.infinity { result.removeAll() } else { result.remove(from: time) }
    var times: Set<Double> = []
    for operand in operands {
      for position in operand.indices(from: time, through: .infinity) {
        times.insert(operand[position].time)
      }
    }
    for time in times.sorted() {
      result.append(
        time: time, value: expression.value(operands.map { $0.heldValue(at: time) }))
    }
    guard let oldest = operands.compactMap({ $0.isEmpty ? nil : $0[0].time }).min() else { return }
    result.removeFirst(result.indices(from: oldest, through: .infinity).lowerBound)
  }
}

extension ExpressionSpec {
  /// Whether the values have the unit of their operands.
  var keepsUnit: Bool { (try? Expression(text))?.keepsUnit ?? false }
}

extension SampleStore {
  /// The identity of the series that an expression of a panel derives.
  func key(_ expression: ExpressionSpec, in panel: PanelSpec) -> DerivedSeries.Key {
    DerivedSeries.Key(
      expression: expression.text,
      operands: expression.operands.map { index in
        let series = panel.series[index]
        return .init(
          source: series.source, query: series.query, metric: series.metric,
          form: StoredSeries.Form(series, in: panel))
      })
  }

  /// The stored series of an operand, by their labels.
  func stored(_ operand: DerivedSeries.Key.Operand) -> [Labels: TimeSeries] {
    guard let query = sources[operand.source]?.queries[operand.query] else { return [:] }
    var result: [Labels: TimeSeries] = [:]
    for metric in operand.metric.map({ [$0] }) ?? query.metrics {
      if let series = query.series(metric, in: operand.form) {
        result[metric.labels] = series.samples
      }
    }
    return result
  }
}
