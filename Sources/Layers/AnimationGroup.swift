/// Several animations with one timing, like `CAAnimationGroup`. Their time is the group's time, and the
/// group's end cuts off longer animations. `isRemovedOnCompletion` of the animations has no effect.
public struct AnimationGroup: Animation {
  /// The animations. A begin time of 0 is the group's begin; an animation without a duration lasts as
  /// long as the group.
  public var animations: [any Animation]
  /// The begin, the duration and the repetitions of the group.
  public var timing: MediaTiming
  /// The pace of the group's time. Default linear.
  public var timingFunction: TimingFunction
  /// Whether the layer removes the group when it is over. Default true.
  public var isRemovedOnCompletion = true

  /// A group; a duration of 0 becomes 0.25 seconds when it is added.
  public init(
    _ animations: [any Animation], duration: Double = 0, timingFunction: TimingFunction = .linear
  ) {
    self.animations = animations
    timing = MediaTiming(duration: duration)
    self.timingFunction = timingFunction
  }

  /// A copy in which each animation of the group is resolved.
  public func resolved(_ shown: (AnimationKeyPath) -> AnimatableValue?) -> AnimationGroup {
    var result = self
    result.animations = animations.map { $0.resolved(shown) }
    return result
  }

  func withDurations() -> AnimationGroup {
    var result = self
    for i in result.animations.indices {
      let natural = result.animations[i].naturalDuration ?? timing.duration
      result.animations[i].timing.fillIn(begin: 0, duration: natural)
      if let group = result.animations[i] as? AnimationGroup {
        result.animations[i] = group.withDurations()
      }
    }
    return result
  }
}
