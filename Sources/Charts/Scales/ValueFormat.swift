import Glibc
import Messages
import Metrics

/// The common format of all values of a plot.
public struct ValueFormat: Hashable, Sendable {
  /// The unit of the values.
  public var unit: Unit
  /// The prefix of all values; nil for a prefix that suits each value.
  public var scale: UnitScale?
  /// The number of decimals; nil for the unit's own choice.
  public var decimals: Int?

  /// The format of a unit, unless a prefix or decimals are given.
  public init(unit: Unit, scale: UnitScale? = nil, decimals: Int? = nil) {
    self.unit = unit
    self.scale = scale
    self.decimals = decimals
  }

  /// The format of all values that a plot shows at a time, in the prefix of its axis: three significant digits of the
  /// largest value, and at least the decimals of the ticks, so that the width of a number does not jump. Whole numbers
  /// have no decimals.
  ///
  /// Values that all lie below the first tick above zero have no digits that are finer than a hundredth of a step
  /// between ticks, but one decimal: 0.042 beside an axis up to 100 is 0.0, as it looks.
  /// - Parameters:
  ///   - largest: the largest magnitude in view; not finite or zero for none.
  ///   - valueDecimals: the largest number of decimals of the values; 0 for whole numbers.
  ///   - tickDecimals: the decimals of the ticks; 0 without ticks.
  ///   - tickStep: the distance between two ticks; 0 without ticks.
  public init(
    unit: Unit, scale: UnitScale, largest: Double, valueDecimals: Int = mostDecimals,
    tickDecimals: Int = 0,
    tickStep: Double = 0
  ) {
    let (magnitude, step) = (abs(largest) / scale.divisor, tickStep / scale.divisor)
    var decimals = 0
    let countsUnits = unit.countsBytesOrBits
    if scale.divisor == 1, valueDecimals == 0 || countsUnits {
      decimals = 0
    } else if magnitude > 0, magnitude.isFinite {
      // A value that is rounded up to the next power of ten has the decimals of that power.
      var bound = 99.95
      var most =
        magnitude < step ? ValueFormat.decimals(besideStep: step) : ValueFormat.mostDecimals
      // A load of 0.02 must not be shown as 0.0200.
      if scale.divisor == 1 { most = min(most, valueDecimals) }
      while decimals < most, magnitude < bound {
        decimals += 1
        bound /= 10
      }
      // A share below 100 % must not be rounded up to 100 %, and beside the whole, 0.4 % is not zero.
      if unit == .percent, (99.95..<100.05).contains(magnitude) { decimals = min(1, most) }
    } else {
      decimals = 1
    }
    self.init(unit: unit, scale: scale, decimals: max(decimals, tickDecimals))
  }

  /// The largest number of decimals of a value.
  public static let mostDecimals = 6

  /// The largest number of decimals of values that are smaller than a step between ticks.
  private static func decimals(besideStep step: Double) -> Int {
    // A step that differs from a power of ten only by rounding counts as the power.
    let hundredth = (2 - log10(step) + 1e-9).rounded(.down)
    return Int(hundredth.held(in: 1...Double(mostDecimals)))
  }

  /// A value in the common prefix.
  public func callAsFunction(_ value: Double) -> FormattedValue {
    unit.format(value, scale: scale, decimals: decimals)
  }

  /// A value on its own: a value that is small for the common prefix has a suitable prefix. A value below one second is
  /// in milliseconds. Zero has no prefix, but keeps a part of a second: 0 B, 0 ms.
  public func alone(_ value: Double) -> FormattedValue {
    guard let scale, value == 0 ? hasPrefixBesideZero(scale) : isSmall(value, for: scale) else {
      return self(value)
    }
    let own = unit.tickScale(forMaximum: value)
    return ValueFormat(
      unit: unit, scale: own, largest: value,
      valueDecimals: value == value.rounded() ? 0 : Self.mostDecimals)(value)
  }

  /// A value on its own that is not written as zero unless it is zero. A value with nothing but zeros has three digits
  /// of its own: 0.3 for 0, 1.23 ×10⁻⁹ for 0.000000. No part of a byte or a bit is shown.
  /// - Parameter largest: the largest magnitude in view. Beside it, a value may be nothing but a rounding error.
  public func nonzero(_ value: Double, beside largest: Double) -> FormattedValue {
    let text = alone(value)
    guard text.isZero, !unit.countsBytesOrBits, value != 0,
      abs(value) >= largest * Self.roundingError
    else { return text }
    return ValueFormat(
      unit: unit, scale: unit.tickScale(forMaximum: value), largest: value,
      valueDecimals: value.decimals(from: 0))(value)
  }

  /// The share of the largest value below which a value may be the rest of a sum.
  private static let roundingError = 1e-12

  private func isSmall(_ value: Double, for scale: UnitScale) -> Bool {
    (scale.divisor > 1 || unit == .seconds) && abs(value) < leastShare * scale.divisor
  }

  /// Whether a prefix says nothing beside zero: 0 TiB, 0 ×10⁻⁶.
  private func hasPrefixBesideZero(_ scale: UnitScale) -> Bool {
    scale.divisor > 1 || scale.divisor < 1 && unit != .seconds
  }

  /// The share of the common prefix below which a value is too small for that prefix. Without decimals, a value below
  /// one would be 0 or 1, and a value below one second is in milliseconds.
  private var leastShare: Double {
    unit == .seconds && scale?.divisor == 1 || decimals == 0 ? 1 : 0.1
  }

  /// Values whose texts on their own are the widest among those of a range: the ends, and the largest values
  /// that have a smaller prefix.
  /// - Parameter range: nil for no values.
  public func widestValues(in range: ClosedRange<Double>?) -> [Double] {
    guard let range else { return [] }
    let (low, high) = (range.lowerBound, range.upperBound)
    func bounds(upTo limit: Double) -> [Double] {
      guard let scale else {
        return (-9...15).map { power(10, Double($0)) }.filter { $0 <= limit }
      }
      // Seconds, minutes and hours, up to the values with three digits.
      if unit == .seconds, scale.divisor >= 1 {
        return [1, 100, 6000, 360_000].filter { $0 <= scale.divisor }
      }
      guard scale.divisor > 1 || unit == .seconds else { return [] }
      // 1000 KiB already have the next prefix. Below the finer prefix, plain numbers may be longer.
      let first = min(leastShare * scale.divisor, unit.start(of: scale) ?? .infinity)
      let finer = unit.finerScale(than: scale).flatMap { unit.start(of: $0) } ?? 0
      return finer > 0 ? [first, finer] : [first]
    }
    /// The part of a bound at which a text is widest: `99.9 MB`.
    let part = 0.9989
    let positive = bounds(upTo: high).filter { max(low, 0) < $0 && high > 0 }.map { part * $0 }
    let negative = bounds(upTo: -low).filter { max(-high, 0) < $0 && low < 0 }.map { -part * $0 }
    return [low, high] + positive + negative
  }

  /// A part of a whole: `42 of 100,000`, `156 of 252 GB`, `20.5 MB of 252 GB`.
  public func share(_ part: Double, of whole: Double) -> String {
    String(localized: "\(text(part, beside: self(whole).unit)) of \(self(whole).text)")
  }

  /// A value on its own, in a place that shows a unit already: only another unit is written. Zero needs none.
  public func text(_ value: Double, beside unit: String) -> String {
    let alone = alone(value)
    return alone.unit == unit || value == 0 ? alone.digits : alone.text
  }
}

extension FormattedValue {
  /// Whether the number is written with no digit but zero.
  package var isZero: Bool {
    digits.contains { $0 == "0" } && !digits.contains { ("1"..."9").contains($0) }
  }
}

extension Unit {
  /// Whether values are bytes or bits, of which no part is shown.
  package var countsBytesOrBits: Bool {
    switch self {
    case .bytes, .decimalBytes, .bytesPerSecond, .decimalBytesPerSecond, .bitsPerSecond: true
    default: false
    }
  }
}
