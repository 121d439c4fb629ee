import Glibc
import Metrics

extension TickScale {
  /// The logarithmic axis that covers two values: its ticks are powers of ten; with few decades also 1, 3, 10 or 1, 2,
  /// 5, 10 of each decade; with many, only every second or third power, and so on. The domain is widened to the next 1,
  /// 2 or 5, so that the data fills most of the axis. Binary units have 1, 10 and 100 of each prefix.
  ///
  /// A bound that is not positive or not finite is replaced by the other one; without any valid bound, the axis covers
  /// 1 to 10.
  public init(logarithmicCovering low: Double, _ high: Double, unit: Unit = .none) {
    let data = Self.positive(low, high)
    let ladder = PowerLadder(unit: unit)
    let domain = ladder.cover(data)
    for division in PowerLadder.divisions {
      let ticks = ladder.ticks(in: domain, division)
      if ticks.count <= Self.mostPowers {
        self.init(ladder, domain: domain, ticks: ticks)
        return
      }
    }
    self.init(ladder, domain: data, ticks: [])
  }

  /// The logarithmic axis of a domain that must stay as it is.
  public init(logarithmicFixed low: Double, _ high: Double, unit: Unit = .none) {
    var domain = Self.positive(low, high)
    if domain.lowerBound == domain.upperBound {
      domain = domain.lowerBound / 2...min(domain.upperBound * 2, .greatestFiniteMagnitude)
    }
    let ladder = PowerLadder(unit: unit)
    let fitting =
      PowerLadder.divisions.map { ladder.ticks(in: domain, $0) }
      .first { $0.count <= Self.mostPowers } ?? []
    guard fitting.count < 2 else {
      self.init(ladder, domain: domain, ticks: fitting)
      return
    }
    // A domain that is too narrow for powers has the ticks of a linear axis.
    let linear = TickScale(fixed: domain.lowerBound, domain.upperBound, unit: unit)
    self.init(
      domain: domain, ticks: linear.ticks, labels: linear.labels, step: linear.step,
      scale: linear.scale, isLogarithmic: true)
  }

  private init(
    _ ladder: PowerLadder, domain: ClosedRange<Double>, ticks: [PowerLadder.Rung]
  ) {
    self.init(
      domain: domain, ticks: ticks.map(ladder.value), labels: ticks.map(ladder.label),
      step: domain.lowerBound, scale: UnitScale(divisor: 1, symbol: ladder.unit.symbol),
      isLogarithmic: true)
  }

  private static let mostPowers = 5

  /// Two positive bounds, the lower one far enough from zero for a division.
  private static func positive(_ low: Double, _ high: Double) -> ClosedRange<Double> {
    let valid = [low, high].filter { $0 > 0 && $0.isFinite }.map { max($0, 1e-300) }
    guard let least = valid.min(), let greatest = valid.max() else { return 1...10 }
    return least...greatest
  }
}

/// The possible ticks of a logarithmic axis of a unit.
private struct PowerLadder {
  /// A digit and a power: 5 × 10².
  struct Rung {
    var digit: Int
    var exponent: Int
  }

  /// The digits and powers that are ticks.
  struct Division {
    var digits: [Int]
    /// The distance between ticks, in powers of ten.
    var step: Int
  }

  let unit: Unit

  /// The divisions from fine to coarse.
  static let divisions =
    [Division(digits: [1, 2, 5], step: 1), Division(digits: [1, 3], step: 1)]
    + [1, 2, 3, 5, 10, 20, 50, 100, 200].map { Division(digits: [1], step: $0) }

  private var isBinary: Bool { unit == .bytes || unit == .bytesPerSecond }

  func value(_ rung: Rung) -> Double {
    let (digit, exponent) = (Double(rung.digit), rung.exponent)
    if isBinary, exponent > 0 {
      return digit * NumberText.powerOfTen(exponent % 3) * pow(1024, Double(exponent / 3))
    }
    // Dividing by a whole power rounds correctly.
    return exponent < 0
      ? digit / NumberText.powerOfTen(-exponent) : digit * NumberText.powerOfTen(exponent)
  }

  /// The range from the last rung that is not above the lower bound to the first rung that is not below the upper
  /// bound.
  func cover(_ data: ClosedRange<Double>) -> ClosedRange<Double> {
    let rungs = self.rungs(near: data, digits: [1, 2, 5], step: 1)
    // A bound that differs from a rung only by rounding counts as the rung.
    var low = rungs.lastIndex { value($0) <= data.lowerBound * (1 + 1e-9) } ?? 0
    var high = rungs.firstIndex { value($0) >= data.upperBound * (1 - 1e-9) } ?? rungs.count - 1
    if low == high {
      low = max(0, low - 1)
      high = min(rungs.count - 1, high + 1)
    }
    // Above the last finite rung, the range ends at the bound itself.
    return value(rungs[low])...max(value(rungs[high]), data.upperBound)
  }

  func ticks(in domain: ClosedRange<Double>, _ division: Division) -> [Rung] {
    rungs(near: domain, digits: division.digits, step: division.step).filter {
      value($0) >= domain.lowerBound * (1 - 1e-9) && value($0) <= domain.upperBound * (1 + 1e-9)
    }
  }

  /// The rungs within a range, and a few beyond.
  private func rungs(near range: ClosedRange<Double>, digits: [Int], step: Int) -> [Rung] {
    let low = Int(log10(range.lowerBound).rounded(.down)) - 3
    let high = Int(log10(range.upperBound).rounded(.up)) + 3
    return (low...high).filter { $0 % step == 0 }.flatMap { exponent in
      digits.map { Rung(digit: $0, exponent: exponent) }
    }.filter { value($0).isFinite }
  }

  // MARK: Labels

  /// The label of a rung, with a prefix of its own: `20`, `100k`, `1Mi`; durations have their unit.
  func label(_ rung: Rung) -> String {
    switch unit {
    case .seconds: durationLabel(rung)
    case .bytes, .bytesPerSecond: label(rung, prefixes: ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"])
    case .decimalBytes, .decimalBytesPerSecond, .bitsPerSecond:
      label(rung, prefixes: ["", "k", "M", "G", "T", "P", "E"])
    default:
      // 1000 is easier to read than 1k.
      rung.exponent == 3
        ? String(rung.digit * 1000) : label(rung, prefixes: ["", "k", "M", "G", "T", "P", "E"])
    }
  }

  private func label(_ rung: Rung, prefixes: [String]) -> String {
    let (digit, exponent) = (rung.digit, rung.exponent)
    switch exponent {
    case -4..<0:
      return "0." + String(repeating: "0", count: -exponent - 1) + String(digit)
    case 0..<(3 * prefixes.count):
      return number(digit, zeros: exponent % 3) + prefixes[exponent / 3]
    default:
      return (digit == 1 ? "" : "\(digit)×") + "10" + NumberText.superscript(exponent)
    }
  }

  private func durationLabel(_ rung: Rung) -> String {
    switch rung.exponent {
    case -9..<0:
      let group = (-rung.exponent + 2) / 3
      return number(rung.digit, zeros: rung.exponent + 3 * group)
        + " " + ["s", "ms", "µs", "ns"][group]
    case 0..<7: return number(rung.digit, zeros: rung.exponent) + " s"
    default: return label(rung, prefixes: []) + " s"
    }
  }

  private func number(_ digit: Int, zeros: Int) -> String {
    String(digit) + String(repeating: "0", count: zeros)
  }
}
