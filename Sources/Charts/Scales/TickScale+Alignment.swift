import Glibc
import Metrics

extension TickScale {
  /// An axis for other values beside this one, with ticks at the places of this axis' ticks, so that the grid lines
  /// serve both; nil if the ticks of this axis have uneven steps, or if the values have no such axis.
  ///
  /// The step is the smallest of 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 × 10ⁿ, in the prefix of the labels, with which the
  /// values fit.
  /// - Parameters:
  ///   - values: the values that the axis covers.
  ///   - isWhole: whether there are no ticks between whole numbers.
  public func aligned(
    covering values: ClosedRange<Double>, unit: Unit, isWhole: Bool
  ) -> TickScale? {
    guard hasEvenSteps else { return nil }
    let scale = unit.tickScale(forMaximum: max(abs(values.lowerBound), abs(values.upperBound)))
    let (low, high) = (values.lowerBound / scale.divisor, values.upperBound / scale.divisor)
    // The length of the axis, and the distance of its first tick from the lower end, in steps.
    let length = (domain.upperBound - domain.lowerBound) / step
    let start = (ticks[0] - domain.lowerBound) / step
    let least = (high - low) / length
    guard least.isFinite, least > 1e-250 else { return nil }
    let exponent = Int(log10(least).rounded(.down))
    let steps = (exponent...exponent + 2).flatMap { power in
      Self.alignedSteps.map { (digits: $0, power: power - 1) }
    }
    for (digits, power) in steps {
      let (long, decimals) = (Self.value(digits, power), Self.decimals(digits, power))
      let first = (low / long + start + 1e-9).rounded(.down)
      let bottom = (first - start) * long
      let top = bottom + length * long
      guard top >= high - long * 1e-9, !isWhole || scale.divisor != 1 || decimals == 0,
        abs(first) < 1e9, top.isFinite
      else { continue }
      let limit = unit == .percent && high <= 100 ? 100 : Double.infinity
      let multiples = ticks.indices.map { Int(first) + $0 }
        .filter { Self.value(digits * $0, power) <= limit }
      let values = multiples.map { Self.value(digits * $0, power) }
      return TickScale(
        domain: bottom * scale.divisor...top * scale.divisor,
        ticks: values.map { $0 * scale.divisor },
        labels: values.map { NumberText.fixed($0, decimals: decimals, isGrouped: true) },
        step: long * scale.divisor, scale: scale, isLogarithmic: false)
    }
    return nil
  }

  private var hasEvenSteps: Bool {
    ticks.count > 1 && !isLogarithmic
      && zip(ticks, ticks.dropFirst()).allSatisfy { abs($1 - $0 - step) <= step * 1e-6 }
  }

  /// Ten times the leading digits of the steps of an axis beside another one.
  private static let alignedSteps = [10, 15, 20, 25, 30, 40, 50, 60, 80]

  /// Digits × 10ⁿ; dividing by a whole power of ten rounds correctly.
  private static func value(_ digits: Int, _ power: Int) -> Double {
    power < 0
      ? Double(digits) / NumberText.powerOfTen(-power)
      : Double(digits) * NumberText.powerOfTen(power)
  }

  /// The number of decimals of digits × 10ⁿ.
  private static func decimals(_ digits: Int, _ power: Int) -> Int {
    max(0, digits % 10 == 0 ? -power - 1 : -power)
  }
}
