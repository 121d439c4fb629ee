import CPNG
import Raster

extension TiledGraphics.Format {
  /// Pictures in kitty's graphics protocol: 24 bits a pixel, compressed by zlib, in pieces of base64.
  ///
  /// Each block has an image number of its own, so a new image replaces the old image of the block. The terminal
  /// sends no answers (q=2), and does not move the cursor (C=1).
  static let kitty = Self(
    encode: { block in
      let text = Array(Base64.text(Self.compressed(block.bytes)).utf8)
      var result: [UInt8] = []
      var control =
        "a=T,f=24,o=z,q=2,C=1,p=1,i=\(firstImage + block.number),s=\(block.width),v=\(block.height),"
      var start = 0
      repeat {
        let end = min(start + piece, text.count)
        result += "\u{1b}_G\(control)m=\(end < text.count ? 1 : 0);".utf8
        result += text[start..<end]
        result += "\u{1b}\\".utf8
        control = "q=2,"
        start = end
      } while start < text.count
      return result
    },
    farewell: "\u{1b}_Ga=d,d=A,q=2\u{1b}\\", freeRows: 0)

  /// The largest number of characters in a piece, set by the protocol.
  private static let piece = 4096
  /// The number before the first image number: high enough that no other program in the terminal is likely to use
  /// the same numbers.
  private static let firstImage = 770_000

  /// The bytes in zlib's format, compressed at the fastest level.
  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    let result = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      let isDone =
        compress2(buffer.baseAddress, &size, bytes, UInt(bytes.count), Z_BEST_SPEED) == Z_OK
      count = isDone ? Int(size) : 0
    }
    return result
  }
}
