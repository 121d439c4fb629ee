/// A running source of readings. A feed works on a queue or thread of its own, on its own schedule, and
/// never blocks another feed.
public protocol Feed: AnyObject, Sendable {
  /// Starts delivering, on the feed's queue; a second call replaces the receiver.
  ///
  /// Times of readings increase, unless the machine's clock is set back.
  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void)

  /// Changes the selection of the source's numbers. The source goes on running.
  func select(_ selectors: Set<Selector>)

  /// Ends the deliveries and releases the feed's resources (processes, connections). An update already
  /// under way may still arrive.
  func stop()

  /// The number of times that the feed has woken up so far.
  var wakeups: Int { get }
}

/// Readings since the last update, oldest first, and the health of the source. An update may bring only
/// one of the two.
public struct FeedUpdate: Sendable {
  public var readings: [Reading]
  public var health: FeedHealth
  /// Selected numbers that the last answer lacks, each with the reason: `no 'queues.mail.dpth' in the
  /// answer (did you mean 'queues.mail.depth'?)`. If a number is missing, `health` is failing; a panel
  /// that shows none of the missing numbers is healthy all the same: see `health(of:)`.
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

/// The health of a source.
public enum FeedHealth: Hashable, Sendable {
  /// Nothing has come yet, and nothing has failed.
  case starting
  /// The last attempt has succeeded.
  case fresh
  /// All attempts since a time (UTC seconds) have failed. The reason of the last failure is one line
  /// without secrets: `connection refused`, `HTTP 503`, `no column 'queue'`.
  case failing(since: Double, reason: String)
  /// The source has come to its end, as standard input does.
  case ended
}
