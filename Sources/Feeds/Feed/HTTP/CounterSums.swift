import Metrics

/// The sums of counters that come and go: each sum grows by the growth of its counters.
///
/// The plain sum would jump by the whole count of a counter that appears, and a counter that goes or is reset would
/// hide the growth of all others.
struct CounterSums {
  /// One of the counters of a sum.
  struct Counter: Sendable {
    /// The labels of the counter, which identify the counter.
    var labels: Labels
    /// The labels of the sum.
    var sum: Labels
    var value: Double
  }

  private var last: [Labels: Double] = [:]
  private var sums: [Labels: Double] = [:]

  /// Takes the counters of an answer. A counter that is new, or was not in the previous answer, has not grown; one that
  /// was reset has grown from zero, as in Prometheus' `increase`.
  /// - Returns: the sums of the answer's counters, from zero on. A new start looks like the reset of a counter.
  mutating func take(_ counters: [Counter]) -> [Labels: Double] {
    var values: [Labels: Double] = [:]
    var growth: [Labels: Double] = [:]
    for counter in counters {
      growth[counter.sum] = growth[counter.sum] ?? 0
      // Lines with equal labels are one counter.
      if counter.value.isFinite { values[counter.labels, default: 0] += counter.value }
    }
    let sumOf = Dictionary(counters.map { ($0.labels, $0.sum) }) { first, _ in first }
    for (labels, value) in values {
      guard let before = last[labels], let sum = sumOf[labels] else { continue }
      growth[sum, default: 0] += value < before ? value : value - before
    }
    last = values
    sums = growth.reduce(into: [:]) { $0[$1.key] = (sums[$1.key] ?? 0) + $1.value }
    return sums
  }
}
