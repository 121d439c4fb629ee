import CLanes

/// Eight pixels as sixteen 16-bit lanes: two channels of a pixel in each 32 bits.
typealias Lanes = lanes16

/// Source-over in 8.8 fixed point, the same arithmetic in every loop, so that the bytes of a pixel
/// do not depend on which loop drew it.
///
/// With the coverage `c` in 0...65535 a channel becomes
/// `(S c + D (1 - A c)) / 256`, where `S` is the premultiplied source in 8.8 and `D` what was
/// there; every product is cut to 8.8, so that the result lies within 0.52 of the exact one.
enum Blend {
  static let full: UInt32 = 0xffff

  /// The product of two coverages; full coverage leaves the other as it is.
  @inline(__always)
  static func product(_ a: UInt32, _ b: UInt32) -> UInt32 { (a &* (b &+ 1)) >> 16 }

  @inline(__always)
  static func spread(_ value: UInt32) -> Lanes {
    unsafeBitCast(SIMD8<UInt32>(repeating: value), to: Lanes.self)
  }

  /// `D × inverse + S`, rounded, for eight pixels; the sources are of the even (blue, red) and odd
  /// (green, alpha) channels.
  @inline(__always)
  static func over(_ pixels: Lanes, _ even: Lanes, _ odd: Lanes, _ inverse: Lanes) -> Lanes {
    let half = Lanes(repeating: 128)
    let blueRed = (lanes_multiply_high(pixels &<< 8, inverse) &+ even &+ half) &>> 8
    let greenAlpha =
      (lanes_multiply_high(pixels & 0xff00, inverse) &+ odd &+ half) & 0xff00
    return blueRed | greenAlpha
  }

  /// Eight pixels from memory, the missing ones of a short row as zero.
  @inline(__always)
  static func load(_ from: UnsafePointer<UInt32>, _ count: Int) -> Lanes {
    if count >= 8 { return UnsafeRawPointer(from).loadUnaligned(as: Lanes.self) }
    var pixels = SIMD8<UInt32>()
    for i in 0..<count { pixels[i] = from[i] }
    return unsafeBitCast(pixels, to: Lanes.self)
  }

  @inline(__always)
  static func store(_ lanes: Lanes, _ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
    if count >= 8 {
      UnsafeMutableRawPointer(to).storeBytes(of: lanes, as: Lanes.self)
      return
    }
    let pixels = unsafeBitCast(lanes, to: SIMD8<UInt32>.self)
    for i in 0..<count { to[i] = pixels[i] }
  }

  /// One coverage for each pixel, repeated for both of its lanes.
  @inline(__always)
  static func coverage(_ values: UnsafePointer<UInt32>) -> Lanes {
    let c = UnsafeRawPointer(values).loadUnaligned(as: SIMD8<UInt32>.self)
    return unsafeBitCast(c | c &<< 16, to: Lanes.self)
  }
}

/// One colour, ready to be blended.
struct SolidColor {
  /// Premultiplied channels in 8.8: blue and red, green and alpha, each pair in 32 bits.
  let even: UInt32
  let odd: UInt32
  /// What the colour hides of what lies below it, 0...65535, in both halves.
  let alpha: UInt32
  /// The pixel where the coverage is full.
  let pixel: UInt32

  /// - Parameter replacing: store the colour where the coverage is full, whatever its opacity.
  init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double, replacing: Bool = false) {
    func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    let a = unit(alpha)
    // Full coverage is 65535/65536: one more makes up for it, so that halves round up.
    func fixed(_ value: Double) -> UInt32 {
      let channel = UInt32(unit(value) * a * 65280 + 0.5)
      return channel > 0 ? channel + 1 : 0
    }
    even = fixed(blue) | fixed(red) << 16
    odd = fixed(green) | fixed(1) << 16
    let hiding = replacing ? 0xffff : UInt32(a * 65535 + 0.5)
    self.alpha = hiding | hiding << 16
    // As the loops round it at full coverage.
    let full = Blend.spread(.max)
    let lanes = Blend.over(
      Lanes(), lanes_multiply_high(Blend.spread(even), full),
      lanes_multiply_high(Blend.spread(odd), full), Lanes())
    pixel = unsafeBitCast(lanes, to: SIMD8<UInt32>.self)[0]
  }

  var isOpaque: Bool { alpha == 0xffff_ffff }

  /// Whether drawing it changes nothing.
  var isInvisible: Bool { alpha == 0 }
}

extension Blend {
  static func fill(_ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
    to.update(repeating: pixel, count: count)
  }

  /// One colour with one coverage over a row.
  static func solid(
    _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: SolidColor, coverage: UInt32
  ) {
    if color.isOpaque && coverage == full {
      fill(to, count, color.pixel)
      return
    }
    let c = spread(coverage | coverage << 16)
    let even = lanes_multiply_high(spread(color.even), c)
    let odd = lanes_multiply_high(spread(color.odd), c)
    let inverse = ~lanes_multiply_high(spread(color.alpha), c)
    var i = 0
    while i < count {
      let n = count &- i
      store(over(load(to + i, n), even, odd, inverse), to + i, n)
      i &+= 8
    }
  }

  /// One colour over a row with a coverage for each pixel; coverages are readable to a multiple
  /// of eight.
  static func solid(
    _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: SolidColor,
    coverage values: UnsafePointer<UInt32>
  ) {
    let (s, t, a) = (spread(color.even), spread(color.odd), spread(color.alpha))
    var i = 0
    while i < count {
      let n = count &- i
      let c = coverage(values + i)
      let pixels = over(
        load(to + i, n), lanes_multiply_high(s, c), lanes_multiply_high(t, c),
        ~lanes_multiply_high(a, c))
      store(pixels, to + i, n)
      i &+= 8
    }
  }

  /// A row of premultiplied pixels over another, with a coverage for each.
  static func pixels(
    _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ from: UnsafePointer<UInt32>,
    coverage values: UnsafePointer<UInt32>
  ) {
    var i = 0
    while i < count {
      let n = count &- i
      blend(to + i, from + i, n, coverage(values + i))
      i &+= 8
    }
  }

  /// A row of premultiplied pixels over another, with one coverage.
  static func pixels(
    _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ from: UnsafePointer<UInt32>,
    coverage: UInt32
  ) {
    let c = spread(coverage | coverage << 16)
    var i = 0
    while i < count {
      blend(to + i, from + i, count &- i, c)
      i &+= 8
    }
  }

  @inline(__always)
  private static func blend(
    _ to: UnsafeMutablePointer<UInt32>, _ from: UnsafePointer<UInt32>, _ n: Int, _ c: Lanes
  ) {
    let source = load(from, n)
    var alpha = unsafeBitCast(source, to: SIMD8<UInt32>.self) &>> 24
    alpha |= alpha &<< 8
    alpha |= alpha &<< 16
    let inverse = ~lanes_multiply_high(unsafeBitCast(alpha, to: Lanes.self), c)
    let pixels = over(
      load(to, n), lanes_multiply_high(source &<< 8, c), lanes_multiply_high(source & 0xff00, c),
      inverse)
    store(pixels, to, n)
  }
}
