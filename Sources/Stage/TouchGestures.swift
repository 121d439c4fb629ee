import Geometry

/// A gesture of fingers on a touch screen. Places are device pixels.
public enum TouchGesture: Equatable, Sendable {
  /// The first finger has touched the screen.
  case began
  /// A touch that ends about its place.
  /// - clicks: 2 for the second touch of a double tap.
  case tap(Point, clicks: Int)
  /// The place of a finger that has rested for a moment, and may move since then.
  case hold(Point)
  /// A finger that has moved at once, from the place where it left the reach of a tap to its present one.
  case slide(from: Point, to: Point)
  /// The end of a slide.
  /// - swipe: -1 for a quick stroke to the left, which brings the next page, 1 for one to the right, otherwise 0.
  case lift(swipe: Int)
  /// Two fingers that have moved: the places between them, and the ratio of their distance to that at the last report.
  case pinch(from: Point, to: Point, ratio: Double)
}

/// Recognizes gestures in the touches of fingers.
///
/// A touch that has met a second touch is part of a pinch until the touch ends, so that lifting one finger of two is no
/// tap.
public struct TouchGestures: Sendable {
  private struct Finger {
    /// The place of the first touch, and the place from which the finger slides.
    let start: Point
    var origin: Point?
    let time: Double
    var place: Point
    /// The time of the last report.
    var reported: Double
    var isHeld = false
  }

  /// Two fingers, by the place between them and their distance.
  private struct Pair {
    let center: Point
    let span: Double

    init(_ a: Point, _ b: Point) {
      let (x, y) = (a.x - b.x, a.y - b.y)
      center = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
      span = (x * x + y * y).squareRoot()
    }
  }

  private var fingers: [UInt32: Finger] = [:]
  /// Whether two fingers have touched the screen since the last moment without fingers.
  private var isPinch = false
  /// Two fingers at the last report.
  private var reported: Pair?
  private var clicks = ClickCounter()
  /// Device pixels per point of a display of 96 dpi.
  public var scale: Double

  /// The longest way of a tap, the shortest of a swipe, and the longest between the taps of a double tap, in points.
  private static let tapDistance = 12.0
  private static let swipeDistance = 60.0
  private static let doubleTapDistance = 32.0
  /// The longest duration of a swipe in seconds, and the time after which a finger at rest is held.
  private static let swipeDuration = 0.8
  private static let holdDelay = 0.4
  /// The limit of fingers that are followed, and the seconds without a report after which the next touch finds a finger
  /// gone: a screen that forgets the ends of touches stays usable.
  private static let (mostFingers, longestRest) = (10, 30.0)

  /// A screen without touches.
  /// - Parameter scale: device pixels per point of a display of 96 dpi. Default 1.
  public init(scale: Double = 1) { self.scale = scale }

  /// Notes that a finger has touched the screen.
  /// - Parameter time: in seconds, counted from any moment.
  public mutating func begin(_ finger: UInt32, at place: Point, time: Double) -> TouchGesture? {
    for (other, touch) in fingers where time - touch.reported > Self.longestRest {
      fingers[other] = nil
    }
    if fingers.isEmpty || fingers.count >= Self.mostFingers { cancel() }
    let wasSliding = fingers.values.contains { $0.origin != nil }
    fingers[finger] = Finger(start: place, time: time, place: place, reported: time)
    reported = pair
    guard fingers.count > 1 else { return .began }
    defer { isPinch = true }
    return wasSliding && !isPinch ? .lift(swipe: 0) : nil
  }

  /// Notes that a finger has moved.
  public mutating func move(_ finger: UInt32, to place: Point, time: Double) -> TouchGesture? {
    guard fingers[finger] != nil else { return nil }
    fingers[finger]?.place = place
    fingers[finger]?.reported = time
    return isPinch ? pinch() : slide(finger, time)
  }

  private mutating func pinch() -> TouchGesture? {
    guard let pair, let old = reported else { return nil }
    reported = pair
    // Fingers side by side have no distance worth measuring until they are apart.
    let ratio = min(old.span, pair.span) >= Self.tapDistance * scale ? pair.span / old.span : 1
    guard ratio != 1 || pair.center != old.center else { return nil }
    return .pinch(from: old.center, to: pair.center, ratio: ratio)
  }

  private mutating func slide(_ finger: UInt32, _ time: Double) -> TouchGesture? {
    guard let touch = fingers[finger] else { return nil }
    if let origin = touch.origin { return .slide(from: origin, to: touch.place) }
    if touch.isHeld || time - touch.time >= Self.holdDelay {
      fingers[finger]?.isHeld = true
      return .hold(touch.place)
    }
    // The view starts to move under the finger, without a jump over the way that a tap may have.
    if !isNear(touch) { fingers[finger]?.origin = touch.place }
    return nil
  }

  /// Notes that a finger has left the screen.
  public mutating func end(_ finger: UInt32, at place: Point, time: Double) -> TouchGesture? {
    guard var touch = fingers.removeValue(forKey: finger) else { return nil }
    touch.place = place
    let wasPinch = isPinch
    if fingers.isEmpty { isPinch = false }
    reported = pair
    guard !wasPinch else { return nil }
    if touch.isHeld { return .hold(place) }
    guard touch.origin != nil || !isNear(touch) else { return tap(place, time) }
    let (x, y) = (place.x - touch.start.x, place.y - touch.start.y)
    let isSwipe =
      abs(x) >= Self.swipeDistance * scale && abs(x) >= 2 * abs(y)
      && time - touch.time <= Self.swipeDuration
    return .lift(swipe: isSwipe ? (x < 0 ? -1 : 1) : 0)
  }

  private mutating func tap(_ place: Point, _ time: Double) -> TouchGesture {
    let milliseconds = Int64(exactly: (time * 1000).rounded()) ?? 0
    let count = clicks.press(
      .left, at: place, time: UInt32(truncatingIfNeeded: milliseconds),
      reach: Self.doubleTapDistance * scale)
    return .tap(place, clicks: count)
  }

  /// Whether a finger has moved no farther than a tap may.
  private func isNear(_ touch: Finger) -> Bool {
    max(abs(touch.place.x - touch.start.x), abs(touch.place.y - touch.start.y))
      <= Self.tapDistance * scale
  }

  /// Forgets all fingers.
  public mutating func cancel() { (fingers, isPinch, reported) = ([:], false, nil) }

  /// The fingers, if there are exactly two.
  private var pair: Pair? {
    guard fingers.count == 2 else { return nil }
    let places = fingers.sorted { $0.key < $1.key }.map(\.value.place)
    return Pair(places[0], places[1])
  }
}
