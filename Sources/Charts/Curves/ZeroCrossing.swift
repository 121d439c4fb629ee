import Metrics

/// The change of a line from one side of zero to the other: the layer of a stack leaves one pile and enters the other
/// at a time when its value is zero.
struct ZeroCrossing: Equatable {
  /// The last time when the layer is on its old side.
  var leaving: Double
  /// Whether the values are negative afterwards.
  var isDownward: Bool

  /// The time when the layer is interrupted: without the interruption, a line would join the two piles.
  var between: Double { leaving.nextUp }
  /// The first time when the layer is on its new side.
  var entering: Double { between.nextUp }
  /// All of the crossing's times, ascending.
  var times: [Double] { [leaving, between, entering] }
}

extension TimeSeries {
  /// The places where the straight lines between samples go through zero, in ascending order.
  /// - Parameter interval: the seconds between samples, for a series with too few samples to know.
  func zeroCrossings(_ interval: Double) -> [ZeroCrossing] {
    let longest = longestHold(unlessOwnInterval: interval)
    let (times, values) = columns
    var result: [ZeroCrossing] = []
    var wasNegative: Bool?
    for i in values.indices where values[i] > 0 || values[i] < 0 {
      let isNegative = values[i] < 0
      defer { wasNegative = isNegative }
      guard let wasNegative, wasNegative != isNegative, !values[i - 1].isNaN,
        times[i] - times[i - 1] <= longest
      else { continue }
      let part = values[i - 1] / (values[i - 1] - values[i])
      let crossing = ZeroCrossing(
        leaving: times[i - 1] + (times[i] - times[i - 1]) * part, isDownward: isNegative)
      if crossing.entering < times[i] { result.append(crossing) }
    }
    return result
  }
}
