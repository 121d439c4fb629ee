import CPNG
import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@testable import Terminal

@Suite @MainActor struct TiledGraphicsTests {
  private let size = TerminalSize(columns: 40, rows: 14, cellWidth: 10, cellHeight: 20)

  /// Commands of kitty's protocol with their payloads, the pieces joined.
  private func commands(_ bytes: [UInt8]) -> [(keys: [String: String], data: [UInt8])] {
    var result: [(keys: [String: String], data: String)] = []
    var isContinued = false
    for part in String(decoding: bytes, as: UTF8.self).components(separatedBy: "\u{1b}_G")
      .dropFirst()
    {
      let fields = part.components(separatedBy: "\u{1b}\\")[0].split(separator: ";", maxSplits: 1)
      let keys = Dictionary(
        uniqueKeysWithValues: fields[0].split(separator: ",").map { field in
          let pair = field.split(separator: "=")
          return (String(pair[0]), String(pair[1]))
        })
      let data = fields.count > 1 ? String(fields[1]) : ""
      if isContinued {
        result[result.count - 1].data += data
      } else {
        result.append((keys, data))
      }
      isContinued = keys["m"] == "1"
    }
    return result.map { ($0.keys, [UInt8](Data(base64Encoded: $0.data) ?? Data())) }
  }

  private func inflated(_ bytes: [UInt8], count: Int) -> [UInt8] {
    var size = UInt(count)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      #expect(uncompress(buffer.baseAddress, &size, bytes, UInt(bytes.count)) == Z_OK)
      initialized = Int(size)
    }
  }

  private func bitmap() -> Bitmap {
    let bitmap = Bitmap(width: 400, height: 280)
    var numbers = SeededGenerator(seed: 1)
    for i in 0..<400 * 280 {
      bitmap.buffer.base[i] = 0xff00_0000 | UInt32.random(in: 0...0xffffff, using: &numbers)
    }
    return bitmap
  }

  @Test func kittysBlocksAreTheWholePicture() throws {
    let graphics = TiledGraphics(.kitty)
    graphics.restart(size)
    #expect(graphics.frameSize(size) == (400, 280))
    let bitmap = bitmap()
    let commands = commands(
      graphics.encode(bitmap.buffer, damage: [IntRect(width: 400, height: 280)]))
    // 160×120 pixels a block.
    #expect(commands.count == 9)
    var pixels = [UInt32](repeating: 0, count: 400 * 280)
    for (index, command) in commands.enumerated() {
      let (width, height) = (Int(command.keys["s"]!)!, Int(command.keys["v"]!)!)
      #expect(command.keys["q"] == "2")
      let bytes = inflated(command.data, count: 3 * width * height)
      let (x, y) = (index % 3 * 160, index / 3 * 120)
      for i in 0..<width * height {
        pixels[(y + i / width) * 400 + x + i % width] =
          0xff00_0000 | UInt32(bytes[3 * i]) << 16 | UInt32(bytes[3 * i + 1]) << 8
          | UInt32(bytes[3 * i + 2])
      }
    }
    #expect(pixels == bitmap.pixels)
  }

  @Test func onlyChangedBlocksAreSentAgain() {
    let graphics = TiledGraphics(.kitty)
    graphics.restart(size)
    let bitmap = bitmap()
    let all = [IntRect(width: 400, height: 280)]
    _ = graphics.encode(bitmap.buffer, damage: all)
    #expect(graphics.encode(bitmap.buffer, damage: all).isEmpty)
    bitmap.buffer.base[130 * 400 + 170] ^= 0xff
    let next = commands(graphics.encode(bitmap.buffer, damage: all))
    #expect(next.count == 1)
    #expect(next.first?.keys["i"] == "\(770_000 + 5)")
    graphics.restart(size)
    #expect(commands(graphics.encode(bitmap.buffer, damage: all)).count == 9)
  }

  @Test func aSixelFrameLeavesTheLastRowFree() throws {
    let graphics = TiledGraphics(try .sixel(colors: 256))
    #expect(graphics.frameSize(size) == (400, 260))
  }

  @Test(arguments: [(1, 16), (3, 16), (256, 256), (2000, 256), (2000, 16)])
  func similarColorsBecomeOne(colors: Int, most: Int) {
    var numbers = SeededGenerator(seed: UInt64(colors))
    let palette = (0..<colors).map { _ in UInt32.random(in: 0...0xffffff, using: &numbers) }
    let bitmap = Bitmap(width: 64, height: 64)
    for i in 0..<4096 { bitmap.buffer.base[i] = palette[i % colors] }
    let block = TerminalBlock(
      number: 1, pixels: bitmap.buffer, rect: IntRect(width: 64, height: 64))
    let picture = IndexedPicture(block, colors: most)
    #expect(picture.indices.count == 4096)
    #expect(Int(picture.indices.max() ?? 0) < most)
    guard colors <= most else { return }
    for i in 0..<4096 {
      let entry = 3 * Int(picture.indices[i])
      let color = picture.palette[entry..<entry + 3].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      #expect(color == palette[i % colors])
    }
  }

  @Test func theAbsenceOfTheLibraryIsTold() {
    let error = #expect(throws: TerminalError.self) { try LibSixel(names: ["no-such-library"]) }
    #expect(error?.description.contains("libsixel1") == true)
  }
}
