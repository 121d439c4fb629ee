/// A rule that reduces many numbers to one, such as the samples of a window to the value of a number, a ring or a
/// legend.
public enum Reduction: String, CaseIterable, Hashable, Sendable {
  /// The arithmetic mean, the smallest, largest and last number, the sum, and the quantiles 0.5, 0.95 and 0.99.
  case mean, min, max, last, sum, p50, p95, p99

  /// The reduced value. NaN stands for a missing number and is left out.
  /// - Returns: NaN where no number is left.
  @inlinable
  public func value(of values: some Collection<Double>) -> Double {
    let numbers = values.lazy.filter { !$0.isNaN }
    switch self {
    case .mean: return Self.mean(of: numbers)
    case .min: return numbers.min() ?? .nan
    case .max: return numbers.max() ?? .nan
    case .last: return numbers.reduce(.nan) { $1 }
    case .sum:
      let (sum, count) = Self.sum(of: numbers)
      return count == 0 ? .nan : sum
    case .p50: return Self.quantile(0.5, of: numbers)
    case .p95: return Self.quantile(0.95, of: numbers)
    case .p99: return Self.quantile(0.99, of: numbers)
    }
  }

  @inlinable
  static func mean(of numbers: some Collection<Double>) -> Double {
    let (sum, count) = sum(of: numbers)
    if sum.isFinite { return count == 0 ? .nan : sum / Double(count) }
    // The sum exceeds every Double, the mean may not.
    return numbers.reduce(0) { $0 + $1 / Double(count) }
  }

  /// The sum with the rounding errors of its additions added at its end (Neumaier, "Rundungsfehleranalyse
  /// einiger Verfahren zur Summation endlicher Summen", 1974), and the count of the numbers. A window may
  /// hold millions of samples, and ten million times 0.1 is 999999.9998 without the errors.
  @inlinable
  static func sum(of numbers: some Collection<Double>) -> (sum: Double, count: Int) {
    var (sum, errors, count) = (0.0, 0.0, 0)
    for number in numbers {
      let next = sum + number
      errors += sum.magnitude >= number.magnitude ? (sum - next) + number : (number - next) + sum
      sum = next
      count += 1
    }
    // Infinite numbers have no errors, only differences that are not numbers.
    return (sum.isFinite ? sum + errors : sum, count)
  }

  /// The quantile by Prometheus' rule for `quantile_over_time`: the rank is `quantile * (count - 1)`, and the quantile
  /// at a rank between two numbers is their weighted mean (`quantile` in `promql/quantile.go`).
  @inlinable
  static func quantile(_ quantile: Double, of numbers: some Collection<Double>) -> Double {
    let sorted = numbers.sorted()
    guard !sorted.isEmpty else { return .nan }
    let rank = quantile * Double(sorted.count - 1)
    let lower = Int(rank)
    let upper = Swift.min(lower + 1, sorted.count - 1)
    let weight = rank - rank.rounded(.down)
    // An infinite number with a weight of zero would give NaN.
    if weight == 0 || sorted[lower] == sorted[upper] { return sorted[lower] }
    return sorted[lower] * (1 - weight) + sorted[upper] * weight
  }
}
