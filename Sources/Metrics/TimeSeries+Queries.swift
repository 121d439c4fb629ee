extension TimeSeries {
  /// The width in seconds of the bucket that the sample at a position in `0..<count` stands for: two
  /// samples of neighbouring buckets are up to twice as far apart. 0 at full resolution.
  public func bucketWidth(at position: Int) -> Double {
    precondition(position >= 0 && position < count)
    let number = firstSequence + position
    return number >= tailStart ? 0 : sealed[sealedIndex(of: number)].chunk.memory.tier?.width ?? 0
  }

  /// The positions of the samples with `start` ≤ time ≤ `end`, by binary search; empty when the
  /// bounds are reversed or NaN.
  public func indices(from start: Double, through end: Double) -> Range<Int> {
    guard start <= end else { return 0..<0 }
    let lower = position(notBefore: start)
    return lower..<max(lower, position(notBefore: end, orAt: false))
  }

  /// The first position whose time is at least `time`, or greater if `orAt` is false; `count` if there is none.
  func position(notBefore time: Double, orAt: Bool = true) -> Int {
    if time == -.infinity { return 0 }
    if time == .infinity { return count }
    if !tail.isEmpty, sealed.isEmpty || isBefore(tail.time(0), time, orAt: orAt) {
      return tailStart - firstSequence
        + tail.index(notBefore: time, orAt: orAt, in: 0..<tail.count)
    }
    var (lower, upper) = (0, sealed.count)
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if isBefore(sealed[middle].firstTime, time, orAt: orAt) {
        lower = middle + 1
      } else {
        upper = middle
      }
    }
    guard lower > 0 else { return 0 }
    let found = sealed[lower - 1]
    let first = max(0, firstSequence - found.start)
    let index = found.chunk.index(notBefore: time, orAt: orAt, in: first..<found.chunk.count)
    return found.start + index - firstSequence
  }

  private func isBefore(_ time: Double, _ limit: Double, orAt: Bool) -> Bool {
    orAt ? time < limit : time <= limit
  }

  /// Lends the chunks that have samples at positions, with the indices of these samples in the chunk, the
  /// position of the chunk's first sample, and the summary of all samples of a full chunk.
  @inline(__always)
  func forEachPart(
    of positions: Range<Int>,
    _ body: (Chunk, Range<Int>, _ firstPosition: Int, ChunkSummary?) throws -> Void
  ) rethrows {
    guard !positions.isEmpty else { return }
    let numbers = firstSequence + positions.lowerBound..<firstSequence + positions.upperBound
    if numbers.lowerBound < tailStart {
      for index in sealedIndex(of: numbers.lowerBound)..<sealed.count {
        let start = sealed[index].start
        guard start < numbers.upperBound else { break }
        let count = sealed[index].chunk.count
        let range = max(0, numbers.lowerBound - start)..<min(count, numbers.upperBound - start)
        try body(sealed[index].chunk, range, start - firstSequence, sealed[index].summary)
      }
    }
    guard numbers.upperBound > tailStart else { return }
    let range = max(0, numbers.lowerBound - tailStart)..<numbers.upperBound - tailStart
    try body(tail, range, tailStart - firstSequence, nil)
  }

  /// The number up to which two series share their samples: from the later one of their first samples on, samples below
  /// that number are the same in both. Copies of a series share all samples but those that either one has added,
  /// removed, sorted in or made coarser since. The cost is a look at each chunk.
  public func sharedEnd(with other: TimeSeries) -> Int {
    var number = max(firstSequence, other.firstSequence)
    while number < min(end, other.end) {
      let (own, others) = (piece(of: number), other.piece(of: number))
      guard own.chunk.isContinuous(with: others.chunk, distance: own.start - others.start) else {
        break
      }
      number = min(own.start + own.chunk.count, others.start + others.chunk.count)
    }
    return number
  }

  /// The chunk that has a number, with the number of the chunk's first sample.
  private func piece(of number: Int) -> (chunk: Chunk, start: Int) {
    if number >= tailStart { return (tail, tailStart) }
    let sealed = sealed[sealedIndex(of: number)]
    return (sealed.chunk, sealed.start)
  }

  /// Lends the samples at positions in runs, in order. Positions outside `0..<count` are ignored.
  /// - Parameter body: a closure that gets one run after the other, each valid only within the call.
  public func forEachRun(
    in positions: Range<Int>, _ body: (SampleRun) throws -> Void
  ) rethrows {
    try forEachPart(of: positions.clamped(to: 0..<count)) { chunk, range, first, _ in
      try withExtendedLifetime(chunk) {
        try body(chunk.run(range, firstPosition: first + range.lowerBound))
      }
    }
  }

  /// Lends the samples at ascending positions in `0..<count`.
  @inlinable public func forEach(
    at positions: some Collection<Int>, _ body: (_ time: Double, _ value: Double) throws -> Void
  ) rethrows {
    guard !positions.isEmpty else { return }
    var next = positions.startIndex
    let end = positions.endIndex
    let last = positions[positions.index(next, offsetBy: positions.count - 1)]
    try forEachRun(in: positions[next]..<last + 1) { run in
      while next < end, positions[next] < run.positions.upperBound {
        let index = positions[next] - run.firstPosition
        try body(run.times[index], run.values[index])
        positions.formIndex(after: &next)
      }
    }
  }

  /// Copies of the times and of the values of all samples.
  public var columns: (times: [Double], values: [Double]) {
    var (times, values): ([Double], [Double]) = ([], [])
    times.reserveCapacity(count)
    values.reserveCapacity(count)
    forEachRun(in: 0..<count) { run in
      for i in 0..<run.count { times.append(run.times[i]) }
      values.append(contentsOf: run.values)
    }
    return (times, values)
  }

  /// The smallest and the largest value at the positions, missing samples ignored, by the summaries of
  /// chunks; nil when there is none. Positions outside `0..<count` are ignored.
  public func extent(in positions: Range<Int>) -> ClosedRange<Double>? {
    var result = Extent()
    forEachPart(of: positions.clamped(to: 0..<count)) { chunk, range, _, summary in
      let whole = range.count == chunk.count ? summary : nil
      result.include(whole?.extent ?? chunk.extent(in: range))
    }
    return result.range
  }

  /// The statistics of the samples at positions; nil if all are missing.
  ///
  /// Coarse stretches count with all samples that they had. A stretch that is cut by the range's start
  /// counts only with the samples that are kept. Positions outside `0..<count` are ignored.
  public func statistics(in positions: Range<Int>) -> SampleStatistics? {
    var total = ChunkSummary()
    forEachPart(of: positions.clamped(to: 0..<count)) { chunk, range, _, summary in
      let whole = range.count == chunk.count ? summary : nil
      let part = whole ?? chunk.summary(of: range)
      total.extent.include(part.extent)
      total.sum += part.sum
      total.count += part.count
    }
    guard let range = total.extent.range, total.count > 0 else { return nil }
    return SampleStatistics(
      minimum: range.lowerBound, maximum: range.upperBound, sum: total.sum, count: total.count,
      mean: total.sum.isFinite ? total.sum / Double(total.count) : meanOfHuge(in: positions))
  }

  /// The mean of kept samples whose sum exceeds all numbers.
  private func meanOfHuge(in positions: Range<Int>) -> Double {
    var (mean, count) = (0.0, 0.0)
    forEachRun(in: positions) { run in
      for value in run.values where !value.isNaN {
        count += 1
        mean += value / count - mean / count
      }
    }
    return mean
  }

  /// The positions of the first of the lowest samples, of the first of the highest, and of the last
  /// missing one among those at positions, by the summaries of chunks; nil where there is none.
  /// Positions outside `0..<count` are ignored.
  /// - Parameter least: the limit below which a value counts as missing. Default none.
  public func extremes(
    in positions: Range<Int>, least: Double = -.infinity
  ) -> (lowest: Int?, highest: Int?, missing: Int?) {
    var result = SampleExtremes()
    forEachPart(of: positions.clamped(to: 0..<count)) { chunk, range, first, summary in
      if summary?.adds(to: result, least: least) ?? true {
        result.include(chunk, range, firstPosition: first, least: least)
      }
    }
    func found(_ position: Int) -> Int? { position >= 0 ? position : nil }
    return (found(result.lowest), found(result.highest), found(result.missing))
  }

  /// The positions of the lowest, the highest and one missing sample of each bucket of time, in order.
  /// - Parameters:
  ///   - positions: the positions of the samples. Positions outside `0..<count` are ignored.
  ///   - width: the width of a bucket in seconds, a power of two; its edges are multiples of it.
  ///   - least: the limit below which a value counts as missing. Default none.
  public func extremes(
    in positions: Range<Int>, bucket width: Double, least: Double = -.infinity
  ) -> [Int] {
    var result: [Int] = []
    var bucket = SampleExtremes()
    var bucketEnd = -Double.infinity
    forEachPart(of: positions.clamped(to: 0..<count)) { chunk, range, first, summary in
      var start = range.lowerBound
      while start < range.upperBound {
        let time = chunk.time(start)
        if time >= bucketEnd {
          bucket.write(to: &result)
          bucket = SampleExtremes()
          bucketEnd = ((time / width).rounded(.down) + 1) * width
        }
        let end = chunk.index(notBefore: bucketEnd, in: start + 1..<range.upperBound)
        if summary?.adds(to: bucket, least: least) ?? true {
          bucket.include(chunk, start..<end, firstPosition: first, least: least)
        }
        start = end
      }
    }
    bucket.write(to: &result)
    return result
  }
}

extension ChunkSummary {
  /// Whether one of the samples can be lower, higher or missing beside others before them.
  fileprivate func adds(to other: SampleExtremes, least: Double) -> Bool {
    hasMissing || extent.low < max(other.low, least) || extent.high > other.high
  }
}
