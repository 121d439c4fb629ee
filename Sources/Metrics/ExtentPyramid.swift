/// The smallest and the largest of some values; NaN is ignored.
struct Extent: Sendable {
  var low = Double.infinity
  var high = -Double.infinity

  mutating func include(_ other: Extent) {
    if other.low < low { low = other.low }
    if other.high > high { high = other.high }
  }

  mutating func include(_ values: some Sequence<Double>) {
    for value in values {
      if value < low { low = value }
      if value > high { high = value }
    }
  }

  /// The extent of `count` values, a multiple of eight.
  init(eights values: UnsafePointer<Double>, count: Int) {
    var low = SIMD8<Double>(repeating: .infinity)
    var high = SIMD8<Double>(repeating: -.infinity)
    for start in stride(from: 0, to: count, by: 8) {
      let eight = UnsafeRawPointer(values + start).loadUnaligned(as: SIMD8<Double>.self)
      low.replace(with: eight, where: eight .< low)
      high.replace(with: eight, where: eight .> high)
    }
    let low4 = low.lowHalf.replacing(with: low.highHalf, where: low.highHalf .< low.lowHalf)
    let high4 = high.lowHalf.replacing(with: high.highHalf, where: high.highHalf .> high.lowHalf)
    self.low = min(min(low4[0], low4[1]), min(low4[2], low4[3]))
    self.high = max(max(high4[0], high4[1]), max(high4[2], high4[3]))
  }

  init() {}

  var range: ClosedRange<Double>? { low <= high ? low...high : nil }
}

/// Extents of blocks of 32, 32², 32³ … consecutive samples, so that at most 2 × 32 entries per level give
/// the extent of any range. Blocks are aligned to sequence numbers, so they never change while samples
/// are dropped at the front. The pyramid takes a sixteenth of the values' memory.
struct ExtentPyramid: Sendable {
  private static let fanOut = 32

  private struct Level: Sendable {
    var blocks = SlidingColumn<Extent>()
    /// The number of the first kept block: block `b` of the lowest level starts at sample 32 b.
    var firstBlock = 0
    var unfinished = Extent()
    var unfinishedCount = 0
  }

  private var levels: [Level] = []

  mutating func append(_ value: Double) {
    var extent = Extent()
    extent.include(CollectionOfOne(value))
    append(extent, to: 0)
  }

  mutating func append(contentsOf values: UnsafeBufferPointer<Double>) {
    let started = levels.first?.unfinishedCount ?? 0
    // The values complete the current block, fill whole blocks, and begin another one.
    let first = min(values.count, started == 0 ? 0 : Self.fanOut - started)
    for value in values[..<first] { append(value) }
    var next = first
    while next + Self.fanOut <= values.count, let base = values.baseAddress {
      finish(Extent(eights: base + next, count: Self.fanOut), at: 0)
      next += Self.fanOut
    }
    for value in values[next...] { append(value) }
  }

  private mutating func append(_ extent: Extent, to index: Int) {
    if index == levels.count { levels.append(Level()) }
    levels[index].unfinished.include(extent)
    levels[index].unfinishedCount += 1
    guard levels[index].unfinishedCount == Self.fanOut else { return }
    let block = levels[index].unfinished
    levels[index].unfinished = Extent()
    levels[index].unfinishedCount = 0
    finish(block, at: index)
  }

  private mutating func finish(_ block: Extent, at index: Int) {
    if index == levels.count { levels.append(Level()) }
    levels[index].blocks.append(block)
    append(block, to: index + 1)
  }

  /// Drops the blocks that start before a sequence number.
  mutating func remove(before sequence: Int) {
    var firstKept = sequence
    for index in levels.indices {
      firstKept = (firstKept + Self.fanOut - 1) / Self.fanOut
      let dropped = min(firstKept - levels[index].firstBlock, levels[index].blocks.count)
      guard dropped > 0 else { continue }
      levels[index].blocks.removeFirst(dropped)
      levels[index].firstBlock += dropped
    }
  }

  /// Drops the samples from a sequence number on.
  /// - Parameters:
  ///   - samples: the values that remain.
  ///   - firstSequence: the sequence number of the first of them.
  mutating func remove(
    from sequence: Int, samples: UnsafeBufferPointer<Double>, firstSequence: Int
  ) {
    var end = sequence
    for index in levels.indices {
      let block = end / Self.fanOut
      let started = block * Self.fanOut..<end
      var unfinished = Extent()
      if index == 0 {
        let kept = started.clamped(to: firstSequence..<max(firstSequence, sequence))
        for number in kept { unfinished.include(CollectionOfOne(samples[number - firstSequence])) }
      } else {
        let first = levels[index - 1].firstBlock
        for number in started where number >= first {
          unfinished.include(levels[index - 1].blocks[number - first])
        }
      }
      let surplus = levels[index].firstBlock + levels[index].blocks.count - block
      levels[index].blocks.removeLast(min(max(0, surplus), levels[index].blocks.count))
      if levels[index].blocks.count == 0 { levels[index].firstBlock = block }
      levels[index].unfinished = unfinished
      levels[index].unfinishedCount = started.count
      end = block
    }
  }

  /// The extent of the samples with the given sequence numbers.
  /// - Parameters:
  ///   - samples: the kept values.
  ///   - firstSequence: the sequence number of the first of them.
  func extent(
    of sequences: Range<Int>, samples: UnsafeBufferPointer<Double>, firstSequence: Int
  ) -> Extent {
    var result = Extent()
    var range = sequences
    func include(_ part: Range<Int>, ofLevel level: Int) {
      if level < 0 {
        let positions = part.lowerBound - firstSequence..<part.upperBound - firstSequence
        result.include(UnsafeBufferPointer(rebasing: samples[positions]))
      } else {
        for block in part {
          result.include(levels[level].blocks[block - levels[level].firstBlock])
        }
      }
    }
    for level in levels.indices {
      let first = (range.lowerBound + Self.fanOut - 1) / Self.fanOut
      let end = range.upperBound / Self.fanOut
      guard first < end else {
        include(range, ofLevel: level - 1)
        return result
      }
      include(range.lowerBound..<first * Self.fanOut, ofLevel: level - 1)
      include(end * Self.fanOut..<range.upperBound, ofLevel: level - 1)
      range = first..<end
    }
    include(range, ofLevel: levels.count - 1)
    return result
  }
}
