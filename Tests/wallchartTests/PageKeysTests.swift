import Dashboard
import Geometry
import Stage
import Testing

@testable import wallchart

@Suite struct PageKeysTests {
  @Test(
    arguments: [
      (.left, [], .step(-1)), (.right, [], .step(1)), (.left, .shift, .pan(share: -0.25)),
      (.right, .shift, .pan(share: 0.25)), (.up, [], .panel(-1)), (.down, [], .panel(1)),
      (.tab, [], .panel(1)), (.tab, .shift, .panel(-1)), (.home, [], .live),
      (.character("0"), [], .live), (.character("l"), [], .live),
      (.character("m"), [], .nextEntries), (.character("M"), .shift, .nextEntries),
      (.character("+"), .shift, .zoom(notches: 2)), (.character("="), [], .zoom(notches: 2)),
      (.character("-"), [], .zoom(notches: -2)), (.character("1"), [], .toggleSeries(0)),
      (.character("9"), [], .toggleSeries(8)), (.character("x"), [], nil),
      (.character("٣"), [], nil), (.character("½"), [], nil), (.return, [], nil),
    ] as [(Key, KeyModifiers, PageInput?)])
  func keys(key: Key, modifiers: KeyModifiers, expected: PageInput?) {
    #expect(PageInput(key, modifiers) == expected)
  }

  /// Places are device pixels in events, but points on pages.
  @Test func thePointer() {
    let (pixels, points) = (Point(30, 60), Point(15, 30))
    func input(_ event: SurfaceEvent) -> PageInput? { PageInput(event, scale: 2) }
    func button(_ isPress: Bool, _ button: PointerButtonEvent.Button = .left) -> SurfaceEvent {
      .button(
        PointerButtonEvent(button, isPress: isPress, at: pixels, modifiers: .shift, clicks: 2))
    }
    #expect(input(.pointer(pixels)) == .point(points))
    #expect(input(.pointer(nil)) == .point(nil))
    #expect(input(button(true)) == .press(points, extends: true, clicks: 2))
    #expect(input(button(false)) == .release(points))
    #expect(input(button(true, .right)) == nil)
    #expect(input(.closeRequested) == nil)
  }

  @Test(
    arguments: [
      (
        .tap(Point(30, 60), clicks: 2), .tap(Point(15, 30), clicks: 2), .point(Point(15, 30))
      ),
      (.hold(Point(30, 60)), .point(Point(15, 30)), .point(Point(15, 30))),
      (
        .slide(from: Point(30, 60), to: Point(2, 4)), .slide(from: Point(15, 30), to: Point(1, 2)),
        nil
      ),
      (.lift(swipe: -1), .lift(swipe: -1), nil),
      (
        .pinch(from: Point(30, 60), to: Point(2, 4), ratio: 3),
        .pinch(from: Point(15, 30), to: Point(1, 2), ratio: 3), nil
      ),
    ] as [(TouchGesture, PageInput, PageInput?)])
  func fingers(gesture: TouchGesture, expected: PageInput, harmless: PageInput?) {
    let input = PageInput(.touch(gesture), scale: 2)
    #expect(input == expected)
    #expect(input?.harmless == harmless)
  }

  @Test(
    arguments: [
      (.up, [], .zoomAt(Point(15, 30), notches: 1)),
      (.down, [], .zoomAt(Point(15, 30), notches: -1)),
      (.up, .shift, .pan(share: -0.1)), (.down, .shift, .pan(share: 0.1)),
      (.left, [], .pan(share: -0.1)), (.right, [], .pan(share: 0.1)),
    ] as [(ScrollEvent.Direction, KeyModifiers, PageInput)])
  func wheels(direction: ScrollEvent.Direction, modifiers: KeyModifiers, expected: PageInput) {
    let event = SurfaceEvent.scroll(
      ScrollEvent(direction, at: Point(30, 60), modifiers: modifiers))
    #expect(PageInput(event, scale: 2) == expected)
  }
}
