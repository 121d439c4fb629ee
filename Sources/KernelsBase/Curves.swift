import CLanes

/// Flattens a curve: writes its points at whole multiples of a step, from the first.
/// - Parameters:
///   - x: takes the numbers, and up to seven more, after the one of the point before; as `y`.
/// - Returns: whether a point equals the one before.
public func flattenCurve(
  _ curve: UnsafePointer<curve_polynomial>, step: Double, count: Int,
  _ x: UnsafeMutablePointer<Double>, _ y: UnsafeMutablePointer<Double>
) -> Bool {
  var found: UInt32 = 0
  var i = 0
  while i < count {
    let bits = curve_points(curve, Int32(truncatingIfNeeded: i &+ 1), step, x + i, y + i)
    found |= bits & wanted(count &- i)
    i &+= 8
  }
  return found != 0
}

/// As `flattenCurve`, on the device grid.
/// - Returns: whether the grid holds all points.
public func snapCurve(
  _ curve: UnsafePointer<curve_polynomial>, step: Double, count: Int,
  _ x: UnsafeMutablePointer<Int32>, _ y: UnsafeMutablePointer<Int32>
) -> Bool {
  var missing: UInt32 = 0
  var i = 0
  while i < count {
    let bits = curve_corners(curve, Int32(truncatingIfNeeded: i &+ 1), step, x + i, y + i)
    missing |= bits & wanted(count &- i)
    i &+= 8
  }
  return missing == 0
}

/// A bit for each of so many lanes.
@inline(__always)
private func wanted(_ count: Int) -> UInt32 {
  count >= 8 ? 0xff : 1 &<< UInt32(truncatingIfNeeded: count) &- 1
}
