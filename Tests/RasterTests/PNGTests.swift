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
    try withFolder { folder in
      let path = folder.appendingPathComponent("a.png").path
      let bitmap = Self.picture()
      try PNG.write(bitmap, to: path)
      #expect(try PNG.read(path).pixels == bitmap.pixels)
    }
  }

  @Test func unwritableFilesAreNamed() {
    let error = #expect(throws: PNGError.self) {
      try PNG.write(Self.picture(), to: "/nonexistent/picture.png")
    }
    #expect(error?.description.hasPrefix("/nonexistent/picture.png: ") == true)
  }

  @Test func emptyPicturesAreRefused() {
    let none = Bitmap(width: 0, height: 3)
    #expect(throws: PNGError.size(width: 0, height: 3)) { try PNG.encode(none) }
  }
}
