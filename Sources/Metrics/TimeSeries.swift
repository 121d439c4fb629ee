/// One value at one time; a value of NaN is a missing sample.
public struct Sample: Hashable, Sendable {
  /// UTC seconds since 1970.
  public let time: Double
  public let value: Double

  public init(time: Double, value: Double) {
    self.time = time
    self.value = value
  }
}

/// Numbers over time, the newest `capacity` of them, in two columns.
///
/// Samples are addressed by *position*, `0..<count`, oldest first. Positions shift when old samples
/// are dropped; a sample's *sequence number* (`firstSequence` + position) never does, which is what
/// keeps the identity of points while a window slides.
public struct TimeSeries: Sendable {
  /// The most samples kept.
  public let capacity: Int
  /// The sequence number of the sample at position 0; the first sample ever appended has 0.
  public private(set) var firstSequence = 0

  private var times = SlidingColumn<Double>()
  private var values = SlidingColumn<Double>()
  private var pyramid = ExtentPyramid()

  /// An empty series; a capacity below one counts as one.
  public init(capacity: Int) { self.capacity = max(1, capacity) }

  public var count: Int { times.count }
  public var isEmpty: Bool { times.count == 0 }

  /// Adds a sample and drops the oldest one beyond the capacity, in amortised constant time.
  ///
  /// A value that is NaN or infinite is kept as NaN: a missing sample, a gap in the line. A time that is
  /// not finite or not after the last one is refused, and the result is false. If the clock has been set
  /// back, the caller may call `remove(from:)` and try again.
  @discardableResult
  public mutating func append(time: Double, value: Double) -> Bool {
    guard time.isFinite else { return false }
    if let last, time <= last.time { return false }
    let stored = value.isFinite ? value : .nan
    times.append(time)
    values.append(stored)
    pyramid.append(stored)
    if times.count > capacity { removeFirst(times.count - capacity) }
    return true
  }

  /// Adds samples with the same result as repeated calls of `append`, in a fraction of the time if the
  /// times ascend.
  /// - Parameters:
  ///   - newTimes: as many times as values; surplus elements are left out.
  ///   - newValues: the values at those times.
  public mutating func append(
    times newTimes: UnsafeBufferPointer<Double>, values newValues: UnsafeBufferPointer<Double>
  ) {
    let total = min(newTimes.count, newValues.count)
    guard Self.ascend(newTimes[..<total], after: last?.time) else {
      for i in 0..<total { append(time: newTimes[i], value: newValues[i]) }
      return
    }
    // The samples are added in parts, so that a large batch takes no more memory than the series keeps.
    let most = max(capacity, Self.part)
    for start in stride(from: 0, to: total, by: most) {
      let part = start..<min(start + most, total)
      times.append(contentsOf: UnsafeBufferPointer(rebasing: newTimes[part]))
      values.append(count: part.count) { target in
        for i in 0..<part.count {
          let value = newValues[part.lowerBound + i]
          target[i] = value.isFinite ? value : .nan
        }
        pyramid.append(contentsOf: UnsafeBufferPointer(target))
      }
      if times.count > capacity { removeFirst(times.count - capacity) }
    }
  }

  /// Adds samples from parts of arrays.
  public mutating func append(times newTimes: ArraySlice<Double>, values: ArraySlice<Double>) {
    newTimes.withUnsafeBufferPointer { newTimes in
      values.withUnsafeBufferPointer { append(times: newTimes, values: $0) }
    }
  }

  private static let part = 1 << 16

  private static func ascend(
    _ times: Slice<UnsafeBufferPointer<Double>>, after last: Double?
  ) -> Bool {
    let times = UnsafeBufferPointer(rebasing: times)
    guard let first = times.first, let end = times.last else { return true }
    var misplaced = first > last ?? -.infinity && end < .infinity ? 0 : 1
    for i in 1..<max(1, times.count) { misplaced += times[i - 1] < times[i] ? 0 : 1 }
    return misplaced == 0
  }

  /// Reserves room for an expected total number of samples, at most `capacity`.
  public mutating func reserve(_ expected: Int) {
    let expected = min(expected, capacity)
    times.reserveCapacity(expected, atMost: capacity)
    values.reserveCapacity(expected, atMost: capacity)
  }

  /// Drops the oldest samples. Sequence numbers of later samples stay.
  public mutating func removeFirst(_ dropped: Int) {
    let dropped = min(max(0, dropped), count)
    times.removeFirst(dropped)
    values.removeFirst(dropped)
    firstSequence += dropped
    pyramid.remove(before: firstSequence)
  }

  /// Drops the samples at and after a time, for a clock that has been set back to it. Their sequence
  /// numbers are used again. A time that is not finite drops nothing.
  public mutating func remove(from time: Double) {
    guard time.isFinite, let last, last.time >= time else { return }
    let kept = firstPosition { $0 >= time }
    times.removeLast(count - kept)
    values.removeLast(values.count - kept)
    values.withElements {
      pyramid.remove(from: firstSequence + kept, samples: $0, firstSequence: firstSequence)
    }
  }

  /// Drops every sample. Later samples continue the sequence numbers.
  public mutating func removeAll() { removeFirst(count) }

  /// The sample at a position in `0..<count`.
  public subscript(position: Int) -> Sample {
    Sample(time: times[position], value: values[position])
  }

  /// The newest sample, missing or not.
  public var last: Sample? { isEmpty ? nil : self[count - 1] }

  /// The newest sample that is not missing.
  public var lastValid: Sample? {
    var position = count - 1
    while position >= 0 {
      if !values[position].isNaN { return self[position] }
      position -= 1
    }
    return nil
  }

  /// Lends the two columns, times first, both indexed by position and valid only within `body`.
  public func withColumns<Result>(
    _ body: (UnsafeBufferPointer<Double>, UnsafeBufferPointer<Double>) throws -> Result
  ) rethrows -> Result {
    try times.withElements { times in try values.withElements { try body(times, $0) } }
  }

  /// The positions of the samples with `start` ≤ time ≤ `end`, by binary search; empty when the
  /// bounds are reversed or NaN.
  public func indices(from start: Double, through end: Double) -> Range<Int> {
    guard start <= end else { return 0..<0 }
    let lower = firstPosition { $0 >= start }
    return lower..<max(lower, firstPosition { $0 > end })
  }

  /// The first position with a time that satisfies a condition, or `count`. The condition holds for all
  /// later times, too.
  private func firstPosition(where condition: (Double) -> Bool) -> Int {
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if condition(times[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }

  /// The smallest and the largest value at the positions, missing samples ignored, in logarithmic
  /// time; nil when there is none. Positions outside `0..<count` are ignored.
  public func extent(in positions: Range<Int>) -> ClosedRange<Double>? {
    let positions = positions.clamped(to: 0..<count)
    guard !positions.isEmpty else { return nil }
    let sequences = positions.lowerBound + firstSequence..<positions.upperBound + firstSequence
    return values.withElements {
      pyramid.extent(of: sequences, samples: $0, firstSequence: firstSequence).range
    }
  }
}
