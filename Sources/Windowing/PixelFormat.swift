import CX11
import Raster

/// The layout of a visual's pixels, and the conversion from premultiplied 0xAARRGGBB.
struct PixelFormat {
  let visual: UnsafeMutablePointer<Visual>
  let depth: Int32
  /// The number of bytes per pixel in the server's image format, 1...4.
  let bytesPerPixel: Int
  /// Whether the server accepts a frame's memory without conversion.
  let isNative: Bool
  /// Whether the server has the byte order of this machine.
  let matchesHostOrder: Bool
  /// The bits of each 8-bit channel value in a pixel of the visual.
  private let red: [UInt32]
  private let green: [UInt32]
  private let blue: [UInt32]

  /// - Parameter matchesHostOrder: whether the server has the byte order of this machine. Xlib swaps the bytes of an
  ///   image in the other order, but never those of shared memory.
  init(
    visual: UnsafeMutablePointer<Visual>, depth: Int32, bitsPerPixel: Int, matchesHostOrder: Bool
  ) {
    self.visual = visual
    self.depth = depth
    self.matchesHostOrder = matchesHostOrder
    bytesPerPixel = max(1, bitsPerPixel / 8)
    let masks = visual.pointee
    isNative =
      bitsPerPixel == 32 && matchesHostOrder && masks.red_mask == 0xff0000
      && masks.green_mask == 0xff00 && masks.blue_mask == 0xff
    red = Self.table(mask: masks.red_mask)
    green = Self.table(mask: masks.green_mask)
    blue = Self.table(mask: masks.blue_mask)
  }

  /// The visual to use: the screen's default visual if that is TrueColor without alpha, otherwise the deepest such
  /// visual up to 30 bits; nil if the screen has none.
  ///
  /// A visual with alpha (depth 32) would make the window translucent under a compositor.
  @MainActor
  static func best(_ connection: Connection) -> PixelFormat? {
    let display = connection.display
    guard let (visual, depth) = chooseVisual(connection) else { return nil }
    var count: Int32 = 0
    guard let formats = XListPixmapFormats(display, &count) else { return nil }
    defer { XFree(formats) }
    let format = UnsafeBufferPointer(start: formats, count: Int(count)).first { $0.depth == depth }
    guard let format, [8, 16, 24, 32].contains(format.bits_per_pixel) else { return nil }
    return PixelFormat(
      visual: visual, depth: depth, bitsPerPixel: Int(format.bits_per_pixel),
      matchesHostOrder: XImageByteOrder(display) == hostByteOrder)
  }

  static let hostByteOrder: Int32 = 1.littleEndian == 1 ? LSBFirst : MSBFirst

  @MainActor
  private static func chooseVisual(
    _ connection: Connection
  ) -> (UnsafeMutablePointer<Visual>, Int32)? {
    let display = connection.display
    var pattern = XVisualInfo()
    pattern.screen = connection.screen
    pattern.`class` = TrueColor
    var count: Int32 = 0
    let mask = Int(VisualScreenMask | VisualClassMask)
    guard let found = XGetVisualInfo(display, mask, &pattern, &count) else { return nil }
    defer { XFree(found) }
    let usable = UnsafeBufferPointer(start: found, count: Int(count)).filter { $0.depth <= 30 }
    let own = XDefaultVisual(display, connection.screen)
    let chosen = usable.first { $0.visual == own } ?? usable.max { $0.depth < $1.depth }
    return chosen.map { ($0.visual, $0.depth) }
  }

  func pixel(_ argb: UInt32) -> UInt32 {
    red[Int(argb >> 16 & 0xff)] | green[Int(argb >> 8 & 0xff)] | blue[Int(argb & 0xff)]
  }

  /// Converts a rectangle of `source` to rows of `stride` bytes, in the host's byte order.
  func convert(
    _ source: PixelBuffer, x: Int, y: Int, width: Int, height: Int,
    to target: UnsafeMutableRawPointer, stride: Int
  ) {
    red.withUnsafeBufferPointer { red in
      green.withUnsafeBufferPointer { green in
        blue.withUnsafeBufferPointer { blue in
          for row in 0..<height {
            let from = source.base + (y + row) * source.stride + x
            let into = target + row * stride
            for column in 0..<width {
              let argb = from[column]
              let value =
                red[Int(argb >> 16 & 0xff)] | green[Int(argb >> 8 & 0xff)]
                | blue[Int(argb & 0xff)]
              store(value, at: into, column: column)
            }
          }
        }
      }
    }
  }

  private func store(_ value: UInt32, at row: UnsafeMutableRawPointer, column: Int) {
    switch bytesPerPixel {
    case 4: row.storeBytes(of: value, toByteOffset: 4 * column, as: UInt32.self)
    case 2:
      row.storeBytes(
        of: UInt16(truncatingIfNeeded: value), toByteOffset: 2 * column, as: UInt16.self)
    case 1:
      row.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: column, as: UInt8.self)
    default:
      for byte in 0..<3 {
        let shift = 8 * (Self.hostByteOrder == LSBFirst ? byte : 2 - byte)
        row.storeBytes(
          of: UInt8(truncatingIfNeeded: value >> UInt32(shift)), toByteOffset: 3 * column + byte,
          as: UInt8.self)
      }
    }
  }

  /// The nearest level of the channel for each 8-bit value, shifted to the position of the channel.
  private static func table(mask: UInt) -> [UInt32] {
    let mask = UInt32(truncatingIfNeeded: mask)
    guard mask != 0 else { return [UInt32](repeating: 0, count: 256) }
    let shift = UInt32(mask.trailingZeroBitCount)
    let highest = mask >> shift
    return (0..<256).map { UInt32((UInt64($0) * UInt64(highest) + 127) / 255) << shift }
  }
}
