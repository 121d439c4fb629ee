import Metrics

/// The values of a panel that its thresholds are compared with, at one time.
struct JudgedValues {
  /// The samples of all sources.
  let store: SampleStore
  var values: [JudgedValue] = []
  /// The ages of the values, if thresholds are compared with ages, and these thresholds.
  var ages: [JudgedValue] = []
  var absences: [ThresholdSpec] = []
  /// The number of the panel's lines.
  var lineCount = 0
  /// The time of the latest sample, in UTC seconds.
  var latest = 0.0
  /// Whether there is no value, although no answer has shown that the queries have no series.
  var isMissing = false

  /// The largest number of samples that are searched for the start of a breach.
  private static let mostSamples = 20_000

  /// The start of the breach of a threshold by one of the values.
  /// - Parameter isFirst: whether no value was known before.
  func start(
    of value: JudgedValue, _ bound: ThresholdSpec.Bound, isFirst: Bool
  ) -> Breach.Start {
    guard let line = value.line, let newest = line.samples.lastValid else {
      return Breach.Start(time: latest, isEarlier: isFirst)
    }
    var start = Breach.Start(time: newest.time, isEarlier: line.isOfUnknownAge)
    let last = max(0, line.samples.count - Self.mostSamples)
    for i in stride(from: line.samples.count - 1, through: last, by: -1) {
      let sample = line.samples[i]
      if sample.value.isNaN {
        // A series that comes and goes started again after a missing sample; in any other series, a missing sample is
        // only a gap.
        if line.comesAndGoes, sample.time < newest.time { return start }
        continue
      }
      guard bound.isBreached(by: sample.value * value.factor) else { return start }
      start.time = sample.time
    }
    start.isEarlier = line.isOfUnknownAge || start.time <= firstTime(of: line)
    return start
  }

  /// The time from which on the samples of a line would be known if the line had existed.
  private func firstTime(of line: PanelLine) -> Double {
    guard line.comesAndGoes, let series = line.series.first,
      let query = store.sources[series.source]?.queries[series.query], let first = query.firstTime
    else { return .infinity }
    return max(first, latest - query.kept)
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
    var judged = JudgedValues(store: self, lineCount: lines.count)
    if let live = liveRange(of: spec, health) {
      let data = PanelData(
        store: self, spec: spec, lines: lines, health: health, live: live,
        scene: SceneFacts(zone: zone))
      judged.values = data.judgedValues
      judged.latest = health.present ?? live.upperBound - health.lead
    }
    (judged.ages, judged.absences) = (ages(of: spec, lines, at: time), spec.absences)
    let haveEnded = !lines.isEmpty && lines.allSatisfy(hasEnded)
    judged.isMissing = judged.values.isEmpty && !haveEnded && !hasNoSeries(for: spec)
    return judged
  }
}

extension ThresholdSpec.Bound {
  /// The amount by which a value is beyond the bound; negative within it.
  func excess(_ value: Double) -> Double {
    switch self {
    case .above(let bound): value - bound
    case .below(let bound): bound - value
    case .within(let ranges):
      ranges.map { min(value - $0.lowerBound, $0.upperBound - value) }.max() ?? -.infinity
    }
  }
}
