/// One value at one time; a value of NaN is a missing sample.
public struct Sample: Hashable, Sendable {
  /// UTC seconds since 1970.
  public let time: Double
  /// The value; NaN for a missing sample.
  public let value: Double

  /// A value at a time in UTC seconds since 1970.
  public init(time: Double, value: Double) {
    self.time = time
    self.value = value
  }
}

/// Numbers over time, in order of their times.
///
/// Samples are addressed by *position*, `0..<count`, oldest first. They lie in chunks, which copies of
/// the series share: a copy costs next to nothing, and stays as it is while the original grows. A sample at
/// full resolution takes at most 20 bytes, about 8.6 if the times are an arithmetic progression.
///
/// If a budget is set and the series takes more, the oldest samples are made coarser: of each stretch
/// of time only the lowest, the highest and one missing sample stay, with their own times. Sums and
/// counts remain those of all samples.
public struct TimeSeries: Sendable {
  /// The most samples kept. Older samples are dropped. Default no limit.
  public let capacity: Int
  /// The distance in seconds beyond which two neighbouring samples have a gap between them: a missing
  /// sample halfway, which comes and goes with the distance. Default infinite: no gaps.
  public let gapAfter: Double
  /// The usual least distance between two samples, in seconds; infinite if each value lasts until the next one.
  /// Default 0: only the samples show their distance.
  public var period: Double
  /// The bytes beyond which the oldest samples are made coarser. Default no limit.
  public var budget: Int {
    didSet { if budget < oldValue { holdBudget() } }
  }
  /// The number of the sample at position 0, in a numbering that slides with the samples: the first
  /// sample ever appended has 0, each dropped sample raises the number, and each sample added before
  /// all others lowers it. Samples sorted in between others change the numbers after them.
  public internal(set) var firstSequence = 0

  /// The full chunks, oldest first. The first one may have samples before `firstSequence`.
  var sealed: [SealedChunk] = []
  /// The chunk to which samples are appended; empty at the start, and after coarse chunks.
  var tail = Chunk()
  /// The number of the tail's first sample.
  var tailStart = 0

  /// An empty series; a capacity below one counts as one, and a distance of gaps that is not positive as
  /// infinite.
  public init(
    capacity: Int = .max, gapAfter: Double = .infinity, period: Double = 0, budget: Int = .max
  ) {
    self.capacity = max(1, capacity)
    self.gapAfter = gapAfter > 0 ? gapAfter : .infinity
    self.period = period
    self.budget = budget
  }

  /// A copy in which no distance between two samples is a gap.
  package func withoutGaps() -> TimeSeries {
    guard gapAfter < .infinity else { return self }
    var result = TimeSeries(capacity: capacity, period: period, budget: budget)
    result.append(self, at: 0..<count)
    return result
  }

  /// The number of samples, gaps included.
  public var count: Int { end - firstSequence }
  /// Whether there are no samples.
  public var isEmpty: Bool { count == 0 }

  /// The number after that of the last sample.
  var end: Int { tailStart + tail.count }

  /// The sample at a position in `0..<count`, in logarithmic time.
  public subscript(position: Int) -> Sample {
    precondition(position >= 0 && position < count)
    let number = firstSequence + position
    if number >= tailStart {
      let index = number - tailStart
      return Sample(time: tail.time(index), value: tail.value(index))
    }
    let sealed = sealed[sealedIndex(of: number)]
    let index = number - sealed.start
    return Sample(time: sealed.chunk.time(index), value: sealed.chunk.value(index))
  }

  /// The newest sample, missing or not.
  public var last: Sample? { isEmpty ? nil : self[count - 1] }

  /// The newest sample that is not missing.
  public var lastValid: Sample? {
    for index in (0..<tail.count).reversed() where !tail.value(index).isNaN {
      return Sample(time: tail.time(index), value: tail.value(index))
    }
    for sealed in sealed.reversed() where sealed.summary.extent.range != nil {
      let first = max(0, firstSequence - sealed.start)
      for index in (first..<sealed.chunk.count).reversed() where !sealed.chunk.value(index).isNaN {
        return Sample(time: sealed.chunk.time(index), value: sealed.chunk.value(index))
      }
    }
    return nil
  }

  /// The bytes that the samples take, with their summaries.
  public var byteCount: Int {
    sealed.capacity * MemoryLayout<SealedChunk>.stride
      + sealed.reduce(tail.memory.byteCount) { $0 + $1.chunk.memory.byteCount }
  }

  /// The index of the full chunk that has a number.
  func sealedIndex(of number: Int) -> Int {
    var (lower, upper) = (0, sealed.count)
    while upper - lower > 1 {
      let middle = lower + (upper - lower) / 2
      if sealed[middle].start <= number { lower = middle } else { upper = middle }
    }
    return lower
  }
}

// MARK: Removal
extension TimeSeries {
  /// Drops the oldest samples, and the gap that is then the oldest one. Numbers of later samples stay.
  public mutating func removeFirst(_ dropped: Int) {
    let dropped = min(max(0, dropped), count)
    guard dropped > 0 else { return }
    firstSequence += dropped
    dropHead()
    if gapAfter < .infinity, !isEmpty, Gap.isMarker(self[0].value) {
      firstSequence += 1
      dropHead()
    }
  }

  /// Drops the chunks that have only dropped samples.
  private mutating func dropHead() {
    if firstSequence >= tailStart {
      if !sealed.isEmpty { sealed = [] }
      tail.removeFirst(firstSequence - tailStart)
      tailStart = firstSequence
    } else if sealed[0].end <= firstSequence {
      sealed.removeFirst(sealedIndex(of: firstSequence))
    }
  }

  /// Drops the samples at and after a time, for a clock that has been set back to it. Their numbers are
  /// used again. A time that is not finite drops nothing.
  public mutating func remove(from time: Double) {
    guard time.isFinite, let last, last.time >= time else { return }
    var kept = indices(from: time, through: .infinity).lowerBound
    // A gap lies between two samples.
    while kept > 0, Gap.isMarker(self[kept - 1].value) { kept -= 1 }
    keepFirst(kept)
  }

  /// Drops the newest samples but for the first `kept` ones.
  private mutating func keepFirst(_ kept: Int) {
    let end = firstSequence + kept
    if kept == 0 {
      sealed = []
      tail = Chunk()
      tailStart = firstSequence
    } else if end > tailStart {
      tail.removeLast(tailStart + tail.count - end)
    } else {
      let index = sealedIndex(of: end - 1)
      var cut = sealed[index].chunk
      let start = sealed[index].start
      sealed.removeSubrange(index...)
      tail = Chunk()
      cut.removeLast(start + cut.count - end)
      if cut.memory.tier == nil {
        if start < firstSequence { cut.removeFirst(firstSequence - start) }
        tailStart = max(start, firstSequence)
        tail = cut
      } else {
        sealed.append(SealedChunk(cut, start: start))
        tailStart = end
      }
    }
  }

  /// Drops every sample. Later samples continue the numbers.
  public mutating func removeAll() { removeFirst(count) }
}
