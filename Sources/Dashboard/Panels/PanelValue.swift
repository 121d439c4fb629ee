import Metrics

extension PanelSpec {
  /// Whether the number to show has no more decimals than the samples.
  var keepsDecimals: Bool {
    switch reduction {
    case nil, .min, .max, .sum, .last: true
    case .mean, .p50, .p95, .p99: false
    }
  }

  /// The number that a panel shows for a series: its last value, or the reduction of the values in a range of time; NaN
  /// for a missing value.
  /// - Parameters:
  ///   - reduction: the rule that reduces the values; nil for the last value.
  ///   - moment: the time of the value that is shown instead; nil for the latest.
  ///   - isHeld: whether the last value stays, because the source gives no other value.
  func value(
    of samples: TimeSeries, by reduction: Reduction?, in time: ClosedRange<Double>,
    at moment: Double? = nil, isHeld: Bool = false
  ) -> Double {
    if let moment { return samples.heldValue(at: moment) }
    guard let reduction else {
      return (isInferred || isHeld ? samples.lastValid : samples.last)?.value ?? .nan
    }
    return reduction.value(of: samples, in: time)
  }
}

extension Reduction {
  /// The reduction of the samples in a range of time; NaN without samples.
  func value(of samples: TimeSeries, in time: ClosedRange<Double>) -> Double {
    let shown = samples.indices(from: time.lowerBound, through: time.upperBound)
    let statistics = samples.statistics(in: shown)
    switch self {
    case .mean: return statistics?.mean ?? .nan
    case .min: return statistics?.minimum ?? .nan
    case .max: return statistics?.maximum ?? .nan
    case .sum: return statistics?.sum ?? .nan
    case .last, .p50, .p95, .p99: return value(of: shown.map { samples[$0].value })
    }
  }
}
