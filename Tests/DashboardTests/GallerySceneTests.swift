import Charts
import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Dashboard

@Suite struct GallerySceneTests {
  private typealias Setup = GalleryGoldenTests.Setup

  private func isMoving(_ scene: GalleryScene, at time: Double) -> Bool {
    scene.root.nextChange(after: time, scale: 1, interval: 1.0 / 60) != nil
  }

  private func settled() throws -> GalleryScene {
    let scene = try GalleryGoldenTests.scene(Setup())
    scene.root.completeAnimations(at: 20)
    return scene
  }

  private func pixels(_ scene: GalleryScene, at time: Double) -> [UInt32] {
    GalleryGoldenTests.draw(scene, Setup(), at: time).pixels
  }

  /// Each card is played again by its key and by a click, and ends in its original state.
  @Test(arguments: 0..<GalleryChart.allCases.count)
  func playedAgain(number: Int) throws {
    let scene = try settled()
    let before = pixels(scene, at: 20)
    #expect(!isMoving(scene, at: 20))
    let layout = GalleryLayout(
      size: Setup().size, count: GalleryChart.allCases.count,
      type: TypeScale(page: Setup().size))
    let place = layout.cards[number].center
    for input in [PageInput.toggleSeries(number), .press(place, extends: false, clicks: 1)] {
      #expect(scene.respond(to: input, at: 21))
      #expect(isMoving(scene, at: 21))
      #expect(pixels(scene, at: 21.1) != before)
      #expect(pixels(scene, at: 30) == before)
    }
  }

  /// With the articles' looks, the first chart waits for its start button: the opening leaves the chart as
  /// it is, a press of the button or the key starts the line.
  @Test(arguments: [true, false]) func theStartButton(isPointer: Bool) throws {
    let scene = try settled()
    #expect(scene.respond(to: .toggleLook, at: 21))
    #expect(scene.look == .article && !isMoving(scene, at: 21))
    let chart = try #require(startChart(scene))
    #expect(chart.waitsForStart && chart.startButtonFrame.width > 0)
    let waiting = pixels(scene, at: 21)
    scene.open(at: 22)
    scene.root.completeAnimations(at: 30)
    #expect(pixels(scene, at: 30) == waiting && chart.waitsForStart)
    let card = try #require(chart.layer.superlayer)
    let place = chart.startButtonFrame.center + card.frame.origin
    let input: PageInput =
      isPointer ? .press(place, extends: false, clicks: 1) : .toggleSeries(0)
    #expect(scene.respond(to: input, at: 31))
    #expect(!chart.waitsForStart && isMoving(scene, at: 31))
    #expect(pixels(scene, at: 40) != waiting)
  }

  private func startChart(_ scene: GalleryScene) -> GradientLineChart? {
    scene.item(.gradientLine)?.chart as? GradientLineChart
  }

  /// The key changes between the looks with the data that is shown, and back without a trace.
  @Test func theLooks() throws {
    let scene = try settled()
    _ = scene.respond(to: .next, at: 20)
    scene.root.completeAnimations(at: 25)
    let before = pixels(scene, at: 25)
    #expect(scene.respond(to: .toggleLook, at: 26))
    #expect(pixels(scene, at: 26) != before)
    let line = try #require(scene.item(.line)?.chart as? LineChart)
    #expect(line.data == GalleryData.months[1].values)
    #expect(line.style.textWidths == .exact)
    #expect((scene.item(.pageView)?.chart as? PageViewChart)?.style.revealsArea == false)
    #expect((scene.item(.spectrum)?.chart as? SpectrumChart)?.style?.snapsGrid == false)
    #expect((scene.item(.progress)?.chart as? ProgressChart)?.style?.isFillingPlain == true)
    #expect(startChart(scene)?.style.hasDotsInPath == true)
    scene.replay(at: 27)
    #expect(startChart(scene)?.waitsForStart == false)
    #expect(scene.respond(to: .toggleLook, at: 28))
    scene.replay(at: 28)
    scene.root.completeAnimations(at: 40)
    let different = zip(pixels(scene, at: 40), before).count { $0 != $1 }
    #expect(different == 0)
  }

  /// Layers that are dropped amid their motion are gone: no animation's end keeps its own layer.
  @Test(arguments: [false, true]) func aSceneDroppedInMotionLeavesNothing(reducesMotion: Bool)
    throws
  {
    var layers: [WeakLayer] = []
    do {
      var setup = Setup()
      setup.reducesMotion = reducesMotion
      let scene = try GalleryGoldenTests.scene(setup)
      for time in [20, 21, 21.1, 21.3] {
        scene.root.completeAnimations(at: time)
        #expect(scene.respond(to: .next, at: time))
      }
      #expect(isMoving(scene, at: 21.35))
      func collect(_ layer: Layer) {
        layers.append(WeakLayer(layer: layer))
        if let mask = layer.mask { collect(mask) }
        layer.sublayers.forEach(collect)
      }
      collect(scene.root)
    }
    #expect(layers.count > 100)
    #expect(layers.count { $0.layer != nil } == 0)
  }

  private struct WeakLayer {
    weak var layer: Layer?
  }

  @Test func whatIsNotMeantForIt() throws {
    let scene = try settled()
    for input in [
      PageInput.toggleSeries(7), .press(Point(-5, -5), extends: false, clicks: 1), .live,
      .zoom(notches: 1), .release(Point(400, 300)), .dismiss, .point(nil),
    ] {
      #expect(!scene.respond(to: input, at: 21))
    }
    #expect(!isMoving(scene, at: 21))
  }

  /// After all of its data the gallery shows the first data again, without a trace of the rest.
  @Test func newDataComesAround() throws {
    let scene = try settled()
    let before = pixels(scene, at: 20)
    for step in 0..<5 {
      let time = 21 + 0.2 * Double(step)
      #expect(scene.respond(to: .next, at: time))
      #expect(pixels(scene, at: time + 0.1) != before)
    }
    let different = zip(pixels(scene, at: 30), before).count { $0 != $1 }
    #expect(different == 0)
  }

  @Test func withoutMotion() throws {
    let setup = Setup(isAnimated: false)
    let scene = try GalleryGoldenTests.scene(setup)
    #expect(!isMoving(scene, at: 1))
    _ = scene.respond(to: .next, at: 2)
    #expect(!isMoving(scene, at: 2))
    let animated = try GalleryGoldenTests.scene(Setup())
    _ = animated.respond(to: .next, at: 20)
    let different = zip(pixels(scene, at: 2), pixels(animated, at: 30)).count { $0 != $1 }
    #expect(different == 0)
  }

  /// With reduced motion nothing changes its place: contents fade.
  @Test func reducedMotion() throws {
    let scene = try GalleryGoldenTests.scene(Setup(reducesMotion: true))
    scene.root.completeAnimations(at: 20)
    _ = scene.respond(to: .next, at: 20)
    #expect(isMoving(scene, at: 20))
    let moving = [AnimationKeyPath.path, .strokeEnd, .position].map(\.rawValue)
    func keys(_ layer: Layer) -> [String] {
      layer.animationKeys + (layer.mask.map(keys) ?? []) + layer.sublayers.flatMap(keys)
    }
    #expect(Set(keys(scene.root)).isDisjoint(with: moving))
    scene.root.completeAnimations(at: 21)
    #expect(!isMoving(scene, at: 21))
  }

  @Test func thePointerIsShown() throws {
    let scene = try settled()
    #expect(scene.respond(to: .point(Point(500, 300)), at: 20))
    #expect(!scene.respond(to: .point(Point(501, 300)), at: 20))
    #expect(scene.respond(to: .point(nil), at: 20))
  }

  @Test(
    arguments: [
      (800, 480, 5, [3, 2]), (1920, 1080, 5, [3, 2]), (3840, 2160, 5, [3, 2]),
      (640, 800, 5, [2, 2, 1]), (480, 960, 5, [2, 2, 1]), (800, 480, 1, [1]),
    ] as [(Double, Double, Int, [Int])])
  func layout(width: Double, height: Double, count: Int, rows: [Int]) {
    let size = Size(width, height)
    let type = TypeScale(page: size)
    let cards = GalleryLayout(size: size, count: count, type: type).cards
    let inRows = Dictionary(grouping: cards, by: \.minY).sorted { $0.key < $1.key }.map(\.value)
    #expect(inRows.map(\.count) == rows)
    for row in inRows {
      #expect(row.first!.minX == inRows[0].first!.minX)
      #expect(row.last!.maxX == inRows[0].last!.maxX)
      for (a, b) in zip(row, row.dropFirst()) { #expect(abs(b.minX - a.maxX - type.gap) <= 1) }
    }
  }

  /// Any sequence of frames, each drawn only within its damage, equals whole drawings.
  @Test(arguments: [(1.0, 1), (1.5, 2)])
  func damageEqualsAFullRedraw(scale: Double, seed: UInt64) throws {
    let setup = Setup(
      size: Size(640, 400), scale: scale, theme: seed % 2 == 0 ? .light : .dark)
    let scene = try GalleryGoldenTests.scene(setup)
    let screen = DamagedScreen(size: setup.size, scale: scale)
    var generator = SeededGenerator(seed: seed)
    func random() -> Double { generator.unit() }
    var time = 1.0
    for step in 0..<40 {
      time += random() * 0.2
      switch Int(random() * 8) {
      case 0: _ = scene.respond(to: .next, at: time)
      case 1: _ = scene.respond(to: .toggleSeries(Int(random() * 5)), at: time)
      case 2: _ = scene.respond(to: .point(Point(random() * 640, random() * 400)), at: time)
      default: break
      }
      let different = screen.draw(scene.root, at: time)
      #expect(different == 0, "frame \(step) at \(time)")
    }
  }
}
