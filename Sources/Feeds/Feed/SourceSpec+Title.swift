import Messages

extension SourceSpec {
  /// A short name for messages, without secrets: `http://localhost:9090/metrics`, `command 'uptime'`.
  public var title: String {
    switch self {
    case .system: String(localized: "this machine")
    case .http(let spec), .prometheus(let spec): shown(Self.withoutSecrets(spec.url))
    case .sql(let spec): spec.title
    case .mqtt(let spec): shown("\(spec.host):\(spec.port)")
    case .text(let spec):
      switch spec.origin {
      case .standardInput: String(localized: "the standard input")
      case .wholeFile(let path), .file(let path, _), .fifo(let path): shown(path)
      case .command(let command, _): "command '\(shown(command))'"
      }
    }
  }

  /// The address without user, password, query and fragment.
  private static func withoutSecrets(_ url: String) -> String {
    let address = url.prefix { $0 != "?" && $0 != "#" }
    guard let colon = address.firstIndex(of: ":") else { return String(address) }
    let rest = address[colon...].drop { $0 == ":" || $0 == "/" }
    let scheme = address[..<rest.startIndex]
    let host = rest.prefix { $0 != "/" }
    let hostStart = host.lastIndex(of: "@").map(host.index(after:)) ?? host.startIndex
    return String(scheme + rest[hostStart...])
  }
}
