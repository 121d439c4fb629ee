import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@testable import wallchart

/// Pictures in SVG and PDF, as other programs read and draw them.
@Suite struct VectorPictureTests {
  private let folder = TemporaryFolder()

  private func path(_ name: String) -> String { folder.file(name).path }

  private static let recording = ["--replay", Program.fixture("orion.samples")]

  private func shell(_ command: String) throws -> String {
    let result = try Shell.run(command)
    #expect(result.status == 0, "\(command): \(result.output)")
    return result.output
  }

  /// The share of blocks of eight by eight pixels whose mean colours differ by more than a twelfth: letters may lie
  /// a little elsewhere, but nothing is missing.
  private func difference(_ a: String, _ b: String) throws -> Double {
    let (a, b) = (try PNG.read(a), try PNG.read(b))
    #expect(a.width == b.width && a.height == b.height)
    let (first, second) = (blocks(a), blocks(b))
    let count = zip(first, second).count { a, b in zip(a, b).contains { abs($0 - $1) > 20 } }
    return Double(count) / Double(first.count)
  }

  private func blocks(_ image: Image) -> [[Int]] {
    let columns = image.width / 8
    return (0..<columns * (image.height / 8)).map { block in
      let (x, y) = (block % columns * 8, block / columns * 8)
      var sums = [0, 0, 0]
      for i in 0..<64 {
        let pixel = image.pixels[(y + i / 8) * image.width + x + i % 8]
        for part in 0..<3 { sums[part] += Int((pixel >> (8 * UInt32(part))) & 255) }
      }
      return sums.map { $0 / 64 }
    }
  }

  /// librsvg draws from the SVG nearly the pixels of our own rasterizer: curves, gradients, clips, masks and text.
  @Test(arguments: [
    (recording, "1"), (recording + ["--theme", "light"], "2"),
    (recording + ["--at", "0.4"], "1"),
    (["gallery", "--language", "en"], "1"),
    (["gallery", "--language", "en", "--theme", "light", "--at", "0.7"], "1"),
  ])
  func anotherRendererDrawsTheSamePicture(arguments: [String], scale: String) throws {
    let options = arguments + ["--size", "960x540", "--scale", scale]
    for name in ["a.png", "a.svg"] {
      let result = try Program.run(options + ["--snapshot", path(name)])
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    }
    _ = try shell("xmllint --noout '\(path("a.svg"))'")
    _ = try shell("rsvg-convert --zoom=\(scale) --output='\(path("b.png"))' '\(path("a.svg"))'")
    let difference = try difference(path("a.png"), path("b.png"))
    #expect(difference < 0.02, "\(arguments): \(difference)")
  }

  /// Titles, values and names are text with the name of the font.
  @Test func textIsText() throws {
    try Data(("load\n" + (0..<40).map { "\(1210 + $0)\n" }.joined()).utf8)
      .write(to: folder.file("a.csv"))
    let options = [path("a.csv"), "--title", "Rack <b> & \"more\""]
    for name in ["a.svg", "a.pdf"] {
      let result = try Program.run(options + ["--snapshot", path(name)])
      #expect(result.status == 0, "\(result.errors)")
    }
    let svg = try String(contentsOfFile: path("a.svg"), encoding: .utf8)
    #expect(svg.contains(">Rack &lt;b&gt; &amp; &quot;more&quot;</text>"))
    #expect(svg.contains("<title>Rack &lt;b&gt; &amp; &quot;more&quot;</title>"))
    #expect(svg.contains("font-family=\"Inter, sans-serif\""))
    let shown = try shell("pdftotext '\(path("a.pdf"))' -")
    #expect(shown.contains("Rack <b> & \"more\"") && shown.contains("load"), "\(shown)")
    // A number is one word.
    #expect(shown.contains("1,249") || shown.contains("1249"), "\(shown)")
    let fonts = try shell("pdffonts '\(path("a.pdf"))'")
    #expect(fonts.contains("Inter"), "\(fonts)")
    // 1920 by 1080 points at 96 to the inch.
    let info = try shell("pdfinfo '\(path("a.pdf"))'")
    #expect(info.contains("1440 x 810 pts"), "\(info)")
  }

  @Test func aPDFReplacesTheFileBehindALink() throws {
    try Data("old".utf8).write(to: folder.file("a"))
    try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: path("a"))
    try FileManager.default.createSymbolicLink(
      atPath: path("b.pdf"), withDestinationPath: "a")
    let result = try Program.run(Self.recording + ["--snapshot", path("b.pdf")])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path("a"))).starts(with: Data("%PDF".utf8)))
    let file = try FileManager.default.attributesOfItem(atPath: path("a"))
    #expect(file[.posixPermissions] as? Int == 0o604)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("b.pdf")) == "a")
    #expect(try folder.names == ["a", "b.pdf"])
  }

  @Test func aPDFNeedsItsConverter() throws {
    let arguments = Self.recording + ["--snapshot"]
    let without = try Program.run(
      arguments + [path("a.pdf")], environment: ["PATH": folder.path])
    #expect(without.status == 69, "\(without.errors)")
    #expect(
      without.errors.contains(
        "PDF files need rsvg-convert, which is not installed (sudo apt install librsvg2-bin)"))
    for name in ["missing/a.pdf", "missing/a.svg"] {
      let placeless = try Program.run(arguments + [path(name)])
      #expect(placeless.status == 73, "\(name): \(placeless.errors)")
    }
    #expect(try folder.names.isEmpty)
  }
}
