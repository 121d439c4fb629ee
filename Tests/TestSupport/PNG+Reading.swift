import CPNG
import Foundation
import Raster

extension PNG {
  /// The error that bytes are not a picture that libpng reads.
  public struct Unreadable: Error {
    public let reason: String
  }

  /// The pixels of a picture of any colour type, premultiplied.
  public static func decode(_ bytes: [UInt8]) throws -> Image {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    // libpng keeps the address until the picture is read.
    return try bytes.withUnsafeBytes { memory in
      guard png_image_begin_read_from_memory(&image, memory.baseAddress!, memory.count) != 0 else {
        throw Unreadable(reason: message(image))
      }
      // Bytes blue, green, red, alpha: the memory of 0xAARRGGBB on a little-endian machine.
      image.format = png_uint_32(
        PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
      let (width, height) = (Int(image.width), Int(image.height))
      var pixels = [UInt32](repeating: 0, count: width * height)
      guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else {
        throw Unreadable(reason: message(image))
      }
      return Image(width: width, height: height, pixels: pixels.map(premultiplied))
    }
  }

  /// The pixels of a picture in a file.
  public static func read(_ path: String) throws -> Image {
    try decode(Array(Data(contentsOf: URL(fileURLWithPath: path))))
  }

  private static func message(_ image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    func channel(_ shift: UInt32) -> UInt32 {
      (((pixel >> shift & 255) * alpha + 127) / 255) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}
