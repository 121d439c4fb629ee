import CLanes

// The loops over pixels. This folder is compiled twice, once for every x86-64 processor and once
// for those with wider vectors; the bytes are the same, and Raster chooses at run time.
//
// Source-over in 8.8 fixed point, the same arithmetic in every loop, so that the bytes of a pixel
// do not depend on which loop drew it. With the coverage c in 0...65535 a channel becomes
// (S c + D (1 - A c)) / 256, where S is the premultiplied source in 8.8 and D what was there;
// every product is cut to 8.8, so that the result lies within 0.52 of the exact one.

/// Eight pixels as sixteen 16-bit lanes: two channels of a pixel in each 32 bits.
typealias Lanes = lanes16

@inline(__always)
func spread(_ value: UInt32) -> Lanes {
  unsafeBitCast(SIMD8<UInt32>(repeating: value), to: Lanes.self)
}

@inline(__always)
func coverageLanes(_ c: SIMD8<UInt32>) -> Lanes { unsafeBitCast(c | c &<< 16, to: Lanes.self) }

@inline(__always)
func coverageLanes(_ values: UnsafePointer<UInt32>) -> Lanes {
  coverageLanes(UnsafeRawPointer(values).loadUnaligned(as: SIMD8<UInt32>.self))
}

/// `D × inverse + S`, rounded, for eight pixels; the sources are of the even (blue, red) and odd
/// (green, alpha) channels.
@inline(__always)
func over(_ pixels: Lanes, _ even: Lanes, _ odd: Lanes, _ inverse: Lanes) -> Lanes {
  let half = Lanes(repeating: 128)
  let blueRed = (lanes_multiply_high(pixels &<< 8, inverse) &+ even &+ half) &>> 8
  let greenAlpha = (lanes_multiply_high(pixels & 0xff00, inverse) &+ odd &+ half) & 0xff00
  return blueRed | greenAlpha
}

/// Eight pixels from memory, the missing ones of a short row as zero.
@inline(__always)
func load(_ from: UnsafePointer<UInt32>, _ count: Int) -> Lanes {
  if count >= 8 { return UnsafeRawPointer(from).loadUnaligned(as: Lanes.self) }
  var pixels = SIMD8<UInt32>()
  for i in 0..<count { pixels[i] = from[i] }
  return unsafeBitCast(pixels, to: Lanes.self)
}

@inline(__always)
func store(_ lanes: Lanes, _ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
  if count >= 8 {
    UnsafeMutableRawPointer(to).storeBytes(of: lanes, as: Lanes.self)
    return
  }
  let pixels = unsafeBitCast(lanes, to: SIMD8<UInt32>.self)
  for i in 0..<count { to[i] = pixels[i] }
}
