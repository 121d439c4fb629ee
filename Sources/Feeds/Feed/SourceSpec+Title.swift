import Messages

extension SourceSpec {
  /// A short name for messages to the user: `http://localhost:9090/metrics`, `command 'uptime -p'`. Addresses have no
  /// secrets, but a command has the user's own words.
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

  /// A short name for other programs. A command has only the name of its program, because its arguments may be secrets.
  public var publicTitle: String {
    guard case .text(let spec) = self, case .command(let command, _) = spec.origin else {
      return title
    }
    return Self.program(of: command).map { "command '\($0)'" } ?? "command"
  }

  /// The name of a command's program; nil if the command starts in a form in which the name is not certain, such as an
  /// assignment with quotes.
  private static func program(of command: String) -> String? {
    let words = command.split { $0.isWhitespace }
    let word = words.first { !$0.contains("=") || !isPlain($0) }
    guard let word, isPlain(word) else { return nil }
    return word.split(separator: "/").last.map { shown(String($0)) }
  }

  private static func isPlain(_ word: Substring) -> Bool {
    word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "_-+./=:".utf8.contains(byte)
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
