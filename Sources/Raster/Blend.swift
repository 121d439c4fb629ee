import CLanes
import KernelsBase
import KernelsWide
import KernelsWidest

/// Which compilation of the loops over pixels is used; the bytes are the same.
package enum Kernels: String, CaseIterable, Sendable {
  case base
  /// For x86-64-v3: vectors of 256 bits.
  case wide
  /// For x86-64-v4: vectors of 512 bits.
  case widest

  /// The fastest that the processor runs.
  package static let best: Kernels =
    lanes_are_widest() != 0 ? .widest : lanes_are_wide() != 0 ? .wide : .base

  /// Whether the processor runs them.
  package var isAvailable: Bool {
    switch self {
    case .base: true
    case .wide: lanes_are_wide() != 0
    case .widest: lanes_are_widest() != 0
    }
  }
}

/// One colour, ready to be blended.
struct SolidColor {
  let lanes: solid_color

  init(lanes: solid_color) { self.lanes = lanes }

  /// - Parameter replacing: store the colour where the coverage is full, whatever its opacity.
  init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double, replacing: Bool = false) {
    func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    let a = unit(alpha)
    // Full coverage is 65535/65536: one more makes up for it, so that halves round up.
    func fixed(_ value: Double) -> UInt32 {
      let channel = UInt32(unit(value) * a * 65280 + 0.5)
      return channel > 0 ? channel + 1 : 0
    }
    let (r, g, b, o) = (fixed(red), fixed(green), fixed(blue), fixed(1))
    let hiding = replacing ? 0xffff : UInt32(a * 65535 + 0.5)
    // As the loops round it at full coverage.
    func byte(_ fixed: UInt32) -> UInt32 { ((fixed &* 0xffff) >> 16 + 128) >> 8 }
    lanes = solid_color(
      even: b | r << 16, odd: g | o << 16, alpha: hiding | hiding << 16,
      pixel: byte(o) << 24 | byte(r) << 16 | byte(g) << 8 | byte(b))
  }

  var isOpaque: Bool { lanes.alpha == 0xffff_ffff }

  /// Whether drawing it changes nothing.
  var isInvisible: Bool { lanes.alpha == 0 }
}

/// Blending of rows, by the kernels that were chosen.
struct Blend {
  static let full: UInt32 = 0xffff

  var kernels: Kernels

  /// The product of two coverages; full coverage leaves the other as it is.
  @inline(__always)
  static func product(_ a: UInt32, _ b: UInt32) -> UInt32 { (a &* (b &+ 1)) >> 16 }

  func solid(
    _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: SolidColor, _ coverage: Coverage
  ) {
    if case .constant(Blend.full) = coverage, color.isOpaque {
      fill(to, count, color.lanes.pixel)
      return
    }
    let color = color.lanes
    switch (kernels, coverage) {
    case (.base, .constant(let c)): KernelsBase.blendSolid(to, count, color, coverage: c)
    case (.base, .varying(let c)): KernelsBase.blendSolid(to, count, color, coverages: c)
    case (.wide, .constant(let c)): KernelsWide.blendSolid(to, count, color, coverage: c)
    case (.wide, .varying(let c)): KernelsWide.blendSolid(to, count, color, coverages: c)
    case (.widest, .constant(let c)): KernelsWidest.blendSolid(to, count, color, coverage: c)
    case (.widest, .varying(let c)): KernelsWidest.blendSolid(to, count, color, coverages: c)
    }
  }

  func fill(_ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
    switch kernels {
    case .base: KernelsBase.fill(to, count, pixel)
    case .wide: KernelsWide.fill(to, count, pixel)
    case .widest: KernelsWidest.fill(to, count, pixel)
    }
  }

  /// Colours, one for each row or one for all, into what cells cover; the cells are cleared.
  func solid(
    _ target: Target, _ cells: Cells, _ rule: FillRule, _ colors: UnsafePointer<solid_color>,
    step: Int
  ) {
    let grid = cells.grid
    let to = target.row(grid.top) + grid.left
    let isEvenOdd = rule == .evenOdd
    switch kernels {
    case .base:
      KernelsBase.blendSolid(
        grid, isEvenOdd: isEvenOdd, colors, colorStep: step, to, stride: target.stride)
    case .wide:
      KernelsWide.blendSolid(
        grid, isEvenOdd: isEvenOdd, colors, colorStep: step, to, stride: target.stride)
    case .widest:
      KernelsWidest.blendSolid(
        grid, isEvenOdd: isEvenOdd, colors, colorStep: step, to, stride: target.stride)
    }
  }

  func pixels(
    _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ from: UnsafePointer<UInt32>,
    _ coverage: Coverage
  ) {
    switch (kernels, coverage) {
    case (.base, .constant(let c)): KernelsBase.blendPixels(to, count, from, coverage: c)
    case (.base, .varying(let c)): KernelsBase.blendPixels(to, count, from, coverages: c)
    case (.wide, .constant(let c)): KernelsWide.blendPixels(to, count, from, coverage: c)
    case (.wide, .varying(let c)): KernelsWide.blendPixels(to, count, from, coverages: c)
    case (.widest, .constant(let c)): KernelsWidest.blendPixels(to, count, from, coverage: c)
    case (.widest, .varying(let c)): KernelsWidest.blendPixels(to, count, from, coverages: c)
    }
  }

  /// The same row of pixels into each row of what cells cover; the cells are cleared.
  func pixels(
    _ target: Target, _ cells: Cells, _ rule: FillRule, _ from: UnsafePointer<UInt32>
  ) {
    let grid = cells.grid
    let to = target.row(grid.top) + grid.left
    let isEvenOdd = rule == .evenOdd
    switch kernels {
    case .base:
      KernelsBase.blendPixels(grid, isEvenOdd: isEvenOdd, from, to, stride: target.stride)
    case .wide:
      KernelsWide.blendPixels(grid, isEvenOdd: isEvenOdd, from, to, stride: target.stride)
    case .widest:
      KernelsWidest.blendPixels(grid, isEvenOdd: isEvenOdd, from, to, stride: target.stride)
    }
  }

  /// Multiplies coverages by another coverage.
  func multiply(
    _ values: UnsafePointer<UInt32>, _ count: Int, by coverage: Coverage,
    into output: UnsafeMutablePointer<UInt32>
  ) {
    switch (kernels, coverage) {
    case (.base, .constant(let c)): KernelsBase.multiply(values, count, by: c, into: output)
    case (.base, .varying(let c)): KernelsBase.multiply(values, count, by: c, into: output)
    case (.wide, .constant(let c)): KernelsWide.multiply(values, count, by: c, into: output)
    case (.wide, .varying(let c)): KernelsWide.multiply(values, count, by: c, into: output)
    case (.widest, .constant(let c)): KernelsWidest.multiply(values, count, by: c, into: output)
    case (.widest, .varying(let c)): KernelsWidest.multiply(values, count, by: c, into: output)
    }
  }
}
