import Metrics

/// The name of something measured: `cpu.busy`, `net.eth0.in`.
///
/// What a machine offers:
///
/// | name | meaning | unit |
/// |---|---|---|
/// | `cpu.busy`, `cpu.0.busy` … | busy share of all cores, of one core | percent |
/// | `memory.used`, `memory.total` | total less available memory; all memory | bytes |
/// | `net.in`, `net.out` | traffic of the physical interfaces together | bits/s |
/// | `net.eth0.in`, `net.eth0.out` … | traffic of one interface, without `lo` | bits/s |
/// | `disk.read`, `disk.write` | traffic of whole disks together | bytes/s |
/// | `disk.sda.read`, `disk.sda.write` … | traffic of one whole disk | bytes/s |
/// | `disk.space.used`, `disk.space.total` | the file system mounted at `/` | bytes |
/// | `load.1`, `load.5`, `load.15` | load averages | none |
/// | `uptime` | since the machine started | seconds |
public struct Metric: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }
  public var description: String { name }

  public static let cpuBusy: Metric = "cpu.busy"
  public static let memoryUsed: Metric = "memory.used"
  public static let memoryTotal: Metric = "memory.total"
  public static let networkIn: Metric = "net.in"
  public static let networkOut: Metric = "net.out"
  public static let diskRead: Metric = "disk.read"
  public static let diskWrite: Metric = "disk.write"
  public static let diskSpaceUsed: Metric = "disk.space.used"
  public static let diskSpaceTotal: Metric = "disk.space.total"
  public static let load1: Metric = "load.1"
  public static let load5: Metric = "load.5"
  public static let load15: Metric = "load.15"
  public static let uptime: Metric = "uptime"

  /// The busy share of the core with this number, counted from 0.
  public static func coreBusy(_ core: Int) -> Metric { Metric("cpu.\(core).busy") }
  public static func networkIn(of interface: String) -> Metric { Metric("net.\(interface).in") }
  public static func networkOut(of interface: String) -> Metric { Metric("net.\(interface).out") }
  public static func diskRead(of disk: String) -> Metric { Metric("disk.\(disk).read") }
  public static func diskWrite(of disk: String) -> Metric { Metric("disk.\(disk).write") }
}

extension Metric {
  /// How its values are written; `.none` for a name that no machine offers.
  public var unit: Unit {
    if name.hasPrefix("cpu.") { return .percent }
    if name.hasPrefix("memory.") { return .bytes }
    if name.hasPrefix("net.") { return .bitsPerSecond }
    if name.hasPrefix("disk.space.") { return .decimalBytes }
    if name.hasPrefix("disk.") { return .bytesPerSecond }
    return self == .uptime ? .seconds : .none
  }

  /// How many decimals its values are written with, where the unit's own choice would change too
  /// often: a load of 0.05 beside one of 0.5. Nil leaves it to the unit.
  public var decimals: Int? { name.hasPrefix("load.") ? 2 : nil }
}
