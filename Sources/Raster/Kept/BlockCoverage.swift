import CLanes
import Geometry

/// The coverage of one shape in a block: some columns of all rows that the shape may be drawn in.
///
/// Kept by groups of pixels, of which most are not covered at all, or fully.
final class BlockCoverage: @unchecked Sendable {
  /// The columns of a block, and of a group.
  static let width = Int(BLOCK_WIDTH)
  static let groupWidth = Int(BLOCK_GROUP)

  /// The rows that are covered, from the first row of the block on.
  let rows: Range<Int>
  let block: coverage_block
  /// The bytes that it takes.
  let cost: Int
  private let memory: UnsafeMutableRawPointer

  /// - Parameter values: `rows` times `width` coverages, 0...65535.
  init(rows: Range<Int>, _ values: UnsafePointer<UInt16>) {
    self.rows = rows
    let (width, group) = (BlockCoverage.width, BlockCoverage.groupWidth)
    var kinds = [UInt8](repeating: 0, count: rows.count)
    var starts = [UInt32](repeating: 0, count: rows.count)
    var count = 0
    for row in 0..<rows.count {
      starts[row] = UInt32(count)
      for i in 0..<(width / group) {
        let pixels = UnsafeBufferPointer(start: values + row * width + i * group, count: group)
        if pixels.allSatisfy({ $0 == .max }) {
          kinds[row] |= 16 << UInt8(i)
        } else if pixels.contains(where: { $0 > 0 }) {
          kinds[row] |= 1 << UInt8(i)
          count += 1
        }
      }
    }
    // A vector that begins in the last group may be read beyond its end.
    cost = 2 * (count + 1) * group + 5 * rows.count
    memory = .allocate(byteCount: cost, alignment: 64)
    let kept = memory.bindMemory(to: UInt16.self, capacity: (count + 1) * group)
    (kept + count * group).initialize(repeating: 0, count: group)
    var next = kept
    for row in 0..<rows.count {
      for i in 0..<(width / group) where kinds[row] & 1 << UInt8(i) != 0 {
        next.initialize(from: values + row * width + i * group, count: group)
        next += group
      }
    }
    let rest = memory + 2 * (count + 1) * group
    let keptStarts = rest.bindMemory(to: UInt32.self, capacity: rows.count)
    keptStarts.initialize(from: starts, count: rows.count)
    let keptKinds = (rest + 4 * rows.count).bindMemory(to: UInt8.self, capacity: rows.count)
    keptKinds.initialize(from: kinds, count: rows.count)
    block = coverage_block(kinds: keptKinds, starts: keptStarts, values: kept)
  }

  deinit { memory.deallocate() }
}

/// A block's coverage at its place.
struct PlannedBlock {
  let coverage: BlockCoverage
  /// The device pixels of the covered rows.
  let area: IntRect
}

extension CoverageRasterizer {
  /// The coverage of a block.
  /// - Parameters:
  ///   - transform: from the path's space to pixels of the block.
  ///   - height: the rows of the block.
  func coverage(
    of path: Path, _ outline: Outline, _ transform: AffineTransform, height: Int
  ) -> BlockCoverage {
    let region = IntRect(width: BlockCoverage.width, height: height)
    let shape = shape(
      ShapeSource(
        path: path, rule: outline.rule, style: outline.style, transform: transform,
        region: region, isCut: true))
    let rows = shape.bounds.isEmpty ? 0..<0 : shape.bounds.minY..<shape.bounds.maxY
    let count = region.width * rows.count
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count + 1) {
      let values = $0.baseAddress!
      values.initialize(repeating: 0, count: count + 1)
      draw(shape, region: region, into: values - region.width * rows.lowerBound)
      return BlockCoverage(rows: rows, values)
    }
  }
}
