import Metrics

/// The values of a panel that its thresholds are compared with, at one time.
struct JudgedValues {
  var values: [JudgedValue] = []
  /// The number of the panel's lines.
  var lineCount = 0
  /// The time of the latest sample, in UTC seconds.
  var latest = 0.0

  /// The largest number of samples that are searched for the start of a breach.
  private static let mostSamples = 20_000

  /// The start of the breach of a threshold by one of the values.
  /// - Parameter isFirst: whether no value was known before.
  func start(
    of value: JudgedValue, _ bound: ThresholdSpec.Bound, isFirst: Bool
  ) -> Breach.Start {
    guard let samples = value.line?.samples, !samples.isEmpty else {
      return Breach.Start(time: latest, isEarlier: isFirst)
    }
    var start = Breach.Start(time: samples[samples.count - 1].time)
    let last = max(0, samples.count - Self.mostSamples)
    for i in stride(from: samples.count - 1, through: last, by: -1) {
      let sample = samples[i]
      guard sample.value.isFinite else { continue }
      guard bound.isBreached(by: sample.value * value.factor) else { return start }
      start.time = sample.time
    }
    start.isEarlier = true
    return start
  }
}

extension SampleStore {
  /// The values that the thresholds of a panel are compared with.
  /// - Parameters:
  ///   - time: the current data time.
  ///   - zone: the zone in which stretches of time begin.
  func judgedValues(
    of spec: PanelSpec, at time: Double, zone: TimeZoneRules = .utc
  ) -> JudgedValues {
    let lines = judgedLines(of: spec)
    let health = PanelHealth(of: spec, lines, in: self, lateAfter: nil, at: time)
    guard let live = liveRange(of: spec, silence: health.silence) else { return JudgedValues() }
    let data = PanelData(
      store: self, spec: spec, lines: lines, health: health, live: live,
      scene: SceneFacts(zone: zone))
    return JudgedValues(
      values: data.judgedValues, lineCount: lines.count, latest: live.upperBound - health.silence)
  }
}

extension ThresholdSpec.Bound {
  /// The amount by which a value is beyond the bound; negative within it.
  func excess(_ value: Double) -> Double {
    switch self {
    case .above(let bound): value - bound
    case .below(let bound): bound - value
    }
  }
}
