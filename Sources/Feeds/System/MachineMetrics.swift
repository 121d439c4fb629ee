import Metrics

/// The metrics of a machine (`wallchart sources` lists them with their values):
///
/// | name | meaning | unit |
/// |---|---|---|
/// | `cpu.busy`, `cpu.0.busy` … | busy share of all cores, of one core | percent |
/// | `cpu.user`, `.system`, `.iowait`, `.irq`, `.steal`, `.idle`, and of a core | its parts | percent |
/// | `memory.used`, `memory.total` | total less available memory; all memory | bytes |
/// | `memory.available`, `.free`, `.cached`, `.buffers` | as in the output of `free` | bytes |
/// | `swap.used`, `swap.total` | swapped out; all swap space | bytes |
/// | `memory.percent`, `swap.percent` | the share in use | percent |
/// | `net.in`, `net.out` | traffic of the physical interfaces together | bits/s |
/// | `net.eth0.in`, `net.eth0.out` … | traffic of one interface, except `lo` | bits/s |
/// | `net.in.packets`, `.errors`, `.drops`, `net.eth0.out.packets` … | packets | per second |
/// | `disk.read`, `disk.write` | traffic of whole disks together | bytes/s |
/// | `disk.sda.read`, `disk.sda.write` … | traffic of one whole disk | bytes/s |
/// | `disk.read.operations`, `disk.sda.write.operations` … | reads, writes | per second |
/// | `disk.busy`, `disk.sda.busy` … | time in use: of the busiest disk, of one disk | percent |
/// | `disk.space.used`, `.usable`, `.total` | the file system mounted at `/` | bytes |
/// | `disk.space./srv.used`, `.available`, `.usable`, `.total`, `.percent` … | a local file system | bytes |
/// | `load.1`, `load.5`, `load.15` | load averages | none |
/// | `processes.total`, `.running`, `.blocked` | tasks: programs and their threads | none |
/// | `processes.created`, `processes.switches` | started; context switches | per second |
/// | `pressure.cpu.some`, `pressure.io.full`, `pressure.memory.some` … | waiting time | percent |
/// | `temperature`, `temperature.coretemp.core-0` … | the hottest sensor, one sensor | °C |
/// | `fan.nct6775.fan1` … | speed of a fan | rpm |
/// | `frequency`, `frequency.0` … | mean of the cores, one core | Hz |
/// | `uptime` | time since the machine was started | seconds |
extension Metric {
  public static let cpuBusy: Metric = "cpu.busy"
  public static let memoryUsed: Metric = "memory.used"
  public static let memoryTotal: Metric = "memory.total"
  public static let networkIn: Metric = "net.in"
  public static let networkOut: Metric = "net.out"
  public static let diskRead: Metric = "disk.read"
  public static let diskWrite: Metric = "disk.write"
  public static let diskSpaceUsed: Metric = "disk.space.used"
  public static let diskSpaceUsable: Metric = "disk.space.usable"
  public static let diskSpaceTotal: Metric = "disk.space.total"
  public static let load1: Metric = "load.1"
  public static let load5: Metric = "load.5"
  public static let load15: Metric = "load.15"
  public static let uptime: Metric = "uptime"

  /// The busy share of one core, counted from 0.
  public static func coreBusy(_ core: Int) -> Metric { Metric("cpu.\(core).busy") }
  /// The bits per second that an interface receives.
  public static func networkIn(of interface: String) -> Metric { Metric("net.\(interface).in") }
  /// The bits per second that an interface sends.
  public static func networkOut(of interface: String) -> Metric { Metric("net.\(interface).out") }
  /// The bytes per second that are read from a disk.
  public static func diskRead(of disk: String) -> Metric { Metric("disk.\(disk).read") }
  /// The bytes per second that are written to a disk.
  public static func diskWrite(of disk: String) -> Metric { Metric("disk.\(disk).write") }
}

extension Metric {
  /// The unit of the metric's values; `.none` for a name that no machine offers.
  public var unit: Unit {
    let parts = name.split(separator: ".")
    switch (parts.first, parts.last) {
    case ("cpu", _), ("pressure", _): return .percent
    case ("memory", "percent"), ("swap", "percent"), ("disk", "percent"): return .percent
    case ("disk", "busy"): return .percent
    case ("memory", _), ("swap", _): return .bytes
    case ("net", "packets"), ("net", "errors"), ("net", "drops"): return .custom("/s")
    case ("net", _): return .bitsPerSecond
    case ("disk", "operations"): return .custom("/s")
    case ("disk", _): return name.hasPrefix("disk.space.") ? .decimalBytes : .bytesPerSecond
    case ("processes", "created"), ("processes", "switches"): return .custom("/s")
    case ("temperature", _): return .celsius
    case ("fan", _): return .custom("rpm")
    case ("frequency", _): return .custom("Hz")
    default: break
    }
    return self == .uptime ? .seconds : .none
  }

  /// The number of decimals of the metric's values, for metrics where the unit's own choice would change
  /// too often: a load of 0.05 beside a load of 0.5. Nil leaves the choice to the unit.
  public var decimals: Int? {
    if name.hasPrefix("load.") { return 2 }
    // Counts of processes are whole numbers.
    return unit == .none && name.hasPrefix("processes.") ? 0 : nil
  }
}
