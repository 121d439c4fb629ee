import Geometry
import Layers

/// The interface of a chart to its host, such as the gallery or a panel.
///
/// Times are seconds of the frame clock. A chart is not shared between threads. Everything that a chart shows is in its
/// layer tree.
public protocol Chart: AnyObject {
  /// The chart's layer tree; a host adds this tree to its own one and does not change it.
  var layer: Layer { get }

  /// Puts the chart in its place, without motion; motion under way ends at once.
  /// - Parameter frame: in points, in the coordinates of the layer that the host adds the chart to.
  func layOut(frame: Rect, environment: ChartEnvironment)

  /// Draws the chart on from its start again.
  func replay(at time: Double)

  /// Takes a press of the pointer.
  /// - Parameters:
  ///   - point: the place, in the coordinates of the layer that the host adds the chart to.
  ///   - time: the time of the press, when motion starts.
  /// - Returns: whether the press had an effect. Default false: most charts ignore presses.
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

  /// Whether the chart hides its data until a press of its own button, or `replay`, starts the drawing. Default false.
  var waitsForStart: Bool { get }
}

extension Chart {
  /// The default: false, because most charts ignore presses.
  @discardableResult
  public func press(at point: Point, time: Double) -> Bool { false }

  /// The default: false, because most charts show nothing for the pointer.
  @discardableResult
  public func point(at point: Point?, time: Double) -> Bool { false }

  /// The default: false.
  public var waitsForStart: Bool { false }
}
