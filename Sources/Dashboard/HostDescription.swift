import Feeds
import Messages

/// The header's text about a machine: its system, its cores and its uptime.
struct HostDescription {
  let host: HostInfo
  /// The time of the first known uptime, from which later uptimes follow.
  private var firstTime: Double?

  init(host: HostInfo) { self.host = host }

  mutating func text(at time: Double?) -> String {
    firstTime = firstTime ?? time
    let uptime = host.uptime + ((time ?? 0) - (firstTime ?? 0))
    let cores = String(localized: host.cores == 1 ? "1 core" : "\(host.cores) cores")
    return [host.system, cores, HostDescription.uptimeText(uptime)]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  static func uptimeText(_ seconds: Double) -> String {
    switch seconds {
    case ..<0: ""
    case ..<3600: String(localized: "up \(Int(seconds / 60)) min")
    case ..<86_400: String(localized: "up \(Int(seconds / 3600)) h")
    case ..<1e12: String(localized: "up \(Int(seconds / 86_400)) d")
    default: ""
    }
  }
}
