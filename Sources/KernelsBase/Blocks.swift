import CLanes

/// Walks through the groups of a row of kept coverage from left to right.
/// - Parameters:
///   - from: the first column that is wanted, and `to` the one after the last.
///   - span: takes pixels that are fully covered: the first, their number.
///   - run: takes pixels of one group: the first, their number, their coverages.
@inline(__always)
private func walk(
  _ block: coverage_block, row: Int, from: Int, to: Int, span: (Int, Int) -> Void,
  run: (Int, Int, UnsafePointer<UInt16>) -> Void
) {
  let group = Int(BLOCK_GROUP)
  var kinds = Int(block.kinds[row])
  if kinds == 0 { return }
  var values = block.values + Int(block.starts[row]) &* group
  var x = 0
  while kinds != 0 {
    if kinds & 16 != 0 {
      let start = max(x, from)
      repeat {
        x &+= group
        kinds = (kinds >> 1) & 0x77
      } while kinds & 16 != 0
      let end = min(x, to)
      if start < end { span(start, end &- start) }
    } else {
      if kinds & 1 != 0 {
        let start = max(x, from)
        let end = min(x &+ group, to)
        if start < end { run(start, end &- start, values + (start &- x)) }
        values += group
      }
      x &+= group
      kinds = (kinds >> 1) & 0x77
    }
  }
}

/// Blends colours into the pixels that kept coverage covers.
/// - Parameters:
///   - from: the block's first column that is drawn, and `to` the one after the last.
///   - colors: the colour of the first of the rows; that of each further row `colorStep` later.
///   - pixels: the first of the rows at the block's first column, with `stride` pixels from one row
///     to the next.
public func blendSolid(
  _ block: coverage_block, rows: Range<Int>, from: Int, to: Int,
  _ colors: UnsafePointer<solid_color>, colorStep: Int, _ pixels: UnsafeMutablePointer<UInt32>,
  stride: Int
) {
  var solid = SolidRow(colors[0])
  for row in rows {
    let i = row &- rows.lowerBound
    if colorStep != 0 { solid = SolidRow(colors[i &* colorStep]) }
    let line = pixels + i &* stride
    walk(block, row: row, from: from, to: to) { x, count in
      solid.blend(line + x, count, coverage: 0xffff)
    } run: { x, count, values in
      solid.blend(line + x, count, coverages: values)
    }
  }
}

/// Blends one row of premultiplied pixels into each row of what kept coverage covers.
/// - Parameters:
///   - from: the block's first column that is drawn, and `to` the one after the last.
///   - source: the pixel over the block's first column.
///   - pixels: the first of the rows at the block's first column, with `stride` pixels from one row
///     to the next.
public func blendPixels(
  _ block: coverage_block, rows: Range<Int>, from: Int, to: Int, _ source: UnsafePointer<UInt32>,
  _ pixels: UnsafeMutablePointer<UInt32>, stride: Int
) {
  for row in rows {
    let line = pixels + (row &- rows.lowerBound) &* stride
    walk(block, row: row, from: from, to: to) { x, count in
      blendPixels(line + x, count, source + x, coverage: 0xffff)
    } run: { x, count, values in
      blendPixels(line + x, count, source + x, coverages: values)
    }
  }
}
