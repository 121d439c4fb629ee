import Geometry
import Layers
import Raster
import Testing

@testable import Stage

/// A surface with two buffers that is polled while frames come at every refresh.
@MainActor
private final class PolledSurface: Surface {
  private(set) var width = 100
  let height = 20
  let scale = 1.0
  let refreshInterval = 1.0 / 60
  var handler: (@MainActor (SurfaceEvent) -> Void)?
  var isPolled = false
  /// An action that happens during the next poll.
  var arriving: (@MainActor () -> Void)?
  private var buffers: [SurfaceBuffer] = []
  private var bitmaps: [Bitmap] = []
  private var shown: Int?
  private(set) var screen = Bitmap(width: 100, height: 20)

  init() { makeBuffers() }

  private func makeBuffers() {
    for _ in 0..<2 {
      bitmaps.append(Bitmap(width: width, height: height))
      buffers.append(SurfaceBuffer(identifier: bitmaps.count, pixels: bitmaps.last!.buffer))
    }
    screen = Bitmap(width: width, height: height)
  }

  func resize() {
    width = 120
    makeBuffers()
    handler?(.resized)
  }

  /// Whether the server has read the shown buffer when the surface is polled. If not, the server reads the buffer
  /// until another one is shown.
  var isReadWhenPolled = false
  private var isBeingRead = false

  func acquireBuffer() -> SurfaceBuffer? {
    let current = buffers.suffix(2)
    let front = current.first { $0.identifier == shown }
    return front != nil && !isBeingRead ? front : current.first { $0.identifier != shown }
  }

  var shownBuffer: SurfaceBuffer? { buffers.suffix(2).first { $0.identifier == shown } }

  func present(_ buffer: SurfaceBuffer, damage: [IntRect]) {
    shown = buffer.identifier
    isBeingRead = true
    let from = bitmaps[buffer.identifier - 1]
    guard from.width == width else { return }
    for rect in damage {
      for y in rect.minY..<rect.maxY {
        let place = y * width + rect.minX
        (screen.buffer.base + place).update(from: from.buffer.base + place, count: rect.width)
      }
    }
  }

  /// Loses the picture on screen.
  func lose() { screen = Bitmap(width: width, height: height) }

  func pollEvents() {
    if isReadWhenPolled { isBeingRead = false }
    arriving?()
    arriving = nil
  }
}

@MainActor
private final class SlidingScene: Scene {
  let root = Layer()
  let rectangle = Layer()
  private(set) var advances: [Double] = []

  init(width: Double = 120) {
    root.anchorPoint = .zero
    root.backgroundColor = .white
    rectangle.bounds = Rect(x: 0, y: 0, width: width, height: 20)
    rectangle.position = Point(95, 10)
    rectangle.backgroundColor = .black
    root.addSublayer(rectangle)
    rectangle.add(
      BasicAnimation(
        .position, from: .point(Point(5, 10)), to: .point(Point(95, 10)), duration: 1.5),
      forKey: "slide", at: 0)
  }

  func layOut(size: Size, scale: Double) { root.bounds = Rect(origin: .zero, size: size) }
  func advance(to time: Double) { advances.append(time) }
  func nextChange(after time: Double) -> Double? { nil }
}

/// Frames of a motion, at every refresh, on a surface with two buffers.
@MainActor
@Suite struct MotionFrameTests {
  private let surface = PolledSurface()
  private let scene = SlidingScene()
  private let interval = 1.0 / 60

  private final class Clock {
    var now = 0.0
  }
  private let clock = Clock()

  private func loop(
    _ scene: SlidingScene? = nil, _ reports: @escaping (FrameReport) -> Void = { _ in }
  ) -> FrameLoop {
    let loop = FrameLoop(
      surface: surface, scene: scene ?? self.scene, renderer: Renderer(),
      clock: { [clock] in clock.now })
    surface.handler = { [weak loop] in loop?.handle($0) }
    loop.onFrame = reports
    return loop
  }

  private func tick(_ loop: FrameLoop, at time: Double) {
    clock.now = time
    loop.tick()
  }

  /// Whether the screen shows the scene at a time.
  private func shows(_ time: Double, _ scene: SlidingScene? = nil) -> Bool {
    let bitmap = Bitmap(width: surface.width, height: surface.height)
    let list = Compositor.record(
      (scene ?? self.scene).root, at: time, scale: 1,
      bounds: IntRect(width: surface.width, height: surface.height))
    Renderer().draw(list.drawList, into: bitmap.buffer)
    return bitmap.pixels == surface.screen.pixels
  }

  @Test func eachTickDrawsTheFrameOfItsTime() {
    var reports: [FrameReport] = []
    let loop = loop { reports.append($0) }
    tick(loop, at: 0)
    for step in 1...20 {
      // Ticks come a little late.
      tick(loop, at: Double(step) * interval + 0.001)
      #expect(shows(clock.now), "step \(step)")
    }
    #expect(reports.map(\.frame) == Array(1...21))
    #expect(scene.advances == reports.map(\.time))
    loop.stop()
  }

  /// A second buffer would first have to be drawn as a whole.
  @Test func smallChangesAreDrawnInTheBufferOnScreen() {
    let scene = SlidingScene(width: 4)
    surface.isReadWhenPolled = true
    var pixels: [Int] = []
    let loop = loop(scene) { pixels.append($0.damagePixels) }
    for step in 0...20 {
      tick(loop, at: Double(step) * interval)
      #expect(shows(clock.now, scene), "step \(step)")
    }
    #expect(pixels.first == 2000 && pixels.dropFirst().allSatisfy { $0 < 200 })
    #expect(pixels.count == 21)
    loop.stop()
  }

  @Test(arguments: [0, 0.0003, 0.0011, 0.0029])
  func motionEndsWhereItShould(delay: Double) {
    var reports: [FrameReport] = []
    let loop = loop { reports.append($0) }
    tick(loop, at: delay / 3)
    var step = 0
    while loop.ticks.due != nil, step < 200 {
      step += 1
      tick(loop, at: Double(step) * interval + delay)
    }
    #expect((90...92).contains(step))
    #expect(reports.filter { !$0.isAnimating } == reports.suffix(1))
    #expect(shows(clock.now) && shows(5) && scene.rectangle.animationKeys.isEmpty)
    #expect(!surface.isPolled)
    loop.stop()
  }

  /// The user's actions are visible at once.
  @Test func inputIsNotKeptWaiting() {
    let loop = loop()
    tick(loop, at: 0)
    surface.arriving = { [scene] in
      scene.root.backgroundColor = Color(hex: 0x336699)
      loop.setNeedsFrame()
    }
    tick(loop, at: interval)
    #expect(shows(interval) && loop.statistics.frames == 2)
    loop.stop()
  }

  @Test func dataComesWithTheNextFrame() {
    let loop = loop()
    tick(loop, at: 0)
    scene.root.backgroundColor = Color(hex: 0x336699)
    loop.sceneDidUpdate()
    tick(loop, at: interval)
    #expect(shows(interval) && loop.statistics.frames == 2)
    loop.stop()
  }

  /// A surface that has lost its picture gets a whole frame, even without a change.
  @Test func aLostPictureIsPresentedAgain() {
    var reports: [FrameReport] = []
    let loop = loop { reports.append($0) }
    tick(loop, at: 0)
    tick(loop, at: 5)
    tick(loop, at: 6)
    let frames = reports.count
    surface.lose()
    loop.handle(.exposed)
    tick(loop, at: 7)
    #expect(reports.count == frames + 1 && shows(7))
    tick(loop, at: 8)
    #expect(reports.count == frames + 1)
    loop.stop()
  }

  /// The first frame after a sleep of the machine, a pause, or a time out of sight is that of the present.
  @Test(arguments: ["late", "paused", "resized", "hidden"])
  func theNextFrameIsOfThePresent(reason: String) {
    var times: [Double] = []
    let loop = loop { times.append($0.time) }
    tick(loop, at: 0)
    switch reason {
    case "paused":
      clock.now = 0.012
      loop.isPaused = true
    case "resized": surface.arriving = { [surface] in surface.resize() }
    case "hidden":
      surface.arriving = { loop.handle(.visible(false)) }
      tick(loop, at: interval)
      loop.handle(.visible(true))
    default: break
    }
    tick(loop, at: 0.5)
    let shown = reason == "paused" ? 0.012 : 0.5
    #expect(times == [0, shown] && shows(shown))
    loop.stop()
  }
}
