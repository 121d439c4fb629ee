import Metrics

extension DenseColumns {
  /// The samples and the rules from which columns are made.
  struct Source {
    let series: TimeSeries
    /// The samples of whole columns of medians.
    let positions: Range<Int>
    /// The width of a pixel column in seconds.
    let width: Double
    /// The limit below which a value counts as missing.
    let least: Double
    /// The seconds above which a distance between two samples may interrupt the line; nil for none.
    let shortestGap: Double?

    init(
      _ series: TimeSeries, _ drawn: DrawnPositions, least: Double, shortestGap: Double? = nil
    ) {
      self.series = series
      (positions, width) = (drawn.range, drawn.column)
      (self.least, self.shortestGap) = (least, shortestGap)
    }

    /// The start of the first column.
    var startTime: Double { columnStart(of: positions.lowerBound).time }
  }
}

extension DenseColumns.Source {
  /// The number of columns with samples between a seam and anything that changes the columns on either side: whether
  /// there is a gap depends on the five distances before and after it.
  private static let margin = 8

  /// The place at which columns that are kept end, and new ones begin.
  /// - Returns: the position of the first sample of which columns are made, and the time from which these are taken;
  ///   nil if no columns can be kept.
  func seam(to next: Self) -> (start: Int, time: Double)? {
    guard width == next.width, least == next.least, shortestGap == next.shortestGap else {
      return nil
    }
    let (first, nextFirst) = (series.firstSequence, next.series.firstSequence)
    guard first + positions.lowerBound <= nextFirst + next.positions.lowerBound else { return nil }
    let same = min(
      next.series.sharedEnd(with: series) - nextFirst, first + positions.upperBound - nextFirst,
      next.positions.upperBound)
    guard let end = next.columns(back: Self.margin, from: same),
      let start = next.columns(back: Self.margin, from: end.position)
    else { return nil }
    return (start.position, end.time)
  }

  /// The start of the column that lies some columns with samples before a position; nil if that is not after the first
  /// column.
  private func columns(back count: Int, from position: Int) -> (position: Int, time: Double)? {
    var result = (position: position, time: 0.0)
    for _ in 0..<count {
      guard result.position > positions.lowerBound else { return nil }
      result = columnStart(of: result.position - 1)
    }
    return result
  }

  /// The start of the column of medians that contains a sample, and the column's first sample.
  private func columnStart(of position: Int) -> (position: Int, time: Double) {
    let wide = width * DenseColumns.medianWidth
    let time = (series[position].time / wide).rounded(.down) * wide
    return (series.indices(from: time, through: .infinity).lowerBound, time)
  }
}

extension DenseColumns.Line {
  /// The values in a stretch of time.
  func part(from start: Double, before end: Double) -> Self {
    part(times.firstIndex(notBefore: start)..<times.firstIndex(notBefore: end))
  }

  /// The line, with that part of another line behind it which starts at a time.
  func joined(_ next: Self, from time: Double) -> Self {
    let first = next.times.firstIndex(notBefore: time)
    let added = next.part(first..<next.times.count)
    guard !times.isEmpty, !added.times.isEmpty else { return times.isEmpty ? added : self }
    var result = self
    // Columns without a value before the time interrupt the line.
    if first == 0 || next.gaps.contains(first) { result.gaps.append(times.count) }
    result.times += added.times
    result.values += added.values
    result.gaps += added.gaps.map { $0 + times.count }
    return result
  }

  private func part(_ range: Range<Int>) -> Self {
    Self(
      times: Array(times[range]), values: Array(values[range]),
      gaps: gaps.filter { range.dropFirst().contains($0) }.map { $0 - range.lowerBound })
  }
}
