/// The memory of a feed between updates: its health, the start of a failure, and the metrics offered, so
/// that a gap is marked once.
struct FeedProgress {
  /// Seconds between readings when none is missing; nil for a source without a period, or a source that
  /// marks its gaps itself.
  let period: Double?
  /// The distance in seconds above which there is a gap between two readings.
  private let gapAfter: Double
  private(set) var health = FeedHealth.starting
  private var missing: [Metric: String] = [:]
  private var lastTime: Double?
  /// The metrics of the last reading.
  private var offered: Set<Metric> = []

  /// - Parameter patience: the seconds by which an answer may be late without a gap; half a period at
  ///   least.
  init(period: Double?, patience: Double = 0) {
    self.period = period
    gapAfter = period.map { $0 + max($0 / 2, patience) } ?? .infinity
  }

  /// Records an attempt that gave readings, though perhaps not all selected numbers.
  mutating func succeed(
    _ readings: [Reading], missing: [Metric: String] = [:], at now: Double
  ) -> FeedUpdate {
    var result: [Reading] = []
    result.reserveCapacity(readings.count)
    for var reading in readings {
      if let period, let lastTime, !offered.isEmpty, reading.time - lastTime > gapAfter {
        result.append(gap(at: lastTime + period))
      }
      if period != nil {
        for metric in offered where reading.values[metric] == nil { reading.values[metric] = .nan }
        offered = Set(reading.values.lazy.filter { !$0.value.isNaN }.map(\.key))
      } else {
        offered.formUnion(reading.values.keys)
      }
      lastTime = reading.time
      result.append(reading)
    }
    if let last = result.indices.last {
      for metric in missing.keys where offered.remove(metric) != nil {
        result[last].values[metric] = .nan
      }
    }
    if let first = missing.min(by: { $0.key.name < $1.key.name }) {
      health = .failing(since: failingSince ?? now, reason: first.value)
    } else {
      health = .fresh
    }
    self.missing = missing
    return FeedUpdate(readings: result, health: health, missing: missing)
  }

  /// Records a failed attempt; nil if the failure brings no news.
  mutating func fail(_ reason: String, at now: Double) -> FeedUpdate? {
    let before = health
    // An answer that lacks a number is not a failure of the source.
    health = .failing(since: missing.isEmpty ? failingSince ?? now : now, reason: reason)
    missing = [:]
    var readings: [Reading] = []
    if let lastTime, !offered.isEmpty {
      let due = period.map { min(lastTime + $0, now) } ?? now
      readings.append(gap(at: max(due, lastTime.nextUp + 1e-6)))
    }
    guard health != before || !readings.isEmpty else { return nil }
    return FeedUpdate(readings: readings, health: health)
  }

  mutating func end() -> FeedUpdate {
    health = .ended
    return FeedUpdate(readings: [], health: health, missing: missing)
  }

  private var failingSince: Double? {
    guard case .failing(let since, _) = health else { return nil }
    return since
  }

  private mutating func gap(at time: Double) -> Reading {
    let values = offered.map { ($0, Double.nan) }
    offered = []
    lastTime = time
    return Reading(time: time, values: Dictionary(uniqueKeysWithValues: values))
  }
}
