import Geometry
import Layers

/// What is on a surface: a layer tree, and what changes of it by itself as time goes on.
///
/// All times are seconds of the frame loop's monotonic clock.
@MainActor
public protocol Scene: AnyObject {
  /// The tree that is shown; its coordinates are points.
  var root: Layer { get }

  /// Lays the tree out for a surface.
  /// - Parameters:
  ///   - size: in points.
  ///   - scale: device pixels per point.
  func layOut(size: Size, scale: Double)

  /// Brings about what is due by `time` besides animations, such as a mark that data is late.
  func advance(to time: Double)

  /// When `advance` will next have something to do; nil for never.
  func nextChange(after time: Double) -> Double?
}
