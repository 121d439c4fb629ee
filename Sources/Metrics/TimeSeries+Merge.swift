extension TimeSeries {
  /// Sorts in samples that come in any order.
  ///
  /// A sample with the time of a kept sample replaces that sample only if the kept sample is missing. A sample in a
  /// coarse stretch becomes as coarse as the stretch: the sum and the count of the bucket grow, and the sample itself
  /// stays only if the sample is the lowest or the highest of its bucket. The cost is sorting the samples, and copying
  /// the chunks in whose time the samples lie.
  /// - Parameters:
  ///   - times: a time for each value; surplus elements, and times that are not finite, are left
  ///     out.
  ///   - values: the values at those times; a value that is not finite is a missing sample.
  public mutating func merge(times: ArraySlice<Double>, values: ArraySlice<Double>) {
    merge(SortedSamples(times: times, values: values), clearing: nil)
  }

  /// Sorts in the samples of a closed stretch of the past. Missing samples that are kept in the stretch
  /// give way first: they stood for a past that was not known.
  /// - Parameters:
  ///   - past: the times of the stretch, both ends included.
  ///   - times: a time for each value. Times outside the stretch are sorted in as well.
  ///   - values: the values at those times.
  public mutating func merge(
    past: ClosedRange<Double>, times: ArraySlice<Double>, values: ArraySlice<Double>
  ) {
    merge(SortedSamples(times: times, values: values), clearing: past)
  }

  private mutating func merge(_ batch: SortedSamples, clearing: ClosedRange<Double>?) {
    let late = lastTime.map { batch.times.firstIndex(notBefore: $0, orAt: false) } ?? 0
    if late > 0 || clearing != nil, !isEmpty { sortIn(batch, 0..<late, clearing: clearing) }
    append(times: batch.times[late...], values: batch.values[late...])
    if count > capacity { removeFirst(count - capacity) }
    holdBudget()
  }

  /// Sorts in the samples of a part of a batch that are not after the last one.
  private mutating func sortIn(
    _ batch: SortedSamples, _ part: Range<Int>, clearing: ClosedRange<Double>?
  ) {
    trimHead()
    let firstTime = self[0].time
    let changed = changedChunks(batch, part, clearing: clearing)
    let indices = changed.keys.sorted()
    var end = indices.count
    while end > 0 {
      var start = end - 1
      while start > 0, indices[start - 1] == indices[start] - 1 { start -= 1 }
      rebuild(indices[start]...indices[end - 1], batch, changed, clearing: clearing)
      end = start
    }
    number()
    let added = position(notBefore: firstTime)
    if added > 0 {
      firstSequence -= added
      number()
    }
  }

  /// The chunks to rebuild, with the parts of the batch that lie in their time.
  private func changedChunks(
    _ batch: SortedSamples, _ part: Range<Int>, clearing: ClosedRange<Double>?
  ) -> [Int: Range<Int>] {
    var changed: [Int: Range<Int>] = [:]
    var start = part.lowerBound
    while start < part.upperBound {
      let index = chunkIndex(at: batch.times[start])
      let limit = index + 1 < chunkCount ? chunk(index + 1).time(0) : .infinity
      let end = min(batch.times.firstIndex(notBefore: limit), part.upperBound)
      changed[index] = start..<end
      start = end
    }
    var losesEnd: Set<Int> = []
    if let clearing {
      var index = chunkIndex(at: clearing.lowerBound)
      while index < chunkCount, chunk(index).time(0) <= clearing.upperBound {
        if chunk(index).hasMissing(in: clearing) { changed[index] = changed[index] ?? 0..<0 }
        if chunk(index).endIsMissing(in: clearing) { losesEnd.insert(index) }
        index += 1
      }
    }
    // A gap between two chunks lies in the later one.
    for index in changed.keys where index + 1 < chunkCount && changed[index + 1] == nil {
      if losesEnd.contains(index) || Gap.isMarker(chunk(index + 1).value(0)) {
        changed[index + 1] = 0..<0
      }
    }
    return changed
  }

  /// Rebuilds chunks, without missing samples in the cleared stretch and with parts of the batch.
  private mutating func rebuild(
    _ indices: ClosedRange<Int>, _ batch: SortedSamples, _ parts: [Int: Range<Int>],
    clearing: ClosedRange<Double>?
  ) {
    let size = chunkSize(for: count + batch.count)
    let before = indices.lowerBound > 0 ? chunk(indices.lowerBound - 1) : Chunk()
    var builder = ChunkBuilder(
      size: size, gapAfter: gapAfter,
      lastTime: before.isEmpty ? nil : before.time(before.count - 1))
    for index in indices {
      builder.append(chunk(index), batch, parts[index] ?? 0..<0, clearing: clearing)
    }
    let hasTail = indices.upperBound == sealed.count
    var new = builder.finish(tailRoom: hasTail ? size : 0)
    if hasTail {
      let isFine = new.last.map { $0.memory.tier == nil } ?? false
      tail = isFine ? new.removeLast() : Chunk()
    }
    let old = indices.lowerBound..<min(indices.upperBound + 1, sealed.count)
    guard !old.isEmpty || !new.isEmpty else { return }
    sealed.replaceSubrange(old, with: new.map { SealedChunk($0, start: 0) })
  }

  /// Numbers all chunks from `firstSequence` on.
  mutating func number() {
    var start = firstSequence
    for index in sealed.indices {
      if sealed[index].start != start { sealed[index].start = start }
      start = sealed[index].end
    }
    tailStart = start
  }

  /// Frees the first chunk from samples that are dropped.
  mutating func trimHead() {
    guard let first = sealed.first, first.start < firstSequence else { return }
    var chunk = first.chunk
    chunk.removeFirst(firstSequence - first.start)
    sealed[0] = SealedChunk(chunk, start: firstSequence)
  }

  // MARK: Chunks by index

  /// The number of chunks, with the tail if it has samples.
  private var chunkCount: Int { sealed.count + (tail.isEmpty ? 0 : 1) }

  private func chunk(_ index: Int) -> Chunk {
    index < sealed.count ? sealed[index].chunk : tail
  }

  /// The chunk in whose time another sample belongs: the last one that starts no later, or the first.
  private func chunkIndex(at time: Double) -> Int {
    var (lower, upper) = (0, chunkCount)
    while upper - lower > 1 {
      let middle = lower + (upper - lower) / 2
      if chunk(middle).time(0) <= time { lower = middle } else { upper = middle }
    }
    return lower
  }
}

extension Chunk {
  /// Whether a sample in a stretch of time is missing.
  fileprivate func hasMissing(in stretch: ClosedRange<Double>) -> Bool {
    let first = index(notBefore: stretch.lowerBound, in: 0..<count)
    let end = index(notBefore: stretch.upperBound, orAt: false, in: first..<count)
    return (first..<end).contains { value($0).isNaN }
  }

  /// Whether the last sample is missing, in a stretch of time.
  fileprivate func endIsMissing(in stretch: ClosedRange<Double>) -> Bool {
    value(count - 1).isNaN && stretch.contains(time(count - 1))
  }
}
