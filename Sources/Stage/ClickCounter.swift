import Geometry

/// Counts clicks in quick succession, such as the two of a double click. Places are device pixels.
public struct ClickCounter: Sendable {
  private var last: (button: PointerButtonEvent.Button, place: Point, time: UInt32)?
  private var count = 0
  /// The longest time in milliseconds between two presses of a double click.
  private static let longest: UInt32 = 400

  /// A counter before the first press.
  public init() {}

  /// Counts a press.
  /// - Parameters:
  ///   - time: monotonic milliseconds that wrap around after 49 days, as those of an X server do.
  ///   - reach: the longest distance between the presses of a double click, across or up.
  /// - Returns: 1 for the first press at a place, 2 for the second press of a double click, and so on.
  public mutating func press(
    _ button: PointerButtonEvent.Button, at place: Point, time: UInt32, reach: Double
  ) -> Int {
    if let last, last.button == button, time &- last.time <= Self.longest,
      Self.isNear(place, last.place, reach)
    {
      count += 1
    } else {
      count = 1
    }
    last = (button, place, time)
    return count
  }

  /// - Returns: the number of the press to which a release belongs.
  public mutating func release(at place: Point, reach: Double) -> Int {
    // The end of a drag does not start a double click.
    if let last, !Self.isNear(place, last.place, reach) { self.last = nil }
    return max(1, count)
  }

  private static func isNear(_ a: Point, _ b: Point, _ reach: Double) -> Bool {
    max(abs(a.x - b.x), abs(a.y - b.y)) <= reach
  }
}
