import CX11
import Raster
import Testing

@testable import Windowing

@MainActor
struct PixelFormatTests {
  private func format(
    _ masks: (UInt, UInt, UInt), bits: Int, hostOrder: Bool = true
  ) -> PixelFormat {
    let visual = UnsafeMutablePointer<Visual>.allocate(capacity: 1)
    visual.initialize(to: Visual())
    defer { visual.deallocate() }
    (visual.pointee.red_mask, visual.pointee.green_mask, visual.pointee.blue_mask) = masks
    return PixelFormat(visual: visual, depth: 24, bitsPerPixel: bits, matchesHostOrder: hostOrder)
  }

  /// The server itself reads memory only if the memory has the layout of frames.
  @Test(arguments: [
    (0xff0000, 0xff, 32, true, true), (0xff0000, 0xff, 32, false, false),
    (0xff0000, 0xff, 24, true, false), (0xff, 0xff0000, 32, true, false),
  ])
  func isNative(red: Int, blue: Int, bits: Int, hostOrder: Bool, expected: Bool) {
    let format = format((UInt(red), 0xff00, UInt(blue)), bits: bits, hostOrder: hostOrder)
    #expect(format.isNative == expected)
  }

  @Test(arguments: [
    (0x00ff_ffff, 0xffff), (0, 0), (0xffff_0000, 0xf800), (0xff00_ff00, 0x07e0),
    (0xff00_00ff, 0x001f), (0xff80_8080, 0x8410), (0xff04_0204, 0), (0xff05_0305, 0x0821),
  ])
  func aColorBecomesTheNearestOfSixteenBits(color: Int, expected: Int) {
    let format = format((0xf800, 0x07e0, 0x001f), bits: 16)
    #expect(format.pixel(UInt32(color)) == UInt32(expected))
  }

  /// Three bytes per pixel, blue first, from a part of a frame with a stride.
  @Test func rowsOfThreeBytesArePacked() {
    let format = format((0xff0000, 0xff00, 0xff), bits: 24)
    let bitmap = Bitmap(width: 5, height: 3)
    for index in 0..<15 { bitmap.buffer.base[index] = 0xff01_0203 &* UInt32(index) }
    let part = PixelBuffer(base: bitmap.buffer.base, width: 3, height: 3, stride: 5)
    var bytes = [UInt8](repeating: 0xee, count: 16)
    bytes.withUnsafeMutableBytes {
      format.convert(
        part, x: 1, y: 1, width: 2, height: 2, to: $0.baseAddress!, stride: 8)
    }
    #expect(
      bytes == [
        18, 12, 6, 21, 14, 7, 0xee, 0xee, 33, 22, 11, 36, 24, 12, 0xee, 0xee,
      ])
  }
}
