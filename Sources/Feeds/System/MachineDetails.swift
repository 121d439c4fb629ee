import Metrics

extension MachineState {
  /// Adds the gauges beyond the basic ones.
  func addDetails(of groups: MetricGroups, to values: inout [Metric: Double]) {
    if groups.contains(.memory) { addMemory(to: &values) }
    if groups.contains(.mounts) {
      for mount in mounts { addSpace(of: mount, to: &values) }
    }
    if groups.contains(.tasks) {
      values["processes.total"] = tasks.total
      values["processes.running"] = tasks.running
      values["processes.blocked"] = tasks.blocked
    }
    guard groups.contains(.sensors) || groups.contains(.frequencies) else { return }
    values.merge(sensors) { $1 }
    let cores = sensors.filter { $0.key.name.hasPrefix("frequency.") }.map(\.value)
    if !cores.isEmpty { values["frequency"] = cores.reduce(0, +) / Double(cores.count) }
    values["temperature"] =
      sensors.filter { $0.key.name.hasPrefix("temperature.") }.map(\.value).max()
  }

  private func addMemory(to values: inout [Metric: Double]) {
    values["memory.available"] = memory.available
    values["memory.free"] = memory.free
    values["memory.cached"] = memory.cached
    values["memory.buffers"] = memory.buffers
    if let used = memory.used, let total = memory.total, total > 0 {
      values["memory.percent"] = 100 * used / total
    }
    values["swap.used"] = memory.swapUsed
    values["swap.total"] = memory.swapTotal
    if let used = memory.swapUsed, let total = memory.swapTotal, total > 0 {
      values["swap.percent"] = 100 * used / total
    }
  }

  private func addSpace(of mount: MountSpace, to values: inout [Metric: Double]) {
    let prefix = "disk.space." + mount.path
    values[Metric(prefix + ".used")] = mount.used
    values[Metric(prefix + ".available")] = mount.available
    values[Metric(prefix + ".usable")] = mount.usable
    values[Metric(prefix + ".total")] = mount.total
    values[Metric(prefix + ".percent")] = mount.usable > 0 ? 100 * mount.used / mount.usable : 0
  }

  /// Adds the rates beyond the basic ones, over an interval in seconds.
  func addDetailRates(
    of groups: MetricGroups, since previous: MachineState, interval: Double,
    to values: inout [Metric: Double]
  ) {
    if groups.contains(.processor) {
      if let processor, let before = previous.processor {
        Self.addShares(of: processor, since: before, prefix: "cpu", to: &values)
      }
      for (core, times) in cores {
        guard let before = previous.cores[core] else { continue }
        Self.addShares(of: times, since: before, prefix: "cpu.\(core)", to: &values)
      }
    }
    if groups.contains(.network) {
      addInterfaceDetails(since: previous, interval: interval, to: &values)
    }
    if groups.contains(.disks) { addDiskDetails(since: previous, interval: interval, to: &values) }
    if groups.contains(.tasks) {
      values["processes.created"] = Self.rate(
        tasks.created, since: previous.tasks.created, interval)
      values["processes.switches"] = Self.rate(
        tasks.switches, since: previous.tasks.switches, interval)
    }
    guard groups.contains(.pressure) else { return }
    for (resource, counters) in pressure {
      guard let before = previous.pressure[resource] else { continue }
      for (kind, now, then) in [
        ("some", counters.some, before.some), ("full", counters.full, before.full),
      ] {
        guard let rate = Self.rate(now, since: then, interval) else { continue }
        // The kernel accounts for waiting time a little late, so that a share may exceed 100%.
        values[Metric("pressure.\(resource).\(kind)")] = min(rate / 10_000, 100)
      }
    }
  }

  /// The rate of a counter; nil for a missing counter, NaN for a counter that was reset.
  private static func rate(_ now: UInt64?, since before: UInt64?, _ interval: Double) -> Double? {
    guard let now, let before else { return nil }
    return CounterRate.perSecond(from: before, to: now, interval: interval) ?? .nan
  }

  private static func addShares(
    of now: ProcessorTimes, since before: ProcessorTimes, prefix: String,
    to values: inout [Metric: Double]
  ) {
    let span = now.total > before.total ? Double(now.total - before.total) : .nan
    func add(_ name: String, _ field: (ProcessorTimes) -> UInt64) {
      // The kernel sometimes decreases the waiting time.
      let (from, to) = (field(before), field(now))
      let part = to > from ? Double(to - from) : 0
      values[Metric(prefix + name)] = min(100 * part / span, 100)
    }
    add(".user", \.user)
    add(".system", \.system)
    add(".iowait", \.waiting)
    add(".irq", \.interrupts)
    add(".steal", \.steal)
    // The idle part makes the parts add up to the whole.
    add(".idle") { $0.idle - min($0.waiting, $0.idle) }
  }

  private func addInterfaceDetails(
    since previous: MachineState, interval: Double, to values: inout [Metric: Double]
  ) {
    let fields: [(String, KeyPath<TrafficCounters, UInt64>)] = [
      ("in.packets", \.operationsIn), ("out.packets", \.operationsOut), ("in.errors", \.errorsIn),
      ("out.errors", \.errorsOut), ("in.drops", \.dropsIn), ("out.drops", \.dropsOut),
    ]
    let earlier = Dictionary(previous.interfaces.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let known = interfaces.filter { $0.name != "lo" && earlier[$0.name] != nil }
    let physical = known.filter(\.isPhysicalInterface)
    let summed = physical.isEmpty ? known : physical
    for (name, field) in fields {
      for now in known {
        values[Metric("net.\(now.name).\(name)")] = Self.rate(
          now[keyPath: field], since: earlier[now.name]?[keyPath: field], interval)
      }
      guard !summed.isEmpty else { continue }
      values[Metric("net." + name)] = summed.reduce(0) {
        $0 + (values[Metric("net.\($1.name).\(name)")] ?? .nan)
      }
    }
  }

  private func addDiskDetails(
    since previous: MachineState, interval: Double, to values: inout [Metric: Double]
  ) {
    let earlier = Dictionary(previous.disks.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    var sums: [Metric: Double] = [:]
    for now in disks {
      guard let before = earlier[now.name] else { continue }
      let reads = Self.rate(now.operationsIn, since: before.operationsIn, interval)
      let writes = Self.rate(now.operationsOut, since: before.operationsOut, interval)
      values[Metric("disk.\(now.name).read.operations")] = reads
      values[Metric("disk.\(now.name).write.operations")] = writes
      sums["disk.read.operations", default: 0] += reads ?? .nan
      sums["disk.write.operations", default: 0] += writes ?? .nan
      if let busy = Self.rate(now.busy, since: before.busy, interval) {
        let percent = min(busy / 10, 100)
        values[Metric("disk.\(now.name).busy")] = percent
        // The busiest disk counts: a mean would hide it.
        sums["disk.busy"] = max(sums["disk.busy"] ?? 0, percent)
      }
    }
    values.merge(sums) { $1 }
  }
}
