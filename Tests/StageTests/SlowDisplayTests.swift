import Geometry
import Layers
import Raster
import Testing

@testable import Stage

/// A surface whose buffers come back late.
@MainActor
private final class SlowSurface: Surface {
  let width = 100
  let height = 20
  let scale = 1.0
  let refreshInterval = 1.0 / 60
  var handler: (@MainActor (SurfaceEvent) -> Void)?
  let bitmap = Bitmap(width: 100, height: 20)
  private var isRead = false

  func acquireBuffer() -> SurfaceBuffer? {
    isRead ? nil : SurfaceBuffer(identifier: 0, pixels: bitmap.buffer)
  }

  func present(_ buffer: SurfaceBuffer, damage: [IntRect]) { isRead = true }

  func release() {
    isRead = false
    handler?(.bufferReleased)
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

/// Motion drops its frame rate before it drops its timing, and never its end.
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
      // Frames are asked for at every refresh; a buffer is there at some only.
      let isFree = refresh % refreshes == 0
      if isFree, refresh > 0 { surface.release() }
      let before = loop.statistics.frames
      loop.drawFrame()
      guard loop.statistics.frames > before else { continue }
      frames += 1
      // What is shown is where the square is now, not where it was a frame ago.
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
    // Each look at the clock takes 70 ms: no frame is drawn in time.
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
