import CLanes
import Geometry

extension Painter {
  /// Paints the pixels of the area that blocks cover.
  func paint(_ blocks: ArraySlice<PlannedBlock>) {
    if canvas.mask == nil {
      let (kernels, scratch, rows) = (canvas.kernels, canvas.scratch, canvas.target.rows(area))
      if let columns {
        let count = scratch.place(blocks, in: area, of: area)
        return kernels.pointee.blendPixelsInBlocks(scratch.blocks, count, columns, rows)
      }
      let painted: Void? = shader.withColors(ofRows: area.minY..<area.maxY) {
        let count = scratch.place(blocks, in: area, of: area)
        kernels.pointee.blendColorsInBlocks(scratch.blocks, count, $0, rows)
      }
      if painted != nil { return }
    }
    for block in blocks where block.area.intersects(area) { paintRows(of: block) }
  }

  /// Paints a block with colours that are computed row by row, or through a clip.
  private func paintRows(of block: PlannedBlock) {
    let visible = block.area.intersection(area)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: BlockCoverage.width) { kept in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: BlockCoverage.width) { coverages in
        for y in visible.minY..<visible.maxY {
          block.coverage.write(row: y - block.area.minY, to: kept.baseAddress!)
          for i in kept.indices { coverages[i] = Coverage.of(level: kept[i]) }
          paint(
            row: y, x: visible.minX, count: visible.width,
            .varying(coverages.baseAddress! + (visible.minX - block.area.minX)))
        }
      }
    }
  }
}

extension PaintScratch {
  /// Fills `blocks` with the rows of planned blocks that are in an area of a picture, at their positions in the
  /// picture.
  /// - Returns: the number of blocks.
  func place(_ planned: ArraySlice<PlannedBlock>, in area: IntRect, of picture: IntRect) -> Int {
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
    return count
  }
}
