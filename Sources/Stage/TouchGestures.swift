import Geometry

/// A gesture of fingers on a touch screen. Places are device pixels.
public enum TouchGesture: Equatable, Sendable {
  /// A short touch at a place.
  case tap(Point)
  /// A quick stroke to one side: -1 to the left, which brings the next page, 1 to the right.
  case swipe(Int)
  /// Two fingers about a place, and the ratio of their distance to that at the last report.
  case pinch(Point, ratio: Double)
}

/// Recognizes gestures in the touches of fingers.
///
/// A touch that has met a second one is part of a pinch to its end, so that lifting one finger of two is no
/// tap.
public struct TouchGestures: Sendable {
  private struct Finger {
    let start: Point
    let time: Double
    var place: Point
  }

  private var fingers: [UInt32: Finger] = [:]
  /// Whether two fingers have touched the screen since the last time when none did.
  private var isPinch = false
  /// The distance of two fingers at the last report.
  private var span: Double?
  /// Device pixels per point of a display of 96 dpi.
  public var scale: Double

  /// The longest way of a tap, and the shortest of a swipe, in points.
  private static let tapDistance = 12.0
  private static let swipeDistance = 60.0
  /// The longest duration of a swipe in seconds.
  private static let swipeDuration = 0.8
  /// The limit of fingers that are followed; a screen that forgets the ends of touches stays usable.
  private static let mostFingers = 10

  /// A screen without touches.
  /// - Parameter scale: device pixels per point of a display of 96 dpi. Default 1.
  public init(scale: Double = 1) { self.scale = scale }

  /// A finger has touched the screen.
  /// - Parameter time: in seconds, counted from any moment.
  public mutating func begin(_ finger: UInt32, at place: Point, time: Double) {
    if fingers.count >= Self.mostFingers { cancel() }
    fingers[finger] = Finger(start: place, time: time, place: place)
    if fingers.count > 1 { isPinch = true }
    span = pair.map(Self.span)
  }

  /// A finger has moved.
  public mutating func move(_ finger: UInt32, to place: Point) -> TouchGesture? {
    guard fingers[finger] != nil else { return nil }
    fingers[finger]?.place = place
    guard let pair, let old = span else { return nil }
    let new = Self.span(pair)
    // Fingers side by side have no distance worth measuring until they are apart.
    let least = Self.tapDistance * scale
    if old < least { span = new }
    guard min(old, new) >= least, new != old else { return nil }
    span = new
    let center = Point((pair.0.x + pair.1.x) / 2, (pair.0.y + pair.1.y) / 2)
    return .pinch(center, ratio: new / old)
  }

  /// A finger has left the screen.
  public mutating func end(_ finger: UInt32, at place: Point, time: Double) -> TouchGesture? {
    guard let touch = fingers.removeValue(forKey: finger) else { return nil }
    let wasPinch = isPinch
    if fingers.isEmpty { isPinch = false }
    span = pair.map(Self.span)
    guard !wasPinch else { return nil }
    let (x, y) = (place.x - touch.start.x, place.y - touch.start.y)
    if max(abs(x), abs(y)) <= Self.tapDistance * scale { return .tap(place) }
    guard abs(x) >= Self.swipeDistance * scale, abs(x) >= 2 * abs(y),
      time - touch.time <= Self.swipeDuration
    else { return nil }
    return .swipe(x < 0 ? -1 : 1)
  }

  /// Forgets all fingers.
  public mutating func cancel() { (fingers, isPinch, span) = ([:], false, nil) }

  /// The places of the fingers, if there are exactly two.
  private var pair: (Point, Point)? {
    guard fingers.count == 2 else { return nil }
    let places = fingers.sorted { $0.key < $1.key }.map(\.value.place)
    return (places[0], places[1])
  }

  private static func span(_ pair: (Point, Point)) -> Double {
    let (x, y) = (pair.0.x - pair.1.x, pair.0.y - pair.1.y)
    return (x * x + y * y).squareRoot()
  }
}
