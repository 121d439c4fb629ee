import Messages
import Metrics

/// The parts of a machine that metrics describe. Only wanted parts are read.
struct MetricGroups: OptionSet {
  let rawValue: Int

  static let processor = MetricGroups(rawValue: 1 << 0)
  static let memory = MetricGroups(rawValue: 1 << 1)
  static let network = MetricGroups(rawValue: 1 << 2)
  static let disks = MetricGroups(rawValue: 1 << 3)
  static let space = MetricGroups(rawValue: 1 << 4)
  static let mounts = MetricGroups(rawValue: 1 << 5)
  static let load = MetricGroups(rawValue: 1 << 6)
  static let uptime = MetricGroups(rawValue: 1 << 7)
  static let pressure = MetricGroups(rawValue: 1 << 8)
  static let tasks = MetricGroups(rawValue: 1 << 9)
  static let sensors = MetricGroups(rawValue: 1 << 10)
  static let frequencies = MetricGroups(rawValue: 1 << 11)

  static let all = MetricGroups(rawValue: (1 << 12) - 1)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// The group of a metric or of a pattern.
  init(of metric: Metric) {
    let name = metric.name
    let first = name.prefix { $0 != "." }
    switch first {
    case "cpu": self = .processor
    case "memory", "swap": self = .memory
    case "net": self = .network
    case "disk":
      guard name.hasPrefix("disk.space.") else {
        self = .disks
        return
      }
      let isOfMount = name.hasPrefix("disk.space./") || name.contains("*")
      self = isOfMount ? .mounts : .space
    case "load": self = .load
    case "uptime": self = .uptime
    case "pressure": self = .pressure
    case "processes": self = .tasks
    case "temperature", "fan": self = .sensors
    case "frequency": self = .frequencies
    case "*": self = .all
    default: self = []
    }
  }

  /// The files that contain the groups' values.
  var files: [ProcFile] {
    let files: [(MetricGroups, [ProcFile])] = [
      (.processor, [.stat]), (.memory, [.meminfo]), (.network, [.netdev]), (.disks, [.diskstats]),
      (.load, [.loadavg]), (.uptime, [.uptime]), (.space, [.space]),
      (.pressure, [.pressureCPU, .pressureMemory, .pressureIO]), (.tasks, [.stat, .loadavg]),
      (.mounts, [.mounts]), (.sensors, [.sensors]), (.frequencies, [.frequencies]),
    ]
    let needed = files.filter { contains($0.0) }.flatMap(\.1)
    return ProcFile.allCases.filter { needed.contains($0) }
  }
}

extension Metric {
  /// Whether the metric is one of the built-in dashboard, which are quick to read.
  var isBasic: Bool {
    let parts = name.split(separator: ".")
    switch (parts.first, parts.last) {
    case ("cpu", "busy"), ("net", "in"), ("net", "out"), ("disk", "read"), ("disk", "write"):
      return parts.count <= 3
    default: return Self.basicGauges.contains(self)
    }
  }

  private static let basicGauges: Set<Metric> = [
    .memoryUsed, .memoryTotal, .load1, .load5, .load15, .diskSpaceUsed, .diskSpaceUsable,
    .diskSpaceTotal, .uptime,
  ]
}
