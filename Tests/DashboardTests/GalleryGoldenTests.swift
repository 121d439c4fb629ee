import Charts
import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// The gallery with the tests' own fonts, on a fixed day.
@Suite struct GalleryGoldenTests {
  struct Setup {
    var size = Size(800, 480)
    var scale = 1.0
    var theme = Theme.dark
    var charts = GalleryChart.allCases
    var look = GalleryLook.own
    var language = ChartLanguage.en
    var isAnimated = true
    var reducesMotion = false
  }

  static func scene(_ setup: Setup) throws -> GalleryScene {
    let environment = ChartEnvironment(
      theme: setup.theme, type: TypeScale(page: setup.size),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc,
      scale: setup.scale, isAnimated: setup.isAnimated, reducesMotion: setup.reducesMotion)
    let scene = GalleryScene(
      charts: setup.charts, look: setup.look, language: setup.language,
      today: TimeZoneRules.utc.civil(1_452_124_800), environment: environment)
    scene.layOut(size: setup.size, scale: setup.scale)
    scene.replay(at: 1)
    return scene
  }

  static func draw(_ scene: GalleryScene, _ setup: Setup, at time: Double = 20) -> Bitmap {
    scene.root.completeAnimations(at: time)
    return Compositor.picture(
      of: scene.root, at: time, scale: setup.scale, width: Int(setup.size.width * setup.scale),
      height: Int(setup.size.height * setup.scale))
  }

  @Test(arguments: [
    ("dark", 800.0, 480.0, 1.0), ("light", 1280, 720, 1), ("dark", 640, 360, 2),
    ("light", 480, 960, 1),
  ])
  func sizesAndThemes(theme: String, width: Double, height: Double, scale: Double) throws {
    let setup = Setup(
      size: Size(width, height), scale: scale, theme: try #require(Theme(name: theme)))
    let name = "gallery-\(theme)-\(Int(width))x\(Int(height))" + (scale == 1 ? "" : "-scale-2")
    expectGolden(Self.draw(try Self.scene(setup), setup), named: name)
  }

  /// The articles' looks, with the start button after its chart has been drawn.
  @Test(arguments: [("dark", 800.0, 480.0), ("light", 1280, 720)])
  func articlesLooks(theme: String, width: Double, height: Double) throws {
    let setup = Setup(
      size: Size(width, height), theme: try #require(Theme(name: theme)), look: .article)
    expectGolden(
      Self.draw(try Self.scene(setup), setup), named: "gallery-article-\(theme)")
  }

  @Test(arguments: [0.2, 0.8, 2.0])
  func opening(time: Double) throws {
    let setup = Setup()
    let name = "gallery-opening-\(Int(time * 10))"
    expectGolden(Self.draw(try Self.scene(setup), setup, at: 1 + time), named: name)
  }

  @Test func inChinese() throws {
    let setup = Setup(theme: .light, language: .zh)
    expectGolden(Self.draw(try Self.scene(setup), setup), named: "gallery-chinese")
  }

  /// New data in motion, and further data that interrupts the motion.
  @Test func newData() throws {
    let setup = Setup()
    let scene = try Self.scene(setup)
    scene.root.completeAnimations(at: 20)
    scene.showNext(at: 20)
    expectGolden(Self.draw(scene, setup, at: 20.15), named: "gallery-new-data")
    scene.showNext(at: 20.2)
    expectGolden(Self.draw(scene, setup, at: 20.35), named: "gallery-new-data-interrupted")
  }

  @Test(arguments: GalleryChart.allCases)
  func oneAlone(chart: GalleryChart) throws {
    let setup = Setup(size: Size(480, 300), charts: [chart])
    expectGolden(
      Self.draw(try Self.scene(setup), setup), named: "gallery-alone-\(chart.rawValue)")
  }

  @Test func overlays() throws {
    let setup = Setup()
    let scene = try Self.scene(setup)
    scene.setPaused(true, at: 20)
    #expect(scene.respond(to: .point(Point(500, 400)), at: 20))
    expectGolden(Self.draw(scene, setup), named: "gallery-paused-and-pointed-at")
    scene.toggleHelp()
    expectGolden(Self.draw(scene, setup), named: "gallery-help")
  }
}
