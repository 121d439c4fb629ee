/// The specification of a source. Panels with equal specifications share one feed.
public enum SourceSpec: Hashable, Sendable {
  /// This machine, with the seconds between samples.
  case system(period: Double)
  /// Rows of text.
  case text(TextFeedSpec)
  /// Answers of an HTTP server.
  case http(HTTPFeedSpec)
}

/// Rows of text, with their origin.
public struct TextFeedSpec: Hashable, Sendable {
  public enum Origin: Hashable, Sendable {
    case standardInput
    /// A file that is followed by its name, as `tail -F` does: through rotation and truncation, and from
    /// the moment when the file is created. With a period in seconds, the whole file is read once in each
    /// period, as the output of a command is. A file of `/proc` or `/sys` cannot be followed, and has a
    /// period of one second if none is given.
    case file(String, every: Double? = nil)
    /// A named pipe, which is opened again when its writer has gone.
    case fifo(String)
    /// A command line for `/bin/sh -c`. With a period in seconds, the command is run once in each period.
    /// Without a period, the command is expected to run for ever, and is started again when it ends.
    case command(String, every: Double?)
  }

  public var origin: Origin
  /// The `strptime` format of the rows' times; nil detects times.
  public var timeFormat: String?
  /// Seconds after which a command with a period is ended; nil for its period.
  public var timeout: Double?
  /// The folder in which a command runs; nil for the current one.
  public var folder: String?

  public init(
    origin: Origin, timeFormat: String? = nil, timeout: Double? = nil, folder: String? = nil
  ) {
    self.origin = origin
    self.timeFormat = timeFormat
    self.timeout = timeout
    self.folder = folder
  }
}

/// A request that is repeated, and the format of its answers.
public struct HTTPFeedSpec: Hashable, Sendable {
  public enum Format: Hashable, Sendable {
    case json
    /// Prometheus's text exposition format, version 0.0.4.
    case exposition
  }

  public enum Authorization: Hashable, Sendable {
    case none
    case basic(user: String, password: Credential)
    case bearer(Credential)
  }

  public struct Header: Hashable, Sendable {
    public var name: String
    public var value: Secret

    public init(name: String, value: Secret) {
      self.name = name
      self.value = value
    }
  }

  /// `http` or `https`.
  public var url: String
  public var format: Format
  /// Seconds between requests.
  public var every: Double
  /// Seconds after which a request is given up.
  public var timeout: Double
  public var headers: [Header]
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

  public init(_ value: String) { self.value = value }

  public var description: String { "…" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A secret, or the file that holds it.
public enum Credential: Hashable, Sendable {
  case text(Secret)
  /// The path of a file with one line, which is read again for each request, so that the secret can be
  /// renewed at any time.
  case file(String)
}

/// A selection of one of a source's numbers.
public enum Selector: Hashable, Sendable {
  /// A metric of this machine.
  case metric(Metric)
  /// A column of text, by its name or by its number from 1; nil for the first column.
  case column(String?)
  /// A number in a JSON answer: `.queues.mail.depth`, `.disks[0].free`, `.["a key"]`.
  case path(String)
  /// A sample of an exposition, by its metric name and the labels that it must have (it may have more).
  /// Several samples that match are summed.
  case sample(name: String, labels: [String: String])

  /// The name of the number in the feed's readings.
  public var metric: Metric {
    switch self {
    case .metric(let metric): metric
    case .column(let name): Metric(name ?? "")
    case .path(let path): Metric(path)
    case .sample(let name, let labels) where labels.isEmpty: Metric(name)
    case .sample(let name, let labels):
      Metric(
        name + "{"
          + labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\($0.value)\"" }
          .joined(separator: ",") + "}")
    }
  }
}
