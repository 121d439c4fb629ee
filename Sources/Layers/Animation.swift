import Geometry

/// Values that a layer shows over time instead of its model values. A layer keeps a copy of an animation.
/// `PropertyAnimation`s animate properties; an `AnimationGroup` contains several animations.
public protocol Animation: Sendable {
  /// The begin, the duration and the repetitions.
  var timing: MediaTiming { get set }
  /// The pace of a cycle.
  var timingFunction: TimingFunction { get }
  /// Whether the layer removes the animation when it is over. Default true.
  var isRemovedOnCompletion: Bool { get }
  /// The seconds of a cycle if `timing` has no duration; nil for the transaction's duration.
  var naturalDuration: Double? { get }

  /// This animation, if it animates a property.
  var property: (any PropertyAnimation)? { get }

  /// A copy in which open values are filled in, made when the animation is added.
  /// - Parameter shown: returns the value that a property of the layer shows at that moment.
  func resolved(_ shown: (AnimationKeyPath) -> AnimatableValue?) -> Self
}

extension Animation {
  /// The default: nil, for the transaction's duration.
  public var naturalDuration: Double? { nil }
  /// The default: nil, because not every animation animates a property.
  public var property: (any PropertyAnimation)? { nil }
}

/// An animation of one property of a layer.
public protocol PropertyAnimation: Animation {
  /// The animated property.
  var keyPath: AnimationKeyPath { get }
  /// Whether the value is added to the value without this animation. Default false.
  var isAdditive: Bool { get }
  /// Whether each cycle continues from the end of the cycle before. Default false.
  var isCumulative: Bool { get }

  /// The eased progress at a fraction of a cycle, 0...1.
  func progress(atFraction fraction: Double) -> Double

  /// The value at an eased progress.
  /// - Parameter underlying: the property's value without this animation.
  func value(progress: Double, underlying: AnimatableValue) -> AnimatableValue?

  /// The distance by which the value changes for a progress of 1, at the speed of its fastest part, in the unit of
  /// `VisibleChange.span`.
  /// - Parameter underlying: the property's value without this animation, which may change while the
  ///   animation runs; nil if that value is not known.
  /// - Returns: nil if the span depends on an unknown value.
  func span(underlying: AnimatableValue?) -> Double?

  /// The eased progress that is shown instead of the given one: the progress of the nearest visible step.
  /// - Parameter travel: the largest distance that anything visible moves for a progress of 1, in device pixels.
  func visibleProgress(_ progress: Double, travel: Double) -> Double
}

extension PropertyAnimation {
  /// The animation itself.
  public var property: (any PropertyAnimation)? { self }

  /// The default: the value of the timing function.
  public func progress(atFraction fraction: Double) -> Double { timingFunction(fraction) }

  /// The default: the nearest step, where steps are half a device pixel of movement apart.
  public func visibleProgress(_ progress: Double, travel: Double) -> Double {
    VisibleChange.stepped(progress, travel: travel)
  }

  /// The value at an eased progress; `underlying` if the animation has no value there.
  /// - Parameter cycles: the number of complete cycles before.
  func apply(
    progress: Double, cycles: Double, to underlying: AnimatableValue
  ) -> AnimatableValue {
    guard var value = value(progress: progress, underlying: underlying) else { return underlying }
    if isCumulative, cycles > 0 {
      let end = self.value(
        progress: progressAtCycleEnd, underlying: underlying)
      value = end.flatMap { value.adding($0, times: cycles) } ?? value
    }
    return isAdditive ? underlying.adding(value) ?? underlying : value
  }

  private var progressAtCycleEnd: Double { progress(atFraction: timing.autoreverses ? 0 : 1) }
}
