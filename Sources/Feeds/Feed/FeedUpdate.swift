import Metrics

/// The news of a source since the last update: samples, its health, or both.
public struct FeedUpdate: Sendable {
  /// The samples of one query. The series of a query are found as they appear.
  public struct Samples: Sendable {
    /// The query that the samples answer.
    public var query: Query
    /// The samples of all series of the query.
    public var batch: SampleBatch
    /// The symbol of the unit that the numbers had in their texts; nil if they had none, or several.
    public var unit: String?

    public init(_ query: Query, _ batch: SampleBatch, unit: String? = nil) {
      self.query = query
      self.batch = batch
      self.unit = unit
    }
  }

  /// New samples, in the order in which they came.
  public var samples: [Samples]
  /// The state of the source after this update.
  public var health: FeedHealth
  /// Queries without an answer, each with the reason: `no 'queues.mail.dpth' in the answer (did you mean
  /// 'queues.mail.depth'?)`. If there is one, `health` is failing; a panel without any of these queries is still
  /// healthy: see `health(of:)`.
  public var missing: [Query: String]
  /// The seconds that a failing source requests as a wait before the next query; nil if the source requests none.
  public var retryAfter: Double?
  /// Whether the samples of all earlier updates are void.
  public var isNewStart = false
  /// The news of a source of text; nil for other sources.
  public var text: TextNews?

  public init(
    samples: [Samples] = [], health: FeedHealth = .fresh, missing: [Query: String] = [:]
  ) {
    self.samples = samples
    self.health = health
    self.missing = missing
  }

  /// The health of a panel that asks some of the queries.
  public func health(of queries: some Sequence<Query>) -> FeedHealth {
    guard !missing.isEmpty, case .failing(let since, _) = health else { return health }
    for query in queries {
      if let reason = missing[query] { return .failing(since: since, reason: reason) }
    }
    return .fresh
  }

  /// The number of times in all batches.
  public var timeCount: Int { samples.reduce(0) { $0 + $1.batch.times.count } }

  /// Whether the samples include a stretch of the past.
  public var bringsPast: Bool {
    samples.contains { if case .past = $0.batch.origin { true } else { false } }
  }

  /// The earliest time of all batches; nil without samples.
  public var firstTime: Double? { samples.lazy.compactMap(\.batch.timeRange?.lowerBound).min() }

  /// The latest time of all batches; nil without samples.
  public var lastTime: Double? { samples.lazy.compactMap(\.batch.timeRange?.upperBound).max() }

  /// Adds a later update.
  mutating func append(_ later: FeedUpdate) {
    if later.isNewStart {
      samples = []
      isNewStart = true
    }
    for part in later.samples { append(part) }
    health = later.health
    (missing, retryAfter) = (later.missing, later.retryAfter)
    guard let news = later.text else { return }
    if text == nil { text = news } else { text?.append(news) }
  }
}

extension FeedUpdate {
  /// Adds samples to the last batch of their query, if they have the same series and no other unit.
  private mutating func append(_ part: Samples) {
    let recent = samples.indices.suffix(Self.mostLookedAt)
    guard let last = recent.last(where: { samples[$0].query == part.query }),
      part.unit == nil || part.unit == samples[last].unit ?? part.unit,
      samples[last].batch.append(part.batch)
    else { return samples.append(part) }
    samples[last].unit = samples[last].unit ?? part.unit
  }

  /// The number of batches in which the last batch of a query is searched.
  private static let mostLookedAt = 256
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
  /// The source has ended, as standard input can.
  case ended
}

/// The news of a source of text: its columns and its problems.
public struct TextNews: Sendable {
  /// All columns so far, in the order of their numbers.
  public var columns: [TextColumn] = []
  /// The quantity on the horizontal axis.
  public var axis = RowAxis.arrival
  /// The number of new rows.
  public var rows = 0
  /// The number of new lines that could not be read.
  public var unreadable = 0
  /// The last of these lines; nil if there are none.
  public var lastUnreadable: UnreadableLine?
  /// The number of new lines that came before the first row.
  public var banners = 0
  /// The last of these lines; nil if there are none.
  public var lastBanner: UnreadableLine?
  /// The numbers of new lines that were understood but are not rows.
  public var leftOut = LeftOutLines()
  /// The way in which the text is understood.
  public var form = TextForm()
  /// Messages about the data for the user, each of which comes once.
  public var notices: [String] = []
  /// Whether the text contained the line `exit`.
  public var wantsExit = false

  public init() {}

  mutating func append(_ later: TextNews) {
    columns = later.columns
    axis = later.axis
    rows += later.rows
    unreadable += later.unreadable
    lastUnreadable = later.lastUnreadable ?? lastUnreadable
    banners += later.banners
    lastBanner = later.lastBanner ?? lastBanner
    leftOut += later.leftOut
    form = later.form
    notices += later.notices
    wantsExit = wantsExit || later.wantsExit
  }
}
