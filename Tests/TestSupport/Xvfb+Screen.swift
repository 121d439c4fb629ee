import Foundation
import Raster

extension Xvfb {
  /// The picture of the whole screen.
  public struct Screen {
    public let width: Int
    public let height: Int
    /// The pixels row by row, in the screen's own format: 0x00RRGGBB at depth 24.
    public let pixels: [UInt32]

    public subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
  }

  /// The bytes of the screen. They are equal for two servers with the same options if their screens are.
  public func screenBytes() throws -> Data {
    let data = try screenFile()
    // The header has a length that counts the server's name, which the header contains.
    return data.dropFirst(data.prefix(4).reduce(0) { $0 << 8 | Int($1) })
  }

  private func screenFile() throws -> Data {
    try Data(contentsOf: framebufferFolder.appendingPathComponent("Xvfb_screen0"))
  }

  /// One pixel of the screen, as in `screen`, without the time that the whole screen takes.
  public func pixel(_ x: Int, _ y: Int) throws -> UInt32 {
    let data = try screenFile()
    func word(_ index: Int) -> Int {
      data[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard data.count > 100, word(11) == 32 else {
      throw Failure(description: "the frame buffer is not an xwd file with 32 bits a pixel")
    }
    let place = word(0) + 12 * word(19) + y * word(12) + 4 * x
    let value = data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
    return (word(7) == 1 ? UInt32(bigEndian: value) : UInt32(littleEndian: value)) & 0xffffff
  }

  /// Reads the server's frame buffer, without a client. A client's drawing is in the buffer when the
  /// server has handled its requests.
  public func screen() throws -> Screen {
    let data = try screenFile()
    // An xwd file: big-endian words, then a name, then the colour map, then the rows.
    func word(_ index: Int) -> Int {
      data[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard data.count > 100, word(1) == 7, word(11) == 32 else {
      throw Failure(description: "the frame buffer is not an xwd file with 32 bits a pixel")
    }
    let (width, height, stride) = (word(4), word(5), word(12))
    let isBigEndian = word(7) == 1
    let start = word(0) + 12 * word(19)
    let pixels: [UInt32] = data.withUnsafeBytes { bytes in
      (0..<height).flatMap { y in
        (0..<width).map { x in
          let value = bytes.loadUnaligned(
            fromByteOffset: start + y * stride + 4 * x, as: UInt32.self)
          return (isBigEndian ? UInt32(bigEndian: value) : UInt32(littleEndian: value)) & 0xffffff
        }
      }
    }
    return Screen(width: width, height: height, pixels: pixels)
  }

  /// The number of pixels at the screen's top left that differ from a picture now.
  public func difference(from picture: Image) throws -> Int {
    let screen = try self.screen()
    var count = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width
      where screen[x, y] != picture.pixels[y * picture.width + x] & 0xffffff {
        count += 1
      }
    }
    return count
  }
}
