/// What one sample says, parsed: gauges and counters as they stand.
struct MachineState: Sendable {
  var processor: ProcessorTimes?
  /// By the number of the core; not every number need occur.
  var cores: [Int: ProcessorTimes] = [:]
  var memory = MemoryUse()
  var interfaces: [TrafficCounters] = []
  var disks: [TrafficCounters] = []
  var load: (one: Double, five: Double, fifteen: Double)?
  /// Seconds.
  var uptime: Double?
  /// Bytes.
  var space: (total: Double, used: Double)?

  init() {}

  /// Reads every line it can; one that is odd or cut is left out, for a kernel may say more, or
  /// less, than this program knows.
  init(_ sample: ProcSample) {
    for file in ProcFile.allCases {
      for line in sample.neededLines(of: file) {
        try? read(line, of: file)
      }
    }
  }

  /// Takes in one line of a file.
  mutating func read(_ line: ArraySlice<UInt8>, of file: ProcFile) throws(FieldError) {
    switch file {
    case .stat: try readProcessor(line)
    case .meminfo: try readMemory(line)
    case .netdev: interfaces.append(try TrafficCounters(interfaceLine: line))
    case .diskstats: disks.append(try TrafficCounters(diskLine: line))
    case .loadavg: try readLoad(line)
    case .uptime:
      var fields = Fields(line)
      uptime = try fields.decimal("the seconds since the start")
    case .space: try readSpace(line)
    }
  }

  /// `0.06 0.03 0.00 1/85 5692`
  private mutating func readLoad(_ line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    load = (
      try fields.decimal("a load average"), try fields.decimal("a load average"),
      try fields.decimal("a load average")
    )
  }

  /// `/ 252000000000 156000000000`
  private mutating func readSpace(_ line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    _ = try fields.word("the mount point")
    space = (
      total: Double(try fields.count("the size in bytes")),
      used: Double(try fields.count("the bytes in use"))
    )
  }
}

/// Time that processors spent since the start, in the kernel's ticks.
struct ProcessorTimes: Hashable, Sendable {
  /// Idle, also while waiting for input or output.
  var idle: UInt64
  var total: UInt64
}

extension MachineState {
  /// They stand at the start of the file, before the long line of interrupts.
  static func processorLines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    while text[start...].starts(with: "cpu") {
      let end = text[start...].firstIndex(of: .newline) ?? text.endIndex
      lines.append(text[start..<end])
      start = min(end + 1, text.endIndex)
    }
    return lines
  }

  /// `cpu0 536 0 563 84263 5 0 5 3 0 0`: user, nice, system, idle, iowait, irq, softirq, steal;
  /// guest time, which follows, is contained in user and nice. Kernels before 2.6 end after idle.
  private mutating func readProcessor(_ line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    let name = try fields.word("cpu or the name of a core")
    guard name.starts(with: "cpu") else { throw FieldError(offset: 0, expected: "cpu") }
    var times = ProcessorTimes(idle: 0, total: 0)
    for field in 0..<8 {
      guard let ticks = field < 4 ? try fields.count() : try fields.countIfAny() else { break }
      times.total = times.total.addingSaturated(ticks)
      if field == 3 || field == 4 { times.idle = times.idle.addingSaturated(ticks) }
    }
    if name.count == 3 {
      processor = times
    } else {
      guard let core = Int(name.dropFirst(3).text), core >= 0 else {
        throw FieldError(offset: 3, expected: "the number of a core")
      }
      cores[core] = times
    }
  }
}

extension UInt64 {
  fileprivate func addingSaturated(_ other: UInt64) -> UInt64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

/// Main memory, in bytes; nil where the kernel does not tell.
struct MemoryUse: Hashable, Sendable {
  var total: Double?
  /// What programs could still get without swapping.
  var available: Double?

  var used: Double? {
    guard let total, let available else { return nil }
    return max(0, total - available)
  }
}

extension MachineState {
  /// Two lines, which stand near the start of the file.
  static func memoryLines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = text[...]
    while !rest.isEmpty, lines.count < 2 {
      let line = rest.prefix { $0 != .newline }
      if line.starts(with: "MemTotal:") || line.starts(with: "MemAvailable:") { lines.append(line) }
      rest = rest[min(line.endIndex + 1, rest.endIndex)...]
    }
    return lines
  }

  /// `MemTotal:        8137924 kB`
  private mutating func readMemory(_ line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    let name = try fields.name(beforeColon: "a name and a colon")
    let bytes = Double(try fields.count()) * 1024
    if name.equals("MemTotal") {
      memory.total = bytes
    } else if name.equals("MemAvailable") {
      memory.available = bytes
    } else {
      throw FieldError(offset: 0, expected: "MemTotal or MemAvailable")
    }
  }
}
