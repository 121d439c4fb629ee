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
  private func scene(
    _ size: Size, _ theme: Theme, name: String?, isFile: Bool = true
  ) throws -> StreamScene {
    let environment = ChartEnvironment(
      theme: theme, type: TypeScale(page: size),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"),
      zone: .fixed(offset: 3600, abbreviation: "CET"), scale: 1, isAnimated: false)
    let scene = StreamScene(
      options: StreamOptions(), name: name, isFile: isFile, environment: environment, at: 0)
    scene.layOut(size: size, scale: 1)
    return scene
  }

  private func draw(_ scene: StreamScene, _ size: Size, at time: Double = 10) -> Bitmap {
    scene.advance(to: time)
    return Compositor.picture(
      of: scene.root, at: time, scale: 1, width: Int(size.width), height: Int(size.height))
  }

  @Test(arguments: [
    ("vmstat.txt", "dark", 1280.0, 720.0), ("csv-rfc3339.csv", "dark", 1280, 720),
    ("json.log", "dark", 1280, 720), ("vmstat.txt", "light", 800, 480),
    ("ping-lost.txt", "dark", 800, 480),
  ])
  func files(name: String, theme: String, width: Double, height: Double) throws {
    let size = Size(width, height)
    let scene = try scene(size, try #require(Theme(name: theme)), name: name)
    scene.ingest(try TextDelivery(fixture: name), at: 0)
    expectGolden(
      draw(scene, size), named: "stream-\(name)-\(theme)-\(Int(width))x\(Int(height))")
  }

  @Test func waitingForData() throws {
    let size = Size(800, 480)
    let scene = try scene(size, .dark, name: nil, isFile: false)
    #expect(scene.nextChange(after: 0) == 3)
    expectGolden(draw(scene, size, at: 4), named: "stream-waiting")
    #expect(scene.nextChange(after: 4) == nil)
  }

  /// A pipe with many rows that has ended.
  @Test func aPipeThatHasEnded() throws {
    let size = Size(800, 480)
    let scene = try scene(size, .light, name: nil, isFile: false)
    let rows = (0..<5000).map { "in=\($0 * 37 % 101) out=\($0 * 53 % 97 + 20)" }
    scene.ingest(TextDelivery(text: rows.joined(separator: "\n")), at: 0)
    expectGolden(draw(scene, size), named: "stream-ended")
  }
}
