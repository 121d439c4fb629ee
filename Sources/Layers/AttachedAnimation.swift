import Geometry

/// An animation that has been added to a layer.
final class AttachedAnimation {
  let key: String?
  let animation: any Animation
  let parts: [AnimationPart]
  let completion: ((Bool) -> Void)?
  let onStart: (() -> Void)?
  let transaction: Transaction?
  var hasStarted = false
  var isFinished = false

  init(
    key: String?, animation: any Animation, parts: [AnimationPart],
    completion: ((Bool) -> Void)?, onStart: (() -> Void)?, transaction: Transaction?
  ) {
    self.key = key
    self.animation = animation
    self.parts = parts
    self.completion = completion
    self.onStart = onStart
    self.transaction = transaction
  }

  /// The tree's time of the next start or end.
  /// - Parameter map: maps the tree's time to the layer's time.
  func nextPhase(_ map: TimeMap) -> Double {
    // An animation is over at once if time runs backwards.
    guard map.speed > 0 else { return -.infinity }
    if isFinished { return .infinity }
    let timing = animation.timing
    return map.time(of: hasStarted ? timing.endTime : timing.beginTime) ?? -.infinity
  }

  /// Whether a caller waits for the start or the end.
  var isAwaited: Bool { completion != nil || onStart != nil || transaction != nil }

  /// The callback for the end; nil if no caller waits.
  func stopped(_ finished: Bool) -> (() -> Void)? {
    guard completion != nil || transaction != nil else { return nil }
    return { [completion, transaction] in
      completion?(finished)
      transaction?.animationEnded()
    }
  }
}

/// The effect of an animation on one property.
final class AnimationPart {
  /// The timing of a group that contains the animation.
  struct Enclosure {
    let timing: MediaTiming
    let timingFunction: TimingFunction

    /// Maps a time to the group's own time.
    func callAsFunction(_ time: Double) -> Double? {
      timing.fraction(at: time).map { timingFunction($0) * timing.duration }
    }
  }

  /// The groups that contain the animation, outermost first.
  let enclosures: [Enclosure]
  let animation: any PropertyAnimation
  let keyPath: AnimationKeyPath
  /// The span of the animation, if the span never changes; nil for an animation from or to the underlying value.
  let fixedSpan: Double?
  private let timing: MediaTiming
  /// The timing function, if it alone determines the progress.
  private let pace: TimingFunction?
  /// The line between two points, if the animation is only a motion along that line.
  private let line: (from: Point, to: Point)?
  /// The last drawn path; nil for values other than paths, and for paths that depend on more than the
  /// progress.
  private let lastPath: LastPath?

  init(enclosures: [Enclosure], animation: any PropertyAnimation) {
    self.enclosures = enclosures
    self.animation = animation
    fixedSpan = animation.span(underlying: nil)
    keyPath = animation.keyPath
    timing = animation.timing
    let basic = animation as? BasicAnimation
    pace = basic?.timingFunction
    let isWhole = basic?.from != nil && basic?.to != nil && !animation.isAdditive
    lastPath = isWhole && keyPath == .path ? LastPath() : nil
    if isWhole, !animation.isCumulative, case .point(let from) = basic?.from,
      case .point(let to) = basic?.to
    {
      line = (from, to)
    } else {
      line = nil
    }
  }

  /// The effects of an animation on a layer, in order.
  static func parts(
    of animation: any Animation, in layer: Layer, enclosures: [Enclosure] = []
  ) -> [AnimationPart] {
    guard let property = animation.property else {
      guard let group = animation as? AnimationGroup else { return [] }
      let outer = Enclosure(timing: group.timing, timingFunction: group.timingFunction)
      return group.animations.flatMap {
        parts(of: $0, in: layer, enclosures: enclosures + [outer])
      }
    }
    guard layer.value(for: property.keyPath) != nil else { return [] }
    return [AnimationPart(enclosures: enclosures, animation: property)]
  }

  /// The largest distance, in points, that anything visible moves during a whole cycle; see `VisibleChange`.
  /// - Parameters:
  ///   - layer: the animated layer.
  ///   - underlying: the property's value without this animation; nil if that value is not known, so that
  ///     the distance may be infinite.
  func travel(in layer: Layer, underlying: @autoclosure () -> AnimatableValue?) -> Double {
    let span = fixedSpan ?? animation.span(underlying: underlying()) ?? .infinity
    return span == 0 ? 0 : span * layer.visibleTravel(perUnitOf: keyPath)
  }

  /// The time of the layer at which the change is drawn in a frame.
  /// - Parameter travel: the distance of a whole cycle in device pixels.
  private func pictureTime(in frame: FrameTime, travel: Double) -> Double {
    // A change that has started since its last picture has none, and one that is over is drawn at its end.
    guard frame.slow < frame.now, frame.slow >= timing.beginTime, frame.now < timing.endTime,
      enclosures.isEmpty, isSlow(travel: travel, frame.speed)
    else { return frame.now }
    return frame.slow
  }

  /// Whether `VisibleChange.slowRate` pictures a second show the change smoothly. A motion whose distance depends on
  /// other animations is not slow, because the drawing and the search for the next change may know different distances.
  /// - Parameter speed: the seconds of the layer's time in a second of the tree's.
  private func isSlow(travel: Double, _ speed: Double) -> Bool {
    if keyPath == .opacity { return true }
    // The last picture is that of the end.
    let pictures = (timing.duration / abs(timing.speed * speed) * VisibleChange.slowRate)
      .rounded(.up)
    return fixedSpan != nil && travel < VisibleChange.slowStep * pictures
  }

  /// The eased progress at a time of the layer, and the number of complete cycles before; nil while the
  /// animation has no effect.
  func progress(at time: Double) -> (progress: Double, cycles: Double)? {
    var time = time
    for enclosure in enclosures {
      guard let inner = enclosure(time) else { return nil }
      time = inner
    }
    guard let cycle = timing.cycle(at: time) else { return nil }
    let progress = pace?(cycle.fraction) ?? animation.progress(atFraction: cycle.fraction)
    return (progress, cycle.cycles)
  }

  /// The progress in visible steps, and the number of complete cycles before.
  /// - Parameters:
  ///   - frame: the time of a frame, mapped to the layer's time.
  ///   - travel: the distance of a whole cycle in device pixels.
  func visibleProgress(
    at frame: FrameTime, travel: Double
  ) -> (progress: Double, cycles: Double)? {
    let time = pictureTime(in: frame, travel: travel)
    guard let (progress, cycles) = progress(at: time) else { return nil }
    return (
      pace == nil
        ? animation.visibleProgress(progress, travel: travel)
        : VisibleChange.stepped(progress, travel: travel), cycles
    )
  }

  /// The point in a frame; `underlying` while the animation has no effect.
  /// - Parameter travel: the distance of a whole cycle in device pixels.
  func point(at frame: FrameTime, underlying: Point, travel: Double) -> Point {
    guard let line else {
      let value = value(at: frame, underlying: .point(underlying), travel: travel)
      if case .point(let point) = value { return point }
      return underlying
    }
    guard let reached = visibleProgress(at: frame, travel: travel) else { return underlying }
    return lerp(line.from, line.to, reached.progress)
  }

  /// The value in a frame; nil while the animation has no effect.
  /// - Parameter travel: the distance of a whole cycle in device pixels, for a value in visible steps; nil for an exact
  ///   value.
  func value(at frame: FrameTime, underlying: AnimatableValue, travel: Double?) -> AnimatableValue?
  {
    let reached = travel.map { visibleProgress(at: frame, travel: $0) } ?? progress(at: frame.now)
    guard let reached else { return nil }
    if let kept = lastPath?.value(progress: reached.progress, cycles: reached.cycles) {
      return kept
    }
    let value = animation.apply(progress: reached.progress, cycles: reached.cycles, to: underlying)
    lastPath?.keep(value, progress: reached.progress, cycles: reached.cycles)
    return value
  }
}

/// The last path of an animation, kept until the path visibly changes: frames with other causes need neither make the
/// path again nor compare its points.
private final class LastPath {
  private var last = (progress: Double.nan, cycles: Double.nan)
  private var path: AnimatableValue?

  func value(progress: Double, cycles: Double) -> AnimatableValue? {
    last == (progress, cycles) ? path : nil
  }

  func keep(_ value: AnimatableValue, progress: Double, cycles: Double) {
    last = (progress, cycles)
    path = value
  }
}
