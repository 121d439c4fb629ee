import Geometry
import Testing

@testable import Stage

struct TouchGesturesTests {
  /// A finger that moves in two equal parts, from (200, 200).
  private func stroke(
    _ x: Double, _ y: Double, seconds: Double, scale: Double = 1
  ) -> [TouchGesture?] {
    var gestures = TouchGestures(scale: scale)
    #expect(gestures.begin(7, at: Point(200, 200), time: 5) == .began)
    return [
      gestures.move(7, to: Point(200 + x / 2, 200 + y / 2), time: 5 + seconds / 2),
      gestures.end(7, at: Point(200 + x, 200 + y), time: 5 + seconds),
    ]
  }

  @Test func aShortWayIsATap() {
    #expect(stroke(0, 0, seconds: 0.1) == [nil, .tap(Point(200, 200), clicks: 1)])
    #expect(stroke(12, -12, seconds: 0.7) == [nil, .tap(Point(212, 188), clicks: 1)])
    #expect(stroke(13, 0, seconds: 0.1) == [nil, .lift(swipe: 0)])
    #expect(stroke(20, 0, seconds: 0.1, scale: 2) == [nil, .tap(Point(220, 200), clicks: 1)])
  }

  @Test func distancesFollowTheScale() {
    var gestures = TouchGestures()
    for (scale, expected) in [
      (1.0, TouchGesture.lift(swipe: 0)), (2, .tap(Point(220, 200), clicks: 1)),
    ] {
      gestures.scale = scale
      _ = gestures.begin(7, at: Point(200, 200), time: 5)
      #expect(gestures.end(7, at: Point(220, 200), time: 5.1) == expected)
    }
  }

  /// The second of two taps is that of a double tap if it comes soon, and near.
  @Test(
    arguments: [
      (0.3, 32.0, 1.0, 2), (0.5, 0, 1, 1), (0.3, 33, 1, 1), (0.3, 64, 2, 2),
    ])
  func doubleTaps(seconds: Double, distance: Double, scale: Double, clicks: Int) {
    var gestures = TouchGestures(scale: scale)
    _ = gestures.begin(1, at: Point(50, 50), time: 0)
    #expect(gestures.end(1, at: Point(50, 50), time: 0) == .tap(Point(50, 50), clicks: 1))
    let place = Point(50 + distance, 50)
    _ = gestures.begin(2, at: place, time: seconds)
    #expect(gestures.end(2, at: place, time: seconds) == .tap(place, clicks: clicks))
  }

  @Test func aQuickLongWayToOneSideIsASwipe() {
    for (x, y, seconds, scale, swipe) in [
      (-60.0, 0.0, 0.3, 1.0, -1), (150, 70, 0.79, 1, 1), (59, 0, 0.3, 1, 0), (150, 80, 0.3, 1, 0),
      (100, 0, 0.3, 2, 0),
    ] {
      #expect(stroke(x, y, seconds: seconds, scale: scale).last == .lift(swipe: swipe), "\(x) \(y)")
    }
  }

  /// A finger that moves at once slides from the place that leaves no jump, and slow ways are no swipes.
  @Test func aFingerSlides() {
    var gestures = TouchGestures()
    _ = gestures.begin(1, at: Point(100, 100), time: 0)
    #expect(gestures.move(1, to: Point(112, 100), time: 0.1) == nil)
    #expect(gestures.move(1, to: Point(120, 101), time: 0.2) == nil)
    let origin = Point(120, 101)
    #expect(
      gestures.move(1, to: Point(150, 90), time: 0.6) == .slide(from: origin, to: Point(150, 90)))
    // The way back passes the place of the first touch.
    #expect(
      gestures.move(1, to: Point(100, 100), time: 0.7) == .slide(from: origin, to: Point(100, 100)))
    #expect(
      gestures.move(1, to: Point(300, 100), time: 0.8) == .slide(from: origin, to: Point(300, 100)))
    #expect(gestures.end(1, at: Point(300, 100), time: 0.9) == .lift(swipe: 0))
  }

  /// A finger that rests before it moves shows values, however far it goes, and is neither a tap nor a swipe.
  @Test(arguments: [[Point(101, 100)], []])
  func aFingerThatRestsIsHeld(trembles: [Point]) {
    var gestures = TouchGestures()
    _ = gestures.begin(1, at: Point(100, 100), time: 0)
    #expect(gestures.move(1, to: Point(102, 100), time: 0.39) == nil)
    for place in trembles { #expect(gestures.move(1, to: place, time: 0.4) == .hold(place)) }
    #expect(gestures.move(1, to: Point(300, 100), time: 0.45) == .hold(Point(300, 100)))
    #expect(gestures.end(1, at: Point(310, 100), time: 0.5) == .hold(Point(310, 100)))
  }

  @Test func twoFingersPinch() {
    var gestures = TouchGestures()
    _ = gestures.begin(1, at: Point(100, 100), time: 0)
    _ = gestures.begin(2, at: Point(200, 100), time: 0.1)
    #expect(
      gestures.move(2, to: Point(300, 100), time: 0.2)
        == .pinch(from: Point(150, 100), to: Point(200, 100), ratio: 2))
    #expect(
      gestures.move(1, to: Point(200, 100), time: 0.2)
        == .pinch(from: Point(200, 100), to: Point(250, 100), ratio: 0.5))
    #expect(gestures.move(1, to: Point(200, 100), time: 0.3) == nil)
    // A third finger ends the pinch, and neither finger has tapped.
    #expect(gestures.begin(3, at: Point(0, 0), time: 0.2) == nil)
    #expect(gestures.move(2, to: Point(400, 100), time: 0.3) == nil)
    #expect(gestures.end(3, at: Point(0, 0), time: 0.3) == nil)
    #expect(gestures.end(1, at: Point(295, 100), time: 0.4) == nil)
    // The last finger neither slides nor shows values.
    #expect(gestures.move(2, to: Point(500, 100), time: 0.45) == nil)
    #expect(gestures.move(2, to: Point(600, 100), time: 2) == nil)
    #expect(gestures.end(2, at: Point(400, 100), time: 2.1) == nil)
    _ = gestures.begin(4, at: Point(9, 9), time: 3)
    #expect(gestures.end(4, at: Point(9, 9), time: 3.1) == .tap(Point(9, 9), clicks: 1))
  }

  /// Fingers that begin side by side are measured once they are apart, and move the view before.
  @Test func fingersSideBySideHaveNoDistance() {
    var gestures = TouchGestures()
    _ = gestures.begin(1, at: Point(100, 100), time: 0)
    _ = gestures.begin(2, at: Point(105, 100), time: 0)
    #expect(
      gestures.move(2, to: Point(120, 100), time: 0)
        == .pinch(from: Point(102.5, 100), to: Point(110, 100), ratio: 1))
    #expect(
      gestures.move(2, to: Point(140, 100), time: 0)
        == .pinch(from: Point(110, 100), to: Point(120, 100), ratio: 2))
  }

  /// A second finger ends the slide of the first one.
  @Test func aSlideEndsInAPinch() {
    var gestures = TouchGestures()
    _ = gestures.begin(1, at: Point(100, 100), time: 0)
    _ = gestures.move(1, to: Point(200, 100), time: 0.1)
    #expect(gestures.begin(2, at: Point(300, 100), time: 0.2) == .lift(swipe: 0))
    #expect(
      gestures.move(2, to: Point(400, 100), time: 0.2)
        == .pinch(from: Point(250, 100), to: Point(300, 100), ratio: 2))
    #expect(gestures.begin(3, at: Point(300, 300), time: 0.3) == nil)
  }

  @Test func touchesWithoutABeginOrAnEndDoNoHarm() {
    var gestures = TouchGestures()
    #expect(gestures.move(1, to: Point(1, 1), time: 0) == nil)
    #expect(gestures.end(1, at: Point(1, 1), time: 0) == nil)
    for finger in UInt32(0)..<100 { _ = gestures.begin(finger, at: .zero, time: 0) }
    gestures.cancel()
    for time in [0, 4e9, .infinity, .nan] {
      _ = gestures.begin(1, at: .zero, time: time)
      guard case .tap(.zero, _) = gestures.end(1, at: .zero, time: time) else {
        Issue.record("no tap at \(time)")
        continue
      }
    }
  }
}
