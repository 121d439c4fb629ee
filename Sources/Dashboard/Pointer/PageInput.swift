import Geometry

/// What a user asks of a page with the pointer or the keyboard. Places are points of the page.
public enum PageInput: Equatable, Sendable {
  /// The pointer is here, or has left.
  case point(Point?)
  /// The left button goes down.
  /// - extends: the shift key is held.
  /// - clicks: 2 for the second click of a double one.
  case press(Point, extends: Bool, clicks: Int)
  case release(Point)
  /// Zooms by so many notches about a place, in for positive ones.
  case zoomAt(Point, notches: Double)
  /// Zooms by so many notches about the crosshair, or the right edge.
  case zoom(notches: Double)
  /// Moves the view by a share of itself, to later times for positive ones.
  case pan(share: Double)
  /// Shows what is new again, and all of it.
  case live
  /// Moves the crosshair by so many samples; the first time, from the newest.
  case step(Int)
  /// Moves the crosshair to another panel.
  case panel(Int)
  /// Hides a series, or shows it again: that of this number, from 0, in the panel that has the
  /// crosshair, or in all.
  case toggleSeries(Int)
  /// Shows other data, where there is a choice.
  case next
  /// Takes the crosshair away.
  case dismiss
}
