import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// Fingers and wheels, from a device of the server to the window's events.
@MainActor
@Suite(.serialized, .enabled(if: TestDevice.isAvailable))
struct DeviceTests {
  private func rig(hasWindowManager: Bool = false) throws -> (server: Xvfb, fixture: Fixture) {
    var options = Xvfb.Options()
    (options.hasOutputs, options.hasWindowManager) = (true, hasWindowManager)
    let server = try Xvfb(options)
    let fixture = try Fixture(server.display) { $0.isFullscreen = true }
    fixture.window.map()
    try fixture.wait("the size") { fixture.window.width == 1280 }
    try fixture.present(seed: 0)
    fixture.settle()
    _ = fixture.takeEvents()
    return (server, fixture)
  }

  /// The gestures, without the touches that only begin.
  private func gestures(_ events: [SurfaceEvent]) -> [TouchGesture] {
    events.compactMap {
      if case .touch(let gesture) = $0, gesture != .began { gesture } else { nil }
    }
  }

  /// Whether the pointer, which the server moves to the finger, is not seen, or only until the touch is reported: a window
  /// manager that grabs buttons delays the touch.
  private func leavesNoPointer(_ events: [SurfaceEvent]) -> Bool {
    let pointers = events.filter {
      switch $0 {
      case .pointer, .touch(.began): true
      default: false
      }
    }
    return zip(pointers, pointers.dropFirst() + [.touch(.began)]).allSatisfy { event, next in
      if case .pointer(.some) = event { next == .pointer(nil) } else { true }
    }
  }

  private func swipe(_ device: TestDevice, from x: Double, by distance: Double) {
    device.touch(.begin, x: x, y: 300)
    for step in 1...4 { device.touch(.update, x: x + distance * Double(step) / 4, y: 300) }
    device.touch(.end, x: x + distance, y: 300)
  }

  /// A place is rounded on the way to the axes of the device and back.
  private func isNear(_ place: Point, _ expected: Point) -> Bool {
    abs(place.x - expected.x) < 1 && abs(place.y - expected.y) < 1
  }

  /// Gestures follow each other, and none leaves a finger behind.
  @Test(arguments: [false, true])
  func fingersSwipeTapAndPinch(hasWindowManager: Bool) throws {
    let (server, fixture) = try rig(hasWindowManager: hasWindowManager)
    defer { server.stop() }
    let device = try TestDevice(.touch, of: server)
    for direction in [-1, 1, 1, -1] {
      swipe(device, from: 640, by: Double(direction) * 300)
      try fixture.wait("a swipe") { !gestures(fixture.events).isEmpty }
      try fixture.wait("the end") { gestures(fixture.events).last == .lift(swipe: direction) }
      let told = fixture.takeEvents()
      #expect(leavesNoPointer(told))
      guard case .slide(let start, let end) = gestures(told).dropLast().last else {
        Issue.record("no slide")
        continue
      }
      #expect(abs(end.x - start.x - Double(direction) * 225) < 1)
    }
    for place in [Point(100, 200), Point(1200, 700)] {
      device.touch(.begin, x: place.x, y: place.y)
      device.touch(.end, x: place.x, y: place.y)
      try fixture.wait("a tap") { !gestures(fixture.events).isEmpty }
      let told = gestures(fixture.takeEvents())
      guard case .tap(let found, 1) = told.first, told.count == 1 else {
        Issue.record("\(told)")
        continue
      }
      #expect(isNear(found, place), "\(found)")
    }
    device.touch(.begin, finger: 1, x: 400, y: 400)
    device.touch(.begin, finger: 2, x: 500, y: 400)
    device.touch(.update, finger: 2, x: 600, y: 400)
    try fixture.wait("a pinch") { !gestures(fixture.events).isEmpty }
    guard case .pinch(let old, let new, let ratio) = gestures(fixture.takeEvents()).first else {
      Issue.record("no pinch")
      return
    }
    #expect(isNear(old, Point(450, 400)) && isNear(new, Point(500, 400)), "\(old) \(new)")
    #expect(abs(ratio - 2) < 0.05, "\(ratio)")
    device.touch(.end, finger: 1, x: 400, y: 400)
    device.touch(.end, finger: 2, x: 600, y: 400)
    swipe(device, from: 640, by: 300)
    try fixture.wait("a swipe") { !gestures(fixture.events).isEmpty }
    try fixture.wait("the end") { gestures(fixture.events).last == .lift(swipe: 1) }
  }

  /// The places and the times of a finger come from the server, and a double tap from two touches.
  @Test func aFingerRestsAndTapsTwice() async throws {
    let (server, fixture) = try rig()
    defer { server.stop() }
    let device = try TestDevice(.touch, of: server)
    device.touch(.begin, x: 200, y: 300)
    try await Task.sleep(for: .milliseconds(450))
    device.touch(.update, x: 400, y: 300)
    device.touch(.end, x: 400, y: 300)
    try fixture.wait("the values") { gestures(fixture.events).count == 2 }
    for gesture in gestures(fixture.takeEvents()) {
      guard case .hold(let place) = gesture else {
        Issue.record("\(gesture)")
        continue
      }
      #expect(isNear(place, Point(400, 300)), "\(place)")
    }
    // A machine that pauses between the taps has two single ones.
    for attempt in 1... {
      for movement in [TestDevice.Touch.begin, .end, .begin, .end] {
        device.touch(movement, x: 200, y: 300)
      }
      try fixture.wait("two taps") { gestures(fixture.events).count == 2 }
      if case .tap(_, let clicks) = gestures(fixture.takeEvents()).last, clicks >= 2 { break }
      try #require(attempt < 20)
    }
  }

  /// A finger shows no pointer, and its values leave like those of a pointer at rest.
  @Test func theValuesAtAFingerLeave() async throws {
    var options = Xvfb.Options()
    options.hasOutputs = true
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display) {
      ($0.isFullscreen, $0.hidesPointerAfter) = (true, 0.05)
    }
    fixture.window.map()
    try fixture.wait("the size") { fixture.window.width == 1280 }
    try fixture.present(seed: 0)
    fixture.settle()
    let hider = try #require(fixture.window.pointerHider)
    try #require(
      try await Survivor.wait { hider.isHidden && fixture.events.contains(.pointer(nil)) })
    _ = fixture.takeEvents()
    let device = try TestDevice(.touch, of: server)
    device.touch(.begin, x: 200, y: 300)
    device.touch(.end, x: 200, y: 300)
    try #require(try await Survivor.wait { fixture.events.contains(.pointer(nil)) })
    #expect(hider.isHidden)
    #expect(fixture.events.contains(.touch(.began)))
    #expect(fixture.events.contains { if case .touch(.tap) = $0 { true } else { false } })
    #expect(leavesNoPointer(fixture.events))
  }

  /// A wheel that turns by less than a notch scrolls by as much, and in both directions.
  @Test func aWheelScrollsSmoothly() throws {
    let (server, fixture) = try rig()
    defer { server.stop() }
    let device = try TestDevice(.wheel, of: server)
    func scrolls() -> [ScrollEvent] {
      fixture.events.compactMap { if case .scroll(let event) = $0 { event } else { nil } }
    }
    // The window learns the axis from its first move.
    device.scroll(0.25)
    try server.run("xdotool", "mousemove", "300", "200")
    try fixture.wait("the pointer") { fixture.events.contains(.pointer(Point(300, 200))) }
    device.scroll(0.01)
    fixture.settle()
    _ = fixture.takeEvents()
    for (notches, direction) in [(0.25, ScrollEvent.Direction.down), (-0.5, .up), (2.5, .down)] {
      device.scroll(notches)
      try fixture.wait("the wheel") { !scrolls().isEmpty }
      fixture.settle()
      let told = scrolls()
      _ = fixture.takeEvents()
      #expect(told.count == 1 && told[0].direction == direction, "\(told)")
      #expect(abs((told.first?.notches ?? 0) - abs(notches)) < 1e-6, "\(told)")
    }
  }
}
