import Geometry
import Layers
import Raster
import Testing

@testable import Stage

/// A picture that moves and dims, seen on a surface.
@MainActor
struct ScreenSceneTests {
  /// A page with a red frame of one pixel around a grey ground.
  private final class FramedPage: Scene {
    let root = Layer()
    private(set) var size = Size.zero

    func layOut(size: Size, scale: Double) {
      self.size = size
      root.anchorPoint = .zero
      root.bounds = Rect(origin: .zero, size: size)
      root.backgroundColor = Color(hex: 0x808080)
      root.borderColor = Color(hex: 0xff0000)
      root.borderWidth = 1 / scale
    }

    func advance(to time: Double) {}
    func nextChange(after time: Double) -> Double? { nil }
  }

  @MainActor
  private final class Screen {
    let surface: HeadlessSurface
    let page: FramedPage
    let scene: ScreenScene
    let loop: FrameLoop
    init(width: Int, height: Int, scale: Double = 1) {
      surface = HeadlessSurface(width: width, height: height, scale: scale)
      page = FramedPage()
      scene = ScreenScene(page)
      let clock = Time()
      time = clock
      loop = FrameLoop(
        surface: surface, scene: scene, renderer: Renderer(), clock: { clock.now })
    }

    final class Time { var now = 0.0 }
    let time: Time

    subscript(x: Int, y: Int) -> UInt32 {
      surface.screen.buffer.base[y * surface.screen.buffer.stride + x] & 0xffffff
    }

    /// The smallest rectangle with all red pixels.
    var frame: IntRect {
      var (minX, minY, maxX, maxY) = (Int.max, Int.max, 0, 0)
      for y in 0..<surface.height {
        for x in 0..<surface.width where self[x, y] == 0xff0000 {
          (minX, minY) = (min(minX, x), min(minY, y))
          (maxX, maxY) = (max(maxX, x + 1), max(maxY, y + 1))
        }
      }
      return IntRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }
  }

  /// The whole picture is on the screen in every place, and the edges have its background.
  @Test(arguments: [1.0, 2.0])
  func nothingIsCut(scale: Double) {
    let screen = Screen(width: 80, height: 60, scale: scale)
    screen.scene.reach = 4
    for (x, y) in [(0, 0), (4, 4), (-4, 4), (3, -4), (-4, -4), (9, -9)] {
      screen.scene.offset = (x, y)
      screen.loop.drawFrame()
      let (left, top) = (4 + min(max(x, -4), 4), 4 + min(max(y, -4), 4))
      #expect(
        screen.frame == IntRect(minX: left, minY: top, maxX: left + 72, maxY: top + 52))
      #expect(screen[left == 0 ? 79 : 0, 30] == 0x808080)
      #expect(screen.scene.origin == Point(Double(left) / scale, Double(top) / scale))
    }
  }

  @Test func withoutAMovementThePageHasTheWholeScreen() {
    let screen = Screen(width: 80, height: 60)
    screen.loop.drawFrame()
    #expect(screen.frame == IntRect(width: 80, height: 60))
    #expect(screen.scene.origin == .zero && screen.scene.picture.backgroundColor == nil)
    screen.scene.reach = 4
    #expect(screen.page.size == Size(72, 52))
    // A tiny screen keeps its picture.
    screen.scene.reach = 32
    #expect(screen.page.size == Size(80, 60))
  }

  /// A picture that is asked for between two frames has the edges of the page's new theme.
  @Test func theEdgesHaveThePagesColorAtOnce() {
    let screen = Screen(width: 80, height: 60)
    screen.scene.reach = 4
    screen.loop.drawFrame()
    screen.page.root.backgroundColor = Color(red: 1, green: 0, blue: 0)
    #expect(screen.scene.picture.backgroundColor == Color(red: 1, green: 0, blue: 0))
  }

  @Test func aDimmedPictureHasAShareOfTheLight() {
    let screen = Screen(width: 80, height: 60)
    screen.scene.setBrightness(0.5, at: nil)
    screen.loop.drawFrame()
    #expect([0x40_4040, 0x3f_3f3f].contains(screen[40, 30]))
    screen.scene.setBrightness(0, at: nil)
    screen.loop.drawFrame()
    #expect(screen[40, 30] == 0 && screen[0, 0] == 0)
    screen.scene.setBrightness(1, at: nil)
    screen.loop.drawFrame()
    #expect(screen[40, 30] == 0x808080)
    #expect(screen.scene.root.sublayers.count == 1)
  }

  /// The light fades, and then nothing moves.
  @Test func aDimmedPictureRests() {
    let screen = Screen(width: 80, height: 60)
    screen.loop.drawFrame()
    #expect(screen.loop.state == .resting)
    screen.scene.setBrightness(0.25, at: screen.loop.time)
    screen.loop.drawFrame()
    #expect(screen.loop.state == .polled)
    screen.time.now = 0.4
    screen.loop.drawFrame()
    #expect((0x21...0x7f).contains(screen[40, 30] & 0xff))
    screen.time.now = 2
    screen.loop.drawFrame()
    #expect([0x20_2020, 0x1f_1f1f].contains(screen[40, 30]))
    #expect(screen.loop.state == .resting)
  }

  /// A fade that runs when the clock of the screen stops ends at once.
  @Test func aFadeEndsWithAPause() {
    let screen = Screen(width: 80, height: 60)
    screen.loop.drawFrame()
    screen.scene.setBrightness(0.25, at: screen.loop.time)
    screen.time.now = 0.4
    screen.loop.drawFrame()
    screen.loop.isPaused = true
    screen.scene.completeFade()
    screen.loop.drawFrame()
    #expect([0x20_2020, 0x1f_1f1f].contains(screen[40, 30]))
  }

  /// A key that wakes the screen while the light fades goes on from the light on the screen.
  @Test func aWakeDuringAFadeDoesNotFlash() {
    let screen = Screen(width: 80, height: 60)
    screen.loop.drawFrame()
    screen.scene.setBrightness(0, at: screen.loop.time)
    screen.time.now = 0.4
    screen.loop.drawFrame()
    let light = screen[40, 30] & 0xff
    screen.scene.setBrightness(1, at: screen.loop.time)
    screen.loop.drawFrame()
    #expect(light > 0 && abs(Int(screen[40, 30] & 0xff) - Int(light)) <= 1)
  }
}
