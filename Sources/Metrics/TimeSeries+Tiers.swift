extension TimeSeries {
  /// The number of chunks that are merged into one coarser chunk.
  private static let chunksForOne = 8

  /// Makes the oldest samples coarser while the series takes more than its budget.
  mutating func holdBudget() {
    guard budget < .max else { return }
    // The tail may need room for its times, once they are no progression.
    let times = tail.isProgression ? tail.memory.capacity * MemoryLayout<Double>.stride : 0
    while byteCount + times > budget, let oldest = nextToCoarsen { coarsen(oldest) }
  }

  /// The chunks to make coarser next: the oldest of the tier that takes most bytes, so that tiers share
  /// the budget; nil if there are too few chunks.
  private var nextToCoarsen: Range<Int>? {
    var tiers: [(range: Range<Int>, bytes: Int)] = []
    for index in sealed.indices {
      let bytes = sealed[index].chunk.memory.byteCount
      if let last = tiers.last, sealed[index].level == sealed[last.range.lowerBound].level {
        tiers[tiers.count - 1] = (last.range.lowerBound..<index + 1, last.bytes + bytes)
      } else {
        tiers.append((index..<index + 1, bytes))
      }
    }
    for least in [Self.chunksForOne, 2] {
      let largest = tiers.filter { $0.range.count >= least }.max { $0.bytes < $1.bytes }
      if let range = largest?.range { return range.prefix(Self.chunksForOne) }
    }
    return sealed.count > 1 ? 0..<2 : nil
  }

  /// Merges several chunks into one coarser chunk, or into a few.
  private mutating func coarsen(_ indices: Range<Int>) {
    trimHead()
    let old = sealed[indices]
    let size = chunkSize(for: count)
    var samples = old.flatMap(\.chunk.weighted)
    let total = samples.count
    var width = old.reduce(0) { max($0, 2 * ($1.chunk.memory.tier?.width ?? 0)) }
    if width == 0 { width = 4 * (old.map(\.spacing).min() ?? 1).binade }
    let most = max(8, min(size, total / 4))
    samples = BucketFilter.kept(of: samples, width: width)
    while samples.count > most, width < .greatestFiniteMagnitude / 4 {
      width *= 2
      samples = BucketFilter.kept(of: samples, width: width)
    }
    let level = 1 + (old.map(\.level).max() ?? 0)
    let new = ChunkBuilder.chunks(of: samples, level: level, width: width, size: size)
    sealed.replaceSubrange(indices, with: new.map { SealedChunk($0, start: 0) })
    firstSequence += total - samples.count
    number()
  }
}

extension SealedChunk {
  /// The average seconds from one sample to the next; 1 for a single one.
  fileprivate var spacing: Double {
    chunk.count > 1 ? (chunk.time(chunk.count - 1) - firstTime) / Double(chunk.count - 1) : 1
  }
}
