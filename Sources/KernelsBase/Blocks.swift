import CLanes

/// Walks through the groups of a row of kept coverage from left to right.
/// - Parameters:
///   - from: the first column that is wanted, and `to` the one after the last.
///   - span: takes pixels that are fully covered: the first, their number.
///   - run: takes pixels of one group: the first, their number, their levels.
@inline(__always)
private func walk(
  _ block: coverage_block, row: Int, from: Int, to: Int, span: (Int, Int) -> Void,
  run: (Int, Int, UnsafePointer<UInt8>) -> Void
) {
  let group = Int(BLOCK_GROUP)
  var kinds = Int(block.kinds[row])
  if kinds == 0 { return }
  var values = block.values + Int(block.starts[row]) &* group
  if kinds < 16, from == 0, to >= Int(BLOCK_WIDTH) {
    // A line hardly covers a group fully: one jump for each group that is covered is enough.
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
func visit(_ blocks: UnsafePointer<placed_block>, _ count: Int, _ body: (placed_block) -> Void) {
  for i in 0..<count {
    let placed = blocks[i]
    lanes_prefetch_read(placed.block.kinds)
    lanes_prefetch_read(placed.block.starts)
    lanes_prefetch_read(placed.block.starts + (placed.height &- 1))
  }
  for i in 0..<count {
    if i == 0 { fetchValues(blocks[0]) }
    if i &+ 1 < count { fetchValues(blocks[i &+ 1]) }
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
    // A cache line holds four groups.
    values += 4 &* group
  }
}

func blendColorsInBlocks(
  _ blocks: UnsafePointer<placed_block>, _ count: Int, _ colors: row_colors, _ to: pixel_rows
) {
  visit(blocks, count) { placed in
    let (from, end) = (max(0, -placed.left), to.columns &- placed.left)
    for row in 0..<placed.height {
      let y = placed.top &+ row
      let solid = colors[y]
      let line = to.pixels + (y &* to.stride &+ placed.left)
      walk(placed.block, row: row, from: from, to: end) { x, count in
        solid.blend(line + x, count, coverage: 0xffff)
      } run: { x, count, values in
        solid.blend(line + x, count, kept: values)
      }
    }
  }
}

func blendPixelsInBlocks(
  _ blocks: UnsafePointer<placed_block>, _ count: Int, _ source: UnsafePointer<UInt32>,
  _ to: pixel_rows
) {
  visit(blocks, count) { placed in
    let source = source + placed.left
    let (from, end) = (max(0, -placed.left), to.columns &- placed.left)
    for row in 0..<placed.height {
      let line = to.pixels + ((placed.top &+ row) &* to.stride &+ placed.left)
      walk(placed.block, row: row, from: from, to: end) { x, count in
        blendPixels(line + x, count, source + x, constant: 0xffff)
      } run: { x, count, values in
        blendPixels(line + x, count, source + x, kept: values)
      }
    }
  }
}
