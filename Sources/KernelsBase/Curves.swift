import CLanes

func flattenCurve(
  _ curve: UnsafePointer<curve_polynomial>, step: Double, count: Int,
  _ x: UnsafeMutablePointer<Double>, _ y: UnsafeMutablePointer<Double>
) -> Bool {
  eachEight(count) { i in
    curve_flatten(curve, Int32(truncatingIfNeeded: i &+ 1), step, x + i, y + i)
  }
}

func snapCurve(
  _ curve: UnsafePointer<curve_polynomial>, step: Double, count: Int,
  _ x: UnsafeMutablePointer<Int32>, _ y: UnsafeMutablePointer<Int32>
) -> Bool {
  !eachEight(count) { i in
    curve_snap(curve, Int32(truncatingIfNeeded: i &+ 1), step, x + i, y + i)
  }
}

/// Whether a bit is set for one of some numbers, of which `body` takes eight at a time.
@inline(__always)
private func eachEight(_ count: Int, _ body: (Int) -> UInt32) -> Bool {
  var found: UInt32 = 0
  var i = 0
  while i < count {
    let rest = count &- i
    let wanted = rest >= 8 ? 0xff : 1 &<< UInt32(truncatingIfNeeded: rest) &- 1
    found |= body(i) & wanted
    i &+= 8
  }
  return found != 0
}
