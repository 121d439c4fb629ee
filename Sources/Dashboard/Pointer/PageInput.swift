import Geometry

/// The user's input with the pointer or the keyboard. Places are points of the page.
public enum PageInput: Equatable, Sendable {
  /// The pointer is at a place, or has left the page.
  case point(Point?)
  /// The left button goes down.
  /// - extends: the shift key is held.
  /// - clicks: 2 for the second click of a double click.
  case press(Point, extends: Bool, clicks: Int)
  /// The left button goes up.
  case release(Point)
  /// A finger taps on a place.
  /// - clicks: 2 for the second tap of a double tap.
  case tap(Point, clicks: Int)
  /// A finger slides over the page.
  case slide(from: Point, to: Point)
  /// A finger that has slid leaves the page.
  /// - swipe: -1 after a quick stroke to the left, 1 after one to the right, otherwise 0.
  case lift(swipe: Int)
  /// Two fingers move, so that the place between them moves, and their distance changes by a ratio above 0.
  case pinch(from: Point, to: Point, ratio: Double)
  /// Zooms by notches about a place; positive numbers zoom in.
  case zoomAt(Point, notches: Double)
  /// Zooms by notches about the crosshair, or about the right edge.
  case zoom(notches: Double)
  /// Moves the view by a share of its length; positive shares move to later times.
  case pan(share: Double)
  /// Returns to the newest data, without zoom.
  case live
  /// Moves the crosshair by samples; the first step starts at the newest sample.
  case step(Int)
  /// Moves the crosshair to another panel.
  case panel(Int)
  /// Hides or shows the series with the given index, in the panel with the crosshair, or in all panels.
  case toggleSeries(Int)
  /// Shows the next entries of legends, and the next rows of lists, that lack room for all: in the panel with the
  /// crosshair, or in all panels.
  case nextEntries
  /// Shows other data, on pages with a choice of data.
  case next
  /// Shows another look, on pages with a choice of looks.
  case toggleLook
  /// Removes the crosshair.
  case dismiss

  /// The part of the input that only reads values, which a locked screen accepts; nil for none.
  public var harmless: PageInput? {
    switch self {
    case .point: self
    case .tap(let place, _): .point(place)
    default: nil
    }
  }
}
