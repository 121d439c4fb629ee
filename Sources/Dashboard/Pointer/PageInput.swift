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
  /// Shows the next entries of legends that lack room for all entries, in the panel with the crosshair, or in all
  /// panels.
  case nextEntries
  /// Shows other data, on pages with a choice of data.
  case next
  /// Shows another look, on pages with a choice of looks.
  case toggleLook
  /// Removes the crosshair.
  case dismiss

  /// Zooms about a place, by the ratio of the distances of two fingers, above 0.
  public static func pinch(_ place: Point, ratio: Double) -> PageInput {
    .zoomAt(place, notches: TimeView.notches(ofRatio: ratio))
  }

  /// Whether the input only reads values, so that a locked screen accepts it.
  public var isHarmless: Bool {
    switch self {
    case .point: true
    default: false
    }
  }
}
