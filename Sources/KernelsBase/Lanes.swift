import CLanes

// The loops over pixels.
//
// Source-over in 8.8 fixed point, the same arithmetic in every loop, so that the bytes of a pixel
// do not depend on which loop drew it. Shapes cover pixels in 256 levels, which are coverages c in
// multiples of 257 from 0 to 65535, and may be multiplied by a clip. A channel becomes
// (S c + D (1 - A c)) / 256, where S is the premultiplied source in 8.8 and D what was there;
// every product is cut to 8.8, so that the result lies within 0.52 of the exact one.

/// The number of pixels in a vector.
let width = Int(LANES_WIDTH)

@inline(__always)
func load(_ from: UnsafePointer<UInt32>) -> lanes_unsigned {
  UnsafeRawPointer(from).loadUnaligned(as: lanes_unsigned.self)
}

@inline(__always)
func store(_ pixels: lanes_unsigned, _ to: UnsafeMutablePointer<UInt32>) {
  UnsafeMutableRawPointer(to).storeBytes(of: pixels, as: lanes_unsigned.self)
}

/// A vector of pixels or coverages, the missing ones of a short row as zero.
@inline(__always)
func load(_ from: UnsafePointer<UInt32>, _ count: Int) -> lanes_unsigned {
  count >= width ? load(from) : lanes_load_first(from, count)
}

@inline(__always)
func store(_ pixels: lanes_unsigned, _ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
  if count >= width { store(pixels, to) } else { lanes_store_first(to, pixels, count) }
}
