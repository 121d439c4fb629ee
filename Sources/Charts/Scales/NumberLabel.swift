import Metrics

/// Numbers on charts without units: without prefixes, and with as few decimals as possible.
enum NumberLabel {
  /// The number with no more decimals than it needs.
  /// - Parameter most: the limit of decimals, held within 0...6. Default 2.
  static func text(_ value: Double, atMost most: Int = 2) -> String {
    let most = min(max(most, 0), 6)
    return text(value, decimals: (0..<most).first { isRound(value, decimals: $0) } ?? most)
  }

  /// The shortest text that is read as exactly this number.
  static func exact(_ value: Double) -> String {
    guard value.isFinite else { return text(value) }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func text(_ value: Double, decimals: Int) -> String {
    value.isFinite ? NumberText.fixed(value, decimals: decimals) : "–"
  }

  /// The number of decimals that distinguishes the ticks of an axis: 0 for steps of at least ten.
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
    let scaled = (0..<decimals).reduce(value) { scaled, _ in scaled * 10 }
    return abs(scaled - scaled.rounded()) < 1e-9 * max(1, abs(scaled))
  }
}
