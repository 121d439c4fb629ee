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
  /// Fades the layer in; until `time`, the layer is invisible.
  func fadeIn(at time: Double, duration: Double = Motion.fadeDuration) {
    rise(.opacity, to: nil, forKey: "fadeIn", from: time, duration: duration, at: time)
  }

  /// Uncovers the layer from left to right, at the pace at which lines are drawn on. A layer that changes its size
  /// meanwhile is uncovered to the new size.
  func uncover(at time: Double, completion: ((Bool) -> Void)? = nil) {
    let pace = Pace.drawOn(at: time)
    var animation = BasicAnimation(
      .boundsSize, from: .size(Size(0, bounds.height)), to: nil,
      timingFunction: pace.timing)
    animation.timing = pace.mediaTiming
    animation.timing.fillMode = .backwards
    add(animation, forKey: "drawOn", at: time, completion: completion)
  }

  /// Animates a number from 0. The number is 0 until the animation starts.
  /// - Parameters:
  ///   - value: the final value; nil for the value without the animation.
  ///   - begin: the start of the animation, in the layer's time.
  ///   - completion: called once, with whether the animation reached its end.
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

  /// Sets a value, and animates the change. A fade to the same opacity goes on, and so does a fade at the start.
  /// - Parameters:
  ///   - from: the value at the start; nil for the value that is shown now.
  ///   - middle: the value at the end of the first half, and the value at the start of the second half; nil for a
  ///     straight way.
  ///   - time: the start of the motion; nil for no motion.
  func move(
    _ keyPath: AnimationKeyPath, from: AnimatableValue? = nil, to value: AnimatableValue,
    through middle: [AnimatableValue]? = nil, at time: Double?,
    duration: Double = Motion.sampleDuration,
    timing: TimingFunction = Motion.sampleTiming, completion: ((Bool) -> Void)? = nil
  ) {
    // An equal path is not set, because paths are recognized as the same by their storage.
    let isSame = self.value(for: keyPath) == value
    func set() { if !isSame { setValue(value, for: keyPath) } }
    guard let time else {
      set()
      removeAnimation(forKey: keyPath.rawValue)
      completion?(true)
      return
    }
    if isSame, keyPath == .opacity, from == nil, middle == nil, completion == nil { return }
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
