import Metrics

/// Answers queries from samples of a machine: gauges are copied, and counters become rates since the previous sample.
/// The live feed and recordings share this type.
struct MachineRates {
  /// The queries to answer. Queries of other kinds of sources have no answer.
  var queries: Set<Query> { didSet { prepare() } }
  /// The parts of a machine that the queries need.
  private(set) var groups = MetricGroups()
  private var isBasic = true
  private var patterns: [Query: MetricPattern] = [:]
  private var previous: (time: Double, monotonic: Double, state: MachineState)?
  /// Whether the previous sample may lack parts of a machine that the queries need.
  private var isPreviousNarrow = false
  /// The rates since the previous sample.
  private var rates: [Metric: Double] = [:]
  /// The seconds between two samples below which a rate would be that of a moment. A new query, or a late beat, makes
  /// such samples.
  private let leastInterval: Double
  /// The seconds above which a difference between the two clocks means that the clock was set. The machine corrects
  /// a smaller difference slowly. Smaller differences are ignored, so that a recording has the same rates as the
  /// live feed.
  private static let leastStep = 0.25

  /// - Parameter period: the seconds between regular samples.
  init(queries: Set<Query>, period: Double = .infinity) {
    self.queries = queries
    leastInterval = min(0.25, period / 2)
    prepare()
  }

  private mutating func prepare() {
    isPreviousNarrow = true
    let names = queries.compactMap { query in
      if case .metric(let metric) = query { metric } else { nil }
    }
    groups = names.reduce(into: []) { $0.formUnion(MetricGroups(of: $1)) }
    isBasic = names.allSatisfy(\.isBasic)
    let many = names.filter { Query.metric($0).givesMany }
    patterns = Dictionary(uniqueKeysWithValues: many.map { (.metric($0), MetricPattern($0.name)) })
  }

  /// The samples at one time. Rates need two samples, and are absent in the first. A sample right after another one has
  /// the rates of that sample.
  /// - Parameter monotonic: the time of the sample by a clock that nobody sets; nil for a recording.
  mutating func answer(
    _ sample: ProcSample, monotonic: Double? = nil
  ) -> [FeedUpdate.Samples] {
    let values = values(of: sample, at: monotonic ?? sample.time)
    return queries.compactMap { query in
      guard case .metric(let metric) = query else { return nil }
      let columns: [SampleBatch.Column]
      if let pattern = patterns[query] {
        columns = values.compactMap { name, value in
          pattern.series(of: name).map { .init($0, [value]) }
        }.sorted { $0.metric.description < $1.metric.description }
      } else {
        columns = values[metric].map { [.init(query.metric, [$0])] } ?? []
      }
      guard !columns.isEmpty else { return nil }
      return FeedUpdate.Samples(query, SampleBatch(times: [sample.time], columns: columns))
    }
  }

  private mutating func values(of sample: ProcSample, at monotonic: Double) -> [Metric: Double] {
    let state = MachineState(sample, isBasic: isBasic)
    var values = state.gauges
    if !isBasic { state.addDetails(of: groups, to: &values) }
    let interval = previous.map { seconds(from: $0, to: sample.time, monotonic) }
    let isEarly = interval.map { $0 > 0 && $0 < leastInterval } ?? false
    if let previous, let interval, !isEarly {
      rates = [:]
      state.addRates(since: previous.state, interval: interval, to: &rates)
      if !isBasic {
        state.addDetailRates(of: groups, since: previous.state, interval: interval, to: &rates)
      }
    }
    if !isEarly || isPreviousNarrow {
      previous = (sample.time, monotonic, state)
      isPreviousNarrow = false
    }
    return values.merging(rates) { $1 }
  }

  /// The seconds from a sample to a time.
  private func seconds(
    from sample: (time: Double, monotonic: Double, state: MachineState), to time: Double,
    _ monotonic: Double
  ) -> Double {
    let (shown, real) = (time - sample.time, monotonic - sample.monotonic)
    return abs(shown - real) < Self.leastStep ? shown : real
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
    values[.diskSpaceUsable] = space?.usable
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
    // A container may have only a tunnel, whose traffic is better than none.
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

  /// The bytes per second of each device that is also in the earlier sample; NaN for a counter that was reset. A sum
  /// over such rates is then NaN, because the sum is unknown.
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
  /// The percentage of busy time since an earlier reading; NaN when no time has passed or the counters were reset. The
  /// kernel sometimes decreases the waiting time, which is not a reset.
  fileprivate func busyShare(since previous: ProcessorTimes) -> Double {
    guard total > previous.total else { return .nan }
    let span = Double(total - previous.total)
    let rested = idle > previous.idle ? Double(idle - previous.idle) : 0
    return 100 * max(0, 1 - rested / span)
  }
}
