import Geometry
import Layers

/// The filled part of a ring, as one stroke along the middle of its band, or as one filled region. Progress is measured
/// along the outer edge, where the end of the stroke follows the timing function; the middle of the band advances
/// evenly within each straight and each arc.
final class RingStroke {
  /// The stroke, which masks the filling of the ring.
  let layer = ShapeLayer()
  private var racetrack = Racetrack(in: .zero, band: 0)
  private var way: (from: Double, to: Double, pace: Pace) = (0, 0, .ended)
  /// Whether the part is a filled region, whose edges are exactly those of the racetrack; otherwise a stroke.
  private let isRegion: Bool

  /// - Parameter isRegion: whether the part is a filled region. Default false: a stroke.
  init(isRegion: Bool = false) {
    self.isRegion = isRegion
    layer.fillColor = isRegion ? .black : nil
    layer.strokeColor = isRegion ? nil : .black
    if !isRegion { layer.strokeStyle.end = 0 }
  }

  /// The animated property, and its value for a progress.
  private var keyPath: AnimationKeyPath { isRegion ? .path : .strokeEnd }

  private func value(_ progress: Double) -> AnimatableValue {
    isRegion
      ? .path(racetrack.region(progress)) : .scalar(racetrack.centerFraction(progress))
  }

  /// Puts the stroke on a racetrack, without motion.
  /// - Parameter share: the width of the stroke, as a share of the band's. Default 1.
  func layOut(_ racetrack: Racetrack, share: Double = 1) {
    self.racetrack = racetrack
    if !isRegion {
      layer.path = racetrack.centerLine
      layer.strokeStyle.width = racetrack.band * share
    }
    show(way.to)
  }

  /// Shows a progress at once, held within 0...1; NaN counts as 0.
  func show(_ progress: Double) {
    let progress = Self.held(progress)
    way = (progress, progress, .ended)
    layer.setValue(value(progress), for: keyPath)
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
    let between = (isRegion ? racetrack.regionStops : racetrack.boundaries)
      .filter { ($0 - start) * ($0 - end) < 0 }
    let stops = [start] + (start < end ? between : between.reversed()) + [end]
    var animation = KeyframeAnimation(
      keyPath, values: stops.map(value),
      keyTimes: stops.map { ($0 - start) / (end - start) }, timingFunction: pace.timing)
    animation.timing = pace.mediaTiming
    animation.timing.fillMode = .backwards
    layer.add(animation, forKey: "progress", at: time)
  }
}
