import Geometry
import Layers

/// The durations and curves of all motion.
public enum Motion {
  /// The time that lines take to be drawn on at the start.
  public static let drawOnDuration = 1.2
  /// The time by which each panel starts later than the one before.
  public static let drawOnStagger = 0.06
  static let drawOnTiming = TimingFunction.easeInEaseOut
  /// The time that a new sample takes to move the picture.
  public static let sampleDuration = 0.5
  static let sampleTiming = TimingFunction.easeOut
  /// The time that one page takes to fade into the next.
  public static let pageDuration = 0.4
  /// The time that a mark takes to leave when it is no longer needed.
  static let leaveDuration = 0.2
  /// The time that the old picture takes to fade into the new one with reduced motion.
  static let fadeDuration = 0.15
  /// The delay of new marks among marks that move: they appear when they are nearly in their
  /// places.
  static let enterDelay = 0.25
  /// The delay of new ticks of a value axis, which has to be legible at any time.
  static let tickEnterDelay = 0.1
}

extension Layer {
  /// Fades the layer in; before that the layer is not seen.
  func fadeIn(at time: Double, duration: Double = Motion.fadeDuration) {
    rise(.opacity, to: nil, forKey: "fadeIn", from: time, duration: duration, at: time)
  }

  /// Uncovers the layer from left to right, at the pace at which lines are drawn on.
  func uncover(at time: Double, completion: ((Bool) -> Void)? = nil) {
    let pace = Pace.drawOn(at: time)
    var animation = BasicAnimation(
      .boundsSize, from: .size(Size(0, bounds.height)), to: .size(bounds.size),
      timingFunction: pace.timing)
    animation.timing = pace.mediaTiming
    animation.timing.fillMode = .backwards
    add(animation, forKey: "drawOn", at: time, completion: completion)
  }

  /// Lets a number rise from 0. Until the rise begins the number is 0.
  /// - Parameters:
  ///   - value: the end of the rise; nil for the number without the animation.
  ///   - begin: the start of the rise, in the layer's time.
  ///   - completion: called once, with whether the rise came to its end.
  func rise(
    _ keyPath: AnimationKeyPath, to value: AnimatableValue? = .scalar(1), forKey key: String,
    from begin: Double, duration: Double, timing: TimingFunction = .linear, at time: Double,
    completion: ((Bool) -> Void)? = nil
  ) {
    var animation = BasicAnimation(
      keyPath, from: .scalar(0), to: value, duration: duration, timingFunction: timing)
    animation.timing.beginTime = begin
    animation.timing.fillMode = .backwards
    add(animation, forKey: key, at: time, completion: completion)
  }

  /// Sets a value, and lets it be seen on its way there.
  /// - Parameters:
  ///   - from: the value with which it starts; nil for the one that is shown now.
  ///   - middle: the value up to the middle of the way and the one from there on; nil for a straight way.
  ///   - time: the moment at which it starts; nil for no motion.
  func move(
    _ keyPath: AnimationKeyPath, from: AnimatableValue? = nil, to value: AnimatableValue,
    through middle: [AnimatableValue]? = nil, at time: Double?,
    duration: Double = Motion.sampleDuration,
    timing: TimingFunction = Motion.sampleTiming, completion: ((Bool) -> Void)? = nil
  ) {
    /// An equal path is not set: that it is the same one is known by its storage.
    func set() {
      if self.value(for: keyPath) != value { setValue(value, for: keyPath) }
    }
    guard let time else {
      set()
      removeAnimation(forKey: keyPath.rawValue)
      completion?(true)
      return
    }
    let start = from ?? presentationValue(for: keyPath, at: time)
    set()
    if let start, let middle {
      add(
        KeyframeAnimation(
          keyPath, values: [start] + middle + [value], keyTimes: [0, 0.5, 0.5, 1],
          duration: duration, timingFunction: timing),
        forKey: keyPath.rawValue, at: time, completion: completion)
      return
    }
    if start == value {
      removeAnimation(forKey: keyPath.rawValue)
      completion?(true)
      return
    }
    add(
      BasicAnimation(keyPath, from: start, to: value, duration: duration, timingFunction: timing),
      forKey: keyPath.rawValue, at: time, completion: completion)
  }
}
