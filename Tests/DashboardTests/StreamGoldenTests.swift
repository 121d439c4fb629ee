import Charts
import Feeds
import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// Whole pages of the output of commands and of files.
@Suite struct StreamGoldenTests {
  private func draw(_ page: PointerPage, at time: Double = 10) -> Bitmap {
    page.scene.advance(to: time)
    return Compositor.picture(
      of: page.scene.root, at: time, scale: 1, width: Int(page.size.width),
      height: Int(page.size.height))
  }

  @Test(arguments: [
    ("vmstat.txt", "dark", 1280.0, 720.0), ("csv-rfc3339.csv", "dark", 1280, 720),
    ("json.log", "dark", 1280, 720), ("vmstat.txt", "light", 800, 480),
    ("ping-lost.txt", "dark", 800, 480),
  ])
  func files(name: String, theme: String, width: Double, height: Double) throws {
    let size = Size(width, height)
    let page = try PointerPage(
      size: size, theme: try #require(Theme(name: theme)), isFile: true, name: name, text: nil)
    page.ingest(try TextParts(fixture: name), at: 0)
    expectGolden(
      draw(page), named: "stream-\(name)-\(theme)-\(Int(width))x\(Int(height))")
  }

  @Test func waitingForData() throws {
    let page = try PointerPage(text: nil)
    #expect(page.scene.nextChange(after: 0) == 3)
    expectGolden(draw(page, at: 4), named: "stream-waiting")
    #expect(page.scene.nextChange(after: 4) == nil)
  }

  /// The key `i` shows how the input was understood, over the page.
  @Test(arguments: [("dark", 1280.0, 720.0), ("light", 800, 480)])
  func explained(theme: String, width: Double, height: Double) throws {
    let page = try PointerPage(
      size: Size(width, height), theme: try #require(Theme(name: theme)), isFile: true,
      name: "top-b.txt", text: nil)
    page.ingest(try TextParts(fixture: "top-b.txt"), at: 0)
    page.scene.toggleExplanation(at: 5)
    expectGolden(
      draw(page), named: "stream-explained-\(theme)-\(Int(width))x\(Int(height))")
    // The key hides what it has shown, and the help takes the place of it.
    page.scene.toggleHelp()
    #expect(page.texts.contains("save a snapshot") && !page.texts.contains("input"))
    page.scene.toggleExplanation(at: 6)
    #expect(page.texts.contains("input"))
    page.scene.toggleExplanation(at: 7)
    #expect(!page.texts.contains("input"))
  }

  /// A pipe with many rows that has ended.
  @Test func aPipeThatHasEnded() throws {
    let page = try PointerPage(theme: .light, text: nil)
    let rows = (0..<5000).map { "in=\($0 * 37 % 101) out=\($0 * 53 % 97 + 20)" }
    page.ingest(TextParts(text: rows.joined(separator: "\n")), at: 0)
    expectGolden(draw(page), named: "stream-ended")
  }
}
