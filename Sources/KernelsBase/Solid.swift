import CLanes

/// One colour with one coverage over a row.
/// - Parameters:
///   - even: blue and red, premultiplied in 8.8, in the low and high half; `odd` green and alpha.
///   - alpha: what the colour hides, 0...65535, in both halves.
///   - coverage: 0...65535.
public func blendSolid(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, even: UInt32, odd: UInt32, alpha: UInt32,
  coverage: UInt32
) {
  let c = spread(coverage | coverage << 16)
  let blueRed = lanes_multiply_high(spread(even), c)
  let greenAlpha = lanes_multiply_high(spread(odd), c)
  let inverse = ~lanes_multiply_high(spread(alpha), c)
  var i = 0
  while i &+ 8 <= count {
    store(over(load(to + i, 8), blueRed, greenAlpha, inverse), to + i, 8)
    i &+= 8
  }
  let rest = count &- i
  if rest > 0 {
    store(over(load(to + i, rest), blueRed, greenAlpha, inverse), to + i, rest)
  }
}

/// One colour over a row with a coverage for each pixel; coverages are readable to a multiple of
/// eight.
public func blendSolid(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, even: UInt32, odd: UInt32, alpha: UInt32,
  coverages: UnsafePointer<UInt32>
) {
  let (s, t, a) = (spread(even), spread(odd), spread(alpha))
  var i = 0
  while i < count {
    let n = count &- i
    let c = coverageLanes(coverages + i)
    let pixels = over(
      load(to + i, n), lanes_multiply_high(s, c), lanes_multiply_high(t, c),
      ~lanes_multiply_high(a, c))
    store(pixels, to + i, n)
    i &+= 8
  }
}

/// One colour over a row whose coverages are the sums of changes, which are cleared.
/// - Parameters:
///   - count: pixels that are written; `cells` has them rounded up to a multiple of eight.
///   - sum: the signed coverage left of the row, then that of its last cell.
public func blendSolidCells(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, even: UInt32, odd: UInt32, alpha: UInt32,
  cells: UnsafeMutablePointer<Int32>, cellCount: Int, isEvenOdd: Bool, sum: inout Int32
) {
  let (s, t, a) = (spread(even), spread(odd), spread(alpha))
  var total = sum
  var i = 0
  while i < cellCount {
    let values = nextCoverages(cells + i, isEvenOdd, &total)
    let n = count &- i
    if n > 0 {
      let c = coverageLanes(values)
      let pixels = over(
        load(to + i, n), lanes_multiply_high(s, c), lanes_multiply_high(t, c),
        ~lanes_multiply_high(a, c))
      store(pixels, to + i, n)
    }
    i &+= 8
  }
  sum = total
}
