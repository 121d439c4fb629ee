import CLanes
import Geometry
import KernelsBase
import KernelsWide
import KernelsWidest

extension Painter {
  /// Paints what blocks cover of the area.
  func paint(_ blocks: ArraySlice<PlannedBlock>) {
    let (blend, target, scratch) = (compositor.blend, compositor.target, compositor.scratch)
    switch source {
    case .solid(let color) where compositor.mask == nil:
      let placed = scratch.place(blocks, in: area, of: area)
      withUnsafePointer(to: color.lanes) { blend.solid(target, placed, area, $0, step: 0) }
    case .rows(let gradient) where compositor.mask == nil:
      let placed = scratch.place(blocks, in: area, of: area)
      let colors = gradient.colors(ofRows: area.minY..<area.maxY)
      blend.solid(target, placed, area, colors, step: 1)
    case .columns(let colors) where compositor.mask == nil:
      blend.pixels(target, scratch.place(blocks, in: area, of: area), area, colors)
    default:
      for block in blocks where block.area.intersects(area) { paintRows(of: block) }
    }
  }

  /// Paints a block with colours that are computed row by row, or through a clip.
  private func paintRows(of block: PlannedBlock) {
    let visible = block.area.intersection(area)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: BlockCoverage.width) { memory in
      let coverages = memory.baseAddress!
      for y in visible.minY..<visible.maxY {
        block.coverage.write(row: y - block.area.minY, to: coverages)
        paint(
          row: y, x: visible.minX, count: visible.width,
          .varying(coverages + (visible.minX - block.area.minX)))
      }
    }
  }
}

extension coverage_block {
  /// Writes the coverages of one of the covered rows.
  fileprivate func write(row: Int, to output: UnsafeMutablePointer<UInt32>) {
    let group = BlockCoverage.groupWidth
    let kinds = Int(kinds[row])
    var values = values + Int(starts[row]) * group
    for i in 0..<(BlockCoverage.width / group) {
      let to = output + i * group
      if kinds & 1 << i != 0 {
        for j in 0..<group { to[j] = UInt32(values[j]) }
        values += group
      } else {
        to.update(repeating: kinds & 16 << i != 0 ? Blend.full : 0, count: group)
      }
    }
  }
}

extension PaintScratch {
  /// Keeps the rows of blocks that lie in an area of a picture, placed in that picture.
  func place(
    _ planned: ArraySlice<PlannedBlock>, in area: IntRect, of picture: IntRect
  ) -> UnsafeBufferPointer<placed_block> {
    var count = 0
    for block in planned where block.area.intersects(area) {
      let rows = max(area.minY, block.area.minY)..<min(area.maxY, block.area.maxY)
      let skipped = rows.lowerBound - block.area.minY
      let coverage = block.coverage
      (blocks + count).initialize(
        to: placed_block(
          block: coverage_block(
            kinds: coverage.kinds + skipped, starts: coverage.starts + skipped,
            values: coverage.values),
          left: block.area.minX - picture.minX, top: rows.lowerBound - picture.minY,
          height: rows.count))
      count += 1
    }
    return UnsafeBufferPointer(start: blocks, count: count)
  }
}

extension Blend {
  /// Colours, one for each row or one for all, into what blocks cover of an area.
  fileprivate func solid(
    _ target: Target, _ blocks: UnsafeBufferPointer<placed_block>, _ area: IntRect,
    _ colors: UnsafePointer<solid_color>, step: Int
  ) {
    let pixels = target.row(area.minY) + area.minX
    switch kernels {
    case .base:
      KernelsBase.blendSolid(
        blocks, colors, colorStep: step, pixels, columns: area.width, stride: target.stride)
    case .wide:
      KernelsWide.blendSolid(
        blocks, colors, colorStep: step, pixels, columns: area.width, stride: target.stride)
    case .widest:
      KernelsWidest.blendSolid(
        blocks, colors, colorStep: step, pixels, columns: area.width, stride: target.stride)
    }
  }

  /// The same row of pixels, from the area's left on, into each row of what blocks cover of it.
  fileprivate func pixels(
    _ target: Target, _ blocks: UnsafeBufferPointer<placed_block>, _ area: IntRect,
    _ source: UnsafePointer<UInt32>
  ) {
    let pixels = target.row(area.minY) + area.minX
    switch kernels {
    case .base:
      KernelsBase.blendPixels(
        blocks, source, pixels, columns: area.width, stride: target.stride)
    case .wide:
      KernelsWide.blendPixels(
        blocks, source, pixels, columns: area.width, stride: target.stride)
    case .widest:
      KernelsWidest.blendPixels(
        blocks, source, pixels, columns: area.width, stride: target.stride)
    }
  }

  /// An area in one colour for each row, and over it another one where blocks cover it.
  /// - Parameters:
  ///   - colors: that over the first row, and over each further one `step` later.
  ///   - grounds: the pixel of each row where nothing is covered; `covered` where all is.
  func compose(
    _ target: Target, _ blocks: UnsafeBufferPointer<placed_block>, _ area: IntRect,
    _ colors: UnsafePointer<solid_color>, step: Int, grounds: UnsafePointer<UInt32>,
    covered: UnsafePointer<UInt32>
  ) {
    let pixels = target.row(area.minY) + area.minX
    let (columns, rows) = (area.width, area.height)
    switch kernels {
    case .base:
      KernelsBase.composeSolid(
        blocks, colors, colorStep: step, grounds: grounds, covered: covered, pixels,
        columns: columns, rows: rows, stride: target.stride)
    case .wide:
      KernelsWide.composeSolid(
        blocks, colors, colorStep: step, grounds: grounds, covered: covered, pixels,
        columns: columns, rows: rows, stride: target.stride)
    case .widest:
      KernelsWidest.composeSolid(
        blocks, colors, colorStep: step, grounds: grounds, covered: covered, pixels,
        columns: columns, rows: rows, stride: target.stride)
    }
  }
}
