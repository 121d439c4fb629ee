import Feeds
import History
import Metrics
import Synchronization

/// The samples that have come since the last batch was written.
final class SampleInbox: Sendable {
  /// The samples of an update.
  private struct Update {
    var source: SourceSpec
    var samples: [FeedUpdate.Samples]
    /// The number of the source's connections since the start of the program. What a source without a pace published
    /// between two of them is unknown.
    var connection = 0
    /// The number of samples.
    var count: Int
  }

  private struct State {
    var updates: [Update] = []
    var count = 0
    /// Whether samples were left out since the last batch.
    var isCut = false
    /// The sources whose rows have numbers instead of times.
    var numbered: Set<SourceSpec> = []
    /// The connections of sources without a pace that have been lost.
    var lostConnections: [SourceSpec: Int] = [:]
    /// The connection of the latest sample of each series of such a source.
    var connections: [String: Int] = [:]
    /// The time of the latest sample of each series, as far as it is remembered.
    var latest: [String: Double] = [:]
    /// The last sample of each series whose source replaces samples, such as the count of the current minute. Such a
    /// sample is written only after a later one has come.
    var held: [String: Sample] = [:]
    /// The time through which the past of a series that is not remembered counts as known.
    var known: Double

    /// Leaves out the oldest updates if too many samples wait, a tenth at once, because the rest moves. The latest
    /// update stays.
    mutating func dropOldest(beyond most: Int) {
      guard count > most else { return }
      var dropped = 0
      while count > most - most / 10, dropped < updates.count - 1 {
        count -= updates[dropped].count
        dropped += 1
      }
      guard dropped > 0 else { return }
      updates.removeFirst(dropped)
      isCut = true
    }
  }

  private let state: Mutex<State>

  /// The number of waiting samples that should be written at once.
  private static let most = 100_000
  /// The number of waiting samples beyond which the oldest ones are left out. The disk may be slower than a source, or
  /// may not answer at all.
  static let mostWaiting = 500_000

  /// The number of series that are remembered. Names of processes and containers come and go forever.
  static let mostRemembered = 10_000

  /// - Parameter startTime: the start of the program in UTC seconds.
  init(startTime: Double) { state = Mutex(State(known: startTime)) }

  /// The number of series whose latest time is remembered.
  var rememberedCount: Int { state.withLock { $0.latest.count } }

  /// Takes an update of a source.
  /// - Returns: whether so many samples wait that they should be written at once.
  func put(_ update: FeedUpdate, from source: SourceSpec) -> Bool {
    let isLost = if case .failing = update.health { !source.hasPace } else { false }
    guard !update.samples.isEmpty || update.text != nil || isLost else { return false }
    return state.withLock { state in
      if isLost { state.lostConnections[source, default: 0] += 1 }
      if let text = update.text {
        if text.axis.isNumbered {
          state.numbered.insert(source)
        } else {
          state.numbered.remove(source)
        }
      }
      guard !state.numbered.contains(source), !update.samples.isEmpty else { return false }
      let before = state.count
      let new = Update(
        source: source, samples: update.samples, connection: state.lostConnections[source] ?? 0,
        count: update.samples.reduce(0) { $0 + $1.batch.times.count * $1.batch.columns.count })
      state.updates.append(new)
      state.count += new.count
      state.dropOldest(beyond: Self.mostWaiting)
      return before < Self.most && state.count >= Self.most
    }
  }

  /// Removes all waiting samples, and returns them as a batch.
  /// - Parameter now: the current time, in UTC seconds. Samples of a source's past that are further ahead are left
  ///   out: once such a time counts as known, true samples before that time would be ignored. Default: no limit.
  func take(at now: Double = .infinity) -> HistoryBatch {
    var (updates, latest, held, known, isCut) = state.withLock { state in
      defer { (state.updates, state.count, state.isCut) = ([], 0, false) }
      return (state.updates, state.latest, state.held, state.known, state.isCut)
    }
    var connections = state.withLock(\.connections)
    let keepers = Self.keepers(of: updates)
    var order: [String] = []
    var series: [String: HistoryBatch.Series] = [:]
    for update in updates {
      for part in update.samples {
        let key = SeriesKey(update.source, part.query)
        guard keepers[key.query] == part.query else { continue }
        for column in part.batch.columns {
          let name = key.text(of: column.metric, in: part.query)
          if series[name] == nil {
            order.append(name)
            series[name] = HistoryBatch.Series(key: name, times: [], values: [])
          }
          if !update.source.hasPace, connections[name] != update.connection {
            connections[name] = update.connection
            interrupt(&series[name]!, before: part.batch.times.first, latest[name])
          }
          add(
            column.values, of: part.batch, until: now + SampleTime.mostAhead, to: &series[name]!,
            &latest[name], &held[name], known)
        }
      }
    }
    known = max(known, Self.forget(&latest))
    if held.count > Self.mostRemembered { held = [:] }
    if connections.count > Self.mostRemembered { connections = [:] }
    state.withLock { [latest, held, known, connections] in
      ($0.latest, $0.held, $0.known, $0.connections) = (latest, held, known, connections)
    }
    return HistoryBatch(order.compactMap { series[$0] }, isCut: isCut)
  }

  /// The query by whose samples each name of a query is kept. Queries of one column in several units have one name.
  private static func keepers(of updates: [Update]) -> [String: Query] {
    var keepers: [String: Query] = [:]
    for update in updates {
      for query in update.samples.map(\.query) {
        let name = SeriesKey(update.source, query).query
        if let known = keepers[name], known.unitScale >= query.unitScale { continue }
        keepers[name] = query
      }
    }
    return keepers
  }

  /// Forgets the series that have been silent for longest, if there are too many.
  /// - Returns: the time of their latest sample.
  private static func forget(_ latest: inout [String: Double]) -> Double {
    guard latest.count > mostRemembered else { return -.infinity }
    let limit = latest.values.sorted()[latest.count - mostRemembered / 2]
    let gone = latest.values.filter { $0 < limit }.max() ?? -.infinity
    latest = latest.filter { $0.value >= limit }
    return gone
  }

  /// The seconds between the missing sample of a gap and the sample after it.
  private static let gapDistance = 1e-3

  /// Adds a missing sample for the time in which nobody listened to the source of a series.
  private func interrupt(
    _ series: inout HistoryBatch.Series, before first: Double?, _ latest: Double?
  ) {
    guard let time = first.map({ $0 - Self.gapDistance }),
      latest.map({ $0 < time }) ?? true, series.times.last.map({ $0 < time }) ?? true
    else { return }
    series.times.append(time)
    series.values.append(.nan)
  }

  /// Adds the samples of a column. From a source's own past, and from what replaces a part of it, only samples since
  /// the start of the program that are not known yet, up to `end`, are added.
  private func add(
    _ values: [Double], of batch: SampleBatch, until end: Double,
    to series: inout HistoryBatch.Series,
    _ latest: inout Double?, _ held: inout Sample?, _ known: Double
  ) {
    let isReplacement = batch.origin == .replacement
    var isPast = isReplacement
    if case .past = batch.origin { isPast = true }
    // Samples of the present are never replaced.
    let isHeld = isPast && (isReplacement || held != nil)
    let known = latest ?? known
    for (time, value) in zip(batch.times, values) where !SampleBatch.isAbsent(value) {
      if isPast, time <= known || time > end { continue }
      var sample = Sample(time: time, value: value)
      if isHeld {
        guard let before = held, before.time != time else {
          held = sample
          continue
        }
        // The later one of two samples is held, whichever has come first.
        if before.time < time { (sample, held) = (before, sample) }
      }
      series.times.append(sample.time)
      series.values.append(sample.value)
      // A clock that was set back goes on from its new time.
      latest = isPast ? max(latest ?? sample.time, sample.time) : sample.time
    }
  }
}
