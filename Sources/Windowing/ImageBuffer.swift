import CX11
import Geometry
import Raster

/// A frame in this process's memory, sent over the connection (XPutImage), and converted if the visual is
/// not 0xRRGGBB.
@MainActor
final class ImageBuffer: FrameBuffer {
  let identifier: Int
  let pixels: PixelBuffer
  /// The server never reads this memory: a put has copied the pixels when it returns.
  let isBusy = false

  private let connection: Connection
  private let format: PixelFormat
  private let bitmap: Bitmap

  /// The approximate number of bytes in a batch of converted rows.
  private static let batchSize = 256 << 10

  init(connection: Connection, format: PixelFormat, width: Int, height: Int, identifier: Int) {
    self.connection = connection
    self.format = format
    self.identifier = identifier
    bitmap = Bitmap(width: width, height: height)
    pixels = bitmap.buffer
  }

  func put(_ rectangles: [IntRect], on drawable: Drawable, with context: GC?) {
    for rectangle in rectangles {
      if format.isNative {
        send(
          UnsafeMutableRawPointer(pixels.base), stride: pixels.stride * 4, part: rectangle,
          height: pixels.height, origin: (0, 0), on: drawable, with: context)
      } else {
        convertAndSend(rectangle, on: drawable, with: context)
      }
    }
  }

  private func convertAndSend(_ rectangle: IntRect, on drawable: Drawable, with context: GC?) {
    // Xlib requires rows that are padded to the server's unit, at most 32 bits.
    let stride = (rectangle.width * format.bytesPerPixel + 3) & ~3
    let rows = max(1, min(rectangle.height, Self.batchSize / max(1, stride)))
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: stride * rows, alignment: 4)
    defer { scratch.deallocate() }
    var y = rectangle.minY
    while y < rectangle.maxY {
      let count = min(rows, rectangle.maxY - y)
      format.convert(
        pixels, x: rectangle.minX, y: y, width: rectangle.width, height: count, to: scratch,
        stride: stride)
      send(
        scratch, stride: stride, part: IntRect(width: rectangle.width, height: count),
        height: count, origin: (rectangle.minX, y), on: drawable, with: context)
      y += count
    }
  }

  /// Sends `part` of an image, moved by `origin`, to the same position in the drawable.
  private func send(
    _ data: UnsafeMutableRawPointer, stride: Int, part: IntRect, height: Int,
    origin: (x: Int, y: Int), on drawable: Drawable, with context: GC?
  ) {
    guard !connection.isBroken else { return }
    var image = XImage()
    image.width = Int32(part.maxX)
    image.height = Int32(height)
    image.format = ZPixmap
    image.data = data.assumingMemoryBound(to: CChar.self)
    image.byte_order = PixelFormat.hostByteOrder
    image.bitmap_unit = 32
    image.bitmap_bit_order = PixelFormat.hostByteOrder
    image.bitmap_pad = 32
    image.depth = format.depth
    image.bytes_per_line = Int32(stride)
    image.bits_per_pixel = Int32(8 * format.bytesPerPixel)
    image.red_mask = format.visual.pointee.red_mask
    image.green_mask = format.visual.pointee.green_mask
    image.blue_mask = format.visual.pointee.blue_mask
    guard XInitImage(&image) != 0 else { return }
    XPutImage(
      connection.display, drawable, context, &image, Int32(part.minX), Int32(part.minY),
      Int32(origin.x + part.minX), Int32(origin.y + part.minY), UInt32(part.width),
      UInt32(part.height))
  }

  func release() {}
}
