import CPNG
import Files

#if canImport(Glibc)
  import Glibc
#endif

/// Why a picture could not be read or written.
public enum PNGError: Error, Equatable, CustomStringConvertible {
  /// The file could not be opened, read or written; with the system's reason.
  case file(path: String, reason: String)
  /// The bytes are not a picture that libpng reads; with its reason.
  case invalid(reason: String)
  /// The picture has no pixels, or more than `PNG.largestSide` or `PNG.largestArea` allow.
  case size(width: Int, height: Int)

  public var description: String {
    switch self {
    case .file(let path, let reason): "\(path): \(reason)"
    case .invalid(let reason): "not a readable PNG picture: \(reason)"
    case .size(let width, let height): "a picture of \(width) × \(height) pixels is not supported"
    }
  }
}

/// Pictures in the PNG format, by libpng's simplified interface.
public enum PNG {
  /// The longest side and the most pixels of a picture that is read or written.
  public static let largestSide = 32_767
  public static let largestArea = 64 << 20

  /// The picture of a bitmap, as 8-bit RGBA, not premultiplied, in sRGB.
  public static func encode(_ bitmap: Bitmap) throws(PNGError) -> [UInt8] {
    // Its pixels do not keep it alive.
    defer { withExtendedLifetime(bitmap) {} }
    let buffer = bitmap.buffer
    guard isSupported(buffer.width, buffer.height) else {
      throw .size(width: buffer.width, height: buffer.height)
    }
    var straight = [UInt32](repeating: 0, count: buffer.width * buffer.height)
    for y in 0..<buffer.height {
      for x in 0..<buffer.width {
        straight[y * buffer.width + x] = unpremultiplied(buffer.base[y * buffer.stride + x])
      }
    }
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(buffer.width)
    image.height = png_uint_32(buffer.height)
    image.format = format
    defer { png_image_free(&image) }
    var size = png_alloc_size_t(largestEncoding(width: buffer.width, height: buffer.height))
    var isWritten = false
    // Pages of the buffer that libpng does not reach take no memory.
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { memory, count in
      isWritten =
        png_image_write_to_memory(&image, memory.baseAddress, &size, 0, straight, 0, nil) != 0
      count = isWritten ? Int(size) : 0
    }
    guard isWritten else { throw .invalid(reason: message(image)) }
    return bytes
  }

  /// The most bytes of a picture's file, by libpng's `PNG_IMAGE_PNG_SIZE_MAX`: zlib's bound for the rows,
  /// in chunks of `PNG_ZBUF_SIZE`, and the chunks around them.
  private static func largestEncoding(width: Int, height: Int) -> Int {
    let rows = height * (4 * width + 1)
    let compressed = rows + (rows + 7) >> 3 + (rows + 63) >> 6 + 11
    return 8 + 25 + 16 + 44 + 12 + 12 + 12 * (compressed / 8192) + compressed
  }

  /// Writes the picture of a bitmap to a file; what was there stays until the whole picture is written
  /// (see `WholeFile`).
  public static func write(_ bitmap: Bitmap, to path: String) throws(PNGError) {
    let bytes = try encode(bitmap)
    do throws(WholeFile.Failure) {
      try WholeFile.write(bytes, to: path)
    } catch {
      throw .file(path: path, reason: error.reason)
    }
  }

  /// The pixels of a picture of any colour type, premultiplied.
  public static func decode(_ bytes: [UInt8]) throws(PNGError) -> Image {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    // libpng keeps the address until the picture is read.
    let result: Result<Image, PNGError> = bytes.withUnsafeBytes { memory in
      guard let base = memory.baseAddress,
        png_image_begin_read_from_memory(&image, base, memory.count) != 0
      else { return .failure(.invalid(reason: bytes.isEmpty ? "empty file" : message(image))) }
      let (width, height) = (Int(image.width), Int(image.height))
      guard isSupported(width, height) else {
        return .failure(.size(width: width, height: height))
      }
      image.format = format
      var pixels = [UInt32](repeating: 0, count: width * height)
      guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else {
        return .failure(.invalid(reason: message(image)))
      }
      for i in pixels.indices { pixels[i] = premultiplied(pixels[i]) }
      return .success(Image(width: width, height: height, pixels: pixels))
    }
    return try result.get()
  }

  /// The pixels of a picture in a file.
  public static func read(_ path: String) throws(PNGError) -> Image {
    guard let file = fopen(path, "rb") else { throw failure(path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard ferror(file) == 0 else { throw failure(path) }
    return try decode(bytes)
  }

  /// Bytes blue, green, red, alpha: what 0xAARRGGBB is in memory on a little-endian machine.
  private static let format = png_uint_32(
    PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)

  private static func isSupported(_ width: Int, _ height: Int) -> Bool {
    width > 0 && height > 0 && max(width, height) <= largestSide && width * height <= largestArea
  }

  private static func failure(_ path: String) -> PNGError {
    .file(path: path, reason: String(cString: strerror(errno)))
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

  private static func unpremultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 0 { return 0 }
    func channel(_ shift: UInt32) -> UInt32 {
      min(((pixel >> shift & 255) * 255 + alpha / 2) / alpha, 255) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}
