import Metrics

/// Numbers on charts without units: no prefixes, as few decimals as they need.
enum NumberLabel {
  private static let plain = UnitScale(divisor: 1, symbol: "")

  /// The number with at most two decimals.
  static func text(_ value: Double) -> String {
    let decimals = (0...1).first { isRound(value, decimals: $0) } ?? 2
    return text(value, decimals: decimals)
  }

  static func text(_ value: Double, decimals: Int) -> String {
    Unit.none.format(value, scale: plain, decimals: decimals).digits
  }

  /// The number of decimals that tells the ticks of an axis apart: none from steps of ten up.
  static func decimals(step: Double) -> Int {
    guard step.isFinite, step > 0 else { return 0 }
    var (decimals, step) = (0, step)
    while decimals < 6, step < 10, !isRound(step, decimals: 0) {
      decimals += 1
      step *= 10
    }
    return decimals
  }

  private static func isRound(_ value: Double, decimals: Int) -> Bool {
    let scaled = decimals == 0 ? value : value * 10
    return abs(scaled - scaled.rounded()) < 1e-9 * max(1, abs(scaled))
  }
}
