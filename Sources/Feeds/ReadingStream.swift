import Metrics

/// Turns samples into readings: gauges are copied, counters become rates against the sample before. The
/// live source and the replay share this type.
struct ReadingStream {
  /// Seconds between samples when none is missing.
  let period: Double
  /// The metrics to deliver; nil for the basic metrics, those of `ProcFile.basic`.
  var wanted: Set<Metric>? {
    didSet {
      if let wanted { offered.formIntersection(wanted) }
      groups = MetricGroups(wanted)
    }
  }
  private var groups: MetricGroups
  private var previous: (time: Double, state: MachineState)?
  /// The metrics offered in the last reading, missing or not.
  private var offered: Set<Metric> = []

  init(period: Double, wanted: Set<Metric>? = nil) {
    self.period = period
    self.wanted = wanted
    groups = MetricGroups(wanted)
  }

  /// The distance in seconds above which a sample is missing: a tick may be late by half a period.
  var gapAfter: Double { period * 1.5 }

  /// The reading of a sample. If samples are missing before it, a reading of NaN values comes first.
  mutating func readings(of sample: ProcSample) -> [Reading] {
    let state = MachineState(sample, isBasic: wanted == nil)
    var result: [Reading] = []
    if let previous, sample.time - previous.time > gapAfter {
      let missing = offered.map { ($0, Double.nan) }
      result.append(
        Reading(time: previous.time + period, values: Dictionary(uniqueKeysWithValues: missing)))
    }
    var values = state.gauges
    if let previous {
      state.addRates(
        since: previous.state, interval: sample.time - previous.time, to: &values)
    }
    if let wanted {
      state.addDetails(of: groups, to: &values)
      if let previous {
        state.addDetailRates(
          of: groups, since: previous.state, interval: sample.time - previous.time, to: &values)
      }
      values = values.filter { wanted.contains($0.key) }
    }
    let offeredNow = Set(values.keys)
    for metric in offered.subtracting(offeredNow) { values[metric] = .nan }
    offered = offeredNow
    previous = (sample.time, state)
    result.append(Reading(time: sample.time, values: values))
    return result
  }
}

extension MachineState {
  var gauges: [Metric: Double] {
    var values: [Metric: Double] = [:]
    values[.memoryUsed] = memory.used
    values[.memoryTotal] = memory.total
    values[.load1] = load?.one
    values[.load5] = load?.five
    values[.load15] = load?.fifteen
    values[.diskSpaceUsed] = space?.used
    values[.diskSpaceTotal] = space?.total
    values[.uptime] = uptime
    return values
  }

  /// Adds the rates of counters over an interval in seconds; NaN for a counter that was reset.
  func addRates(
    since previous: MachineState, interval: Double, to values: inout [Metric: Double]
  ) {
    if let processor, let before = previous.processor {
      values[.cpuBusy] = processor.busyShare(since: before)
    }
    for (core, times) in cores {
      guard let before = previous.cores[core] else { continue }
      values[.coreBusy(core)] = times.busyShare(since: before)
    }
    let network = Self.rates(of: interfaces, since: previous.interfaces, interval: interval)
    for (counters, rate) in network where counters.name != "lo" {
      values[.networkIn(of: counters.name)] = rate.inward * 8
      values[.networkOut(of: counters.name)] = rate.outward * 8
    }
    // A container may have only a tunnel. Its traffic is better than none.
    let physical = network.filter { $0.counters.isPhysicalInterface }
    let summed = physical.isEmpty ? network.filter { $0.counters.name != "lo" } : physical
    if !summed.isEmpty {
      values[.networkIn] = summed.reduce(0) { $0 + $1.rate.inward * 8 }
      values[.networkOut] = summed.reduce(0) { $0 + $1.rate.outward * 8 }
    }
    let storage = Self.rates(of: disks, since: previous.disks, interval: interval)
    for (counters, rate) in storage {
      values[.diskRead(of: counters.name)] = rate.inward
      values[.diskWrite(of: counters.name)] = rate.outward
    }
    if !storage.isEmpty {
      values[.diskRead] = storage.reduce(0) { $0 + $1.rate.inward }
      values[.diskWrite] = storage.reduce(0) { $0 + $1.rate.outward }
    }
  }

  /// Bytes per second of each device that the earlier sample has, too; NaN where a counter was reset. A
  /// sum over such rates is then NaN, because the sum is unknown.
  private static func rates(
    of counters: [TrafficCounters], since previous: [TrafficCounters], interval: Double
  ) -> [(counters: TrafficCounters, rate: (inward: Double, outward: Double))] {
    let earlier = Dictionary(previous.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    return counters.compactMap { now in
      guard let before = earlier[now.name] else { return nil }
      let rate = (
        CounterRate.perSecond(from: before.inward, to: now.inward, interval: interval) ?? .nan,
        CounterRate.perSecond(from: before.outward, to: now.outward, interval: interval) ?? .nan
      )
      return (now, rate)
    }
  }
}

extension ProcessorTimes {
  /// The percentage of busy time since an earlier reading; NaN when no time has passed or the counters
  /// were reset. The kernel sometimes takes back some waiting time: such a step is no reset.
  fileprivate func busyShare(since previous: ProcessorTimes) -> Double {
    guard total > previous.total else { return .nan }
    let span = Double(total - previous.total)
    let rested = idle > previous.idle ? Double(idle - previous.idle) : 0
    return 100 * max(0, 1 - rested / span)
  }
}
