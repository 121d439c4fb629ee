import Geometry
import Layers

/// The motion of a time axis whose marks lie in a sliding layer.
///
/// Marks have places relative to an epoch. While only time advances, only the layer moves, and the marks stay in place
/// within it.
struct TimeSlide {
  private(set) var map: AxisMap?
  private var transition: PlotTransition?

  /// Forgets the present axis.
  mutating func reset() { (map, transition) = (nil, nil) }

  /// Moves to another range of time.
  /// - Returns: the transition of the axis, and whether the marks need new places.
  mutating func go(
    to axes: PlotContent, size: Size, at time: Double?
  ) -> (motion: PlotTransition, isRescaled: Bool) {
    let end = axes.time.upperBound
    var target = AxisMap(epoch: end, time: axes.time, value: 0...1, size: size)
    if let map { target.keepScale(of: map, width: size.width, within: 1.0 / 16) }
    target = target.counted(from: target.epoch(before: end))
    let isRescaled = map.map { $0.xScale != target.xScale || $0.epoch != target.epoch } ?? true
    transition = transition?.counted(from: target.epoch)
    let shown = time.flatMap { now in transition?.map(at: now) } ?? target
    let isFar = shown.isApart(from: target, size)
    let motion = PlotTransition(
      from: isFar ? target : shown, to: target, begin: time ?? -.infinity)
    map = target
    transition = motion
    return (motion, isRescaled)
  }

  /// The place of a time in the sliding layer.
  func x(_ time: Double) -> Double { map.map { Self.x(time, in: $0) } ?? 0 }

  /// The place of a time in the sliding layer of an axis.
  static func x(_ time: Double, in map: AxisMap) -> Double { map.x(time) - map.xOffset }

  /// Shows marks that are placed on the new axis at the scale of the former axis, and lets the marks shrink or grow to
  /// their own size.
  func stretch(_ layer: Layer, _ motion: PlotTransition, at time: Double?) {
    let share = motion.to.xScale > 0 ? motion.from.xScale / motion.to.xScale : 1
    layer.move(
      .transform, from: .transform(.scale(share, 1)), to: .transform(.identity),
      at: share == 1 ? nil : time, duration: motion.duration)
  }

  /// Moves the layer of the marks.
  func slide(_ layer: Layer, _ motion: PlotTransition, at time: Double?) {
    layer.move(
      .position, from: time == nil ? nil : .point(Point(motion.from.xOffset, layer.position.y)),
      to: .point(Point(motion.to.xOffset, layer.position.y)), at: time, duration: motion.duration)
  }
}
