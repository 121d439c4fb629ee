import CLanes
import Geometry
import KernelsBase
import KernelsWide
import KernelsWidest

extension Painter {
  /// Paints what blocks cover of the area.
  func paint(_ blocks: ArraySlice<PlannedBlock>) {
    let rows = compositor.scratch.rows
    if case .rows(let gradient) = source {
      for y in area.minY..<area.maxY {
        (rows + (y - area.minY)).initialize(to: gradient.solid(row: y).lanes)
      }
    }
    for block in blocks where block.area.intersects(area) {
      guard compositor.mask == nil else {
        paintRows(of: block)
        continue
      }
      let visible = block.area.intersection(area)
      switch source {
      case .solid(let color):
        withUnsafePointer(to: color.lanes) {
          compositor.blend.solid(compositor.target, block, visible, $0, step: 0)
        }
      case .rows:
        let colors = rows + (visible.minY - area.minY)
        compositor.blend.solid(compositor.target, block, visible, colors, step: 1)
      case .columns(let colors):
        compositor.blend.pixels(
          compositor.target, block, visible, colors + (block.area.minX - area.minX))
      case .gradient, .image:
        paintRows(of: block)
      }
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

extension BlockCoverage {
  /// Writes the coverages of one of the covered rows.
  fileprivate func write(row: Int, to output: UnsafeMutablePointer<UInt32>) {
    let group = BlockCoverage.groupWidth
    let kinds = Int(block.kinds[row])
    var values = block.values + Int(block.starts[row]) * group
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

extension Blend {
  /// Colours, one for each row or one for all, into what a block covers of an area.
  fileprivate func solid(
    _ target: Target, _ planned: PlannedBlock, _ area: IntRect,
    _ colors: UnsafePointer<solid_color>, step: Int
  ) {
    let part = BlockPart(planned, area, target)
    switch kernels {
    case .base:
      KernelsBase.blendSolid(
        planned.coverage.block, rows: part.rows, from: part.from, to: part.to, colors,
        colorStep: step, part.pixels, stride: target.stride)
    case .wide:
      KernelsWide.blendSolid(
        planned.coverage.block, rows: part.rows, from: part.from, to: part.to, colors,
        colorStep: step, part.pixels, stride: target.stride)
    case .widest:
      KernelsWidest.blendSolid(
        planned.coverage.block, rows: part.rows, from: part.from, to: part.to, colors,
        colorStep: step, part.pixels, stride: target.stride)
    }
  }

  /// The same row of pixels into each row of what a block covers of an area.
  /// - Parameter from: the pixel over the block's first column, or where it would be.
  fileprivate func pixels(
    _ target: Target, _ planned: PlannedBlock, _ area: IntRect, _ from: UnsafePointer<UInt32>
  ) {
    let part = BlockPart(planned, area, target)
    switch kernels {
    case .base:
      KernelsBase.blendPixels(
        planned.coverage.block, rows: part.rows, from: part.from, to: part.to, from,
        part.pixels, stride: target.stride)
    case .wide:
      KernelsWide.blendPixels(
        planned.coverage.block, rows: part.rows, from: part.from, to: part.to, from,
        part.pixels, stride: target.stride)
    case .widest:
      KernelsWidest.blendPixels(
        planned.coverage.block, rows: part.rows, from: part.from, to: part.to, from,
        part.pixels, stride: target.stride)
    }
  }
}

/// The rows and columns of a block that lie in an area.
private struct BlockPart {
  let rows: Range<Int>
  let from: Int
  let to: Int
  /// The pixel of the first of the rows in the block's first column, or where it would be.
  let pixels: UnsafeMutablePointer<UInt32>

  init(_ block: PlannedBlock, _ area: IntRect, _ target: Target) {
    rows = area.minY - block.area.minY..<area.maxY - block.area.minY
    (from, to) = (area.minX - block.area.minX, area.maxX - block.area.minX)
    pixels = target.row(area.minY) + block.area.minX
  }
}
