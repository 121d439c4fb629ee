import Feeds
import History
import Metrics

/// The past of a dashboard's series, as it was read from the disk.
package struct DashboardPast: Sendable {
  /// The past of one series.
  struct Part: Sendable {
    var source: SourceSpec
    var query: Query
    var metric: Metric
    /// The pieces in the order of time.
    var pieces: [HistoryPast.Piece]
  }

  var parts: [Part] = []

  init() {}

  package var isEmpty: Bool { parts.isEmpty }

  /// Removes the first series that together have at least a number of rows, or otherwise all, and returns them.
  package mutating func removeFirst(rows: Int) -> DashboardPast {
    var first = DashboardPast()
    var count = 0
    for part in parts where count < rows {
      count += part.pieces.reduce(0) { $0 + $1.times.count }
      first.parts.append(part)
    }
    parts.removeFirst(first.parts.count)
    return first
  }

  /// The past of the series that queries return.
  init(_ past: HistoryPast, of queries: [(source: SourceSpec, query: Query)]) {
    let series = past.series.sorted { $0.key < $1.key }
    for (source, query) in queries {
      let key = SeriesKey(source, query)
      for (name, pieces) in series {
        guard let metric = key.metric(named: name, in: query) else { continue }
        parts.append(Part(source: source, query: query, metric: metric, pieces: pieces))
      }
    }
  }
}

extension TimeSeries {
  /// Appends the samples of a piece of the past that are after all others and before a limit.
  mutating func append(_ piece: HistoryPast.Piece, factor: Double, before limit: Double) {
    let end = piece.times.firstIndex { $0 + piece.width >= limit } ?? piece.times.count
    guard end > 0 else { return }
    func scaled(_ values: [Double]) -> [Double] {
      factor == 1 ? Array(values[..<end]) : values[..<end].map { $0 * factor }
    }
    guard piece.width > 0 else {
      return append(times: piece.times[..<end], values: scaled(piece.values)[...])
    }
    let (low, high) = (scaled(piece.minima), scaled(piece.maxima))
    append(
      CoarseRows(
        width: piece.width, starts: Array(piece.times[..<end]),
        minima: factor < 0 ? high : low, maxima: factor < 0 ? low : high,
        means: scaled(piece.values), counts: Array(piece.counts[..<end])))
  }

  /// Appends the samples of another series that are after all of this one.
  /// - Parameters:
  ///   - end: the last time of wanted samples.
  ///   - isInterrupted: whether the values between the two series are unknown.
  mutating func append(_ later: TimeSeries, through end: Double, isInterrupted: Bool) {
    let start = last?.time.nextUp ?? -.infinity
    let positions = later.indices(from: start, through: end)
    guard !positions.isEmpty else { return }
    if isInterrupted { interrupt(before: later[positions.lowerBound].time) }
    append(later, at: positions)
  }

  /// Interrupts a line before its next sample, which has the given time, if the distance to that sample is long
  /// compared to the usual distance, and if the series does not already show the distance as a gap.
  mutating func interrupt(before time: Double) {
    guard gapAfter == .infinity, count > 2, let last else { return }
    let usual = (last.time - self[max(0, count - 11)].time) / Double(min(10, count - 1))
    guard time - last.time > Gap.longestBridge * usual else { return }
    append(time: SampleTime.after(last.time), value: .nan)
  }
}

extension HistoryPast.Piece {
  /// The growth per second of a counter whose counts are this piece. `before` is the last count before the piece, and
  /// becomes the last count of the piece.
  func growth(after before: inout Sample?) -> HistoryPast.Piece {
    var result = HistoryPast.Piece(width: width, times: [], values: [])
    let counts = width > 0 ? maxima : values
    for (time, count) in zip(times, counts) where count.isFinite {
      let now = Sample(time: time, value: count)
      defer { before = now }
      guard let before, time > before.time else { continue }
      let rate = before.isSimultaneous(with: now) ? .nan : before.growth(to: now)
      // A row of a coarse tier cannot represent a gap.
      guard width == 0 || !rate.isNaN else { continue }
      result.times.append(time)
      result.values.append(rate)
      guard width > 0 else { continue }
      result.minima.append(rate)
      result.maxima.append(rate)
      result.counts.append(1)
    }
    return result
  }
}
