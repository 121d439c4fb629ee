import CLanes
import Geometry

/// The background of a tile while its pixels are known but not yet written: strips side by side, each with one colour
/// in each row.
///
/// The background of a panel, its grid lines and the area under its curve cover the same pixels. Operations that are
/// the same in all columns of a strip are drawn into one column, which represents all columns. An area with kept
/// coverage is then written together with the strip behind the area, each pixel once. Before any other operation is
/// drawn, the strips behind it are written.
struct Ground {
  struct Strip {
    var columns: Range<Int>
    /// Whether the column must still be written to all columns of the strip.
    var isPending = true
  }

  /// The largest number of strips. Operations that would need more are drawn as if there were no strips.
  static let mostStrips = 8

  private let tile: IntRect
  private let target: Target
  private let scratch: PaintScratch
  /// Whether the plan has kept coverage to write together with the strips behind it. Otherwise, painting the whole tile
  /// at once while its pixels are in the cache is faster.
  private let isOfUse: Bool
  /// The number of strips, from the left; 0 while the pixels of the tile are not known.
  private var count = 0

  init(_ tile: IntRect, of target: Target, _ plan: Plan, _ scratch: PaintScratch) {
    isOfUse = !plan.blocks.isEmpty
    (self.tile, self.target, self.scratch) = (tile, target, scratch)
  }

  /// Draws an operation if the operation needs no written pixels of the tile; otherwise writes the strips behind the
  /// operation.
  /// - Parameter area: the part of the tile that the operation may change.
  /// - Returns: whether it is drawn.
  mutating func take(_ operation: PlannedOperation, of plan: Plan, area: IntRect) -> Bool {
    switch operation.content {
    case .group:
      // A group is drawn in tiles of its own, with the same scratch memory.
      write()
      return false
    case _ where operation.clip != nil:
      break
    case .clear(let color):
      if take(.solid(color), area) { return true }
    case .fill(let shape, let shader):
      let isFull = plan.shapes[shape].isRectangle || operation.core.contains(area)
      if isFull, take(shader, area) { return true }
    case .blocks(let range, let shader):
      if shader.isConstantInRows, let strips = pending(area) {
        write(strips, under: plan.blocks[range], shader, area)
        return true
      }
    case .glyphs: break
    }
    write(area)
    return false
  }

  /// Draws a colour for each row over an area.
  private mutating func take(_ shader: Shader, _ area: IntRect) -> Bool {
    guard shader.isConstantInRows else { return false }
    if count == 0 {
      guard isOfUse, shader.isOpaque, area == tile else { return false }
      scratch.strips.initialize(to: Strip(columns: tile.minX..<tile.maxX))
      count = 1
    }
    guard let strips = pending(area) else { return false }
    for i in strips { paint(shader, area, into: scratch.column(i)) }
    return true
  }

  /// The strips that form an area; nil if some of them are already written, or if there would be too many.
  private mutating func pending(_ area: IntRect) -> Range<Int>? {
    if count == 0 || count + 2 > Ground.mostStrips { return nil }
    let strips = split(at: area.minX)..<split(at: area.maxX)
    return strips.allSatisfy { scratch.strips[$0].isPending } ? strips : nil
  }

  /// Splits the strips so that one starts at a column, and returns the number of that strip.
  private mutating func split(at column: Int) -> Int {
    let strips = scratch.strips
    var i = 0
    while i < count, strips[i].columns.upperBound <= column { i += 1 }
    if i == count || strips[i].columns.lowerBound == column { return i }
    for j in stride(from: count, to: i, by: -1) {
      (strips + j).initialize(to: strips[j - 1])
      scratch.column(j).update(from: scratch.column(j - 1), count: tile.height)
    }
    count += 1
    strips[i].columns = strips[i].columns.lowerBound..<column
    strips[i + 1].columns = column..<strips[i + 1].columns.upperBound
    return i + 1
  }

  /// Paints one column, whose first pixel is in the tile's first row.
  private func paint(
    _ shader: Shader, _ area: IntRect, into column: UnsafeMutablePointer<UInt32>
  ) {
    Painter(
      shader, area: IntRect(minX: 0, minY: area.minY, maxX: 1, maxY: area.maxY),
      Canvas(
        target: Target(column, minY: tile.minY, stride: 1), mask: nil, scratch: scratch)
    ).paintArea()
  }

  /// Writes all strips that are not yet written.
  mutating func write() {
    write(tile)
    count = 0
  }

  /// Writes the strips behind an area.
  private func write(_ area: IntRect) {
    for i in 0..<count where scratch.strips[i].isPending {
      let columns = scratch.strips[i].columns
      if columns.overlaps(area.minX..<area.maxX) {
        scratch.strips[i].isPending = false
        write(columns, scratch.column(i))
      }
    }
  }

  private func write(_ columns: Range<Int>, _ pixels: UnsafePointer<UInt32>) {
    let isWhole = columns.count == target.stride
    var y = 0
    while y < tile.height {
      var end = y + 1
      // Rows that are contiguous in memory are written as one.
      while isWhole, end < tile.height, pixels[end] == pixels[y] { end += 1 }
      scratch.kernels.pointee.fill(
        target.at(columns.lowerBound, tile.minY + y), (end - y) * columns.count, pixels[y])
      y = end
    }
  }

  /// Writes strips together with blocks of coverage, within an area, in a colour for each row.
  private func write(
    _ strips: Range<Int>, under blocks: ArraySlice<PlannedBlock>, _ shader: Shader,
    _ area: IntRect
  ) {
    let kernels = scratch.kernels
    let painted: Void? = shader.withColors(ofRows: tile.minY..<tile.maxY) { colors in
      for i in strips {
        scratch.strips[i].isPending = false
        scratch.covered.update(from: scratch.column(i), count: tile.height)
        for y in area.minY - tile.minY..<area.maxY - tile.minY {
          let color = SolidColor(lanes: colors.first[y * colors.step])
          scratch.paint(color, scratch.covered + y, 1, .constant(Coverage.full))
        }
        // The strip is written in full height; its columns are inside the area.
        var (strip, part) = (tile, area)
        let columns = scratch.strips[i].columns
        (strip.minX, strip.maxX) = (columns.lowerBound, columns.upperBound)
        (part.minX, part.maxX) = (columns.lowerBound, columns.upperBound)
        let placed = scratch.place(blocks, in: part, of: strip)
        kernels.pointee.composeBlocks(
          scratch.blocks, placed, colors, scratch.column(i), scratch.covered, target.rows(strip))
      }
    }
    precondition(painted != nil, "a colour for each row")
  }
}
