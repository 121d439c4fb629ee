import Geometry
import Testing

@testable import Stage

struct TouchGesturesTests {
  private func stroke(_ x: Double, _ y: Double, seconds: Double, scale: Double = 1)
    -> TouchGesture?
  {
    var gestures = TouchGestures(scale: scale)
    gestures.begin(7, at: Point(200, 200), time: 5)
    #expect(gestures.move(7, to: Point(200 + x / 2, 200 + y / 2)) == nil)
    return gestures.end(7, at: Point(200 + x, 200 + y), time: 5 + seconds)
  }

  @Test func aShortWayIsATap() {
    #expect(stroke(0, 0, seconds: 0.1) == .tap(Point(200, 200)))
    #expect(stroke(12, -12, seconds: 3) == .tap(Point(212, 188)))
    #expect(stroke(13, 0, seconds: 0.1) == nil)
    #expect(stroke(20, 0, seconds: 0.1, scale: 2) == .tap(Point(220, 200)))
  }

  @Test func distancesFollowTheScale() {
    var gestures = TouchGestures()
    for (scale, expected) in [(1.0, nil), (2, TouchGesture.tap(Point(220, 200)))] {
      gestures.scale = scale
      gestures.begin(7, at: Point(200, 200), time: 5)
      #expect(gestures.end(7, at: Point(220, 200), time: 5.1) == expected)
    }
  }

  @Test func aQuickLongWayToOneSideIsASwipe() {
    #expect(stroke(-60, 0, seconds: 0.3) == .swipe(-1))
    #expect(stroke(150, 70, seconds: 0.8) == .swipe(1))
    #expect(stroke(59, 0, seconds: 0.3) == nil)
    #expect(stroke(150, 80, seconds: 0.3) == nil)
    #expect(stroke(150, 0, seconds: 0.9) == nil)
    #expect(stroke(100, 0, seconds: 0.3, scale: 2) == nil)
  }

  @Test func twoFingersPinch() {
    var gestures = TouchGestures()
    gestures.begin(1, at: Point(100, 100), time: 0)
    gestures.begin(2, at: Point(200, 100), time: 0.1)
    #expect(gestures.move(2, to: Point(300, 100)) == .pinch(Point(200, 100), ratio: 2))
    #expect(gestures.move(1, to: Point(200, 100)) == .pinch(Point(250, 100), ratio: 0.5))
    #expect(gestures.move(1, to: Point(295, 100)) == nil)
    // Fingers that begin side by side are measured once they are apart.
    var close = TouchGestures()
    close.begin(1, at: Point(100, 100), time: 0)
    close.begin(2, at: Point(105, 100), time: 0)
    #expect(close.move(2, to: Point(120, 100)) == nil)
    #expect(close.move(2, to: Point(140, 100)) == .pinch(Point(120, 100), ratio: 2))
    // A third finger ends the pinch, and neither finger has tapped.
    gestures.begin(3, at: Point(0, 0), time: 0.2)
    #expect(gestures.move(2, to: Point(400, 100)) == nil)
    #expect(gestures.end(3, at: Point(0, 0), time: 0.3) == nil)
    #expect(gestures.end(1, at: Point(295, 100), time: 0.4) == nil)
    #expect(gestures.end(2, at: Point(400, 100), time: 0.5) == nil)
    gestures.begin(4, at: Point(9, 9), time: 1)
    #expect(gestures.end(4, at: Point(9, 9), time: 1.1) == .tap(Point(9, 9)))
  }

  @Test func touchesWithoutABeginOrAnEndDoNoHarm() {
    var gestures = TouchGestures()
    #expect(gestures.move(1, to: Point(1, 1)) == nil)
    #expect(gestures.end(1, at: Point(1, 1), time: 0) == nil)
    for finger in UInt32(0)..<100 { gestures.begin(finger, at: .zero, time: 0) }
    gestures.cancel()
    gestures.begin(1, at: .zero, time: 0)
    #expect(gestures.end(1, at: .zero, time: 0) == .tap(.zero))
  }
}
