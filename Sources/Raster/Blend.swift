import CLanes
import KernelsBase
import KernelsWide

/// Which compilation of the loops over pixels is used; the bytes are the same.
enum Kernels {
  case base
  /// For x86-64-v3: vectors of 256 bits.
  case wide

  /// The fastest that the processor runs.
  static let best: Kernels = lanes_are_wide() != 0 ? .wide : .base
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
    let (r, g, b, o) = (fixed(red), fixed(green), fixed(blue), fixed(1))
    even = b | r << 16
    odd = g | o << 16
    let hiding = replacing ? 0xffff : UInt32(a * 65535 + 0.5)
    self.alpha = hiding | hiding << 16
    // As the loops round it at full coverage.
    func byte(_ fixed: UInt32) -> UInt32 { ((fixed &* 0xffff) >> 16 + 128) >> 8 }
    pixel = byte(o) << 24 | byte(r) << 16 | byte(g) << 8 | byte(b)
  }

  var isOpaque: Bool { alpha == 0xffff_ffff }

  /// Whether drawing it changes nothing.
  var isInvisible: Bool { alpha == 0 }
}

/// Blending of rows, by the kernels that were chosen.
struct Blend {
  static let full: UInt32 = 0xffff

  var kernels: Kernels

  /// The product of two coverages; full coverage leaves the other as it is.
  @inline(__always)
  static func product(_ a: UInt32, _ b: UInt32) -> UInt32 { (a &* (b &+ 1)) >> 16 }

  @inline(__always)
  func solid(
    _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: SolidColor, coverage: UInt32
  ) {
    if color.isOpaque && coverage == Blend.full {
      to.update(repeating: color.pixel, count: count)
      return
    }
    let (even, odd, alpha) = (color.even, color.odd, color.alpha)
    switch kernels {
    case .base:
      KernelsBase.blendSolid(to, count, even: even, odd: odd, alpha: alpha, coverage: coverage)
    case .wide:
      KernelsWide.blendSolid(to, count, even: even, odd: odd, alpha: alpha, coverage: coverage)
    }
  }

  @inline(__always)
  func solid(
    _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: SolidColor,
    coverages: UnsafePointer<UInt32>
  ) {
    let (even, odd, alpha) = (color.even, color.odd, color.alpha)
    switch kernels {
    case .base:
      KernelsBase.blendSolid(to, count, even: even, odd: odd, alpha: alpha, coverages: coverages)
    case .wide:
      KernelsWide.blendSolid(to, count, even: even, odd: odd, alpha: alpha, coverages: coverages)
    }
  }

  @inline(__always)
  func solid(
    _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: SolidColor, cells run: CellRun,
    sum: inout Int32
  ) {
    let (even, odd, alpha) = (color.even, color.odd, color.alpha)
    switch kernels {
    case .base:
      KernelsBase.blendSolidCells(
        to, count, even: even, odd: odd, alpha: alpha, cells: run.cells, cellCount: run.count,
        isEvenOdd: run.isEvenOdd, sum: &sum)
    case .wide:
      KernelsWide.blendSolidCells(
        to, count, even: even, odd: odd, alpha: alpha, cells: run.cells, cellCount: run.count,
        isEvenOdd: run.isEvenOdd, sum: &sum)
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
    }
  }

  /// Writes the coverages of a run and clears its cells.
  @inline(__always)
  func sumUp(_ run: CellRun, sum: inout Int32, into output: UnsafeMutablePointer<UInt32>) {
    switch kernels {
    case .base:
      KernelsBase.sumUp(run.cells, run.count, isEvenOdd: run.isEvenOdd, sum: &sum, into: output)
    case .wide:
      KernelsWide.sumUp(run.cells, run.count, isEvenOdd: run.isEvenOdd, sum: &sum, into: output)
    }
  }
}
