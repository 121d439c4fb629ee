import Messages

/// A broker of MQTT messages, with the settings of the connection. The queries name the topics.
public struct MQTTFeedSpec: Hashable, Sendable {
  /// The user name and the password that this program presents to a broker.
  public struct Login: Hashable, Sendable {
    /// The name of the user.
    public var user: String
    /// The password; nil for a user without a password.
    public var password: Credential?

    public init(user: String, password: Credential? = nil) {
      self.user = user
      self.password = password
    }
  }

  /// The certificates that are trusted.
  public enum Security: Hashable, Sendable {
    /// A connection without TLS.
    case none
    case systemCertificates
    /// A file of certificates.
    case certificates(String)
  }

  /// A name or a numeric address.
  public var host: String
  /// The port of TCP, 1 to 65,535.
  public var port: UInt16
  /// The security of the connection.
  public var security: Security
  /// The user; nil for an anonymous connection.
  public var login: Login?
  /// Seconds after which an attempt to connect is given up.
  public var timeout: Double
  /// Seconds of silence after which the broker is sent a ping (MQTT's keep alive), 5 to 65,535. A broker that does
  /// not answer within the same time is lost.
  var keepAlive: Int32 = 20

  /// - Parameter port: nil for the usual port: 1883 without TLS, 8883 with TLS.
  public init(
    host: String, port: UInt16? = nil, security: Security = .none, login: Login? = nil,
    timeout: Double = 5
  ) {
    self.host = host
    self.port = port ?? (security == .none ? 1883 : 8883)
    self.security = security
    self.login = login
    self.timeout = timeout
  }

  /// The parts of `HOST`, `HOST:PORT`, `[IPv6]` or `[IPv6]:PORT`; the reason why a text is none of these.
  public static func address(
    _ text: String
  ) -> Result<(host: String, port: UInt16?), AddressProblem> {
    if text.contains("://") {
      return .failure(
        AddressProblem(
          reason: String(localized: "a broker is 'HOST' or 'HOST:PORT', without a scheme")))
    }
    let isUseless = text.utf8.contains { $0 <= 0x20 || $0 == 0x7F || $0 == 0x40 || $0 == 0x2F }
    if text.isEmpty || isUseless {
      return .failure(
        AddressProblem(reason: String(localized: "a broker is 'HOST' or 'HOST:PORT'")))
    }
    var (host, rest) = (text[...], Substring())
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      (host, rest) = (text[..<end].dropFirst(), text[end...].dropFirst())
    } else if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
      (host, rest) = (text[..<colon], text[colon...])
    }
    if rest.isEmpty, !host.isEmpty { return .success((String(host), nil)) }
    guard !host.isEmpty, rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else {
      return .failure(
        AddressProblem(reason: String(localized: "a port is a number from 1 to 65535")))
    }
    return .success((String(host), port))
  }

  /// A mistake in the address of a broker.
  public struct AddressProblem: Error, Equatable {
    /// The mistake in one line.
    public let reason: String
  }

  /// The limit of topics of one query.
  public static let mostTopics = 1000
  /// The limit of bytes of a message.
  public static let largestMessage = 16 << 20
}
