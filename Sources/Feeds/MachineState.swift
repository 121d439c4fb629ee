import Metrics

/// One parsed sample: gauges and counters with their current values.
struct MachineState: Sendable {
  var processor: ProcessorTimes?
  /// Processor times by core number. Core numbers may have gaps.
  var cores: [Int: ProcessorTimes] = [:]
  var memory = MemoryUse()
  var interfaces: [TrafficCounters] = []
  var disks: [TrafficCounters] = []
  var load: (one: Double, five: Double, fifteen: Double)?
  /// The seconds since the machine's start.
  var uptime: Double?
  /// The file system at `/`.
  var space: MountSpace?
  var tasks = TaskCounters()
  /// Pressure by the name of the resource.
  var pressure: [String: PressureCounters] = [:]
  var mounts: [MountSpace] = []
  /// Temperatures, fan speeds and frequencies, used without further parsing.
  var sensors: [Metric: Double] = [:]

  init() {}

  /// Reads every line that can be read. A line of unknown form is skipped, because a kernel may write more or fewer
  /// lines than this program knows.
  init(_ sample: ProcSample, isBasic: Bool = false) {
    for file in isBasic ? ProcFile.basic : ProcFile.allCases {
      for line in sample.neededLines(of: file, isBasic: isBasic) {
        try? read(line, of: file)
      }
    }
  }

  mutating func read(_ line: ArraySlice<UInt8>, of file: ProcFile) throws(FieldError) {
    switch file {
    case .stat: try line.starts(with: "cpu") ? readProcessor(line) : readTasks(line)
    case .meminfo: try readMemory(line)
    case .netdev: interfaces.append(try TrafficCounters(interfaceLine: line))
    case .diskstats: disks.append(try TrafficCounters(diskLine: line))
    case .loadavg: try readLoad(line)
    case .uptime:
      var fields = Fields(line)
      uptime = try fields.decimal("the seconds since the start")
    case .space: space = try MountSpace(line: line, isOld: true)
    case .pressureCPU: try readPressure(line, of: "cpu")
    case .pressureMemory: try readPressure(line, of: "memory")
    case .pressureIO: try readPressure(line, of: "io")
    case .mounts: mounts.append(try MountSpace(line: line))
    case .sensors, .frequencies: try readSensor(line)
    }
  }

  /// `0.06 0.03 0.00 1/85 5692`
  private mutating func readLoad(_ line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    load = (
      try fields.decimal("a load average"), try fields.decimal("a load average"),
      try fields.decimal("a load average")
    )
    // `1/85`: the second number counts all tasks.
    guard let counts = try? fields.word("tasks"), let slash = counts.firstIndex(of: 0x2F) else {
      return
    }
    tasks.total = Int(counts[(slash + 1)...].text).map { Double($0) }
  }
}
