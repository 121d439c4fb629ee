import Metrics

/// The value axis of a `PageViewChart`: from 0 in five whole steps to at least the largest value.
public struct PageViewScale: Hashable, Sendable {
  /// The two descriptions of the scale in the article.
  public enum Rule: Hashable, Sendable {
    /// Always five steps, of at least 1: up to 5, or to five times the fifth of the maximum, rounded up. The rule of
    /// the article's text, with its gap at 5 closed.
    case fiveSteps
    /// The rule of the article's code: for a maximum below 5, the axis ends at the maximum, in steps of 1.
    case published
  }

  /// The upper end of the axis.
  public let maximum: Double
  /// The size of one step: a whole number, at least 1.
  public let step: Double
  /// The number of steps.
  public let count: Int

  /// The axis of values. A value that is not finite is left out; a value below 0 counts as 0.
  public init(_ values: some Sequence<Double>, rule: Rule = .fiveSteps) {
    let highest = values.reduce(0) { $1.isFinite ? max($0, $1) : $0 }
    if rule == .published, highest > 0, highest < 5 {
      (step, count) = (1, Int(highest.rounded(.up)))
    } else {
      // Values are held below 10³⁰⁰, so that five steps are finite.
      (step, count) = (max(1, (min(highest, 1e300) / 5).rounded(.up)), 5)
    }
    maximum = step * Double(count)
  }

  /// The ticks, from 0 up.
  var ticks: [AxisMarks.Tick] {
    (0...count).map { AxisMarks.Tick(value: step * Double($0), label: label(step * Double($0))) }
  }

  private func label(_ value: Double) -> String { NumberLabel.text(value, decimals: 0) }
}
