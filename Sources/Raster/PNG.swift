import CPNG
import Files

/// The reason why a picture could not be written.
public enum PNGError: Error, Equatable, CustomStringConvertible {
  /// The file could not be written; the reason is the system's.
  case file(path: String, reason: String)
  /// The picture could not be encoded; the reason is libpng's.
  case encoding(reason: String)
  /// The picture has no pixels, or more than `PNG.largestSide` or `PNG.largestArea` allow.
  case size(width: Int, height: Int)

  public var description: String {
    switch self {
    case .file(let path, let reason): "\(path): \(reason)"
    case .encoding(let reason): "a picture could not be encoded as PNG: \(reason)"
    case .size(let width, let height): "a picture of \(width) × \(height) pixels is not supported"
    }
  }
}

/// Pictures in the PNG format, by libpng's simplified interface.
public enum PNG {
  /// The longest side of a picture, in pixels.
  public static let largestSide = 32_767
  /// The largest number of pixels of a picture.
  public static let largestArea = 64 << 20

  /// Encodes a bitmap as 8-bit RGBA in sRGB, not premultiplied.
  /// - Parameter texts: the texts about the picture. Default none.
  public static func encode(
    _ bitmap: Bitmap, texts: [Text] = []
  ) throws(PNGError) -> [UInt8] {
    let (width, height) = (bitmap.width, bitmap.height)
    guard width > 0, height > 0, max(width, height) <= largestSide, width * height <= largestArea
    else { throw .size(width: width, height: height) }
    let straight = bitmap.pixels.map(unpremultiplied)
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    // The byte order blue, green, red, alpha is that of 0xAARRGGBB on a little-endian machine.
    image.format = png_uint_32(
      PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
    defer { png_image_free(&image) }
    var size = png_alloc_size_t(largestEncoding(width: width, height: height))
    var isWritten = false
    // Pages of the buffer that libpng does not reach take no memory.
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { memory, count in
      isWritten =
        png_image_write_to_memory(&image, memory.baseAddress, &size, 0, straight, 0, nil) != 0
      count = isWritten ? Int(size) : 0
    }
    guard isWritten else { throw .encoding(reason: message(image)) }
    return adding(texts, to: bytes)
  }

  /// The largest number of bytes of a picture's file, from libpng's `PNG_IMAGE_PNG_SIZE_MAX`: zlib's bound for the
  /// rows, in chunks of `PNG_ZBUF_SIZE`, and the chunks around them.
  private static func largestEncoding(width: Int, height: Int) -> Int {
    let rows = height * (4 * width + 1)
    let compressed = rows + (rows + 7) >> 3 + (rows + 63) >> 6 + 11
    return 8 + 25 + 16 + 44 + 12 + 12 + 12 * (compressed / 8192) + compressed
  }

  /// Writes a bitmap to a PNG file. An existing file is replaced only when the whole picture is written (see
  /// `WholeFile`).
  public static func write(
    _ bitmap: Bitmap, to path: String, texts: [Text] = []
  ) throws(PNGError) {
    let bytes = try encode(bitmap, texts: texts)
    do throws(WholeFile.Failure) {
      try WholeFile.write(bytes, to: path)
    } catch {
      throw .file(path: path, reason: error.reason)
    }
  }

  private static func message(_ image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// A pixel as 0xAARRGGBB with its colours divided by its opacity.
  package static func unpremultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 0 { return 0 }
    func channel(_ shift: UInt32) -> UInt32 {
      min(((pixel >> shift & 255) * 255 + alpha / 2) / alpha, 255) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}
