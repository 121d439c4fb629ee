/// The change of a value over a time.
public struct ValueChange: Equatable, Sendable {
  /// The direction of a change.
  public enum Direction: Sendable {
    /// The value has grown.
    case up
    /// The value has fallen.
    case down
    /// The value has not changed.
    case none
  }

  /// The direction, shown as an arrow.
  public var direction: Direction
  /// The text of the change, such as `3.2 in 5 min`.
  public var text: String

  /// A change with its direction and its text.
  public init(_ direction: Direction, _ text: String) {
    self.direction = direction
    self.text = text
  }
}
