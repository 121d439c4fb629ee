import Geometry
import Layers
import Raster
import Testing

@testable import Stage

/// A surface with buffers that return late.
@MainActor
private final class SlowSurface: Surface {
  let width = 100
  let height = 20
  let scale = 1.0
  let refreshInterval = 1.0 / 60
  var handler: (@MainActor (SurfaceEvent) -> Void)?
  let bitmap = Bitmap(width: 100, height: 20)
  var isPolled = false
  /// The events of the next poll.
  var arrived: [SurfaceEvent] = []
  private(set) var polls = 0
  private var isRead = false

  func acquireBuffer() -> SurfaceBuffer? {
    isRead ? nil : SurfaceBuffer(identifier: 0, pixels: bitmap.buffer)
  }

  func present(_ buffer: SurfaceBuffer, damage: [IntRect]) { isRead = true }

  func release() {
    isRead = false
    handler?(.bufferReleased)
  }

  func pollEvents() {
    polls += 1
    for event in arrived { handler?(event) }
    arrived = []
  }
}

@MainActor
private final class MovingScene: Scene {
  let root = Layer()
  let square = Layer()

  init() {
    root.anchorPoint = .zero
    root.backgroundColor = .white
    square.bounds = Rect(x: 0, y: 0, width: 10, height: 10)
    square.position = Point(85, 10)
    square.backgroundColor = .black
    root.addSublayer(square)
  }

  func layOut(size: Size, scale: Double) { root.bounds = Rect(origin: .zero, size: size) }
  func advance(to time: Double) {}
  func nextChange(after time: Double) -> Double? { nil }
}

/// Slow displays reduce the frame rate of a motion, but not its timing or its end.
@MainActor
@Suite struct SlowDisplayTests {
  /// The left edge of the square on screen.
  private func edge(_ surface: SlowSurface) -> Int? {
    (0..<100).first { surface.bitmap[$0, 10] == 0xff00_0000 }
  }

  @Test(arguments: [1, 5, 17, 200])
  func framesAreLeftOutWhileNoBufferIsFree(refreshes: Int) {
    let (surface, scene) = (SlowSurface(), MovingScene())
    var now = 0.0
    let loop = FrameLoop(
      surface: surface, scene: scene, renderer: Renderer(), clock: { now })
    surface.handler = { loop.handle($0) }
    var ends: [Bool] = []
    scene.square.add(
      BasicAnimation(
        .position, from: .point(Point(5, 10)), to: .point(Point(85, 10)), duration: 1),
      forKey: "move", at: 0
    ) { ends.append($0) }
    var frames = 0
    for refresh in 0...240 {
      now = Double(refresh) / 60
      // Frames are requested at every refresh; a buffer is available only at some.
      let isFree = refresh % refreshes == 0
      if isFree, refresh > 0 { surface.release() }
      let before = loop.statistics.frames
      loop.drawFrame()
      guard loop.statistics.frames > before else { continue }
      frames += 1
      // The screen shows the square's current place, not that of the frame before.
      let x = 80 * min(now, 1)
      #expect(edge(surface).map { abs(Double($0) - x) <= 1.25 } ?? false, "at \(now)")
    }
    #expect(edge(surface) == 80 && ends == [true])
    #expect(frames <= 60 / refreshes + 2 && frames >= min(60 / refreshes, 2))
    loop.stop()
  }

  @Test func aClockThatRunsAwayWhileDrawingStillEnds() {
    let (surface, scene) = (SlowSurface(), MovingScene())
    var now = 0.0
    // Each reading of the clock takes 70 ms, so no frame is drawn in time.
    let loop = FrameLoop(
      surface: surface, scene: scene, renderer: Renderer(),
      clock: {
        now += 0.07
        return now
      })
    var ends: [Bool] = []
    var begins = 0
    scene.square.add(
      BasicAnimation(
        .position, from: .point(Point(5, 10)), to: .point(Point(85, 10)), duration: 1),
      forKey: "move", at: 0, completion: { ends.append($0) }, onStart: { begins += 1 })
    var edges: [Int] = []
    while ends.isEmpty, edges.count < 100 {
      loop.drawFrame()
      edges.append(edge(surface) ?? -1)
      surface.release()
    }
    #expect(edges == edges.sorted() && edges.last == 80)
    #expect((2...15).contains(edges.count) && begins == 1 && ends == [true])
    loop.stop()
  }
}

/// The timer's next tick, and the choice between polling and waiting.
@MainActor
@Suite struct ArmingTests {
  private let surface = SlowSurface()
  private let scene = MovingScene()
  private let interval = 1.0 / 60

  private func loop(clock: @escaping () -> Double) -> FrameLoop {
    let loop = FrameLoop(surface: surface, scene: scene, renderer: Renderer(), clock: clock)
    surface.handler = { [weak loop] in loop?.handle($0) }
    return loop
  }

  /// - Parameter pixels: the distance of the square in a second.
  private func move(_ pixels: Double, at time: Double) {
    scene.square.add(
      BasicAnimation(
        .position, from: .point(Point(5, 10)), to: .point(Point(5 + pixels, 10)), duration: 1),
      forKey: "move", at: time)
  }

  private func isArmed(_ loop: FrameLoop, for time: Double, within tolerance: Double = 1e-9) -> Bool
  {
    loop.ticks.due.map { abs($0 - time) < tolerance } ?? false
  }

  @Test func atRestThereIsNoTick() {
    var now = 0.0
    let loop = loop { now }
    loop.drawFrame()
    #expect(loop.ticks.due == nil && !surface.isPolled)
    surface.release()
    move(80, at: 0)
    loop.drawFrame()
    #expect(isArmed(loop, for: interval) && surface.isPolled)
    now = 2
    surface.release()
    loop.tick()
    #expect(loop.ticks.due == nil && !surface.isPolled)
    loop.stop()
  }

  /// The surface is polled for motion, of which a slow one has frames at every second refresh, and not for occasional
  /// motion.
  /// A step is seen from its middle on: the first after half of the time between two.
  @Test(arguments: [
    (80.0, (1, 2), true), (50, (2, 4), true), (5, (3, 9), false), (1, (12, 36), false),
  ])
  func aPace(pixels: Double, refreshes: (first: Int, second: Int), isPolled: Bool) {
    var now = 0.0
    let loop = loop { now }
    move(pixels, at: 0)
    loop.drawFrame()
    #expect(isArmed(loop, for: Double(refreshes.first) * interval))
    #expect(surface.isPolled == isPolled)
    now = Double(refreshes.first) * interval + 0.001
    surface.release()
    loop.tick()
    // A new pace counts from the start of the frame.
    #expect(isArmed(loop, for: Double(refreshes.second) * interval, within: 0.0011))
    #expect(surface.polls == (isPolled ? 1 : 0) && loop.statistics.frames == 2)
    loop.stop()
  }

  /// A slow motion does not keep the user's next action waiting for its next frame.
  @Test func aSlowMotionIsNotPolledWhileTheUserActs() {
    var now = 0.0
    let loop = loop { now }
    loop.drawFrame()
    surface.release()
    move(40, at: 0)
    func draw(at time: Double) {
      now = time
      loop.drawFrame()
      surface.release()
    }
    draw(at: 0.1)
    #expect(surface.isPolled)
    loop.setNeedsFrame()
    draw(at: 0.2)
    #expect(!surface.isPolled)
    draw(at: 0.9)
    #expect(!surface.isPolled)
    move(40, at: 1)
    draw(at: 1.2)
    #expect(surface.isPolled)
    loop.stop()
  }

  @Test func whatIsFoundIsInTheFrameThatFollows() {
    var now = 0.0
    let loop = loop { now }
    surface.handler = { [weak loop, scene] in
      loop?.handle($0)
      if case .key = $0 {
        scene.root.backgroundColor = .black
        loop?.setNeedsFrame()
      }
    }
    move(80, at: 0)
    loop.drawFrame()
    surface.arrived = [.bufferReleased, .key(.left)]
    surface.release()
    now = interval
    loop.tick()
    #expect(surface.bitmap[99, 19] == 0xff00_0000)
    #expect(loop.statistics.frames == 2 && isArmed(loop, for: 2 * interval))
    loop.stop()
  }

  /// Without frames nobody polls the surface, so events must wake the program.
  @Test(arguments: ["hidden", "paused", "no buffer", "stopped"])
  func withoutFramesTheSurfaceTells(reason: String) {
    var now = 0.0
    let loop = loop { now }
    move(80, at: 0)
    loop.drawFrame()
    #expect(surface.isPolled)
    now = interval
    if reason != "no buffer" { surface.release() }
    switch reason {
    case "hidden": surface.arrived = [.visible(false)]
    case "paused": loop.isPaused = true
    case "stopped": loop.stop()
    default: break
    }
    loop.tick()
    #expect(!surface.isPolled)
    if reason != "stopped" { #expect(loop.ticks.due == nil) }
    loop.stop()
  }

  /// Only the first frame of a motion waits for a refresh, not one that a slow display has delayed.
  @Test func aFrameThatHasWaitedForABufferComesAtOnce() {
    var now = 0.0
    let loop = loop { now }
    loop.drawFrame()
    surface.release()
    now = 1
    move(80, at: now)
    loop.sceneDidUpdate()
    loop.drawFrame()
    now = 1 + interval
    loop.tick()
    #expect(loop.wantsBuffer)
    now = 1 + 1.5 * interval
    surface.release()
    #expect(loop.state == .asked && loop.ticks.due == nil)
    loop.stop()
  }

  /// The end of a motion between two frames of another one, and data at that time, are shown with the
  /// next frame.
  @Test func nothingComesBetweenTwoRefreshes() {
    var now = 0.0
    let loop = loop { now }
    move(80, at: 0)
    scene.square.add(
      BasicAnimation(.opacity, from: .scalar(0.5), to: .scalar(1), duration: 0.02),
      forKey: "fade", at: 0)
    loop.drawFrame()
    now = interval
    surface.release()
    loop.tick()
    // The motion ends a fifth of a refresh later.
    #expect(isArmed(loop, for: 2 * interval))
    now = 1.3 * interval
    loop.sceneDidUpdate()
    #expect(isArmed(loop, for: 2 * interval) && loop.statistics.frames == 2)
    loop.stop()
  }
}
