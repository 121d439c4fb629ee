import Glibc
import Synchronization

/// The memory of one chunk of samples: its columns, and the extents of its blocks.
///
/// Written samples never change while several chunks share the memory. Behind them, the first chunk to
/// claim a place may write. So a copy of a series stays as it is while the original grows.
final class ChunkMemory: @unchecked Sendable {
  /// The number of samples that have room.
  let capacity: Int
  let values: UnsafeMutablePointer<Double>
  /// The times; nil where they are an arithmetic progression.
  let times: UnsafeMutablePointer<Double>?
  /// The extents of blocks of `blockLength` samples, once all samples of a block are written.
  let blocks: UnsafeMutablePointer<Extent>
  /// Whether a block has a missing sample.
  let blockMisses: UnsafeMutablePointer<Bool>
  /// The extremes of groups of `groupLength` blocks, once all samples of a group are written.
  let groups: UnsafeMutablePointer<Group>
  /// The coarse stretches that the samples stand for; nil at full resolution.
  let tier: Tier?
  private let base: UnsafeMutableRawPointer
  /// The number of claimed samples from the start.
  private let used = Atomic(0)

  static let blockLength = 32
  static let groupLength = 16

  /// The extremes of some blocks, with the indices within the group of the first of the lowest samples and of
  /// the first of the highest: a picture of millions of samples then needs no look at samples elsewhere in
  /// memory.
  struct Group {
    var extent = Extent()
    var lowest: UInt16 = 0
    var highest: UInt16 = 0
    var hasMissing = false
  }
  /// The memory of all chunks without samples.
  static let none = ChunkMemory(capacity: 0, hasTimes: false)

  init(capacity: Int, hasTimes: Bool, tier: Tier? = nil) {
    let columns = capacity * (hasTimes ? 2 : 1) * MemoryLayout<Double>.stride
    let blockCount = capacity / ChunkMemory.blockLength
    let extents = blockCount * MemoryLayout<Extent>.stride
    let groupBytes = blockCount / ChunkMemory.groupLength * MemoryLayout<Group>.stride
    guard let base = malloc(max(1, columns + extents + groupBytes + blockCount)) else {
      fatalError("no memory for \(capacity) samples")
    }
    self.base = base
    self.capacity = capacity
    self.tier = tier
    values = base.assumingMemoryBound(to: Double.self)
    times = hasTimes ? values + capacity : nil
    blocks = (base + columns).assumingMemoryBound(to: Extent.self)
    groups = (base + columns + extents).assumingMemoryBound(to: Group.self)
    blockMisses = (base + columns + extents + groupBytes).assumingMemoryBound(to: Bool.self)
  }

  deinit { free(base) }

  /// Claims places for a chunk; false if another chunk has claimed them.
  func claim(from start: Int, to end: Int) -> Bool {
    used.compareExchange(expected: start, desired: end, ordering: .relaxed).exchanged
  }

  /// Sets the number of claimed places, after the only owner has dropped its newest samples.
  func reset(used count: Int) { used.store(count, ordering: .relaxed) }

  /// Sets the extents of the blocks and of the groups that have become complete.
  func finishBlocks(from start: Int, to end: Int) {
    let length = ChunkMemory.blockLength
    for block in start / length..<end / length {
      blocks[block] = Extent(eights: values + block * length, count: length)
      blockMisses[block] = ChunkMemory.hasMissing(values + block * length, count: length)
    }
    let group = ChunkMemory.groupLength
    for number in start / length / group..<end / length / group { finishGroup(number) }
  }

  private func finishGroup(_ number: Int) {
    let first = number * ChunkMemory.groupLength
    var group = Group()
    var (lowest, highest) = (first, first)
    for block in first..<first + ChunkMemory.groupLength {
      let extent = blocks[block]
      if extent.low < group.extent.low { (group.extent.low, lowest) = (extent.low, block) }
      if extent.high > group.extent.high { (group.extent.high, highest) = (extent.high, block) }
      group.hasMissing = group.hasMissing || blockMisses[block]
    }
    func index(of value: Double, inBlock block: Int) -> UInt16 {
      let start = block * ChunkMemory.blockLength
      let found = (0..<ChunkMemory.blockLength).first { values[start + $0] == value } ?? 0
      return UInt16(start + found - first * ChunkMemory.blockLength)
    }
    group.lowest = index(of: group.extent.low, inBlock: lowest)
    group.highest = index(of: group.extent.high, inBlock: highest)
    groups[number] = group
  }

  /// Whether one of `count` values, a multiple of eight, is missing.
  private static func hasMissing(_ values: UnsafePointer<Double>, count: Int) -> Bool {
    var missing = SIMDMask<SIMD8<Int64>>(repeating: false)
    for start in stride(from: 0, to: count, by: 8) {
      let eight = UnsafeRawPointer(values + start).loadUnaligned(as: SIMD8<Double>.self)
      missing .|= eight .!= eight
    }
    return any(missing)
  }

  /// The bytes that the memory takes, with those of this object and of the allocator.
  var byteCount: Int {
    let samples = capacity * (times == nil ? 1 : 2) * MemoryLayout<Double>.stride
    let blockCount = capacity / ChunkMemory.blockLength
    let groupCount = blockCount / ChunkMemory.groupLength
    let buckets = tier.map { $0.buckets.capacity * MemoryLayout<Tier.Bucket>.stride } ?? 0
    return samples + blockCount * (MemoryLayout<Extent>.stride + 1)
      + groupCount * MemoryLayout<Group>.stride + buckets
      + ChunkMemory.overhead
  }

  /// The bytes of an object, and of the allocator's records.
  private static let overhead = 144
}
