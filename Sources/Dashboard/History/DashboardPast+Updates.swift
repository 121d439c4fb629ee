import Feeds
import History
import Metrics

extension DashboardPast {
  /// The past as updates of its sources. A row of a coarse tier becomes two samples, its minimum and its maximum.
  /// The maximum is at the end of the row, so that the value is not late before the next row.
  package var updates: [(source: SourceSpec, update: FeedUpdate)] {
    var found: [SourceSpec: [FeedUpdate.Samples]] = [:]
    for part in parts {
      for piece in part.pieces {
        let batch = SampleBatch(
          .own(mostLate: .infinity), times: piece.shownTimes,
          columns: [SampleBatch.Column(part.metric, piece.shownValues)])
        found[part.source, default: []].append(FeedUpdate.Samples(part.query, batch))
      }
    }
    return found.map { ($0.key, FeedUpdate(samples: $0.value)) }
  }
}

extension HistoryPast.Piece {
  fileprivate var shownTimes: [Double] {
    width > 0 ? times.flatMap { [$0 + width / 2, $0 + width] } : times
  }

  fileprivate var shownValues: [Double] {
    width > 0 ? times.indices.flatMap { [minima[$0], maxima[$0]] } : values
  }
}

extension DashboardHistory {
  /// Reads the samples of a stretch of time in full resolution.
  /// - Parameters:
  ///   - start: the time before the stretch; a sample at this time is not read.
  ///   - receive: called on another queue.
  package func readSamples(
    of sources: [SourceSpec: Selection], after start: Double, through end: Double,
    _ receive: @escaping @Sendable (DashboardPast) -> Void
  ) {
    let queries = sources.flatMap { source, selection in
      selection.queries.map { (source: source, query: $0) }
    }
    // Times are kept in milliseconds.
    let first = min(start + 0.001, end)
    read(Wish(queries: queries, range: first...end, resolution: 0), receive)
  }
}
