import CLanes

func meetSides(
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
