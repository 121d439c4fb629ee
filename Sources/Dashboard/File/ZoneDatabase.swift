import Files
import Metrics

/// The time zones of this machine, by their names.
enum ZoneDatabase {
  /// The folder of the files with the zones' rules.
  static let folder = "/usr/share/zoneinfo"
  /// The largest file that is read; the rules of a zone take a few kilobytes.
  private static let mostBytes = 1 << 20

  /// The rules of a zone such as `Europe/Berlin`; nil for an unknown name.
  static func rules(named name: String) -> TimeZoneRules? {
    if name == "UTC" { return .utc }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".")
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-_".contains($0)) }
    }
    guard isName, let bytes = try? WholeFile.read(folder + "/" + name, atMost: mostBytes)
    else { return nil }
    return TimeZoneRules(zoneFile: bytes)
  }
}
