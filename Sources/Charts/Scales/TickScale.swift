import Glibc
import Metrics

/// A value axis: round ticks, their labels, and a domain that ends on ticks.
///
/// Steps are 1, 2, 2.5 or 5 × 10ⁿ in the axis's prefix. A domain that starts at zero gets three or four intervals,
/// and any other domain two to four, so that there are three to five grid lines; `maximumIntervals` (2 to 100)
/// changes the limit.
public struct TickScale: Hashable, Sendable {
  /// The range of values in the unit itself. The lower bound is below the upper bound.
  public let domain: ClosedRange<Double>
  /// The ticks, strictly increasing, within the domain, in the unit itself.
  public let ticks: [Double]
  /// The label of each tick, without a unit, in the prefix of `scale`, with the decimals of the step.
  public let labels: [String]
  /// The distance between two ticks, in the unit itself.
  public let step: Double
  /// The prefix of all labels.
  public let scale: UnitScale
  /// Whether values are placed by their logarithms; see `TickScale+Logarithmic`.
  public let isLogarithmic: Bool

  init(
    domain: ClosedRange<Double>, ticks: [Double], labels: [String], step: Double, scale: UnitScale,
    isLogarithmic: Bool
  ) {
    self.domain = domain
    self.ticks = ticks
    self.labels = labels
    self.step = step
    self.scale = scale
    self.isLogarithmic = isLogarithmic
  }

  /// The round axis that covers two values: its domain is widened to the next ticks.
  ///
  /// Reversed bounds are exchanged. An infinite bound is held at the largest number. NaN counts as zero. A domain of a
  /// single value is extended to zero, and leaves room at the other end (8 gives 0 to 10). Without values, as from +∞
  /// to −∞, the axis covers 0 to 1.
  public init(
    covering low: Double, _ high: Double, unit: Unit = .none, maximumIntervals: Int = 4
  ) {
    let data = Self.repaired(
      low, high, room: Self.room,
      limit: unit == .percent && low <= 100 && high <= 100 ? 100 : .infinity)
    let (scale, step) = Self.readable(unit, data) { scale in
      RoundStep(
        low: data.lowerBound / scale.divisor, high: data.upperBound / scale.divisor,
        maximumIntervals: maximumIntervals)
    }
    self.init(step: step, first: step.low, last: step.high, scale: scale, domain: nil)
  }

  /// The axis of a domain that must stay as it is: its ticks are the round values inside the domain, from three to
  /// `maximumIntervals` + 1.
  /// - Parameters:
  ///   - isWhole: whether there are no ticks between whole numbers.
  ///   - isLabelled: whether the labels are shown. Shown labels must distinguish the ticks. Default true.
  public init(
    fixed low: Double, _ high: Double, unit: Unit = .none, maximumIntervals: Int = 4,
    isWhole: Bool = false, isLabelled: Bool = true
  ) {
    let domain = Self.repaired(low, high)
    let (scale, step) = Self.readable(unit, domain, mostDecimals: isLabelled ? 3 : .max) { scale in
      RoundStep(
        inside: domain.lowerBound / scale.divisor...domain.upperBound / scale.divisor,
        maximumIntervals: maximumIntervals, isWhole: isWhole && scale.divisor == 1)
    }
    self.init(step: step, first: step.low, last: step.high, scale: scale, domain: domain)
  }

  /// The largest prefix for a domain whose labels have few decimals, and its step: 1,000,000.5 is read more easily than
  /// 1.0000005 M.
  private static func readable(
    _ unit: Unit, _ domain: ClosedRange<Double>, mostDecimals: Int = 3,
    _ step: (UnitScale) -> RoundStep
  ) -> (scale: UnitScale, step: RoundStep) {
    let scale = unit.tickScale(forMaximum: max(abs(domain.lowerBound), abs(domain.upperBound)))
    var result = (scale: scale, step: step(scale))
    while result.step.decimals > mostDecimals, let finer = unit.finerScale(than: result.scale) {
      result = (finer, step(finer))
    }
    return result
  }

  private init(
    step: RoundStep, first: Int, last: Int, scale: UnitScale, domain: ClosedRange<Double>?
  ) {
    let multiples = first <= last ? Array(first...last) : []
    func value(_ multiple: Int) -> Double { step.value(multiple) * scale.divisor }
    // The last step may overflow.
    let ticks = multiples.filter { value($0).isFinite }
    let largest = Double.greatestFiniteMagnitude
    let range = domain ?? max(value(first), -largest)...min(value(last), largest)
    self.init(
      domain: range,
      // A tick may be beyond an end by a rounding error.
      ticks: ticks.map { value($0).held(in: range) },
      labels: ticks.map {
        NumberText.fixed(step.value($0), decimals: step.decimals, isGrouped: true)
      },
      step: step.value(1) * scale.divisor, scale: scale, isLogarithmic: false)
  }

  /// The distance between a line and the end of its axis, as a share of the axis.
  private static let room = 0.04

  /// Two finite bounds, the lower below the upper by more than rounding noise.
  /// - Parameters:
  ///   - room: the distance between a single value and the end of its axis, as a share of the value.
  ///   - limit: the largest upper end of the axis of a single value.
  private static func repaired(
    _ low: Double, _ high: Double, room: Double = 0, limit: Double = .infinity
  ) -> ClosedRange<Double> {
    let largest = Double.greatestFiniteMagnitude
    // These are the bounds of an empty set of values.
    guard low != .infinity || high != -.infinity else { return 0...1 }
    func finite(_ value: Double) -> Double {
      value.isNaN ? 0 : min(max(value, -largest), largest)
    }
    let (low, high) = (min(finite(low), finite(high)), max(finite(low), finite(high)))
    let magnitude = max(abs(low), abs(high))
    // Smaller magnitudes have too few bits for a division into ticks.
    guard magnitude >= 1e-290 else { return 0...1 }
    if high - low > magnitude * 1e-9 { return low...high }
    return low > 0 ? 0...finite(min(high * (1 + room), limit)) : finite(low * (1 + room))...0
  }
}

/// A step of 1, 2, 2.5 or 5 × 10ⁿ, and its multiples that enclose a domain.
private struct RoundStep {
  /// 10, 20, 25 or 50: ten times the leading digits.
  var mantissa: Int
  /// The step is mantissa × 10^exponent.
  var exponent: Int
  var low = 0
  var high = 0

  /// The smallest step that encloses the domain in at most `maximumIntervals` intervals (2 to 100; a single interval
  /// cannot enclose a domain on both sides of zero).
  init(low: Double, high: Double, maximumIntervals: Int) {
    let most = min(max(2, maximumIntervals), 100)
    exponent = Int(log10((high - low) / Double(most)).rounded(.down)) - 1
    mantissa = 10
    while true {
      let size = value(1)
      // A bound that differs from a multiple only by rounding counts as the multiple.
      self.low = Int((low / size + 1e-9).rounded(.down))
      self.high = Int((high / size - 1e-9).rounded(.up))
      if self.high - self.low <= most { return }
      grow()
    }
  }

  /// The smallest step with at most `maximumIntervals` + 1 multiples (2 to 100 intervals) inside a domain. At least
  /// three multiples lie inside, unless steps must be whole.
  init(inside domain: ClosedRange<Double>, maximumIntervals: Int, isWhole: Bool) {
    let most = min(max(2, maximumIntervals), 100)
    let extent = domain.upperBound / 2 - domain.lowerBound / 2
    exponent = Int(log10(extent / Double(most) * 2).rounded(.down)) - 1
    mantissa = 10
    while true {
      let size = value(1)
      low = Int((domain.lowerBound / size - 1e-9).rounded(.up))
      high = Int((domain.upperBound / size + 1e-9).rounded(.down))
      if high - low <= most, !isWhole || decimals == 0 { return }
      grow()
    }
  }

  private mutating func grow() {
    switch mantissa {
    case 10: mantissa = 20
    case 20: mantissa = 25
    case 25: mantissa = 50
    default:
      mantissa = 10
      exponent += 1
    }
  }

  /// The multiple as a Double; dividing by a whole power of ten rounds correctly, where
  /// multiplying by its inverse would not (0.3 stays 0.3).
  func value(_ multiple: Int) -> Double {
    let digits = Double(multiple * mantissa)
    return exponent < 0
      ? digits / NumberText.powerOfTen(-exponent) : digits * NumberText.powerOfTen(exponent)
  }

  /// The number of decimals that the step needs.
  var decimals: Int {
    var (digits, places) = (mantissa, -exponent)
    while digits % 10 == 0 {
      digits /= 10
      places -= 1
    }
    return max(0, places)
  }
}
