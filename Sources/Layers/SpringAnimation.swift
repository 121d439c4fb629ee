import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// An animation along the motion of a mass on a damped spring, with the meaning of `CASpringAnimation`.
/// The motion may overshoot.
///
/// The displacement x from the end, 1 at first, solves m x″ + c x′ + k x = 0. An animation without a
/// duration lasts until the spring has settled.
public struct SpringAnimation: PropertyAnimation, Equatable {
  /// The values and the timing. The timing function has no effect here.
  public var basic: BasicAnimation
  /// The mass m, above 0. Default 1.
  public var mass = 1.0
  /// The spring constant k, above 0. Default 100.
  public var stiffness = 100.0
  /// The damping coefficient c, 0 or more; with 0 the spring never settles. Default 10.
  public var damping = 10.0
  /// The initial speed towards the end, in whole distances per second. Default 0.
  public var initialVelocity = 0.0

  /// A spring with Core Animation's initial values.
  public init(
    _ keyPath: AnimationKeyPath, from: AnimatableValue? = nil, to: AnimatableValue? = nil,
    by: AnimatableValue? = nil
  ) {
    basic = BasicAnimation(keyPath, from: from, to: to, by: by)
  }

  /// The animated property.
  public var keyPath: AnimationKeyPath { basic.keyPath }
  /// The linear function, because the spring sets the pace.
  public var timingFunction: TimingFunction { .linear }
  /// Whether the layer removes the animation when it is over, as in `basic`.
  public var isRemovedOnCompletion: Bool { basic.isRemovedOnCompletion }
  /// Whether the value is added to the value without this animation, as in `basic`.
  public var isAdditive: Bool { basic.isAdditive }
  /// Whether each cycle continues from the end of the cycle before, as in `basic`.
  public var isCumulative: Bool { basic.isCumulative }
  /// The begin, the duration and the repetitions, those of `basic`.
  public var timing: MediaTiming {
    get { basic.timing }
    set { basic.timing = newValue }
  }

  /// The longest natural duration in seconds, which also applies if the spring never settles.
  public static let longestDuration = 60.0
  /// The remaining share of the distance at which the spring counts as settled.
  private static let settled = 0.001

  /// The seconds until the spring stays within a thousandth of the distance from its end; infinite without damping, and
  /// for invalid values.
  public var settlingDuration: Double {
    guard isSpring, damping > 0 else { return .infinity }
    let (decay, discriminant, slope) = motion
    var low = 0.0
    var high = 1.0
    func envelope(_ time: Double) -> Double {
      if discriminant < 0 {
        let omega = (-discriminant).squareRoot()
        let sine = slope / omega
        return (1 + sine * sine).squareRoot() * exp(-decay * time)
      }
      let root = discriminant.squareRoot()
      let slow = decay - root
      // The first term is accurate near critical damping, the second far from it.
      let near = exp(-slow * time) * (1 + (abs(slope) + root) * time)
      guard root > 0 else { return near }
      let far =
        abs(1 + slope / root) / 2 * exp(-slow * time)
        + abs(1 - slope / root) / 2 * exp(-(decay + root) * time)
      return min(near, far)
    }
    while envelope(high) > SpringAnimation.settled, high < 1e6 { high *= 2 }
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if envelope(middle) > SpringAnimation.settled { low = middle } else { high = middle }
    }
    return high
  }

  /// The seconds until the spring has settled, at most `longestDuration`.
  public var naturalDuration: Double? {
    min(settlingDuration, SpringAnimation.longestDuration)
  }

  private var isSpring: Bool {
    mass > 0 && stiffness > 0 && damping >= 0 && mass.isFinite && stiffness.isFinite
      && damping.isFinite && initialVelocity.isFinite
  }

  /// The decay rate, the difference of the squares of the decay rate and the natural frequency, which is negative for
  /// an oscillating motion, and the decay rate minus the initial velocity.
  private var motion: (decay: Double, discriminant: Double, slope: Double) {
    let (decay, critical) = (damping / (2 * mass), (stiffness / mass).squareRoot())
    return (decay, decay * decay - critical * critical, decay - initialVelocity)
  }

  /// The remaining share of the distance after some seconds.
  func displacement(after time: Double) -> Double {
    guard isSpring, time > 0 else { return time > 0 ? 0 : 1 }
    let (decay, discriminant, slope) = motion
    if discriminant < 0 {
      let omega = (-discriminant).squareRoot()
      return exp(-decay * time) * (cos(omega * time) + slope / omega * sin(omega * time))
    }
    let root = discriminant.squareRoot()
    if root * time < 1e-6 { return exp(-decay * time) * (1 + slope * time) }
    // cosh and sinh as decaying exponentials, which do not overflow.
    let (slow, fast) = (exp((root - decay) * time), exp(-(root + decay) * time))
    return (slow + fast) / 2 + slope / root * (slow - fast) / 2
  }

  /// The share of the distance that the mass has moved at a fraction of the duration, above 1 while the motion
  /// overshoots.
  public func progress(atFraction fraction: Double) -> Double {
    1 - displacement(after: fraction * timing.duration)
  }

  /// The value between the start and the end, and beyond the end for a progress above 1; nil if `basic` has no value.
  public func value(progress: Double, underlying: AnimatableValue) -> AnimatableValue? {
    basic.value(progress: progress, underlying: underlying)
  }

  /// A copy in which `basic` is resolved.
  public func resolved(_ shown: (AnimationKeyPath) -> AnimatableValue?) -> SpringAnimation {
    var result = self
    result.basic = basic.resolved(shown)
    return result
  }

  /// The distance between the start and the end; nil if the distance depends on a value that is not known.
  public func span(underlying: AnimatableValue?) -> Double? {
    basic.span(underlying: underlying)
  }
}
