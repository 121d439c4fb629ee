enum ProcFile: Int, CaseIterable, Sendable {
  case stat, meminfo, netdev, diskstats, loadavg, uptime
  /// The size, the use and the available bytes of the file system at `/`, written as `/ total used available`; not a
  /// file.
  case space
  case pressureCPU, pressureMemory, pressureIO
  /// The size, the use and the available bytes of every local file system; not a file.
  case mounts
  /// The name of a metric and its value, for every temperature and fan; not a file.
  case sensors
  /// The name of a metric and its value, for every core's frequency; not a file.
  case frequencies

  /// The files for the system dashboard. These files are quick to read, and are read for every sample.
  static let basic: [ProcFile] = [.stat, .meminfo, .netdev, .diskstats, .loadavg, .uptime, .space]

  /// The path below `/proc`; nil for a case that is not a file there.
  var path: String? {
    switch self {
    case .stat: "stat"
    case .meminfo: "meminfo"
    case .netdev: "net/dev"
    case .diskstats: "diskstats"
    case .loadavg: "loadavg"
    case .uptime: "uptime"
    case .pressureCPU: "pressure/cpu"
    case .pressureMemory: "pressure/memory"
    case .pressureIO: "pressure/io"
    case .space, .mounts, .sensors, .frequencies: nil
    }
  }

  /// The first word of the file's lines in a recording.
  var keyword: StaticString {
    switch self {
    case .stat: "stat"
    case .meminfo: "meminfo"
    case .netdev: "netdev"
    case .diskstats: "diskstats"
    case .loadavg: "loadavg"
    case .uptime: "uptime"
    case .space: "space"
    case .pressureCPU: "pressure-cpu"
    case .pressureMemory: "pressure-memory"
    case .pressureIO: "pressure-io"
    case .mounts: "mounts"
    case .sensors: "sensors"
    case .frequencies: "frequencies"
    }
  }
}

/// The raw text of the `/proc` files at one time, before parsing.
public struct ProcSample: Hashable, Sendable {
  /// UTC seconds since 1970.
  public var time: Double
  private var texts = [[UInt8]](repeating: [], count: ProcFile.allCases.count)

  init(time: Double) { self.time = time }

  /// The text of a file; empty for a missing file.
  subscript(file: ProcFile) -> [UInt8] {
    _read { yield texts[file.rawValue] }
    _modify { yield &texts[file.rawValue] }
  }

  /// The lines of a file that its parser reads, without line ends. A recording leaves out all other
  /// lines.
  /// - Parameter isBasic: whether only the lines of the basic metrics are needed.
  func neededLines(of file: ProcFile, isBasic: Bool = false) -> [ArraySlice<UInt8>] {
    let text = self[file]
    switch file {
    case .stat:
      let processors = MachineState.processorLines(of: text)
      return isBasic ? processors : processors + MachineState.taskLines(of: text)
    case .meminfo: return MachineState.memoryLines(of: text, isBasic: isBasic)
    case .netdev: return text.split(separator: .newline).filter { $0.contains(.colon) }
    case .diskstats: return MachineState.wholeDiskLines(of: text)
    case .loadavg, .uptime, .space: return Array(text.split(separator: .newline).prefix(1))
    case .pressureCPU, .pressureMemory, .pressureIO, .mounts, .sensors, .frequencies:
      return text.split(separator: .newline)
    }
  }
}
