import CLanes

/// Copies entries of a table at equal steps: the colours of a gradient.
///
/// A vector of positions that are at most an entry apart lies within as many entries as the vector has lanes, so
/// that one load has them all.
func readEntries(
  _ entries: UnsafePointer<UInt32>, _ position: Int64, _ step: Int32, _ count: Int,
  _ to: UnsafeMutablePointer<UInt32>
) {
  let step = Int64(step)
  // The positions of a vector's lanes, from the lowest of them on.
  let reach = step < 0 ? step &* Int64(width &- 1) : 0
  var offsets = lanes_unsigned()
  for lane in 0..<width {
    offsets[lane] = UInt32(truncatingIfNeeded: Int64(lane) &* step &- reach)
  }
  var position = position
  var i = 0
  // A processor that cannot choose among lanes reads all entries one by one.
  let end = count &* Int(LANES_CHOOSE)
  while i &+ width <= end {
    let low = position &+ reach
    let rest = lanes_unsigned(repeating: UInt32(truncatingIfNeeded: low & 0xff_ffff))
    store(lanes_chosen(entries + Int(low >> 24), (rest &+ offsets) &>> 24), to + i)
    position &+= step &* Int64(width)
    i &+= width
  }
  while i < count {
    to[i] = entries[Int(position >> 24)]
    position &+= step
    i &+= 1
  }
}
