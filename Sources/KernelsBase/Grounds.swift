import CLanes

/// A colour for each row of a picture, and another one over it.
private struct GroundRows {
  let grounds: UnsafePointer<UInt32>
  let covered: UnsafePointer<UInt32>
  let colors: UnsafePointer<solid_color>
  let colorStep: Int
  let pixels: UnsafeMutablePointer<UInt32>
  let columns: Int
  let height: Int
  let stride: Int

  /// Writes columns that nothing covers.
  @inline(__always)
  func write(_ from: Int, _ to: Int) {
    for row in 0..<height where from < to {
      fill(pixels + (row &* stride &+ from), to &- from, grounds[row])
    }
  }

  /// Writes the columns of a block.
  @inline(__always)
  func write(_ placed: placed_block) {
    let isWhole = placed.left >= 0 && placed.left &+ Int(BLOCK_WIDTH) <= columns
    for row in 0..<height {
      let y = row &- placed.top
      let kinds = y >= 0 && y < placed.height ? placed.block.kinds[y] : 0
      let line = pixels + (row &* stride &+ placed.left)
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
    _ row: Int, _ kinds: Int, _ values: UnsafePointer<UInt16>,
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
    let color = SolidRow(colors[row &* colorStep])
    repeat {
      let to = line + partly.trailingZeroBitCount &* group
      for j in 0..<(group / width) {
        let coverages = lanes_load_coverages(values + j &* width)
        store(color.blended(ground, coverages: coverages), to + j &* width)
      }
      values += group
      partly &= partly &- 1
    } while partly != 0
  }

  /// Writes a row of a block of which a part lies beside the picture, group by group.
  @inline(__always)
  private func write(
    _ row: Int, _ kinds: UInt8, _ values: UnsafePointer<UInt16>,
    _ line: UnsafeMutablePointer<UInt32>, _ left: Int
  ) {
    let ground = lanes_unsigned(repeating: grounds[row])
    let full = lanes_unsigned(repeating: covered[row])
    let color = SolidRow(colors[row &* colorStep])
    var (kinds, values) = (Int(kinds), values)
    for group in 0..<(Int(BLOCK_WIDTH) / Int(BLOCK_GROUP)) {
      let x = group &* Int(BLOCK_GROUP)
      let end = min(x &+ Int(BLOCK_GROUP), columns &- left)
      var i = max(x, -left)
      while i < end {
        let pixels =
          if kinds & 1 != 0 {
            color.blended(ground, coverages: lanes_load_coverages(values + (i &- x)))
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

/// Writes rows of one colour each, and over them another colour where blocks cover them: each pixel
/// once, and none is read.
/// - Parameters:
///   - blocks: from left to right, placed in the picture that is written.
///   - colors: the colour over the first row; that over each further row `colorStep` later.
///   - grounds: for each row, what is left where nothing is covered; `covered` where all is.
///   - pixels: the picture's first one, with `stride` pixels from one row to the next.
public func composeSolid(
  _ blocks: UnsafeBufferPointer<placed_block>, _ colors: UnsafePointer<solid_color>,
  colorStep: Int, grounds: UnsafePointer<UInt32>, covered: UnsafePointer<UInt32>,
  _ pixels: UnsafeMutablePointer<UInt32>, columns: Int, rows: Int, stride: Int
) {
  let picture = GroundRows(
    grounds: grounds, covered: covered, colors: colors, colorStep: colorStep, pixels: pixels,
    columns: columns, height: rows, stride: stride)
  var next = 0
  visit(blocks) { placed in
    picture.write(next, placed.left)
    picture.write(placed)
    next = placed.left &+ Int(BLOCK_WIDTH)
  }
  picture.write(next, columns)
}
