/// The specification of a source. Panels with equal specifications share one feed.
public enum SourceSpec: Hashable, Sendable {
  /// This machine, with the seconds between samples.
  case system(period: Double)
  /// Rows of text.
  case text(TextFeedSpec)
  /// Answers of an HTTP server.
  case http(HTTPFeedSpec)
  /// Messages of an MQTT broker.
  case mqtt(MQTTFeedSpec)
  /// Answers of a database.
  case sql(SQLFeedSpec)
  /// Answers of the query API of Prometheus, or of a server that has the same API. The URL is that of the
  /// server, without `/api/v1`; the period is the distance of live samples.
  case prometheus(HTTPFeedSpec)
}

/// Rows of text, with their origin.
public struct TextFeedSpec: Hashable, Sendable {
  /// A place from which text comes.
  public enum Origin: Hashable, Sendable {
    case standardInput
    /// A file that is read once, from its start to its end.
    case wholeFile(String)
    /// A file that is followed by its name, as `tail -F` does: through rotation and truncation, and from the moment
    /// when the file is created. With a period in seconds, the whole file is read once in each period, like the output
    /// of a command. A file of `/proc` or `/sys` cannot be followed, and has a period of one second by default.
    case file(String, every: Double? = nil)
    /// A named pipe, which is opened again when its writer has closed the pipe.
    case fifo(String)
    /// A command line for `/bin/sh -c`. With a period in seconds, the command is run once in each period. Without a
    /// period, the command is expected to run forever, and is started again when it ends.
    case command(String, every: Double?)
  }

  /// The place from which the text comes.
  public var origin: Origin
  /// The user's hints about the text.
  public var options: TextOptions
  /// Seconds after which a command with a period is ended; nil for its period.
  public var timeout: Double?
  /// The folder in which a command runs; nil for the current one.
  public var folder: String?
  /// Whether rows without times that do not arrive one by one are numbered. Otherwise, the time of such a row is its
  /// arrival.
  public var numbersRows: Bool

  public init(
    origin: Origin, options: TextOptions = TextOptions(), timeout: Double? = nil,
    folder: String? = nil, numbersRows: Bool = false
  ) {
    self.origin = origin
    self.options = options
    self.timeout = timeout
    self.folder = folder
    self.numbersRows = numbersRows
  }
}

/// A request that is repeated, and the format of its answers.
public struct HTTPFeedSpec: Hashable, Sendable {
  /// The format of answers.
  public enum Format: Hashable, Sendable {
    /// A value of JSON, whose numbers are found by their paths.
    case json
    /// Prometheus' text exposition format, version 0.0.4.
    case exposition
    /// Rows of JSON or CSV with times, which are a past of their own.
    case rows
  }

  /// The method of a request. Only a request with `POST` has a body.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
  }

  /// The credentials that a request presents to the server.
  public enum Authorization: Hashable, Sendable {
    case none
    /// A user and a password (RFC 7617).
    case basic(user: String, password: Credential)
    /// A token (RFC 6750).
    case bearer(Credential)
  }

  /// A line of a request's header.
  public struct Header: Hashable, Sendable {
    /// A token of RFC 9110.
    public var name: String
    /// The value, which may be a token of access.
    public var value: Secret

    public init(name: String, value: Secret) {
      self.name = name
      self.value = value
    }
  }

  /// `http` or `https`, with placeholders for the requested stretch of time: see `RequestTemplate`.
  public var url: String
  /// The method; `GET` by default.
  public var method = Method.get
  /// The body of a request with `POST`, with the same placeholders. The body may contain a token.
  public var body: Secret?
  /// The format of the answers.
  public var format: Format
  /// Seconds between requests.
  public var every: Double
  /// Seconds after which a request is given up.
  public var timeout: Double
  /// The lines that are added to the header, for the configured server alone.
  public var headers: [Header]
  /// The authorization, for the configured server alone.
  public var authorization: Authorization
  /// A file of trusted certificates; nil for the system's certificates.
  public var certificates: String?

  public init(
    url: String, format: Format, every: Double = 5, timeout: Double = 5, headers: [Header] = [],
    authorization: Authorization = .none, certificates: String? = nil
  ) {
    self.url = url
    self.format = format
    self.every = every
    self.timeout = timeout
    self.headers = headers
    self.authorization = authorization
    self.certificates = certificates
  }

  /// The limit of bytes of an answer.
  public static let largestBody = 16 << 20
  /// The limit of redirects that are followed.
  public static let mostRedirects = 5
}

/// A text that must not appear in messages, logs or dumps.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The text itself, for the server alone.
  public let value: String

  /// A secret with this text.
  public init(_ value: String) { self.value = value }

  /// An ellipsis in place of the text.
  public var description: String { "…" }
  /// An ellipsis in place of the text.
  public var debugDescription: String { description }
  /// A mirror without the text.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A secret, or the file that holds it.
public enum Credential: Hashable, Sendable {
  case text(Secret)
  /// The path of a file with one line, which is read again for each request, so that the secret can be
  /// renewed at any time.
  case file(String)
}

extension SourceSpec {
  /// The seconds between samples; nil if unknown in advance.
  public var period: Double? {
    switch self {
    case .system(let period): period
    // Rows have a period of their own, which is not that of the requests.
    case .http(let spec): spec.format == .rows ? nil : spec.every
    case .prometheus(let spec): spec.every
    case .sql(let spec): spec.every
    case .mqtt: nil
    case .text(let spec):
      switch spec.origin {
      case .command(_, let every), .file(_, let every): every
      case .standardInput, .wholeFile, .fifo: nil
      }
    }
  }

  /// Whether samples come regularly, so that a long silence means that something is wrong. Other samples come when
  /// values change.
  public var hasPace: Bool { if case .mqtt = self { false } else { true } }

  /// Whether only the distances between samples show gaps: the source neither knows its period nor reports gaps itself.
  public var showsGapsByDistance: Bool {
    switch self {
    case .text, .http: gapAfter == nil
    case .sql: true
    case .system, .prometheus, .mqtt: false
    }
  }

  /// The distance in seconds above which two samples have a gap between them; nil for a source that does not know its
  /// own period.
  public var gapAfter: Double? {
    switch self {
    // A sample may be late by half a period.
    case .system(let period): period * 1.5
    // An answer may be late by the time limit of a request.
    case .http(let spec):
      spec.format == .rows ? nil : spec.every + max(spec.every / 2, spec.timeout)
    case .mqtt: nil
    // Rows with times have a period of their own. The feed itself reports the gaps of other rows.
    case .sql: .infinity
    // Each answer shows the gaps of its own step.
    case .prometheus: nil
    // A command takes up to its time limit, by default a period, so that two samples may be two periods
    // apart without a failure.
    case .text(let spec): period.map { $0 * 1.2 + (spec.timeout ?? $0) }
    }
  }
}
