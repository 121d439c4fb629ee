/// Where numbers come from, with all that makes two sources the same one: panels that ask for equal
/// specifications share one feed.
public enum SourceSpec: Hashable, Sendable {
  /// This machine, one sample each period of seconds.
  case system(period: Double)
  /// Rows of text.
  case text(TextFeedSpec)
  /// Answers of an HTTP server.
  case http(HTTPFeedSpec)
}

/// Rows of text, and where they come from.
public struct TextFeedSpec: Hashable, Sendable {
  public enum Origin: Hashable, Sendable {
    case standardInput
    /// A file that is followed by its name, as `tail -F` does: through rotation, truncation, and
    /// from the moment when it is created.
    case file(String)
    /// A named pipe, which is opened again when its writer has gone.
    case fifo(String)
    /// A command line for `/bin/sh -c`. With a period in seconds it is run that often; without, it
    /// is expected to run for ever, and is started again when it ends.
    case command(String, every: Double?)
  }

  public var origin: Origin
  /// The `strptime` format of the rows' times; nil looks for a time by itself.
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

/// A request that is repeated, and how its answer is read.
public struct HTTPFeedSpec: Hashable, Sendable {
  public enum Format: Hashable, Sendable {
    case json
    /// Prometheus's text exposition format, version 0.0.4.
    case exposition
  }

  public enum Authorization: Hashable, Sendable {
    case none
    case basic(user: String, password: Secret)
    case bearer(Secret)
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
  /// A file of certificates to trust instead of the system's; nil for the system's.
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

  /// The most bytes of an answer that are read.
  public static let largestBody = 16 << 20
  /// The most redirects that are followed.
  public static let mostRedirects = 5
}

/// A text that is not to be seen in messages, logs or dumps.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// What may be given to the server alone.
  public let value: String

  public init(_ value: String) { self.value = value }

  public var description: String { "…" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Which of a source's numbers are meant.
public enum Selector: Hashable, Sendable {
  /// A metric of this machine.
  case metric(Metric)
  /// A column of text, by its name or its number from 1; nil for the first one.
  case column(String?)
  /// A number in a JSON answer: `.queues.mail.depth`, `.disks[0].free`, `.["a key"]`.
  case path(String)
  /// A sample of an exposition: its metric name, and the labels that it must have (it may have more).
  /// The sum of all that match.
  case sample(name: String, labels: [String: String])

  /// The name under which a feed's readings have the number.
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
