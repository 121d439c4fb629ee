import CLanes

/// The coverages, 0...65535, of eight pixels from the changes of their signed coverage, which are
/// cleared.
@inline(__always)
func nextCoverages(
  _ cells: UnsafeMutablePointer<Int32>, _ isEvenOdd: Bool, _ total: inout Int32
) -> SIMD8<UInt32> {
  let memory = UnsafeMutableRawPointer(cells)
  var sums = lanes_prefix_sum(memory.loadUnaligned(as: SIMD8<Int32>.self))
  sums = sums &+ SIMD8(repeating: total)
  memory.storeBytes(of: SIMD8<Int32>(), as: SIMD8<Int32>.self)
  total = sums[7]
  let negative = sums &>> 31
  var areas = unsafeBitCast((sums ^ negative) &- negative, to: SIMD8<UInt32>.self)
  if isEvenOdd {
    areas = areas & 0x1ffff
    areas = lanes_minimum(areas, SIMD8(repeating: 0x20000) &- areas)
  }
  return lanes_minimum(areas, SIMD8(repeating: 0xffff))
}

/// Writes the coverages of a run of cells, a multiple of eight, which are cleared.
public func sumUp(
  _ cells: UnsafeMutablePointer<Int32>, _ count: Int, isEvenOdd: Bool, sum: inout Int32,
  into output: UnsafeMutablePointer<UInt32>
) {
  var total = sum
  var i = 0
  while i < count {
    UnsafeMutableRawPointer(output + i).storeBytes(
      of: nextCoverages(cells + i, isEvenOdd, &total), as: SIMD8<UInt32>.self)
    i &+= 8
  }
  sum = total
}
