/// Memory that somebody lends for drawing: premultiplied 0xAARRGGBB in native byte order.
///
/// The lender keeps it alive and touched by nobody else while it is drawn into.
public struct PixelBuffer: @unchecked Sendable {
  /// The first pixel of the first row.
  public let base: UnsafeMutablePointer<UInt32>
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// Pixels from one row to the next; at least `width`.
  public let stride: Int

  /// - Precondition: sizes are not negative and `stride >= width`.
  public init(base: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int) {
    precondition(width >= 0 && height >= 0 && stride >= width)
    self.base = base
    self.width = width
    self.height = height
    self.stride = stride
  }
}

/// A bitmap that owns its pixels, cleared to transparent at first.
public final class Bitmap {
  /// The memory of the pixels. It is freed with the bitmap: who reads or writes it keeps the bitmap for
  /// as long (`withExtendedLifetime`); `Renderer.draw(_:into:)` takes the bitmap itself.
  public let buffer: PixelBuffer

  /// A transparent bitmap of a size in pixels.
  /// - Precondition: sizes are not negative.
  public init(width: Int, height: Int) {
    // Whole cache lines, which vectors then do not straddle.
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: 4 * max(1, width * height), alignment: 64)
    let base = memory.bindMemory(to: UInt32.self, capacity: max(1, width * height))
    base.initialize(repeating: 0, count: max(1, width * height))
    buffer = PixelBuffer(base: base, width: width, height: height, stride: width)
  }

  deinit { buffer.base.deallocate() }

  /// The number of columns.
  public var width: Int { buffer.width }
  /// The number of rows.
  public var height: Int { buffer.height }

  /// All pixels, row after row.
  public var pixels: [UInt32] {
    withExtendedLifetime(self) {
      Array(UnsafeBufferPointer(start: buffer.base, count: width * height))
    }
  }

  /// The pixel in a column and a row, premultiplied 0xAARRGGBB.
  /// - Precondition: the bitmap has the pixel.
  public subscript(x: Int, y: Int) -> UInt32 {
    precondition(x >= 0 && x < width && y >= 0 && y < height)
    return withExtendedLifetime(self) { buffer.base[y * buffer.stride + x] }
  }
}
