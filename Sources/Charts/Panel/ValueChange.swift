/// The change of a value over a time.
public struct ValueChange: Equatable, Sendable {
  /// Whether it has grown, fallen, or stayed as it was.
  public enum Direction: Sendable {
    /// The value has grown.
    case up
    /// The value has fallen.
    case down
    /// The value is as it was.
    case none
  }

  /// Shown as an arrow.
  public var direction: Direction
  /// `3.2 in 5 min`.
  public var text: String

  /// A change, and what is said of it.
  public init(_ direction: Direction, _ text: String) {
    self.direction = direction
    self.text = text
  }
}
