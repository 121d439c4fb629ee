/// The wanted samples of a source: queries, each with the part of the past that is shown.
public struct Selection: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// A part of the past, up to now. For a new query, a source with a past of its own sends that part; other sources
  /// send only samples from now on.
  public struct Past: Hashable, Sendable {
    /// The length in seconds; infinite for everything.
    public var window: Double
    /// The distance in seconds between samples below which more samples add no visible detail.
    public var resolution: Double

    public init(window: Double, resolution: Double) {
      self.window = window
      self.resolution = resolution
    }
  }

  /// The queries with their pasts.
  public private(set) var pasts: [Query: Past] = [:]

  /// No queries.
  public init() {}

  /// Queries without a past.
  public init(_ queries: some Sequence<Query>) {
    for query in queries { pasts[query] = Past(window: 0, resolution: 0) }
  }

  /// Queries without a past.
  public init(arrayLiteral queries: Query...) { self.init(queries) }

  /// The queries alone.
  public var queries: Set<Query> { Set(pasts.keys) }

  /// The longest window of all queries, in seconds.
  public var window: Double { pasts.values.lazy.map(\.window).max() ?? 0 }

  /// Adds a query. A query that already exists keeps the longer window and the finer resolution.
  public mutating func add(_ query: Query, _ past: Past) {
    guard let known = pasts[query] else {
      pasts[query] = past
      return
    }
    pasts[query] = Past(
      window: max(known.window, past.window), resolution: min(known.resolution, past.resolution))
  }

  /// Whether the selection has a query, a longer window or a finer resolution that an earlier one lacks.
  func wantsMore(than earlier: Selection) -> Bool {
    pasts.contains { query, past in
      earlier.pasts[query].map { $0.window < past.window || $0.resolution > past.resolution }
        ?? true
    }
  }
}
