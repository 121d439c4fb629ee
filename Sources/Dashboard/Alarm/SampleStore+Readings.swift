import Metrics

extension SampleStore {
  /// The values that the thresholds of a panel are compared with.
  /// - Parameters:
  ///   - time: the current data time.
  ///   - zone: the zone in which stretches of time begin.
  func judgedValues(
    of spec: PanelSpec, at time: Double, zone: TimeZoneRules = .utc
  ) -> [JudgedValue] {
    let lines = judgedLines(of: spec)
    let health = PanelHealth(of: spec, lines, in: self, lateAfter: nil, at: time)
    guard let live = liveRange(of: spec, silence: health.silence) else { return [] }
    return PanelData(
      store: self, spec: spec, lines: lines, health: health, live: live,
      scene: SceneFacts(zone: zone)
    ).judgedValues
  }
}

extension [JudgedValue] {
  /// The relation of the values to a threshold.
  func reading(of bound: ThresholdSpec.Bound) -> BreachWatch.Reading {
    let judged = filter { $0.isFor(bound) }
    let values = judged.filter(\.isKnown).map(\.value)
    guard let worst = values.max(by: { bound.excess($0) < bound.excess($1) }) else {
      return .unknown
    }
    if bound.isBreached(by: worst) { return .beyond(worst) }
    return values.count == judged.count ? .within(worst) : .unknown
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
