/// The lowest, the highest and a missing sample of some.
struct SampleExtremes {
  private(set) var low = Double.infinity
  private(set) var high = -Double.infinity
  /// The positions of the first of the lowest and of the highest samples, and of the last missing one;
  /// -1 if there is none.
  private(set) var lowest = -1
  private(set) var highest = -1
  private(set) var missing = -1

  /// Includes a sample; a value below `least` counts as missing.
  @inline(__always)
  mutating func include(_ value: Double, at position: Int, least: Double) {
    guard value >= least else {
      if position > missing { missing = position }
      return
    }
    if value < low || value == low && position < lowest { (low, lowest) = (value, position) }
    if value > high || value == high && position < highest { (high, highest) = (value, position) }
  }

  /// The positions in ascending order, each once.
  var positions: [Int] {
    var result: [Int] = []
    write(to: &result)
    return result
  }

  /// Adds the positions in ascending order, each once.
  @inline(__always)
  func write(to result: inout [Int]) {
    var (a, b, c) = (lowest, highest, missing)
    if b < a { swap(&a, &b) }
    if c < b { swap(&b, &c) }
    if b < a { swap(&a, &b) }
    if a >= 0 { result.append(a) }
    if b > a { result.append(b) }
    if c > b { result.append(c) }
  }
}

extension SampleExtremes {
  /// Includes samples of a chunk, by its groups of blocks and its blocks where these are whole.
  /// - Parameters:
  ///   - position: the position of the chunk's first sample.
  ///   - least: the limit below which a value counts as missing.
  mutating func include(
    _ chunk: Chunk, _ range: Range<Int>, firstPosition position: Int, least: Double
  ) {
    let blocks = chunk.wholeBlocks(in: range)
    let length = ChunkMemory.groupLength
    let (lower, upper) = (blocks.numbers.lowerBound, blocks.numbers.upperBound)
    let start = min((lower + length - 1) / length * length, upper)
    let end = max(start, upper / length * length)
    include(samples: range.lowerBound..<blocks.start, of: chunk, position, least)
    include(blocks: lower..<start, of: chunk, position, least)
    include(groups: start / length..<end / length, of: chunk, position, least)
    include(blocks: end..<upper, of: chunk, position, least)
    include(samples: blocks.end..<range.upperBound, of: chunk, position, least)
  }

  private mutating func include(
    samples range: Range<Int>, of chunk: Chunk, _ position: Int, _ least: Double
  ) {
    guard !range.isEmpty else { return }
    let values = chunk.values
    for i in range { include(values[i], at: position + i, least: least) }
  }

  private mutating func include(
    blocks: Range<Int>, of chunk: Chunk, _ position: Int, _ least: Double
  ) {
    var (lowBlock, highBlock, missingBlock) = (-1, -1, -1)
    var (low, high) = (self.low, self.high)
    for block in blocks {
      let extent = chunk.memory.blocks[block]
      if chunk.memory.blockMisses[block] { missingBlock = block }
      if extent.low < least, extent.low <= extent.high {
        include(samples: chunk.samples(ofBlock: block), of: chunk, position, least)
        continue
      }
      if extent.low < low { (low, lowBlock) = (extent.low, block) }
      if extent.high > high { (high, highBlock) = (extent.high, block) }
    }
    if lowBlock >= 0 {
      include(samples: chunk.samples(ofBlock: lowBlock), of: chunk, position, least)
    }
    if highBlock >= 0, highBlock != lowBlock {
      include(samples: chunk.samples(ofBlock: highBlock), of: chunk, position, least)
    }
    if missingBlock >= 0, missingBlock != lowBlock, missingBlock != highBlock {
      include(samples: chunk.samples(ofBlock: missingBlock), of: chunk, position, least)
    }
  }

  private mutating func include(
    groups: Range<Int>, of chunk: Chunk, _ position: Int, _ least: Double
  ) {
    let length = ChunkMemory.groupLength
    for number in groups {
      let group = chunk.memory.groups[number]
      let blocks = number * length..<(number + 1) * length
      let isBelow = group.extent.low < least && group.extent.low <= group.extent.high
      if isBelow || group.hasMissing {
        include(blocks: blocks, of: chunk, position, least)
        continue
      }
      let first = position + chunk.samples(ofBlock: blocks.lowerBound).lowerBound
      include(group.extent.low, at: first + Int(group.lowest), least: least)
      include(group.extent.high, at: first + Int(group.highest), least: least)
    }
  }
}
