extension TimeSeries {
  /// Adds a sample and drops the oldest one beyond the capacity, in amortised constant time.
  ///
  /// A value that is NaN or infinite is kept as NaN: a missing sample, a gap in the line. A time that is
  /// not finite or not after the last one is refused, and the result is false. `merge` takes such
  /// samples; if the clock has been set back, the caller may call `remove(from:)` and try again.
  @discardableResult
  public mutating func append(time: Double, value: Double) -> Bool {
    guard time.isFinite else { return false }
    if let last = lastTime {
      guard time > last else { return false }
      if time - last > gapAfter { pushGap(from: last, to: time) }
    }
    push(time, value.isFinite ? value : .nan)
    if count > capacity { removeFirst(count - capacity) }
    return true
  }

  /// Adds samples with the same result as repeated calls of `append`, in a fraction of the time if the
  /// times ascend.
  /// - Parameters:
  ///   - newTimes: a time for each value; surplus elements are left out.
  ///   - newValues: the values at those times.
  public mutating func append(
    times newTimes: UnsafeBufferPointer<Double>, values newValues: UnsafeBufferPointer<Double>
  ) {
    if appendInOrder(times: newTimes, values: newValues) { return }
    for (time, value) in zip(newTimes, newValues) { append(time: time, value: value) }
  }

  /// Adds samples if their times ascend, and are after the last one.
  /// - Returns: false if they do not; then nothing has changed.
  private mutating func appendInOrder(
    times newTimes: UnsafeBufferPointer<Double>, values newValues: UnsafeBufferPointer<Double>
  ) -> Bool {
    let total = min(newTimes.count, newValues.count)
    guard Self.ascend(newTimes[..<total], after: lastTime) else { return false }
    var start = 0
    while start < total {
      if let last = lastTime { pushGap(from: last, to: newTimes[start]) }
      let end = gapAfter < .infinity ? endOfRun(newTimes[..<total], from: start + 1) : total
      // The samples are added in parts, so that a large batch takes no more memory than the series
      // keeps.
      while start < end {
        let added = UnsafeBufferPointer(rebasing: newTimes[start..<end])
        start += push(added, UnsafeBufferPointer(rebasing: newValues[start..<end]))
        if count > capacity { removeFirst(count - capacity) }
      }
    }
    return true
  }

  /// Adds samples from parts of arrays, if their times ascend and are after the last one.
  /// - Returns: false if they do not; then nothing has changed.
  public mutating func appendInOrder(times: ArraySlice<Double>, values: ArraySlice<Double>) -> Bool
  {
    times.withUnsafeBufferPointer { times in
      values.withUnsafeBufferPointer { appendInOrder(times: times, values: $0) }
    }
  }

  /// Adds samples from parts of arrays.
  public mutating func append(times newTimes: ArraySlice<Double>, values: ArraySlice<Double>) {
    newTimes.withUnsafeBufferPointer { newTimes in
      values.withUnsafeBufferPointer { append(times: newTimes, values: $0) }
    }
  }

  /// The first index whose time is too far after the time before it.
  private func endOfRun(_ times: Slice<UnsafeBufferPointer<Double>>, from start: Int) -> Int {
    (start..<times.endIndex).first { times[$0] - times[$0 - 1] > gapAfter } ?? times.endIndex
  }

  private static func ascend(
    _ times: Slice<UnsafeBufferPointer<Double>>, after last: Double?
  ) -> Bool {
    let times = UnsafeBufferPointer(rebasing: times)
    guard let first = times.first, let end = times.last else { return true }
    var misplaced = first > last ?? -.infinity && end < .infinity ? 0 : 1
    for i in 1..<max(1, times.count) { misplaced += times[i - 1] < times[i] ? 0 : 1 }
    return misplaced == 0
  }

  var lastTime: Double? {
    tail.isEmpty ? sealed.last.map { $0.chunk.time($0.chunk.count - 1) } : tail.time(tail.count - 1)
  }

  // MARK: Chunks

  /// The most samples of a chunk; the fewest, but in a series that has only begun.
  private static let chunkSizes = 64...4096
  private static let firstRoom = 16
  /// The number of chunks into which a budget is divided at least, so that each tier has some.
  private static let chunksInBudget = 64

  /// The number of samples of a chunk in a series of `count`: a fraction of the series, so that a short
  /// one holds little that it has dropped.
  func chunkSize(for count: Int) -> Int {
    let share = min(count / 4, budget / (17 * Self.chunksInBudget))
    let power = share < 1 ? 1 : 1 << (Int.bitWidth - 1 - share.leadingZeroBitCount)
    return min(max(power, Self.chunkSizes.lowerBound), Self.chunkSizes.upperBound)
  }

  /// Appends the gap between two neighbours that are too far apart.
  private mutating func pushGap(from start: Double, to end: Double) {
    guard let middle = Gap.time(from: start, to: end, after: gapAfter) else { return }
    // A gap lies in the chunk of the sample after it.
    if tail.room < 2 { openTail(for: 2) }
    push(middle, Gap.marker)
  }

  /// Appends a sample that is in order.
  @inline(__always)
  private mutating func push(_ time: Double, _ value: Double) {
    if !tail.append(time, value) { pushElsewhere(time, value) }
  }

  /// Appends a sample for which the tail's memory is not fit.
  @inline(never)
  private mutating func pushElsewhere(_ time: Double, _ value: Double) {
    makeRoom(for: 1, startsProgression: isProgressionContinued(by: time))
    if tail.append(time, value) { return }
    // The time does not go on with a progression.
    tail.move(toCapacity: max(tail.count + tail.room, Self.firstRoom), hasTimes: true)
    let isAppended = tail.append(time, value)
    precondition(isAppended, "a tail of its own takes a sample")
  }

  /// Appends samples in order, up to the end of a chunk.
  /// - Returns: the number of samples appended.
  private mutating func push(
    _ times: UnsafeBufferPointer<Double>, _ values: UnsafeBufferPointer<Double>
  ) -> Int {
    var added = tail.append(times: times, values: values)
    if added > 0 { return added }
    makeRoom(for: times.count, startsProgression: true)
    added = tail.append(times: times, values: values)
    if added > 0 { return added }
    tail.move(toCapacity: max(tail.count + tail.room, Self.firstRoom), hasTimes: true)
    return tail.append(times: times, values: values)
  }

  /// Makes room behind the end that no copy writes to.
  private mutating func makeRoom(for added: Int, startsProgression: Bool) {
    if tail.room > 0, !tail.isEmpty {
      // A copy has claimed the place, or the times do not go on as a progression.
      tail.move(toCapacity: tail.count + tail.room, hasTimes: !tail.isProgression)
    } else if !tail.isEmpty, tail.offset == 0, sealed.isEmpty,
      tail.memory.capacity < Self.chunkSizes.lowerBound
    {
      tail.move(
        toCapacity: min(max(2 * tail.count, tail.count + added), Self.chunkSizes.lowerBound),
        hasTimes: !tail.isProgression)
    } else {
      openTail(for: added, hasTimes: !startsProgression)
    }
  }

  /// Seals the tail, and opens another one with room for samples.
  private mutating func openTail(for added: Int, hasTimes: Bool = true) {
    sealTail()
    let most = Self.chunkSizes.upperBound
    let needed = min(added, capacity, most)
    let usual = isEmpty ? Self.firstRoom : chunkSize(for: count + needed)
    let limit = budget == .max ? most : chunkSize(for: .max)
    tail = Chunk(capacity: max(usual, min(needed, limit)), hasTimes: hasTimes)
    holdBudget()
  }

  /// Appends the samples of another series at positions, which are after all of this one. Coarse samples stay coarse,
  /// with their gaps if this series has any. Other gaps come anew.
  package mutating func append(_ other: TimeSeries, at positions: Range<Int>) {
    other.forEachPart(of: positions.clamped(to: 0..<other.count)) { chunk, range, _, _ in
      let all = chunk.part(range).weighted
      guard let tier = chunk.memory.tier else {
        let samples = all.withoutMarkers()
        return append(times: samples.map(\.time)[...], values: samples.map(\.value)[...])
      }
      let samples = gapAfter < .infinity ? all : all.withoutMarkers()
      if let lastTime, let first = samples.first, !Gap.isMarker(first.value) {
        pushGap(from: lastTime, to: first.time)
      }
      appendCoarse(samples, width: tier.width, level: tier.level)
    }
  }

  /// Appends coarse samples that are in order, and after all others.
  mutating func appendCoarse(_ samples: [WeightedSample], width: Double, level: Int = 1) {
    guard !samples.isEmpty else { return }
    sealTail()
    let size = chunkSize(for: count + samples.count)
    for chunk in ChunkBuilder.chunks(of: samples, level: level, width: width, size: size) {
      sealed.append(SealedChunk(chunk, start: tailStart))
      tailStart += chunk.count
    }
    if count > capacity { removeFirst(count - capacity) }
    holdBudget()
  }

  private mutating func sealTail() {
    guard !tail.isEmpty else { return }
    sealed.append(SealedChunk(tail, start: tailStart))
    tailStart += tail.count
    tail = Chunk()
  }

  /// Whether a time is as far after the last one as that is after the one before it.
  private func isProgressionContinued(by time: Double) -> Bool {
    guard count > 1 else { return true }
    let last = self[count - 1].time
    return time - last == last - self[count - 2].time
  }
}

extension [WeightedSample] {
  /// The samples without those that mark gaps. The originals of a marker count with the next sample.
  fileprivate func withoutMarkers() -> [WeightedSample] {
    var result: [WeightedSample] = []
    result.reserveCapacity(count)
    var carried: WeightedSample?
    for var sample in self {
      if let carried { sample.take(carried) }
      carried = Gap.isMarker(sample.value) ? sample : nil
      if carried == nil { result.append(sample) }
    }
    return result
  }
}
