import Messages

/// A connection URI of PostgreSQL, `postgres://user:password@host:5432/database?sslmode=require`, split into the parts
/// that messages need.
public struct PostgresURI: Hashable, Sendable, CustomStringConvertible {
  /// The whole URI, for libpq alone.
  let text: String
  /// The part before `@`; empty without one.
  private let credentials: Substring
  /// The part after the credentials, up to the settings.
  private let address: Substring
  /// The part after `?`.
  private let settings: Substring

  private static let schemes = ["postgres://", "postgresql://"]
  /// The settings that are secrets.
  private static let secretSettings = ["password", "sslpassword"]

  /// Splits a text. `problem` reports the mistakes in the text.
  public init(_ text: String) {
    self.text = text
    let scheme = Self.schemes.first { text.hasPrefix($0) } ?? ""
    let rest = text.dropFirst(scheme.count)
    // A password with a character that ought to be encoded must not be mistaken for a host.
    let userEnd = rest.lastIndex(of: "@")
    credentials = userEnd.map { rest[..<$0] } ?? ""
    let place = userEnd.map { rest[rest.index(after: $0)...] } ?? rest
    address = place.prefix { $0 != "?" }
    settings = place.dropFirst(address.count + 1)
  }

  /// A mistake in the URI, without quoting the URI; nil if libpq can read the URI.
  public var problem: String? {
    guard Self.schemes.contains(where: { text.hasPrefix($0) }) else {
      return String(localized: "a URI of PostgreSQL begins with postgres://")
    }
    if text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
      return String(localized: "the URI has a blank or a control character in it")
    }
    if credentials.contains(where: { "/@?#".contains($0) }) {
      return String(
        localized: "a '/', '@', '?' or '#' in a user or a password is written %2F, %40, %3F or %23")
    }
    return nil
  }

  /// The URI without user, password and settings, or otherwise the name of the service.
  public var title: String {
    if address.isEmpty || address == "/", let service = setting("service") {
      return "postgres service '\(shown(service))'"
    }
    return shown("postgres://" + address)
  }

  /// The title, so that no message shows the password.
  public var description: String { title }

  private func setting(_ name: String) -> String? {
    settings.split(separator: "&").first { $0.hasPrefix(name + "=") }
      .map { Self.decoded($0.dropFirst(name.count + 1)) }
  }

  /// The secrets in the URI, both encoded and decoded.
  private var secrets: [String] {
    let password = credentials.drop { $0 != ":" }.dropFirst()
    let others = settings.split(separator: "&").filter { setting in
      Self.secretSettings.contains { setting.hasPrefix($0 + "=") }
    }.map { $0.drop { $0 != "=" }.dropFirst() }
    return ([password] + others).flatMap { [String($0), Self.decoded($0)] }
  }

  /// The name of the user; empty if the URI has none.
  private var user: String { Self.decoded(credentials.prefix { $0 != ":" }) }

  /// A message without the credentials of the URI.
  /// - Parameter password: the password in use, which may come from elsewhere.
  func cleaned(_ message: String, password: String) -> String {
    var text = message
    if !user.isEmpty { text = text.replacing("\"\(user)\"", with: "\"…\"") }
    for secret in Set(secrets + [password]).sorted(by: { $0.utf8.count > $1.utf8.count })
    where !secret.isEmpty {
      text = text.replacing(secret, with: "…")
    }
    return text
  }

  /// A text with escapes such as `%40` decoded.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
