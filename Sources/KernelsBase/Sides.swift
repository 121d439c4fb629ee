import CLanes

/// Finds where the sides of vertices meet that have a line before and after them.
/// - Parameters:
///   - x: the first vertex, with another before it and one after the last; as `y`. Whole vectors are
///     read: sixteen numbers more must be there, whatever they are.
///   - count: at most `SIDES_ROOM`.
///   - sides: the line before the first vertex becomes the first of the columns.
public func meetSides(
  _ x: UnsafePointer<Double>, _ y: UnsafePointer<Double>, _ isSmooth: UnsafePointer<UInt8>,
  _ count: Int, _ frame: UnsafePointer<stroke_frame>, into sides: stroke_sides
) {
  var i = 0
  while i <= count {
    lines_measure(x + (i &- 1), y + (i &- 1), sides, i)
    i &+= 8
  }
  i = 0
  while i < count {
    sides_meet(x + i, y + i, isSmooth + i, frame, sides, i)
    i &+= 8
  }
}
