import Geometry

/// What a layer shows over time instead of its model values. A layer keeps a copy of what it is
/// given. Animations of properties are `PropertyAnimation`s; an `AnimationGroup` holds several.
public protocol Animation: Sendable {
  /// When it runs, and how often.
  var timing: MediaTiming { get set }
  /// The pace at which a cycle goes on.
  var timingFunction: TimingFunction { get }
  /// Whether the layer forgets the animation when it is over. Default true.
  var isRemovedOnCompletion: Bool { get }
  /// The seconds of a cycle where `timing` names none; nil for those of the transaction.
  var naturalDuration: Double? { get }

  /// The same animation, if it is one of a property.
  var property: (any PropertyAnimation)? { get }

  /// The same animation with what it does not say of itself taken from the moment it is added.
  /// - Parameter shown: the value that a property of the layer shows at that moment.
  func resolved(_ shown: (AnimationKeyPath) -> AnimatableValue?) -> Self
}

extension Animation {
  public var naturalDuration: Double? { nil }
  public var property: (any PropertyAnimation)? { nil }
}

/// What moves one property of a layer over time.
public protocol PropertyAnimation: Animation {
  /// What it moves.
  var keyPath: AnimationKeyPath { get }
  /// Whether the value is added to what shows without this animation. Default false.
  var isAdditive: Bool { get }
  /// Whether each cycle goes on from where the one before it has ended. Default false.
  var isCumulative: Bool { get }

  /// The eased progress at a fraction of a cycle, 0...1.
  func progress(atFraction fraction: Double) -> Double

  /// The value at an eased progress.
  /// - Parameter underlying: the property's value without this animation.
  func value(progress: Double, underlying: AnimatableValue) -> AnimatableValue?

  /// How far the value goes for a progress of 1, at the pace of its fastest part, as
  /// `VisibleChange.span` counts.
  /// - Parameter underlying: the property's value without this animation, which may change while the
  ///   animation runs; nil where that value is not known.
  /// - Returns: nil where the span depends on a value that is not known.
  func span(underlying: AnimatableValue?) -> Double?

  /// An eased progress held back to the last at which something changes that can be seen.
  /// - Parameter travel: the way that something seen goes for a progress of 1, in device pixels.
  func visibleProgress(_ progress: Double, travel: Double) -> Double
}

extension PropertyAnimation {
  public var property: (any PropertyAnimation)? { self }

  public func progress(atFraction fraction: Double) -> Double { timingFunction(fraction) }

  public func visibleProgress(_ progress: Double, travel: Double) -> Double {
    VisibleChange.stepped(progress, travel: travel)
  }

  /// What shows at an eased progress; `underlying` where that makes no value.
  /// - Parameter cycles: how many cycles have gone before.
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
