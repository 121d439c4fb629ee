import Geometry
import Layers
import Raster
import Testing

@testable import Stage

/// Looks at a loop whether frames come, or rest, as they should.
@Suite struct FrameWatchTests {
  /// A look: the number of turns, whether a frame is overdue, and the judgement.
  private typealias Look = (turns: Int, isOverdue: Bool, isRight: Bool)

  private func check(_ looks: [Look]) {
    var watch = FrameWatch()
    for (i, look) in looks.enumerated() {
      #expect(
        watch.isRight(turns: look.turns, isOverdue: look.isOverdue) == look.isRight, "look \(i)")
    }
  }

  @Test func aLoopThatRestsOrTurnsIsRight() {
    check([(1, false, true), (1, false, true), (1, false, true)])
    check([(1, true, true), (2, true, true), (3, true, true), (3, false, true), (3, true, true)])
  }

  @Test func aFrameThatIsOverdueTwiceIsWrongUntilItComes() {
    check([
      (7, false, true), (7, true, true), (7, true, false), (7, true, false), (8, true, true),
      (8, false, true),
    ])
  }
}

/// A scene with a change at a time that the test sets.
@MainActor
private final class DueScene: Scene {
  let root = Layer()
  var due: Double?

  func layOut(size: Size, scale: Double) {
    root.backgroundColor = root.backgroundColor == .white ? .black : .white
    root.bounds = Rect(origin: .zero, size: size)
  }
  func advance(to time: Double) {}
  func nextChange(after time: Double) -> Double? { due.flatMap { $0 > time ? $0 : nil } }
}

/// A surface in memory whose buffers the test can take away.
@MainActor
private final class StingySurface: Surface {
  let (width, height, scale) = (40, 20, 1.0)
  let refreshInterval = 1.0 / 60
  var handler: (@MainActor (SurfaceEvent) -> Void)?
  var isPolled = false
  var hasBuffers = true
  private let bitmap = Bitmap(width: 40, height: 20)

  func acquireBuffer() -> SurfaceBuffer? {
    hasBuffers ? SurfaceBuffer(identifier: 1, pixels: bitmap.buffer) : nil
  }
  func present(_ buffer: SurfaceBuffer, damage: [IntRect]) {}
  func pollEvents() {}
}

/// Frames that should have come.
@MainActor
@Suite struct OverdueTests {
  @MainActor
  private final class Rig {
    let surface = StingySurface()
    let scene = DueScene()
    var now = 100.0
    lazy var loop = FrameLoop(
      surface: surface, scene: scene, renderer: Renderer(), clock: { [unowned self] in now })
  }

  @Test func aLoopThatRestsOrIsHiddenIsNeverOverdue() {
    let rig = Rig()
    rig.loop.drawFrame()
    rig.now += 1000
    #expect(!rig.loop.isOverdue(by: 1))
    rig.scene.due = rig.now + 5
    rig.loop.drawFrame()
    rig.loop.handle(.visible(false))
    rig.now += 1000
    #expect(!rig.loop.isOverdue(by: 1))
    rig.loop.stop()
    #expect(!rig.loop.isOverdue(by: 1))
  }

  @Test func aTimerThatDoesNotFireIsOverdue() {
    let rig = Rig()
    rig.scene.due = 105
    rig.loop.drawFrame()
    rig.now = 105.9
    #expect(!rig.loop.isOverdue(by: 1))
    rig.now = 106.1
    #expect(rig.loop.isOverdue(by: 1))
    let turns = rig.loop.turns
    rig.loop.tick()
    #expect(!rig.loop.isOverdue(by: 1) && rig.loop.turns > turns)
  }

  @Test func aSurfaceThatGivesNoBufferMakesFramesOverdue() {
    let rig = Rig()
    rig.loop.drawFrame()
    let turns = rig.loop.turns
    rig.surface.hasBuffers = false
    rig.loop.handle(.resized)
    rig.loop.drawFrame()
    #expect(rig.loop.state == .wantingBuffer)
    rig.now += 2
    for _ in 0..<3 { rig.loop.tick() }
    #expect(rig.loop.isOverdue(by: 1) && rig.loop.turns == turns)
    rig.surface.hasBuffers = true
    rig.loop.drawFrame()
    #expect(!rig.loop.isOverdue(by: 1) && rig.loop.turns == turns + 1)
  }
}
