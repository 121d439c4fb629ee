import Dispatch
import Feeds
import History
import Metrics
import Synchronization

/// Reads stretches of the past: first from sources with a past of their own, and the rest from the history on the disk.
package final class PastReader: Sendable {
  private let history: DashboardHistory?

  /// - Parameter history: nil if nothing is kept on the disk.
  package init(history: DashboardHistory?) { self.history = history }

  /// Reads a part of the past.
  /// - Parameter receive: called once on another queue.
  package func read(
    _ wish: DashboardHistory.Wish, _ receive: @escaping @Sendable (DashboardPast) -> Void
  ) {
    var asked: [SourceSpec: Set<Query>] = [:]
    for (source, query) in wish.queries where source.hasPast(of: query) {
      asked[source, default: []].insert(query)
    }
    let parts = PastParts()
    let group = DispatchGroup()
    if let history {
      group.enter()
      history.read(wish) { past in
        parts.collected.withLock { $0.disk = past }
        group.leave()
      }
    }
    for (source, queries) in asked {
      group.enter()
      source.askPast(of: queries, in: wish.range, resolution: wish.resolution) { samples in
        parts.collected.withLock { $0.own.add(samples, of: source, in: wish.range) }
        group.leave()
      }
    }
    group.notify(queue: .global(qos: .userInitiated)) {
      receive(parts.collected.withLock { $0.disk.overlaid(by: $0.own) })
    }
  }

  /// Reads the usual values of a series.
  /// - Parameter receive: called once on another queue; with nil if there is no past.
  package func readUsual(_ wish: UsualWish, _ receive: @escaping @Sendable (UsualBand?) -> Void) {
    let key = wish.key
    func time(_ time: Double, _ days: Int) -> Double {
      UsualBand.time(time, daysEarlier: days, wish.zone)
    }
    let range =
      time(wish.range.lowerBound, key.days) - UsualBand.reach - key.step...time(
        wish.range.upperBound, 1) + UsualBand.reach + key.step
    read(
      DashboardHistory.Wish(
        queries: [(key.source, key.query)], range: range, resolution: Self.resolution)
    ) { past in
      guard let part = past.parts.first(where: { $0.metric == key.metric }) else {
        return receive(nil)
      }
      var before: Sample?
      let pieces =
        key.isCounter ? part.pieces.map { $0.growth(after: &before) } : part.pieces
      receive(
        UsualBand(
          of: pieces, in: wish.range, step: key.step, days: key.days, zone: wish.zone))
    }
  }

  /// The resolution in seconds in which usual values are computed: two samples for each minute.
  private static let resolution = 30.0
}

/// The parts of a past that have come, from threads of several sources.
private final class PastParts: Sendable {
  let collected = Mutex<(disk: DashboardPast, own: DashboardPast)>(
    (DashboardPast(), DashboardPast()))
}

extension DashboardPast {
  /// Adds the samples of a source's own past.
  fileprivate mutating func add(
    _ samples: [FeedUpdate.Samples], of source: SourceSpec, in range: ClosedRange<Double>
  ) {
    for part in samples {
      for column in part.batch.columns {
        let places = part.batch.times.indices.filter {
          range.contains(part.batch.times[$0]) && !SampleBatch.isAbsent(column.values[$0])
        }.sorted { part.batch.times[$0] < part.batch.times[$1] }
        guard !places.isEmpty else { continue }
        let piece = HistoryPast.Piece(
          width: 0, times: places.map { part.batch.times[$0] },
          values: places.map { column.values[$0] })
        if let known = parts.firstIndex(where: {
          $0.source == source && $0.query == part.query && $0.metric == column.metric
        }) {
          parts[known].pieces.append(piece)
          parts[known].pieces.sort { $0.times[0] < $1.times[0] }
        } else {
          parts.append(
            Part(source: source, query: part.query, metric: column.metric, pieces: [piece]))
        }
      }
    }
  }

  /// This past, overlaid by another one: between the first and the last time of a series in the other past, only the
  /// other past counts.
  func overlaid(by own: DashboardPast) -> DashboardPast {
    var result = self
    for part in own.parts {
      guard let first = part.pieces.first?.times.first, let last = part.pieces.last?.times.last
      else { continue }
      guard
        let known = result.parts.firstIndex(where: {
          $0.source == part.source && $0.query == part.query && $0.metric == part.metric
        })
      else {
        result.parts.append(part)
        continue
      }
      let pieces = result.parts[known].pieces
      let before = pieces.map { piece in piece.filtered { $0 < first && $0 + piece.width <= first }
      }
      let after = pieces.map { piece in piece.filtered { $0 > last } }
      result.parts[known].pieces = (before + part.pieces + after).filter { !$0.times.isEmpty }
    }
    return result
  }
}
