import CLanes
import Geometry

/// The coverage of one shape in a block of columns, over all rows in which the shape may be drawn.
///
/// A row is stored in groups of 16 pixels. Most groups are covered fully or not at all; only the others have values.
final class BlockCoverage: @unchecked Sendable {
  /// The number of columns of a block, and of a group.
  static let width = Int(BLOCK_WIDTH)
  static let groupWidth = Int(BLOCK_GROUP)

  /// The covered rows; row 0 is the first row of the block.
  let rows: Range<Int>
  let block: coverage_block
  /// The size of the memory in bytes.
  let cost: Int
  private let memory: UnsafeMutableRawPointer

  /// - Parameters:
  ///   - kinds: the kind of each row, as in `coverage_block`.
  ///   - values: the values of all partly covered groups, one group after another.
  fileprivate init(
    rows: Range<Int>, kinds: UnsafePointer<UInt8>, values: UnsafePointer<UInt8>, count: Int
  ) {
    self.rows = rows
    let group = BlockCoverage.groupWidth
    // A vector that starts in the last group may be read beyond the group's end.
    let capacity = (count + 1) * group
    cost = capacity + 5 * rows.count
    memory = .allocate(byteCount: cost, alignment: 64)
    let kept = memory.bindMemory(to: UInt8.self, capacity: capacity)
    kept.initialize(from: values, count: count * group)
    (kept + count * group).initialize(repeating: 0, count: group)
    let starts = (memory + capacity).bindMemory(to: UInt32.self, capacity: rows.count)
    let keptKinds = (memory + capacity + 4 * rows.count)
      .bindMemory(to: UInt8.self, capacity: rows.count)
    keptKinds.initialize(from: kinds, count: rows.count)
    var next: UInt32 = 0
    for i in 0..<rows.count {
      (starts + i).initialize(to: next)
      next &+= UInt32((kinds[i] & 15).nonzeroBitCount)
    }
    block = coverage_block(kinds: keptKinds, starts: starts, values: kept)
  }

  deinit { memory.deallocate() }
}

extension coverage_block {
  /// Writes the levels of a covered row.
  func write(row: Int, to output: UnsafeMutablePointer<UInt8>) {
    let group = BlockCoverage.groupWidth
    let kinds = Int(kinds[row])
    var values = values + Int(starts[row]) * group
    for i in 0..<(BlockCoverage.width / group) {
      let to = output + i * group
      if kinds & 1 << i != 0 {
        to.update(from: values, count: group)
        values += group
      } else {
        to.update(repeating: kinds & 16 << i != 0 ? .max : 0, count: group)
      }
    }
  }
}

/// A block's coverage at its position in the frame.
struct PlannedBlock {
  /// The coverage, in memory of the cache, which frees no planned coverage until the frame is drawn.
  let coverage: coverage_block
  /// The device pixels of the covered rows.
  let area: IntRect
}

/// Memory in which the coverage of one block after another is assembled, band by band.
struct BlockWriter: ~Copyable {
  /// The pixels of a band, which the caller writes before `append`.
  let band: UnsafeMutablePointer<UInt8>
  private var kinds: UnsafeMutablePointer<UInt8>
  private var values: UnsafeMutablePointer<UInt8>
  private var capacity = 0
  private var rowCount = 0
  private var count = 0
  /// The range from the first to the last covered row.
  private var covered = 0..<0

  init() {
    band = BlockWriter.vectors(Band.rows * BlockCoverage.width)
    kinds = .allocate(capacity: 1)
    values = BlockWriter.vectors(1)
  }

  /// Memory that starts at a cache line, so that groups can be read as vectors.
  private static func vectors(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
      .bindMemory(to: UInt8.self, capacity: count)
  }

  deinit {
    band.deallocate()
    kinds.deallocate()
    values.deallocate()
  }

  /// Starts a block of at most a number of rows.
  mutating func begin(rows: Int) {
    (rowCount, count, covered) = (0, 0, 0..<0)
    if rows <= capacity { return }
    kinds.deallocate()
    values.deallocate()
    capacity = rows
    kinds = .allocate(capacity: rows)
    values = BlockWriter.vectors(rows * BlockCoverage.width)
  }

  /// Adds the first rows of `band`.
  mutating func append(rows: Int) {
    let group = BlockCoverage.groupWidth
    for row in 0..<rows {
      var kind: UInt8 = 0
      for i in 0..<(BlockCoverage.width / group) {
        let pixels = UnsafeRawPointer(band + row * BlockCoverage.width + i * group)
        let words = pixels.load(as: SIMD2<UInt64>.self)
        if words.x | words.y == 0 { continue }
        if words.x & words.y == .max {
          kind |= 16 << UInt8(i)
        } else {
          kind |= 1 << UInt8(i)
          UnsafeMutableRawPointer(values + count * group)
            .storeBytes(of: words, as: SIMD2<UInt64>.self)
          count &+= 1
        }
      }
      kinds[rowCount] = kind
      rowCount &+= 1
      if kind != 0 {
        covered = (covered.isEmpty ? rowCount - 1 : covered.lowerBound)..<rowCount
      }
    }
  }

  /// The finished coverage, without uncovered rows at both ends.
  /// - Parameter top: the block's row that was added first.
  func coverage(top: Int) -> BlockCoverage {
    BlockCoverage(
      rows: top + covered.lowerBound..<top + covered.upperBound,
      kinds: kinds + covered.lowerBound, values: values, count: count)
  }
}

extension CoverageRasterizer {
  /// The coverage of a block.
  /// - Parameters:
  ///   - path: a path that contains at least all segments that matter for the columns from `column` on.
  ///   - transform: the transform from the path's space to pixels of the block.
  ///   - height: the number of rows of the block.
  ///   - before: an earlier coverage of the same block whose columns before `column` are valid; nil if there is none.
  func coverage(
    of path: Path, _ outline: Outline, _ transform: AffineTransform, height: Int,
    from column: Int = 0, over before: BlockCoverage? = nil
  ) -> BlockCoverage {
    let region = IntRect(minX: column, minY: 0, maxX: BlockCoverage.width, maxY: height)
    let shape = shape(
      ShapeSource(
        path: path, rule: outline.rule, style: outline.style, transform: transform,
        region: region, isCut: true))
    var rows = shape.bounds.isEmpty ? 0..<0 : shape.bounds.minY..<shape.bounds.maxY
    if let before, !before.rows.isEmpty {
      rows =
        rows.isEmpty
        ? before.rows
        : min(
          rows.lowerBound, before.rows.lowerBound)..<max(
            rows.upperBound, before.rows.upperBound)
    }
    writer.begin(rows: rows.count)
    var top = rows.lowerBound
    while top < rows.upperBound {
      let bottom = min((top >> Band.shift + 1) << Band.shift, rows.upperBound)
      writeBand(of: shape, top..<bottom, region: region, over: before)
      writer.append(rows: bottom - top)
      top = bottom
    }
    return writer.coverage(top: rows.lowerBound)
  }

  private func writeBand(
    of shape: Shape, _ rows: Range<Int>, region: IntRect, over before: BlockCoverage?
  ) {
    let (width, band) = (BlockCoverage.width, writer.band)
    if let before, region.minX > 0 {
      for row in rows {
        let line = band + (row - rows.lowerBound) * width
        let isCovered = before.rows.contains(row)
        if isCovered { before.block.write(row: row - before.rows.lowerBound, to: line) }
        let kept = isCovered ? region.minX : 0
        (line + kept).update(repeating: 0, count: width - kept)
      }
    } else {
      band.update(repeating: 0, count: rows.count * width)
    }
    draw(shape, region: region, rows: rows, into: band + region.minX, stride: width)
  }
}
