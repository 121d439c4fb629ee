import Metrics

extension SampleStore {
  /// The values of a panel that its thresholds are compared with, as far as they are known.
  struct WatchedValues {
    /// The known values.
    var values: [Double] = []
    /// Whether no value is missing or late.
    var areComplete = true
    /// The values for thresholds with `below`, where a value that is still growing does not count; nil for the
    /// same values.
    var whole: [Double]?

    fileprivate init(_ all: [(value: Double, isKnown: Bool)]) {
      values = all.filter { $0.isKnown && $0.value.isFinite }.map(\.value)
      areComplete = values.count == all.count && !all.isEmpty
    }

    /// The relation of the values to a threshold.
    func reading(of bound: ThresholdSpec.Bound) -> BreachWatch.Reading {
      var values = values
      if let whole, case .below = bound { values = whole.filter(\.isFinite) }
      if let value = values.filter(bound.isBreached).max(by: { bound.excess($0) < bound.excess($1) }
      ) {
        return .beyond(value)
      }
      guard areComplete,
        let nearest = values.max(by: { bound.excess($0) < bound.excess($1) })
      else { return .unknown }
      return .within(nearest)
    }
  }

  /// The values of a panel whose signal its thresholds determine.
  /// - Parameters:
  ///   - time: the present time of the frame clock.
  ///   - zone: the zone in which stretches of time begin.
  func watchedValues(
    of spec: PanelSpec, at time: Double, zone: TimeZoneRules = .utc
  ) -> WatchedValues {
    let lines = lines(of: spec)
    let health = PanelHealth(of: spec, lines, in: self, lateAfter: nil, at: time)
    guard let live = liveRange(of: spec, silence: health.silence) else { return WatchedValues([]) }
    let values = lines.enumerated().map { i, line in
      let isHeld = health.heldLines.contains(i) || health.lateLines.contains(i)
      return (spec.value(of: line.samples, in: live, isHeld: isHeld), !isHeld)
    }
    switch spec.traits.judged {
    case .share:
      guard let part = values.first else { return WatchedValues([]) }
      guard spec.goal == nil else { return WatchedValues([(part.0 / spec.goal! * 100, part.1)]) }
      guard values.count > 1 else { return WatchedValues([]) }
      return WatchedValues([(part.0 / values[1].0 * 100, part.1 && values[1].1)])
    case .sum:
      return WatchedValues([(values.reduce(0) { $0 + $1.0 }, values.allSatisfy(\.1))])
    case .first: return WatchedValues(Array(values.prefix(1)))
    case .each: return WatchedValues(values)
    case .nothing: return WatchedValues([])
    case .stretch:
      let data = PanelData(
        store: self, spec: spec, lines: lines, health: health, live: live,
        scene: SceneFacts(zone: zone))
      let (growing, whole) = ColumnsPanel.judged(data)
      var watched = WatchedValues([(growing, health.silence == 0)])
      watched.whole = [whole]
      return watched
    case .equals:
      let equals = SeriesStyles(spec, lines).styles.count(where: \.isEqual)
      let left = zip(values, lines).filter { !$1.isOnRight }.map(\.0)
      return WatchedValues(equals < 2 ? Array(values.prefix(1)) : left)
    }
  }
}

extension ThresholdSpec.Bound {
  /// The amount by which a value is beyond the bound; negative within it.
  fileprivate func excess(_ value: Double) -> Double {
    switch self {
    case .above(let bound): value - bound
    case .below(let bound): bound - value
    }
  }
}
