import Dispatch
import Geometry
import Layers
import Raster
import Testing

@testable import Stage

/// A scene with one square, on a clock that the test sets.
@MainActor
private final class SquareScene: Scene {
  let root = Layer()
  let square = Layer()
  var deadline: Double?
  private(set) var sizes: [Size] = []

  init() {
    root.anchorPoint = .zero
    root.backgroundColor = .white
    square.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    square.backgroundColor = .black
    root.addSublayer(square)
  }

  func layOut(size: Size, scale: Double) {
    sizes.append(size)
    root.bounds = Rect(origin: .zero, size: size)
  }
  func advance(to time: Double) {}
  func nextChange(after time: Double) -> Double? { deadline }
}

@MainActor
private final class Rig {
  let surface = HeadlessSurface(width: 100, height: 50)
  let scene = SquareScene()
  var now = 0.0
  var reports: [FrameReport] = []
  lazy var loop = FrameLoop(
    surface: surface, scene: scene, renderer: Renderer(), clock: { [unowned self] in now })

  init() {
    loop.onFrame = { [unowned self] in reports.append($0) }
    surface.handler = { [unowned self] in loop.handle($0) }
  }

  func screenEqualsFullDrawing() -> Bool {
    let bitmap = Bitmap(width: surface.width, height: surface.height)
    let list = Compositor.record(
      scene.root, at: loop.time, scale: surface.scale,
      bounds: IntRect(width: surface.width, height: surface.height))
    Renderer().draw(list.drawList, into: bitmap.buffer)
    return bitmap.pixels == surface.screen.pixels
  }
}

@MainActor
@Suite struct FrameLoopTests {
  @Test func theFirstFrameIsWhole() {
    let rig = Rig()
    rig.loop.drawFrame()
    #expect(rig.surface.presented == [[IntRect(width: 100, height: 50)]])
    #expect(rig.surface.screen[5, 5] == 0xff00_0000)
    #expect(rig.surface.screen[50, 25] == 0xffff_ffff)
  }

  /// The next frame comes with the first refresh that shows the change.
  @Test func framesComeWithTheDisplaysRefreshes() throws {
    let rig = Rig()
    let interval = rig.surface.refreshInterval
    (rig.now, rig.surface.timeSinceRefresh) = (5, 0.4 * interval)
    rig.scene.deadline = 5 + 10.3 * interval
    rig.loop.drawFrame()
    let due = try #require(rig.loop.ticks.due)
    #expect(abs(due - (5 + 10.6 * interval)) < 1e-9)
  }

  @Test func whatDoesNotChangeIsNotPresented() {
    let rig = Rig()
    rig.loop.drawFrame()
    rig.loop.drawFrame()
    #expect(rig.loop.statistics.frames == 1)
  }

  /// The first frame, for example, is drawn when its data has come.
  @Test func aFrameDrawnAtOnceMakesTheScheduledOneSuperfluous() async {
    let rig = Rig()
    rig.loop.setNeedsFrame()
    rig.loop.drawFrame()
    rig.scene.square.position.x = 50
    await withCheckedContinuation { done in
      DispatchQueue.main.async { done.resume() }
    }
    #expect(rig.loop.statistics.frames == 1)
    rig.now = 1
    rig.loop.setNeedsFrame()
    await withCheckedContinuation { done in
      DispatchQueue.main.async { done.resume() }
    }
    #expect(rig.loop.statistics.frames == 2)
  }

  /// News of which the last set off a motion is drawn with the next refresh, and other news at once.
  @Test func motionBeginsWithARefresh() {
    let rig = Rig()
    let interval = rig.surface.refreshInterval
    #expect(rig.loop.motionStart == 0)
    rig.loop.drawFrame()
    var wasMoving = false
    for isMoving in [false, true, true, false, false, true] {
      let last = rig.now
      rig.now += 3.5 * interval
      let start = rig.loop.motionStart
      #expect(abs(start - last - 3 * interval) < 1e-9)
      rig.scene.square.opacity -= 0.1
      if isMoving {
        rig.scene.square.add(
          BasicAnimation(
            .position, from: .point(Point(20, 20)), to: .point(Point(80, 20)),
            duration: 2.9 * interval), forKey: "move", at: start)
      }
      rig.loop.sceneDidUpdate()
      #expect(rig.loop.state == .asked)
      let frames = rig.loop.statistics.frames
      if wasMoving {
        #expect(abs((rig.loop.ticks.due ?? 0) - last - 4 * interval) < 1e-9)
        rig.now = last + 4 * interval
        rig.loop.tick()
      } else {
        #expect(rig.loop.ticks.due == nil)
        rig.loop.drawFrame()
      }
      while rig.loop.state == .polled {
        // The motion goes on from the frame on screen.
        #expect(abs(rig.loop.motionStart - rig.now) < 1e-9)
        rig.now += interval
        rig.loop.tick()
      }
      #expect(rig.loop.state == .resting)
      // Three refreshes for the motion, and a frame before them where the motion was not expected.
      #expect(rig.loop.statistics.frames - frames == (isMoving ? wasMoving ? 3 : 4 : 1))
      wasMoving = isMoving
    }
  }

  @Test func onlyTheDamageIsPresentedAndBothBuffersCatchUp() {
    let rig = Rig()
    rig.loop.drawFrame()
    for step in 1...7 {
      rig.scene.square.position.x = Double(5 + step * 10)
      rig.loop.drawFrame()
      #expect(rig.screenEqualsFullDrawing())
    }
    #expect(rig.surface.presented.last == [IntRect(minX: 59, minY: 0, maxX: 81, maxY: 11)])
    // A pixel more on each side, for coverage. The other buffer gets the pixels that it lacks from the shown one.
    #expect(rig.reports.map(\.damagePixels) == [5000, 231, 242, 242, 242, 242, 242, 242])
  }

  /// While the display is away only time advances. The first picture after its return is whole.
  @Test(arguments: [false, true])
  func aDisplayThatReturnsShowsTheWholePicture(isInMotion: Bool) async {
    let rig = Rig()
    rig.loop.drawFrame()
    if isInMotion {
      rig.scene.square.add(
        BasicAnimation(.position, to: .point(Point(55, 5)), duration: 1), forKey: "move", at: 0)
      rig.loop.drawFrame()
      #expect(rig.loop.state.isPolled)
    }
    let frames = rig.loop.statistics.frames
    rig.surface.lose()
    #expect(!rig.loop.state.isPolled)
    var hasEnded = false
    rig.scene.square.add(
      BasicAnimation(.opacity, to: .scalar(0.5), duration: 1), forKey: "fade", at: 0
    ) { _ in hasEnded = true }
    rig.scene.square.position.x = 70
    rig.loop.sceneDidUpdate()
    rig.loop.drawFrame()
    rig.now = 5
    rig.loop.tick()
    #expect(hasEnded && rig.loop.statistics.frames == frames)
    rig.surface.restore()
    await withCheckedContinuation { done in
      DispatchQueue.main.async { done.resume() }
    }
    #expect(rig.loop.statistics.frames == frames + 1)
    #expect(rig.surface.presented.last == [IntRect(width: 100, height: 50)])
    #expect(rig.screenEqualsFullDrawing())
    rig.loop.stop()
  }

  @Test func animationsAreReportedUntilTheyEnd() {
    let rig = Rig()
    rig.scene.square.add(
      BasicAnimation(.position, to: .point(Point(55, 5)), duration: 1), forKey: "move", at: 0)
    for time in [0.0, 0.5, 1.0] {
      rig.now = time
      rig.loop.drawFrame()
    }
    #expect(rig.reports.map(\.isAnimating) == [true, true, false])
    #expect(rig.scene.square.animationKeys.isEmpty)
  }

  @Test func pausedTimeStandsStill() {
    let rig = Rig()
    rig.scene.square.add(
      BasicAnimation(.position, from: .point(Point(5, 5)), to: .point(Point(55, 5)), duration: 1),
      forKey: "move", at: 0)
    rig.now = 0.5
    rig.loop.isPaused = true
    rig.now = 10
    rig.loop.drawFrame()
    #expect(rig.reports.last?.time == 0.5)
    #expect(rig.loop.pauses == 9.5)
    #expect(rig.surface.screen[30, 5] == 0xff00_0000)
    rig.loop.isPaused = false
    rig.now = 10.25
    rig.loop.drawFrame()
    #expect(rig.reports.last?.time == 0.75)
    #expect(rig.loop.pauses == 9.5)
  }

  /// On a slow machine, or when the clock jumps, frames are left out. Times stay right, and the end is
  /// always drawn.
  @Test func lateFramesKeepTheTimeAndTheEnd() {
    let rig = Rig()
    let path = (Point(5, 5), Point(85, 5))
    var ends: [(Bool, Double)] = []
    rig.scene.square.position = path.1
    rig.scene.square.add(
      BasicAnimation(.position, from: .point(path.0), to: .point(path.1), duration: 1),
      forKey: "move", at: 0
    ) { ends.append(($0, rig.now)) }
    for time in [0.0, 0.016, 0.3, 0.31, 0.97, 7.5, 7.6] {
      rig.now = time
      rig.loop.drawFrame()
      // The square is at its place for this very time, to a quarter of a pixel.
      let x = 5 + 80 * min(time, 1)
      let steps = (x * 4).rounded(.down) / 4
      #expect(rig.surface.screen[Int(steps), 5] == 0xff00_0000)
      #expect(rig.surface.screen[Int(steps) + 7, 5] == 0xffff_ffff)
      #expect(rig.screenEqualsFullDrawing())
    }
    #expect(ends.map(\.0) == [true] && ends.map(\.1) == [7.5])
    #expect(rig.reports.map(\.time) == [0, 0.016, 0.3, 0.31, 0.97, 7.5])
    #expect(rig.reports.last?.isAnimating == false)
  }

  /// A pause in the middle of a motion: the machine was suspended, or the process was stopped.
  @Test(arguments: [60.0, 28_800.0, 31_536_000.0])
  func hoursBetweenTwoFramesTakeOneFrame(gap: Double) {
    let rig = Rig()
    rig.scene.square.add(
      BasicAnimation(.position, from: .point(Point(5, 5)), to: .point(Point(55, 5)), duration: 1),
      forKey: "move", at: 0)
    for time in [0.0, 0.5, 0.5 + gap, 0.6 + gap, 0.7 + gap] {
      rig.now = time
      rig.loop.tick()
    }
    #expect(rig.reports.map(\.time) == [0, 0.5, 0.5 + gap])
    #expect(rig.reports.last?.isAnimating == false)
    #expect(rig.screenEqualsFullDrawing())
    rig.loop.stop()
  }

  @Test func aNewSizeIsLaidOutAndDrawnWhole() {
    let rig = Rig()
    rig.loop.drawFrame()
    rig.surface.resize(width: 60, height: 30)
    rig.loop.drawFrame()
    #expect(rig.scene.sizes == [Size(100, 50), Size(60, 30)])
    #expect(rig.surface.presented.last == [IntRect(width: 60, height: 30)])
    #expect(rig.screenEqualsFullDrawing())
  }

  /// Input concerns the scene, and causes no frame by itself.
  @Test func inputIsToldAndDrawsNothing() {
    let rig = Rig()
    rig.loop.drawFrame()
    var told: [SurfaceEvent] = []
    rig.surface.handler = { [unowned rig] in
      told.append($0)
      rig.loop.handle($0)
    }
    let events: [SurfaceEvent] = [
      .pointer(Point(5, 5)), .button(PointerButtonEvent(.left, isPress: true, at: Point(5, 5))),
      .scroll(ScrollEvent(.down, at: Point(5, 5), modifiers: .shift)), .key(.left, .shift),
      .pointer(nil),
    ]
    for event in events { rig.surface.inject(event) }
    #expect(told == events)
    rig.loop.drawFrame()
    #expect(rig.loop.statistics.frames == 1 && rig.loop.statistics.frameTimerWakeups == 0)
  }

  @Test func nothingIsDrawnWhileNothingCanBeSeen() {
    let rig = Rig()
    rig.loop.handle(.visible(false))
    rig.loop.drawFrame()
    #expect(rig.surface.presented.isEmpty)
  }

  /// The end of an animation is reported even while the window is invisible.
  @Test func animationsEndWhileNothingCanBeSeen() {
    let rig = Rig()
    rig.loop.drawFrame()
    var ends: [Double] = []
    rig.scene.square.add(
      BasicAnimation(.position, to: .point(Point(55, 5)), duration: 1), forKey: "move", at: 0
    ) { _ in ends.append(rig.now) }
    rig.loop.sceneDidUpdate()
    rig.loop.handle(.visible(false))
    #expect(rig.loop.ticks.due == 1)
    // A second animation, begun in the meantime.
    rig.scene.square.add(
      BasicAnimation(.opacity, from: .scalar(0), to: .scalar(1), duration: 0.5), forKey: "fade",
      at: 0
    ) { _ in ends.append(rig.now) }
    rig.loop.sceneDidUpdate()
    #expect(rig.loop.ticks.due == 0.5)
    for time in [0.5, 1] {
      rig.now = time
      rig.loop.tick()
    }
    #expect(ends == [0.5, 1] && rig.loop.ticks.due == nil)
    #expect(rig.loop.statistics.frames == 1)
    rig.loop.handle(.visible(true))
    rig.loop.drawFrame()
    #expect(rig.screenEqualsFullDrawing())
  }
}
