import Geometry
import Layers

/// The contents of a surface: a layer tree, and its changes over time. All times are seconds of the frame
/// loop's monotonic clock.
@MainActor
public protocol Scene: AnyObject {
  /// The layer tree, in points.
  var root: Layer { get }

  /// Lays the tree out for a surface.
  /// - Parameters:
  ///   - size: in points.
  ///   - scale: device pixels per point.
  func layOut(size: Size, scale: Double)

  /// Makes the changes that are due at `time`, apart from animations: a mark that data is late, for
  /// example.
  func advance(to time: Double)

  /// The next time when `advance` has a change to make; nil for never.
  func nextChange(after time: Double) -> Double?
}
