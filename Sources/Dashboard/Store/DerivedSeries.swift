import Charts
import Expressions
import Feeds
import Metrics

/// The series that an expression derives from stored series.
///
/// Operands with several series have a derived series for each set of labels that all of them have; an operand with one
/// series is part of all derived series, unless its labels belong to one of the sets. When a set of labels disappears,
/// its derived series disappears, too. At the time of any operand's sample, each operand has the value of its last
/// sample. If an operand is missing, the derived sample is missing. Operands that a source measures in one round have one
/// derived sample in that round.
struct DerivedSeries {
  /// The identity of derived series.
  struct Key: Hashable {
    struct Operand: Hashable {
      var source: SourceSpec
      var query: Query
      var metric: Metric?
      var column: String?
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
  /// The other operands of each operand's source.
  private let partners: [[Int]]

  /// Returns nil for a text that is not an expression, which the reader of dashboards has already reported.
  init?(_ key: Key) {
    guard let expression = try? Expression(key.expression),
      expression.names.count == key.operands.count
    else { return nil }
    self.key = key
    self.expression = expression
    partners = key.operands.indices.map { operand in
      key.operands.indices.filter {
        $0 != operand && key.operands[$0].source == key.operands[operand].source
      }
    }
  }

  func depends(on source: SourceSpec) -> Bool { key.operands.contains { $0.source == source } }

  /// Derives the samples from a time on again.
  /// - Parameter stored: the series of each operand, by their labels.
  mutating func update(from time: Double, _ stored: [[Labels: TimeSeries]]) {
    let sets = labelSets(of: stored)
    let areOwned = stored.map { operand in
      operand.count == 1 && operand.keys.contains { sets.contains(where: $0.agrees) }
    }
    let found = sets.compactMap { set in
      let operands = zip(stored, areOwned).map { Self.series(in: $0, for: set, isOwned: $1) }
      return Self.unwrapped(operands).map { (set, $0) }
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

  /// The series of an operand for a set of labels. The only series of an operand counts in all sets, unless its labels
  /// say to which of the sets it belongs.
  private static func series(
    in operand: [Labels: TimeSeries], for set: Labels, isOwned: Bool
  ) -> TimeSeries? {
    guard operand.count == 1, let (labels, only) = operand.first else { return operand[set] }
    return !isOwned || labels.agrees(with: set) ? only : nil
  }

  private static func unwrapped(_ operands: [TimeSeries?]) -> [TimeSeries]? {
    let complete = operands.compactMap { $0 }
    return complete.count == operands.count ? complete : nil
  }

  private static func empty(like operands: [TimeSeries]) -> TimeSeries {
    TimeSeries(
      gapAfter: operands.map(\.gapAfter).max() ?? .infinity,
      period: operands.map(\.period).min() ?? 0,
      budget: operands.map(\.budget).max() ?? .max)
  }

  private func derive(_ result: inout TimeSeries, from time: Double, _ operands: [TimeSeries]) {
    if time == -.infinity { result.removeAll() } else { result.remove(from: time) }
    // The samples after the last derived one include those of a round that was not complete.
    let start = result.last?.time ?? -.infinity
    var moments: [(time: Double, operand: Int)] = []
    for (i, operand) in operands.enumerated() {
      for position in operand.indices(from: start.nextUp, through: .infinity) {
        moments.append((operand[position].time, i))
      }
    }
    moments.sort { ($0.time, $0.operand) < ($1.time, $1.operand) }
    for (i, moment) in moments.enumerated() {
      if isIncomplete(moment, operands) { break }
      if hasLaterPart(moments[i...], operands) { continue }
      result.append(time: moment.time, value: value(at: moment.time, operands))
    }
    guard let oldest = operands.compactMap({ $0.isEmpty ? nil : $0[0].time }).min() else { return }
    result.removeFirst(result.indices(from: oldest, through: .infinity).lowerBound)
  }
}

/// The rounds of sources with a period.
extension DerivedSeries {
  /// The share of a period within which all samples of a round come.
  private static let roundShare = 0.5

  /// The seconds within which a round has all samples of an operand's source; 0 for a source without rounds.
  private func roundLength(_ operand: Int) -> Double {
    (key.operands[operand].source.period ?? 0) * Self.roundShare
  }

  /// Whether the first of some moments is followed by another one that is better: one with the same time, or the first
  /// sample that another operand has in the same round. The rows of a table may be closer together than a round is long.
  private func hasLaterPart(
    _ moments: ArraySlice<(time: Double, operand: Int)>, _ operands: [TimeSeries]
  ) -> Bool {
    guard let first = moments.first, let next = moments.dropFirst().first else { return false }
    if next.time == first.time { return true }
    let (length, time) = (roundLength(first.operand), first.time)
    guard length > 0 else { return false }
    return partners[first.operand].contains { partner in
      let samples = operands[partner]
      return samples.indices(from: (time - length).nextUp, through: time).isEmpty
        && !samples.indices(from: time.nextUp, through: (time + length).nextDown).isEmpty
    }
  }

  /// Whether a sample's round still lacks a sample of another operand that has come in the round before.
  private func isIncomplete(
    _ moment: (time: Double, operand: Int), _ operands: [TimeSeries]
  ) -> Bool {
    let length = roundLength(moment.operand)
    guard length > 0, let own = operands[moment.operand].last?.time, own < moment.time + length
    else { return false }
    return partners[moment.operand].contains { partner in
      guard let last = operands[partner].last?.time else { return false }
      return last <= moment.time - length && last > moment.time - 3 * length
    }
  }

  /// The value of the expression at a time.
  private func value(at time: Double, _ operands: [TimeSeries]) -> Double {
    expression.value(operands.map { $0.heldValue(at: time) })
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
          column: series.column, form: StoredSeries.Form(series, in: panel))
      })
  }

  /// The stored series of an operand, by their labels.
  func stored(_ operand: DerivedSeries.Key.Operand) -> [Labels: TimeSeries] {
    guard let query = sources[operand.source]?.queries[operand.query] else { return [:] }
    var result: [Labels: TimeSeries] = [:]
    for metric in operand.metric.map({ [$0] }) ?? query.metrics(of: operand.column) {
      if let series = query.series(metric, in: operand.form) {
        result[metric.labels] = series.samples
      }
    }
    return result
  }
}
