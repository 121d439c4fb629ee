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

/// Whole pages of recorded samples, with the tests' own fonts and a fixed time zone.
@Suite struct DashboardGoldenTests {
  private struct Setup {
    var size = Size(960, 540)
    var scale = 1.0
    var theme = Theme.dark
    var isAnimated = true
    var lateAfter = Double.infinity
  }

  private static func fonts() throws -> FontLibrary {
    try FontLibrary(directory: Program.root.path + "/Tests/Fonts")
  }

  private func page(_ samples: String, _ setup: Setup) throws -> DashboardScene {
    let recording = try Recording(path: Program.fixture(samples))
    let environment = ChartEnvironment(
      theme: setup.theme, type: TypeScale(page: setup.size), fonts: try Self.fonts(),
      zone: .fixed(offset: 3600, abbreviation: "CET"), scale: setup.scale,
      isAnimated: setup.isAnimated)
    let page = DashboardScene(
      spec: .system(host: recording.host), host: recording.host, environment: environment,
      lateAfter: setup.lateAfter)
    page.layOut(size: setup.size, scale: setup.scale)
    page.ingest(recording, at: 0)
    return page
  }

  private func draw(_ page: DashboardScene, _ setup: Setup, at time: Double = 10) -> Bitmap {
    page.advance(to: time)
    page.root.completeAnimations(at: time)
    return Compositor.picture(
      of: page.root, at: time, scale: setup.scale, width: Int(setup.size.width * setup.scale),
      height: Int(setup.size.height * setup.scale))
  }

  @Test(arguments: [
    ("dark", 1920.0, 1080.0, 1.0), ("light", 1920, 1080, 1), ("dark", 800, 480, 1),
    ("light", 640, 360, 2), ("dark", 320, 240, 1), ("light", 480, 960, 1),
  ])
  func sizesAndThemes(theme: String, width: Double, height: Double, scale: Double) throws {
    let setup = Setup(
      size: Size(width, height), scale: scale, theme: try #require(Theme(name: theme)))
    let name = "dashboard-\(theme)-\(Int(width))x\(Int(height))" + (scale == 1 ? "" : "-scale-2")
    expectGolden(draw(try page("orion.samples", setup), setup), named: name)
  }

  @Test(arguments: [0.0, 0.3, 0.9])
  func openingAnimation(time: Double) throws {
    let setup = Setup()
    let name = "dashboard-opening-\(Int(time * 10))"
    expectGolden(draw(try page("orion.samples", setup), setup, at: time), named: name)
  }

  @Test func gapsAndResets() throws {
    let setup = Setup()
    expectGolden(
      draw(try page("gap-and-reset.samples", setup), setup), named: "dashboard-gap-and-reset")
  }

  @Test func anIdleMachine() throws {
    let setup = Setup(theme: .light)
    expectGolden(draw(try page("idle.samples", setup), setup), named: "dashboard-idle")
  }

  @Test func waitingForData() throws {
    let setup = Setup()
    let host = HostInfo(
      name: "orion", system: "Debian 12", cores: 2, uptime: 60, memoryTotal: 1e9)
    let page = DashboardScene(
      spec: .system(host: host), host: host,
      environment: ChartEnvironment(
        theme: .dark, type: TypeScale(page: setup.size), fonts: try Self.fonts(), zone: .utc,
        scale: 1, isAnimated: true))
    page.layOut(size: setup.size, scale: 1)
    expectGolden(draw(page, setup), named: "dashboard-waiting")
  }

  @Test func dataThatIsLate() throws {
    let setup = Setup(lateAfter: 5)
    let page = try page("orion.samples", setup)
    expectGolden(draw(page, setup, at: 200), named: "dashboard-late")
  }

  @Test func overlays() throws {
    let setup = Setup()
    let page = try page("orion.samples", setup)
    page.setPaused(true, at: 10)
    page.notify("saved wallchart-20261121-142508.png", at: 10)
    expectGolden(draw(page, setup), named: "dashboard-paused-and-notice")
    page.toggleHelp()
    expectGolden(draw(page, setup), named: "dashboard-help")
    #expect(page.hideHelp())
    #expect(!page.hideHelp())
  }

  /// A page after several sizes, themes, a pause and help equals the page drawn at once.
  @Test func historyLeavesNoTrace() throws {
    let setup = Setup(isAnimated: false)
    let page = try page("orion.samples", setup)
    let expected = draw(page, setup).pixels
    page.layOut(size: Size(320, 240), scale: 2)
    page.setTheme(.light)
    page.toggleHelp()
    page.setPaused(true, at: 11)
    page.setPaused(false, at: 12)
    _ = page.hideHelp()
    page.setTheme(.dark)
    page.layOut(size: setup.size, scale: setup.scale)
    #expect(draw(page, setup).pixels == expected)
  }

  /// Any sequence of frames, each drawn only within its damage, equals whole drawings: through the
  /// opening, new samples, and help.
  @Test(arguments: [(1.0, 1), (1.5, 2), (1.3, 3)])
  func damageEqualsAFullRedraw(scale: Double, seed: UInt64) throws {
    let setup = Setup(size: Size(640, 400), scale: scale, theme: seed % 2 == 0 ? .light : .dark)
    let recording = try Recording(path: Program.fixture("orion.samples"))
    let page = try page("gap-and-reset.samples", setup)
    let updates = recording.updates(page.spec.sources.values.first?.queries ?? [])
    let screen = DamagedScreen(size: setup.size, scale: scale)
    var generator = SeededGenerator(seed: seed)
    func random() -> Double { generator.unit() }
    var time = 0.0
    for step in 0..<40 {
      time += random() * 0.08
      if step % 12 == 8 {
        for update in updates[(step * 4)..<(step * 4 + 17)] {
          page.ingest(update, from: .system(period: 1), at: time)
        }
      }
      if step == 30 { page.toggleHelp() }
      if step == 33 { _ = page.hideHelp() }
      let different = screen.draw(page.root, at: time)
      #expect(different == 0, "frame \(step) at \(time)")
    }
  }
}
