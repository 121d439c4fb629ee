import Messages

/// The rules for the texts of a request. A text that would break a line of the request's head, or end the head early,
/// is refused. Each rule returns the mistake, without quoting the text, or nil.
public enum RequestText {
  static let credentialsInURL = String(
    localized: "the user and the password do not belong in the URL: use 'basic'")
  static let otherScheme = String(localized: "a URL begins with http:// or https://")

  /// A mistake in a URL. A correct URL has the scheme `http` or `https`, no user and no password, as
  /// libcurl reads it. Where libcurl cannot be loaded, only the scheme and the characters are checked.
  public static func problem(url: String) -> String? {
    isPlain(url)
      ? nil : problem(charactersOfURL: url) ?? problem(url: url, try? LibCurl.shared.get())
  }

  /// Whether a URL is so plain that libcurl will certainly accept it: a name or an IPv4 address, a port, and a path of
  /// letters, digits and a few signs. Such a URL is checked without loading libcurl, which takes as long as opening a
  /// window.
  static func isPlain(_ url: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: url.hasPrefix) else { return false }
    let rest = url.utf8.dropFirst(scheme.utf8.count)
    let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    let server = rest[..<slash].split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let host = server.first, server.count <= 2, host.count <= 253 else { return false }
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.allSatisfy { isLetterOrDigit($0.first) && isLetterOrDigit($0.last) }
      && host.allSatisfy { isLetterOrDigit($0) || ".-".utf8.contains($0) }
      && (server.count == 1 || isPort(server[1]))
      && rest[slash...].allSatisfy { isLetterOrDigit($0) || "/._-~".utf8.contains($0) }
  }

  private static func isPort(_ text: Substring.UTF8View) -> Bool {
    let isNumber = text.count <= 5 && text.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber && (1...65535).contains(Int(Substring(text)) ?? 0)
  }

  private static func isLetterOrDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// The reason why URLs are not checked completely, and the remedy; nil if libcurl can be loaded.
  public static var reasonForPartialChecks: String? {
    guard case .failure(let error) = LibCurl.shared else { return nil }
    return error.description
  }

  static func problem(url: String, _ curl: LibCurl?) -> String? {
    guard let curl else {
      let start = url.prefix(8).lowercased()
      return start.hasPrefix("http://") || start.hasPrefix("https://") ? nil : otherScheme
    }
    do throws(SourceError) {
      _ = try HTTPAddress(url, curl)
      return nil
    } catch {
      return error.description
    }
  }

  static func problem(charactersOfURL url: String) -> String? {
    hasControl(url) || url.utf8.contains(0x20)
      ? String(localized: "the URL has a blank or a control character in it") : nil
  }

  /// A mistake in a header's name, which must be a token of RFC 9110: letters, digits and some signs of
  /// ASCII.
  public static func problem(headerName name: String) -> String? {
    let isToken = name.utf8.allSatisfy { byte in
      isLetterOrDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
    return isToken && !name.isEmpty
      ? nil : String(localized: "'\(shown(name))' is not a header's name")
  }

  /// A mistake in the value of a header: a control character. An empty value is allowed.
  public static func problem(headerValue value: String) -> String? {
    hasControl(value)
      ? String(localized: "the value of the header has a control character in it") : nil
  }

  /// A mistake in the body of a request.
  public static func problem(body: String) -> String? {
    body.utf8.contains(0) ? String(localized: "the body has a NUL character in it") : nil
  }

  /// A mistake in a bearer token: a control character, or no character.
  public static func problem(bearer token: String) -> String? {
    problem(token, String(localized: "the bearer token"))
      ?? (token.isEmpty ? String(localized: "the bearer token is empty") : nil)
  }

  /// A mistake in a user. RFC 7617 forbids colons in users, and control characters in users and
  /// passwords.
  public static func problem(user: String) -> String? {
    problem(user, String(localized: "the user"))
      ?? (user.utf8.contains(0x3A) ? String(localized: "the user has a colon in it") : nil)
  }

  /// A mistake in a password: a control character. An empty password is allowed.
  public static func problem(password: String) -> String? {
    problem(password, String(localized: "the password"))
  }

  private static func problem(_ text: String, _ name: String) -> String? {
    hasControl(text) ? String(localized: "\(name) has a control character in it") : nil
  }

  private static func hasControl(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// The only line of a file that is not empty, without its line end.
  public enum OnlyLine: Equatable, Sendable {
    case line(String)
    case none
    case several
  }

  /// The only line of a text that is not empty; several lines are a mistake.
  public static func onlyLine(of text: String) -> OnlyLine {
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.count > 1 ? .several : lines.first.map { .line(String($0)) } ?? .none
  }
}

extension RequestText {
  /// The first mistake in the texts of a request, except those in the URL.
  static func problem(of spec: HTTPFeedSpec) -> String? {
    if let problem = problem(charactersOfURL: spec.url) { return problem }
    if let body = spec.body?.value, let problem = problem(body: body) { return problem }
    for header in spec.headers {
      if let problem = problem(headerName: header.name) ?? problem(headerValue: header.value.value)
      {
        return problem
      }
    }
    switch spec.authorization {
    case .none: return nil
    case .bearer(let token): return text(of: token).flatMap { problem(bearer: $0) }
    case .basic(let user, let password):
      return problem(user: user) ?? text(of: password).flatMap { problem(password: $0) }
    }
  }

  /// A known secret; nil for a secret in a file, which is checked at each request.
  private static func text(of credential: Credential) -> String? {
    guard case .text(let secret) = credential else { return nil }
    return secret.value
  }
}
