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

  /// Takes a press of the pointer.
  /// - Parameters:
  ///   - point: the place, in the coordinates of the layer that the host adds the chart to.
  ///   - time: the time of the press, at which motion begins.
  /// - Returns: whether the press had an effect. Default false: most charts take no press.
  @discardableResult
  func press(at point: Point, time: Double) -> Bool

  /// Takes a move of the pointer.
  /// - Parameters:
  ///   - point: the place, in the coordinates of the layer that the host adds the chart to; nil for a pointer
  ///     that has left.
  ///   - time: the time of the move.
  /// - Returns: whether anything visible changes. Default false: most charts show nothing for the pointer.
  @discardableResult
  func point(at point: Point?, time: Double) -> Bool

  /// Whether the chart shows nothing of its data until a press of its own button, or `replay`, starts
  /// the drawing. Default false.
  var waitsForStart: Bool { get }
}

extension Chart {
  /// The default: false, because most charts take no press.
  @discardableResult
  public func press(at point: Point, time: Double) -> Bool { false }

  /// The default: false, because most charts show nothing for the pointer.
  @discardableResult
  public func point(at point: Point?, time: Double) -> Bool { false }

  /// The default: false.
  public var waitsForStart: Bool { false }
}
