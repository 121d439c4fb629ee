import Geometry

/// The modifier keys that are held during an event.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let shift = KeyModifiers(rawValue: 1)
  public static let control = KeyModifiers(rawValue: 2)
  public static let alt = KeyModifiers(rawValue: 4)
}

/// A press or a release of a pointer button.
public struct PointerButtonEvent: Equatable, Sendable {
  public enum Button: Equatable, Sendable { case left, middle, right }

  public var button: Button
  public var isPress: Bool
  /// The position in device pixels; outside the surface if a drag ends there.
  public var position: Point
  public var modifiers: KeyModifiers
  /// The number of presses at this place in quick succession: 2 for a double click. A release has the
  /// number of its press.
  public var clicks: Int

  public init(
    _ button: Button, isPress: Bool, at position: Point, modifiers: KeyModifiers = [],
    clicks: Int = 1
  ) {
    self.button = button
    self.isPress = isPress
    self.position = position
    self.modifiers = modifiers
    self.clicks = clicks
  }
}

/// A notch of a wheel, or a part of one: wheels and touchpads that scroll smoothly report small motions.
public struct ScrollEvent: Equatable, Sendable {
  public enum Direction: Equatable, Sendable { case up, down, left, right }

  public var direction: Direction
  /// The position in device pixels.
  public var position: Point
  public var modifiers: KeyModifiers
  /// The length of the motion, above 0. Default 1.
  public var notches: Double

  public init(
    _ direction: Direction, at position: Point, modifiers: KeyModifiers = [], notches: Double = 1
  ) {
    self.notches = notches
    self.direction = direction
    self.position = position
    self.modifiers = modifiers
  }
}
