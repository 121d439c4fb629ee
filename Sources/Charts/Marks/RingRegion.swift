import Geometry
import Layers

/// The filled part of a ring as one closed region. Progress is measured along the outer edge, where the end of the
/// region follows the timing function.
///
/// A region, and not a stroke: most of its outline stays the same while the ring fills, so that little is drawn
/// again.
final class RingRegion {
  /// The region in opaque black.
  let layer = ShapeLayer()
  private var racetrack = Racetrack(in: .zero, band: 0)
  private var share = 1.0
  private var way: (from: Double, to: Double, pace: Pace) = (0, 0, .ended)

  private func value(_ progress: Double) -> AnimatableValue {
    .path(racetrack.region(progress, share: share))
  }

  /// Puts the region on a racetrack, without motion.
  /// - Parameter share: the width of the region, as a share of the band's. Default 1.
  func layOut(_ racetrack: Racetrack, share: Double = 1) {
    (self.racetrack, self.share) = (racetrack, share)
    show(way.to)
  }

  /// Shows a progress at once, held within 0...1; NaN counts as 0.
  func show(_ progress: Double) {
    let progress = Self.held(progress)
    way = (progress, progress, .ended)
    layer.setValue(value(progress), for: .path)
    layer.removeAllAnimations()
  }

  private static func held(_ progress: Double) -> Double {
    progress > 0 ? min(progress, 1) : 0
  }

  /// The progress that is shown at a time.
  private func progress(at time: Double) -> Double {
    Self.held(lerp(way.from, way.to, way.pace.progress(at: time)))
  }

  /// Moves the ring to a progress, which is limited to 0...1; NaN counts as 0.
  /// - Parameters:
  ///   - start: the progress until the start of `pace`; nil for the present progress, which changes nothing if the ring
  ///     already moves to `end`.
  ///   - time: the current time.
  func move(from start: Double? = nil, to end: Double, _ pace: Pace, at time: Double) {
    let end = Self.held(end)
    if start == nil, way.to == end { return }
    let start = start ?? progress(at: time)
    show(end)
    guard start != end else { return }
    way = (start, end, pace)
    let between = racetrack.regionStops.filter { ($0 - start) * ($0 - end) < 0 }
    let stops = [start] + (start < end ? between : between.reversed()) + [end]
    var animation = KeyframeAnimation(
      .path, values: stops.map(value), keyTimes: stops.map { ($0 - start) / (end - start) },
      timingFunction: pace.timing)
    animation.timing = pace.mediaTiming
    animation.timing.fillMode = .backwards
    layer.add(animation, forKey: "progress", at: time)
  }
}
