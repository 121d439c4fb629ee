import CLanes

/// One colour, ready to be blended.
struct SolidColor {
  let lanes: solid_color

  init(lanes: solid_color) { self.lanes = lanes }

  /// - Parameter replacing: whether full coverage stores the colour regardless of its opacity.
  init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double, replacing: Bool = false) {
    func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    let a = unit(alpha)
    // Full coverage is 65535/65536, for which the added one compensates, so that halves round up.
    func fixed(_ value: Double) -> UInt32 {
      let channel = UInt32(unit(value) * a * 65280 + 0.5)
      return channel > 0 ? channel + 1 : 0
    }
    let (r, g, b, o) = (fixed(red), fixed(green), fixed(blue), fixed(1))
    let hiding = replacing ? 0xffff : UInt32(a * 65535 + 0.5)
    // The loops over pixels round full coverage in the same way as this function.
    func byte(_ fixed: UInt32) -> UInt32 { ((fixed &* 0xffff) >> 16 + 128) >> 8 }
    lanes = solid_color(
      even: b | r << 16, odd: g | o << 16, alpha: hiding | hiding << 16,
      pixel: byte(o) << 24 | byte(r) << 16 | byte(g) << 8 | byte(b))
  }

  var isOpaque: Bool { lanes.alpha == 0xffff_ffff }

  /// Whether drawing the colour changes nothing.
  var isInvisible: Bool { lanes.alpha == 0 }
}
