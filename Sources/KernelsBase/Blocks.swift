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
  if kinds < 16, from == 0, to >= Int(BLOCK_WIDTH) {
    // Of a line, hardly any group is covered fully: one jump for each that is covered is enough.
    repeat {
      run(kinds.trailingZeroBitCount &* group, group, values)
      values += group
      kinds &= kinds &- 1
    } while kinds != 0
    return
  }
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

/// Visits blocks from left to right. Their coverages are scattered in memory and were last used some
/// frames ago: those of the next block are asked for while one is drawn.
@inline(__always)
func visit(_ blocks: UnsafeBufferPointer<placed_block>, _ body: (placed_block) -> Void) {
  for placed in blocks {
    lanes_prefetch_read(placed.block.kinds)
    lanes_prefetch_read(placed.block.starts)
    lanes_prefetch_read(placed.block.starts + (placed.height &- 1))
  }
  for i in blocks.indices {
    if i == 0 { fetchValues(blocks[0]) }
    if i &+ 1 < blocks.count { fetchValues(blocks[i &+ 1]) }
    body(blocks[i])
  }
}

@inline(__always)
private func fetchValues(_ placed: placed_block) {
  let group = Int(BLOCK_GROUP)
  var values = placed.block.values + Int(placed.block.starts[0]) &* group
  let last = placed.block.values + Int(placed.block.starts[placed.height &- 1]) &* group
  while values <= last {
    lanes_prefetch_read(values)
    // A cache line holds two groups.
    values += 2 &* group
  }
}

/// Blends colours into the pixels that kept coverage covers.
/// - Parameters:
///   - blocks: from left to right, placed in the picture that is drawn into.
///   - colors: the colour of the picture's first row; that of each further row `colorStep` later.
///   - pixels: the picture's first one; it has `columns`, and `stride` pixels from one row to the next.
public func blendSolid(
  _ blocks: UnsafeBufferPointer<placed_block>, _ colors: UnsafePointer<solid_color>,
  colorStep: Int, _ pixels: UnsafeMutablePointer<UInt32>, columns: Int, stride: Int
) {
  visit(blocks) { placed in
    var solid = SolidRow(colors[0])
    let (from, to) = (max(0, -placed.left), columns &- placed.left)
    for row in 0..<placed.height {
      let y = placed.top &+ row
      if colorStep != 0 { solid = SolidRow(colors[y &* colorStep]) }
      let line = pixels + (y &* stride &+ placed.left)
      walk(placed.block, row: row, from: from, to: to) { x, count in
        solid.blend(line + x, count, coverage: 0xffff)
      } run: { x, count, values in
        solid.blend(line + x, count, coverages: values)
      }
    }
  }
}

/// Blends one row of premultiplied pixels into each row of what kept coverage covers.
/// - Parameters:
///   - blocks: from left to right, placed in the picture that is drawn into.
///   - source: the pixel over the picture's first column.
///   - pixels: the picture's first one; it has `columns`, and `stride` pixels from one row to the next.
public func blendPixels(
  _ blocks: UnsafeBufferPointer<placed_block>, _ source: UnsafePointer<UInt32>,
  _ pixels: UnsafeMutablePointer<UInt32>, columns: Int, stride: Int
) {
  visit(blocks) { placed in
    let source = source + placed.left
    let (from, to) = (max(0, -placed.left), columns &- placed.left)
    for row in 0..<placed.height {
      let line = pixels + ((placed.top &+ row) &* stride &+ placed.left)
      walk(placed.block, row: row, from: from, to: to) { x, count in
        blendPixels(line + x, count, source + x, coverage: 0xffff)
      } run: { x, count, values in
        blendPixels(line + x, count, source + x, coverages: values)
      }
    }
  }
}
