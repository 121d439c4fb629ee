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
  /// The text where the whole one has no room, such as `3.2`.
  public var shortText: String

  /// A change with its direction and its text.
  /// - Parameter short: the text where the whole one has no room; nil, the default, for the whole text, which is cut.
  public init(_ direction: Direction, _ text: String, short: String? = nil) {
    self.direction = direction
    self.text = text
    shortText = short ?? text
  }
}
