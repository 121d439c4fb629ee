import Geometry
import Layers

/// The filled part of a ring, as one stroke along the middle of its band. Progress is measured
/// along the outer edge, where the end of the stroke moves as the timing function says; the middle
/// of the band gets on evenly within each straight and each arc.
final class RingStroke {
  /// The stroke; a mask for what the ring is filled with.
  let layer = ShapeLayer()
  private var racetrack = Racetrack(in: .zero, band: 0)
  private var way: Way?

  private struct Way {
    let from: Double
    let to: Double
    let begin: Double
    let duration: Double
    let timing: TimingFunction
  }

  init() {
    layer.fillColor = nil
    layer.strokeColor = .black
    layer.strokeStyle.end = 0
  }

  /// Puts the stroke on a racetrack, without motion.
  func layOut(_ racetrack: Racetrack) {
    self.racetrack = racetrack
    layer.path = racetrack.centerLine
    layer.strokeStyle.width = racetrack.band
    show(way?.to ?? 0)
  }

  /// Shows a progress at once, held within 0...1; NaN counts as 0.
  func show(_ progress: Double) {
    let progress = Self.held(progress)
    way = Way(from: progress, to: progress, begin: -.infinity, duration: 1, timing: .linear)
    layer.strokeStyle.end = racetrack.centerFraction(progress)
    layer.removeAllAnimations()
  }

  private static func held(_ progress: Double) -> Double {
    progress > 0 ? min(progress, 1) : 0
  }

  /// The progress that is shown at a time.
  private func progress(at time: Double) -> Double {
    guard let way else { return 0 }
    let u = way.timing((time - way.begin) / way.duration)
    return Self.held(lerp(way.from, way.to, u))
  }

  /// Fills or empties the ring on the way to a progress, held within 0...1; NaN counts as 0.
  /// - Parameters:
  ///   - start: where the way starts; nil for what is shown, where the ring is not on its way
  ///   already.
  ///   - begin: when; until then the start is shown.
  ///   - time: now.
  func move(
    from start: Double? = nil, to end: Double, begin: Double, duration: Double,
    timing: TimingFunction, at time: Double
  ) {
    let end = Self.held(end)
    if start == nil, way?.to == end { return }
    let start = start ?? progress(at: time)
    show(end)
    guard start != end else { return }
    way = Way(from: start, to: end, begin: begin, duration: duration, timing: timing)
    let between = racetrack.boundaries.filter { ($0 - start) * ($0 - end) < 0 }
    let stops = [start] + (start < end ? between : between.reversed()) + [end]
    var animation = KeyframeAnimation(
      .strokeEnd, values: stops.map { .scalar(racetrack.centerFraction($0)) },
      keyTimes: stops.map { ($0 - start) / (end - start) }, duration: duration,
      timingFunction: timing)
    animation.timing.beginTime = begin
    animation.timing.fillMode = .backwards
    layer.add(animation, forKey: "progress", at: time)
  }
}
