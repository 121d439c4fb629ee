/// The distribution of the samples that rows of a coarse tier summarize.
///
/// A row has only the lowest value, the highest value, the mean and the number of samples. The samples of a row
/// count as spread evenly from the lowest value to the mean, and from the mean to the highest value, in the two
/// shares that result in the mean. A single spike therefore widens a row only by its share.
struct ValueSpread {
  /// A change at a value: of the density of the samples, or of their number if many samples have exactly this value.
  private struct Step {
    var value: Double
    /// The change of the density, in samples per unit of value.
    var density = 0.0
    /// The samples that have the value.
    var weight = 0.0
  }

  private var steps: [Step] = []
  private var total = 0.0
  private var extent = (low: Double.infinity, high: -Double.infinity)

  /// The share of the extent below which a stretch counts as a single value, because its density would be too large
  /// to add to other densities exactly.
  private static let narrow = 1e-9

  /// Whether there are no samples.
  var isEmpty: Bool { total == 0 }

  /// Adds the samples of a row. A row with values that are not finite, or without samples, is left out.
  mutating func add(low: Double, high: Double, mean: Double, count: Double) {
    guard low.isFinite, high.isFinite, mean.isFinite, low <= high, count > 0 else { return }
    total += count
    extent = (min(extent.low, low), max(extent.high, high))
    let middle = min(max(mean, low), high)
    let upper = high > low ? (middle - low) / (high - low) : 0
    add(low, middle, weight: count * (1 - upper))
    add(middle, high, weight: count * upper)
  }

  private mutating func add(_ low: Double, _ high: Double, weight: Double) {
    guard weight > 0 else { return }
    let width = high - low
    guard width > max(abs(low), abs(high)) * Self.narrow else {
      steps.append(Step(value: low, weight: weight))
      return
    }
    steps.append(Step(value: low, density: weight / width))
    steps.append(Step(value: high, density: -weight / width))
  }

  /// The values below which the given shares of the samples lie.
  /// - Parameter shares: shares in 0...1, in ascending order.
  /// - Returns: a value for each share, NaN without samples.
  func quantiles(_ shares: [Double]) -> [Double] {
    guard !isEmpty else { return shares.map { _ in .nan } }
    var result: [Double] = []
    var (value, sum, density) = (extent.low, 0.0, 0.0)
    for step in steps.sorted(by: { $0.value < $1.value }) {
      let next = sum + density * (step.value - value)
      while result.count < shares.count, shares[result.count] * total <= next, density > 0 {
        let place = value + (shares[result.count] * total - sum) / density
        result.append(min(max(place, value), step.value))
      }
      (value, sum) = (step.value, next + step.weight)
      density += step.density
      while result.count < shares.count, shares[result.count] * total <= sum {
        result.append(value)
      }
    }
    // Because of rounding, the sum may not reach the last share.
    while result.count < shares.count { result.append(extent.high) }
    return result
  }
}
