import Foundation
import Raster
import TestSupport
import Testing

@testable import wallchart

/// The texts in the files of pictures, as another program reads them.
@Suite struct PictureTextsTests {
  private let folder = TemporaryFolder()

  /// The keywords and texts of a picture, after a check of all checksums.
  private func texts(of picture: String) throws -> [String: String] {
    let script = """
      import struct, sys, zlib
      data = open(sys.argv[1], "rb").read()
      place = 8
      while place < len(data):
          length, kind = struct.unpack(">I4s", data[place:place + 8])
          body = data[place + 8:place + 8 + length]
          assert struct.unpack(">I", data[place + 8 + length:place + 12 + length])[0] \\
              == zlib.crc32(kind + body), kind
          if kind == b"iTXt":
              key, rest = body.split(b"\\0", 1)
              assert rest[:4] == b"\\0\\0\\0\\0"
              print(key.decode() + "=" + rest[4:].decode())
          place += 12 + length
      """
    let file = folder.file("texts.py")
    try Data(script.utf8).write(to: file)
    let result = try Shell.run("python3 '\(file.path)' '\(picture)'")
    #expect(result.status == 0, "\(result.output)")
    let pairs = result.output.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
    return Dictionary(pairs.map { (String($0[0]), String($0[1])) }, uniquingKeysWith: { $1 })
  }

  /// The name and the version of the program.
  private func software() throws -> String {
    let line = try Program.run(["--version"]).output
    return "W" + line.dropFirst().trimmingCharacters(in: .newlines)
  }

  @Test func aSnapshotHasItsTitleAndItsTime() throws {
    let software = try software()
    let picture = folder.file("a.png").path
    let result = try Program.run([
      "--replay", Program.fixture("orion.samples"), "--title", "机架 4 · Büro", "--snapshot",
      picture, "--size", "640x360",
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try texts(of: picture) == [
        "Title": "机架 4 · Büro", "Creation Time": "Sat, 21 Nov 2026 13:25:08 +0000",
        "Software": software,
      ])
    // The picture is still read.
    #expect(try PNG.read(picture).width == 640)
  }

  @Test func thePictureOfTheGalleryNamesTheProgram() throws {
    let picture = folder.file("a.png").path
    let result = try Program.run(["gallery", "--snapshot", picture, "--size", "640x360"])
    #expect(result.status == 0, "\(result.errors)")
    let software = try software()
    #expect(try texts(of: picture) == ["Software": software])
  }
}
