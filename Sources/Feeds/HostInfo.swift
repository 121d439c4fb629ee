import Files
import Glibc
import Messages

/// The properties of a machine that stay the same while the machine is watched.
public struct HostInfo: Hashable, Sendable {
  /// The name, such as `orion`.
  public var name: String
  /// The operating system: `Debian 12`.
  public var system: String
  /// The number of cores in use; 0 if unknown.
  public var cores: Int
  /// Seconds from the machine's start to the last sample before this value was made. The metric `uptime`
  /// has the current value.
  public var uptime: Double
  /// The main memory in bytes; 0 if unknown.
  public var memoryTotal: Double

  public init(name: String, system: String, cores: Int, uptime: Double, memoryTotal: Double) {
    self.name = name
    self.system = system
    self.cores = cores
    self.uptime = uptime
    self.memoryTotal = memoryTotal
  }

  init(name: String, system: String, state: MachineState?) {
    self.init(
      name: name, system: system, cores: state?.cores.count ?? 0, uptime: state?.uptime ?? 0,
      memoryTotal: state?.memory.total ?? 0)
  }

  /// This machine.
  public static var ofThisMachine: HostInfo {
    HostInfo(
      name: hostName(), system: systemName(),
      state: MachineState(ProcFiles().sample(at: SystemClock.utc)))
  }

  private static func hostName() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func systemName() -> String {
    for path in ["/etc/os-release", "/usr/lib/os-release"] {
      if let bytes = try? WholeFile.read(path, atMost: 1 << 16) {
        return systemName(osRelease: String(decoding: bytes, as: UTF8.self))
      }
    }
    return "Linux"
  }

  /// The name and version in an `os-release` file: `Debian 12` for "Debian GNU/Linux" and "12"; `Linux` for a file
  /// without names.
  static func systemName(osRelease text: String) -> String {
    var fields: [Substring: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let value = line[line.index(after: equals)...].filter { $0 != "\"" && $0 != "'" }
      fields[line[..<equals]] = value
    }
    guard var name = fields["NAME"], !name.isEmpty else { return fields["PRETTY_NAME"] ?? "Linux" }
    for suffix in [" GNU/Linux", " Linux"] where name.hasSuffix(suffix) {
      name.removeLast(suffix.count)
    }
    guard let version = fields["VERSION_ID"], !version.isEmpty else { return name }
    return name + " " + version
  }
}
