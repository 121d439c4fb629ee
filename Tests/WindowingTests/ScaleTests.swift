import CX11
import Geometry
import TestSupport
import Testing

@testable import Windowing

@MainActor
struct ScaleTests {
  @Test(arguments: [
    ("Xft.dpi:\t192\n", 2.0), ("Xft.antialias: 1\nXft.dpi: 144", 1.5), ("Xft.dpi:96\r\n", 1),
    ("", 1), ("Xft.dpi", 1), ("Xft.dpi: ", 1), ("Xft.dpi: many", 1), ("Xft.dpi: -96", 1),
    ("Xft.dpi: nan", 1), ("Xft.dpi: inf", 8), ("Xft.dpi: 10", 0.5), ("Xft.dpi: 1e9", 8),
    ("XXft.dpi: 192", 1), ("Xft.dpi: 0", 1),
  ])
  func comesFromTheResources(text: String, expected: Double) {
    #expect(Scaling.scale(resources: text) == expected)
  }

  @Test(arguments: [
    (1.0, 1.0), (0, 0.5), (100, 8), (.nan, 1), (.infinity, 8), (-.infinity, 0.5), (1.25, 1.25),
  ])
  func isHeldWithinItsRange(scale: Double, expected: Double) {
    #expect(Scaling.clamped(scale) == expected)
  }

  @Test(arguments: [
    (Size(320, 240), 1.0, 320, 240), (Size(100.2, 0), 2, 201, 1), (Size(-5, .nan), 1, 1, 1),
    (Size(.infinity, 1e300), 8, 32767, 32767),
  ])
  func sizesAreWholePixels(points: Size, scale: Double, width: Int, height: Int) {
    #expect(PixelSize(points, scale: scale) == PixelSize(width: width, height: height))
  }

  @Test(arguments: [(nil, 1.5), (3.0, 3.0), (0.1, 0.5)])
  func theDesktopsScaleAppliesUnlessOneIsGiven(scale: Double?, expected: Double) throws {
    let server = try Xvfb()
    defer { server.stop() }
    try XClient(server.display).setResources("Xft.dpi: 144")
    let fixture = try Fixture(server.display) { $0.scale = scale }
    try fixture.map()
    #expect(fixture.window.scale == expected)
    let size = PixelSize(width: Int(320 * expected), height: Int(240 * expected))
    #expect(fixture.client.size(of: fixture.window.window) == size)
    #expect(fixture.window.width == size.width && fixture.window.height == size.height)
  }

  /// A shown window keeps its size in pixels when the desktop's scale changes, and tells the new scale
  /// once, as a resize.
  @Test(arguments: [(nil, "Xft.dpi: 192", 2.0), (nil, "", 1), (3.0, "Xft.dpi: 192", 3)])
  func followsTheDesktop(given: Double?, resources: String, expected: Double) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let client = try XClient(server.display)
    client.setResources("Xft.dpi: 144")
    let fixture = try Fixture(server.display) { $0.scale = given }
    try fixture.map()
    let first = fixture.window.scale
    let size = fixture.client.size(of: fixture.window.window)
    _ = fixture.takeEvents()
    for text in [resources, resources + "\n"] { client.setResources(text) }
    fixture.settle()
    #expect(fixture.window.scale == expected)
    #expect(fixture.window.session?.extendedInput?.scale == expected)
    #expect(fixture.events.count { $0 == .resized } == (expected == first ? 0 : 1))
    #expect(size == PixelSize(width: Int(320 * first), height: Int(240 * first)))
    #expect(fixture.client.size(of: fixture.window.window) == size)
    #expect(fixture.window.width == size?.width)
  }

  @Test func aWindowIsNotLargerThanTheScreen() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.size = Size(4000, 100) }
    try fixture.map()
    #expect((fixture.window.width, fixture.window.height) == (1280, 100))
    let size = fixture.client.size(of: fixture.window.window)
    #expect(size == PixelSize(width: 1280, height: 100))
  }
}

@MainActor
struct MonitorTests {
  private func mode(_ clock: UInt, _ total: (Int, Int), flags: Int = 0) -> XRRModeInfo {
    var mode = XRRModeInfo()
    mode.dotClock = clock
    mode.hTotal = UInt32(total.0)
    mode.vTotal = UInt32(total.1)
    mode.modeFlags = UInt(flags)
    return mode
  }

  /// The modes 1080p60 and 1080i60 (fields) of CEA-861, and modes of virtual displays.
  @Test func theRefreshIntervalIsThatOfTheMode() throws {
    let full = try #require(Monitor.interval(mode(148_500_000, (2200, 1125))))
    #expect(abs(full - 1.0 / 60) < 1e-12)
    let interlaced = try #require(
      Monitor.interval(mode(74_250_000, (2200, 1125), flags: Int(RR_Interlace))))
    #expect(abs(interlaced - 1.0 / 60) < 1e-12)
    let doubled = try #require(
      Monitor.interval(mode(148_500_000, (2200, 562), flags: Int(RR_DoubleScan))))
    #expect(abs(doubled - 2200.0 * 1124 / 148_500_000) < 1e-12)
    #expect(Monitor.interval(mode(0, (2200, 1125))) == nil)
    #expect(Monitor.interval(mode(0, (0, 0))) == nil)
    #expect(Monitor.interval(mode(1, (2200, 1125))) == nil)
    #expect(Monitor.interval(mode(.max, (1, 1))) == nil)
  }

  @Test func theMonitorIsTheOneThatShowsMost() {
    let left = Monitor(
      name: "", bounds: IntRect(minX: 0, minY: 0, maxX: 100, maxY: 100), refreshInterval: 1)
    let right = Monitor(
      name: "",
      bounds: IntRect(minX: 100, minY: 0, maxX: 300, maxY: 100), refreshInterval: 2)
    func shown(_ minX: Int, _ maxX: Int) -> Monitor? {
      [left, right].showing(IntRect(minX: minX, minY: 10, maxX: maxX, maxY: 20))
    }
    #expect(shown(0, 50) == left)
    #expect(shown(80, 130) == right)
    #expect(shown(60, 120) == left)
    #expect(shown(1000, 1100) == left)
    #expect([Monitor]().showing(IntRect(width: 1, height: 1)) == nil)
  }

  @Test(arguments: [Way.sharedMemory, .noRandR])
  func aVirtualDisplayRefreshesSixtyTimesASecond(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    #expect(fixture.window.refreshInterval == 1.0 / 60)
    #expect(fixture.window.monitors.bounds(for: fixture.window.window).width == 1280)
  }
}
