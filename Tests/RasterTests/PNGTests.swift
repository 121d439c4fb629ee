import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@Suite struct PNGTests {
  private static func picture() -> Bitmap {
    let gradient = LinearGradient(
      stops: [
        .init(0, Color(hex: 0xff0080, alpha: 1)), .init(1, Color(hex: 0x20ff40, alpha: 0.1)),
      ],
      start: Point(0, 0), end: Point(30, 20))
    return coverage(
      [
        filled(
          Path(circleCenter: Point(16, 12), radius: 11), .nonZero, .identity, .gradient(gradient))
      ], width: 33, height: 25)
  }

  @Test func survivesTheRoundTrip() throws {
    let bitmap = Self.picture()
    let image = try PNG.decode(PNG.encode(bitmap))
    #expect(image.width == 33 && image.height == 25 && image.pixels == bitmap.pixels)
  }

  @Test func everyPremultipliedPixelSurvives() throws {
    let bitmap = Bitmap(width: 256, height: 256)
    for alpha in 0..<256 {
      for value in 0...alpha {
        bitmap.buffer.base[alpha * 256 + value] =
          UInt32(alpha) << 24 | UInt32(value) << 16 | UInt32(alpha - value)
      }
    }
    #expect(try PNG.decode(PNG.encode(bitmap)).pixels == bitmap.pixels)
  }

  @Test func filesAreWrittenAndRead() throws {
    let path = NSTemporaryDirectory() + "wallchart-png-test-\(getpid()).png"
    defer { unlink(path) }
    let bitmap = Self.picture()
    try PNG.write(bitmap, to: path)
    #expect(try PNG.read(path).pixels == bitmap.pixels)
  }

  @Test func missingFilesAreNamed() {
    let error = #expect(throws: PNGError.self) { try PNG.read("/nonexistent/picture.png") }
    #expect(error?.description.hasPrefix("/nonexistent/picture.png: ") == true)
    #expect(throws: PNGError.self) {
      try PNG.write(Self.picture(), to: "/nonexistent/picture.png")
    }
  }

  @Test func damagedFilesAreErrors() throws {
    let good = try PNG.encode(Self.picture())
    for count in stride(from: 0, to: good.count - 12, by: 3) {
      #expect(throws: PNGError.self) { try PNG.decode(Array(good.prefix(count))) }
    }
    #expect(throws: PNGError.self) { try PNG.decode(Array("not a picture".utf8)) }
  }

  @Test func flippedBitsNeverCrash() throws {
    let good = try PNG.encode(Self.picture())
    var random = SeededGenerator(seed: 12)
    for _ in 0..<500 {
      var bytes = good
      for _ in 0..<3 {
        bytes[.random(in: 0..<bytes.count, using: &random)] ^= UInt8(
          1 << Int.random(in: 0..<8, using: &random))
      }
      // Either outcome is right, as long as there is one.
      if let image = try? PNG.decode(bytes) { #expect(image.pixels.count > 0) }
    }
  }

  @Test func enormousSizesAreRefused() throws {
    var bytes = try PNG.encode(Self.picture())
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x7f, 0xff, 0, 0, 0x7f, 0xff])
    let crc = crc32(bytes[12..<29])
    bytes.replaceSubrange(29..<33, with: (0..<4).map { UInt8(crc >> (24 - 8 * $0) & 255) })
    #expect(throws: PNGError.size(width: 32_767, height: 32_767)) { try PNG.decode(bytes) }
    let none = Bitmap(width: 0, height: 3)
    #expect(throws: PNGError.size(width: 0, height: 3)) { try PNG.encode(none) }
  }

  private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var crc: UInt32 = ~0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
