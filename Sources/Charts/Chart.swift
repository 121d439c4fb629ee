import Geometry
import Layers

/// A chart as its host, such as the gallery or a panel, sees it.
///
/// Times are seconds of the frame clock. A chart is not shared between threads; the layer tree that
/// it keeps is all that it shows.
public protocol Chart: AnyObject {
  /// The chart's own tree; a host adds it to its own one and does not change it.
  var layer: Layer { get }

  /// Puts the chart in its place, without motion; what was in motion is where it goes.
  /// - Parameter frame: in points, in the coordinates of the layer that the host adds it to.
  func layOut(frame: Rect, environment: ChartEnvironment)

  /// Draws the chart on from its start again.
  func replay(at time: Double)
}
