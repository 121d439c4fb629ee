import Geometry

/// The modifier keys that are held during an event.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits of the modifiers.
  public let rawValue: Int

  /// The modifiers of some bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The key Shift.
  public static let shift = KeyModifiers(rawValue: 1)
  /// The key Control.
  public static let control = KeyModifiers(rawValue: 2)
  /// The key Alt.
  public static let alt = KeyModifiers(rawValue: 4)
}

/// A press or a release of a pointer button.
public struct PointerButtonEvent: Equatable, Sendable {
  /// A button of the pointer.
  public enum Button: Equatable, Sendable { case left, middle, right }

  /// The button that was pressed or released.
  public var button: Button
  /// Whether the button was pressed; false for a release.
  public var isPress: Bool
  /// The position in device pixels; outside the surface if a drag ends there.
  public var position: Point
  /// The modifier keys that are held.
  public var modifiers: KeyModifiers
  /// The number of presses at this place in quick succession: 2 for a double click. A release has the
  /// number of its press.
  public var clicks: Int

  /// A press or a release at a position in device pixels. Default a single click without modifier keys.
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
  /// The direction in which the wheel turns.
  public enum Direction: Equatable, Sendable { case up, down, left, right }

  /// The direction of the motion.
  public var direction: Direction
  /// The position in device pixels.
  public var position: Point
  /// The modifier keys that are held.
  public var modifiers: KeyModifiers
  /// The length of the motion, above 0. Default 1.
  public var notches: Double

  /// A motion of the wheel at a position in device pixels. Default one notch without modifier keys.
  public init(
    _ direction: Direction, at position: Point, modifiers: KeyModifiers = [], notches: Double = 1
  ) {
    self.notches = notches
    self.direction = direction
    self.position = position
    self.modifiers = modifiers
  }
}
