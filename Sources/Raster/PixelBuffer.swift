import Geometry

/// Borrowed memory for drawing: premultiplied 0xAARRGGBB in native byte order.
///
/// The owner keeps the memory valid, and prevents all other access, during the drawing.
public struct PixelBuffer: @unchecked Sendable {
  /// The first pixel of the first row.
  public let base: UnsafeMutablePointer<UInt32>
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The number of pixels from one row to the next; at least `width`.
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

extension PixelBuffer {
  /// Copies pixels to the same places. Pixels outside either buffer are left out.
  package func copy(_ rects: [IntRect], from other: PixelBuffer) {
    let shared = IntRect(width: min(width, other.width), height: min(height, other.height))
    for rect in rects.map({ $0.intersection(shared) }) where !rect.isEmpty {
      for row in rect.minY..<rect.maxY {
        (base + row * stride + rect.minX).update(
          from: other.base + row * other.stride + rect.minX, count: rect.width)
      }
    }
  }
}

/// A bitmap that owns its pixels, which are transparent at first.
public final class Bitmap {
  /// The memory of the pixels, which is freed with the bitmap. A caller that uses the memory must keep the bitmap alive
  /// (`withExtendedLifetime`); `Renderer.draw(_:into:)` takes the bitmap itself.
  public let buffer: PixelBuffer

  /// A transparent bitmap of a size in pixels.
  /// - Precondition: sizes are not negative.
  public init(width: Int, height: Int) {
    // The memory starts at a cache line, so that vectors do not straddle two lines.
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
