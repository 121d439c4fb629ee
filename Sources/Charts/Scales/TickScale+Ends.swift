import Metrics

extension TickScale {
  /// The axis with a label at ends that do not give way, in place of ticks that are too near for both.
  public func labellingEnds(lower: Bool, upper: Bool) -> TickScale {
    guard !isLogarithmic, lower || upper else { return self }
    var marks = zip(ticks, labels).map { (value: $0, label: $1) }
    let ends = (lower ? [domain.lowerBound] : []) + (upper ? [domain.upperBound] : [])
    for end in ends where !marks.contains(where: { abs($0.value - end) <= step * 1e-6 }) {
      marks.removeAll { abs($0.value - end) < step * TickScale.leastDistance }
      marks.append((end, endLabel(end)))
    }
    marks.sort { $0.value < $1.value }
    return TickScale(
      domain: domain, ticks: marks.map(\.value), labels: marks.map(\.label), step: step,
      scale: scale, isLogarithmic: false)
  }

  /// The distance in steps that a tick keeps from the label of an end.
  private static let leastDistance = 0.6

  /// The label of an end with the decimals of the ticks, or as many more as the end needs.
  private func endLabel(_ end: Double) -> String {
    let value = end / scale.divisor
    let decimals = (labelDecimals...labelDecimals + 3).first {
      let scaled = value * NumberText.powerOfTen($0)
      return abs(scaled - scaled.rounded()) <= 1e-6 * max(1, abs(scaled))
    }
    return NumberText.fixed(value, decimals: decimals ?? labelDecimals, isGrouped: true)
  }

  /// The number of decimals of the labels.
  public var labelDecimals: Int {
    labels.map { label in
      label.firstIndex(of: RegionalFormat.current.decimalSeparator).map {
        label.distance(from: $0, to: label.endIndex) - 1
      } ?? 0
    }.max() ?? 0
  }
}
