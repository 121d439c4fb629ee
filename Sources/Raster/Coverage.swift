/// How much of the pixels of a span is covered, 0...65535.
enum Coverage {
  case constant(UInt32)
  /// One for each pixel, readable to a multiple of eight.
  case varying(UnsafePointer<UInt32>)
}

/// A run of cells that were touched, a multiple of eight.
struct CellRun {
  let cells: UnsafeMutablePointer<Int32>
  let count: Int
  let isEvenOdd: Bool
}

/// Takes the spans of a row from left to right.
protocol SpanReceiver {
  /// Pixels that are covered alike.
  mutating func span(row: Int, x: Int, count: Int, coverage: UInt32)
  /// Pixels whose coverages are to be summed up from a run of cells, which must be cleared.
  mutating func run(row: Int, x: Int, count: Int, _ run: CellRun, sum: inout Int32)
}

extension Cells {
  /// Passes the spans of all rows, those that are not covered left out, and leaves the cells
  /// empty.
  @inline(__always)
  func resolve(_ rule: FillRule, _ receiver: inout some SpanReceiver) {
    for row in 0..<height {
      let changes = values + row &* stride
      let touches = touched + row &* words
      var sum: Int32 = 0
      var x = 0
      for word in 0..<words {
        var bits = touches[word]
        if bits == 0 { continue }
        touches[word] = 0
        while bits != 0 {
          let first = bits.trailingZeroBitCount
          let length = (~(bits &>> UInt64(first))).trailingZeroBitCount
          bits &= length + first >= 64 ? 0 : ~0 &<< UInt64(first + length)
          let start = word &* 512 &+ first &* 8
          let c = covered(sum, rule)
          if c > 0, start > x {
            receiver.span(
              row: minY &+ row, x: minX &+ x, count: min(start, width) &- x, coverage: c)
          }
          x = min(start &+ length &* 8, width)
          receiver.run(
            row: minY &+ row, x: minX &+ start, count: max(x &- start, 0),
            CellRun(cells: changes + start, count: length &* 8, isEvenOdd: rule == .evenOdd),
            sum: &sum)
        }
      }
      let c = covered(sum, rule)
      if c > 0, x < width {
        receiver.span(row: minY &+ row, x: minX &+ x, count: width &- x, coverage: c)
      }
    }
  }

  @inline(__always)
  private func covered(_ sum: Int32, _ rule: FillRule) -> UInt32 {
    var area = sum.magnitude
    if rule == .evenOdd {
      area &= 0x1ffff
      if area > 0x10000 { area = 0x20000 - area }
    }
    return min(area, Blend.full)
  }
}
