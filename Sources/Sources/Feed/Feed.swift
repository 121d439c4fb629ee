/// A running source of readings: it works on a queue or thread of its own, on its own schedule, and
/// never blocks another one.
public protocol Feed: AnyObject, Sendable {
  /// Starts delivering, on the feed's queue; a second call replaces the receiver.
  ///
  /// Times of readings increase, unless the machine's clock is set back.
  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void)

  /// Changes what is selected of the source, which goes on running.
  func select(_ selectors: Set<Selector>)

  /// Ends the deliveries and frees what the feed holds (processes, connections); an update already
  /// under way may still arrive.
  func stop()

  /// How often the feed has woken up so far.
  var wakeups: Int { get }
}

/// What has come since the last update, oldest first, and how the source does. Either half may be all
/// that is new.
public struct FeedUpdate: Sendable {
  public var readings: [Reading]
  public var health: FeedHealth
  /// Numbers that were asked for and are not in the last answer, each with the reason:
  /// `no 'queues.mail.dpth' in the answer (did you mean 'queues.mail.depth'?)`. With any, `health` is
  /// failing; a panel that shows none of them does well all the same: see `health(of:)`.
  public var missing: [Metric: String]

  public init(readings: [Reading], health: FeedHealth, missing: [Metric: String] = [:]) {
    self.readings = readings
    self.health = health
    self.missing = missing
  }

  /// The health of a panel that shows some of the source's numbers.
  public func health(of metrics: some Sequence<Metric>) -> FeedHealth {
    guard !missing.isEmpty, case .failing(let since, _) = health else { return health }
    for metric in metrics {
      if let reason = missing[metric] { return .failing(since: since, reason: reason) }
    }
    return .fresh
  }
}

/// How a source does.
public enum FeedHealth: Hashable, Sendable {
  /// Nothing has come yet, and nothing has failed.
  case starting
  /// The last attempt has succeeded.
  case fresh
  /// All attempts have failed since a time (UTC seconds), the last one for a reason in one line
  /// without secrets: `connection refused`, `HTTP 503`, `no column 'queue'`.
  case failing(since: Double, reason: String)
  /// It has come to its end, as standard input does.
  case ended
}
