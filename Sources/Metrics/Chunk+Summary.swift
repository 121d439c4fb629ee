/// The sum and the number of samples at full resolution, and the smallest and the largest of them.
public struct SampleStatistics: Sendable, Equatable {
  /// The smallest sample.
  public internal(set) var minimum: Double
  /// The largest sample.
  public internal(set) var maximum: Double
  /// The sum of all samples that are not missing.
  public internal(set) var sum: Double
  /// The number of samples that are not missing; at least 1.
  public internal(set) var count: Int

  /// The arithmetic mean, which is finite even if the sum is not.
  public internal(set) var mean: Double
}

/// The totals of a chunk.
struct ChunkSummary: Sendable {
  var extent = Extent()
  var sum = 0.0
  /// The number of original samples that are not missing.
  var count = 0
  var hasMissing = false
}

extension Chunk {
  /// The whole blocks among some samples.
  /// - Returns: the numbers of the blocks in the memory, and the indices of the samples where they start
  ///   and end; an empty range of indices at the samples' end if there is none.
  func wholeBlocks(in range: Range<Int>) -> (numbers: Range<Int>, start: Int, end: Int) {
    let length = ChunkMemory.blockLength
    let first = (offset + range.lowerBound + length - 1) / length
    let end = (offset + range.upperBound) / length
    guard first < end else { return (0..<0, range.upperBound, range.upperBound) }
    return (first..<end, first * length - offset, end * length - offset)
  }

  /// The indices of a block's samples, all of which the chunk has.
  func samples(ofBlock block: Int) -> Range<Int> {
    let start = block * ChunkMemory.blockLength - offset
    return start..<start + ChunkMemory.blockLength
  }

  func extent(in range: Range<Int>) -> Extent {
    var result = Extent()
    guard !range.isEmpty else { return result }
    let blocks = wholeBlocks(in: range)
    let values = values
    result.include(UnsafeBufferPointer(rebasing: values[range.lowerBound..<blocks.start]))
    for block in blocks.numbers { result.include(memory.blocks[block]) }
    result.include(UnsafeBufferPointer(rebasing: values[blocks.end..<range.upperBound]))
    return result
  }

  /// The totals of a range.
  ///
  /// A coarse chunk's bucket counts with all of its original samples if its first kept sample is in the
  /// range. Kept samples before the first such bucket count for themselves.
  func summary(of range: Range<Int>) -> ChunkSummary {
    var result = ChunkSummary()
    result.extent = extent(in: range)
    for i in range where value(i).isNaN { result.hasMissing = true }
    guard let tier = memory.tier else {
      add(range, to: &result)
      return result
    }
    let first = tier.firstBucket(from: offset + range.lowerBound)
    let end = tier.firstBucket(from: offset + range.upperBound)
    let whole = first < end ? tier.buckets[first].first - offset : range.upperBound
    add(range.lowerBound..<whole, to: &result)
    for bucket in tier.buckets[first..<max(first, end)] {
      result.sum += bucket.sum
      result.count += bucket.count
    }
    return result
  }

  private func add(_ range: Range<Int>, to result: inout ChunkSummary) {
    let values = values
    for i in range where !values[i].isNaN {
      result.sum += values[i]
      result.count += 1
    }
  }

  /// The samples with the original ones that they stand for.
  var weighted: [WeightedSample] {
    var result = (0..<count).map { WeightedSample(time: time($0), value: value($0)) }
    guard let tier = memory.tier else { return result }
    let firstBucket = tier.firstBucket(from: offset)
    let whole = firstBucket < tier.buckets.count ? tier.buckets[firstBucket].first - offset : count
    for i in min(whole, count)..<count {
      (result[i].sum, result[i].count) = (0, 0)
    }
    for bucket in tier.buckets[firstBucket...] where bucket.first < offset + count {
      let place = bucket.first - offset
      (result[place].sum, result[place].count) = (bucket.sum, bucket.count)
    }
    return result
  }
}

/// A chunk that no sample is appended to, with its totals.
struct SealedChunk: Sendable {
  /// The number of the first sample, in the series' numbering.
  var start: Int
  let chunk: Chunk
  let summary: ChunkSummary
  let firstTime: Double

  init(_ chunk: Chunk, start: Int) {
    self.start = start
    self.chunk = chunk
    summary = chunk.summary(of: 0..<chunk.count)
    firstTime = chunk.time(0)
  }

  /// The number after that of the last sample.
  var end: Int { start + chunk.count }
  /// The number of times that the samples were made coarser; 0 at full resolution.
  var level: Int { chunk.memory.tier?.level ?? 0 }
}
