import CLanes

/// A colour for each row of a picture, and another one over it.
private struct GroundRows {
  let grounds: UnsafePointer<UInt32>
  let covered: UnsafePointer<UInt32>
  let colors: row_colors
  let to: pixel_rows

  /// Writes columns that nothing covers.
  @inline(__always)
  func write(_ from: Int, _ end: Int) {
    for row in 0..<to.rows where from < end {
      fill(to.pixels + (row &* to.stride &+ from), end &- from, grounds[row])
    }
  }

  /// Writes the columns of a block.
  @inline(__always)
  func write(_ placed: placed_block) {
    let isWhole = placed.left >= 0 && placed.left &+ Int(BLOCK_WIDTH) <= to.columns
    for row in 0..<to.rows {
      let y = row &- placed.top
      let kinds = y >= 0 && y < placed.height ? placed.block.kinds[y] : 0
      let line = to.pixels + (row &* to.stride &+ placed.left)
      fetch(line + Int(BLOCK_WIDTH))
      if isWhole, kinds == 0 {
        fillBlock(line, grounds[row])
      } else if isWhole, kinds == 0xf0 {
        fillBlock(line, covered[row])
      } else if isWhole {
        let values = placed.block.values + Int(placed.block.starts[y]) &* Int(BLOCK_GROUP)
        writeWhole(row, Int(kinds), values, line)
      } else {
        let values = kinds == 0 ? 0 : Int(placed.block.starts[y]) &* Int(BLOCK_GROUP)
        write(row, kinds, placed.block.values + values, line, placed.left)
      }
    }
  }

  /// Writes a row of a block: first as if no group was covered in part, which takes no jump for each.
  @inline(__always)
  private func writeWhole(
    _ row: Int, _ kinds: Int, _ values: UnsafePointer<UInt8>,
    _ line: UnsafeMutablePointer<UInt32>
  ) {
    let group = Int(BLOCK_GROUP)
    for i in 0..<(Int(BLOCK_WIDTH) / group) {
      let isFull = UInt32(truncatingIfNeeded: 0 &- (kinds >> (4 &+ i) & 1))
      let pixel = lanes_unsigned(
        repeating: grounds[row] ^ ((grounds[row] ^ covered[row]) & isFull))
      for j in 0..<(group / width) { store(pixel, line + (i &* group &+ j &* width)) }
    }
    var (partly, values) = (kinds & 15, values)
    if partly == 0 { return }
    let ground = lanes_unsigned(repeating: grounds[row])
    let color = colors[row]
    repeat {
      let place = line + partly.trailingZeroBitCount &* group
      for j in 0..<(group / width) {
        let levels = lanes_load_levels(values + j &* width)
        store(color.blended(ground, levels: levels), place + j &* width)
      }
      values += group
      partly &= partly &- 1
    } while partly != 0
  }

  /// Writes a row of a block of which a part lies beside the picture, group by group.
  @inline(__always)
  private func write(
    _ row: Int, _ kinds: UInt8, _ values: UnsafePointer<UInt8>,
    _ line: UnsafeMutablePointer<UInt32>, _ left: Int
  ) {
    let ground = lanes_unsigned(repeating: grounds[row])
    let full = lanes_unsigned(repeating: covered[row])
    let color = colors[row]
    var (kinds, values) = (Int(kinds), values)
    for group in 0..<(Int(BLOCK_WIDTH) / Int(BLOCK_GROUP)) {
      let x = group &* Int(BLOCK_GROUP)
      let end = min(x &+ Int(BLOCK_GROUP), to.columns &- left)
      var i = max(x, -left)
      while i < end {
        let pixels =
          if kinds & 1 != 0 {
            color.blended(ground, levels: lanes_load_levels(values + (i &- x)))
          } else {
            kinds & 16 != 0 ? full : ground
          }
        store(pixels, line + i, end &- i)
        i &+= width
      }
      if kinds & 1 != 0 { values += Int(BLOCK_GROUP) }
      kinds >>= 1
    }
  }

  @inline(__always)
  private func fillBlock(_ to: UnsafeMutablePointer<UInt32>, _ pixel: UInt32) {
    let pixels = lanes_unsigned(repeating: pixel)
    for i in 0..<(Int(BLOCK_WIDTH) / width) { store(pixels, to + i &* width) }
  }

  /// Asks for the memory of the block that is written after the present one.
  @inline(__always)
  private func fetch(_ line: UnsafeMutablePointer<UInt32>) {
    for i in 0..<(Int(BLOCK_WIDTH) / 16) { lanes_prefetch(line + i &* 16) }
  }
}

func composeBlocks(
  _ blocks: UnsafePointer<placed_block>, _ count: Int, _ colors: row_colors,
  grounds: UnsafePointer<UInt32>, covered: UnsafePointer<UInt32>, _ to: pixel_rows
) {
  let picture = GroundRows(grounds: grounds, covered: covered, colors: colors, to: to)
  var next = 0
  visit(blocks, count) { placed in
    picture.write(next, placed.left)
    picture.write(placed)
    next = placed.left &+ Int(BLOCK_WIDTH)
  }
  picture.write(next, to.columns)
}
