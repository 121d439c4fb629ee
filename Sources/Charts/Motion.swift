import Geometry
import Layers

/// The durations and curves of all motion.
public enum Motion {
  /// How long lines take to be drawn on at the start.
  public static let drawOnDuration = 1.2
  /// How much later each panel starts than the one before.
  public static let drawOnStagger = 0.06
  static let drawOnTiming = TimingFunction.easeInEaseOut
  /// How long a new sample takes to move what is shown.
  public static let sampleDuration = 0.5
  static let sampleTiming = TimingFunction.easeOut
  /// How long one page takes to fade into the next.
  public static let pageDuration = 0.4
  /// How long a mark takes to leave that is no longer needed.
  static let leaveDuration = 0.2
  /// How long, with reduced motion, the old picture takes to fade into the new one.
  static let fadeDuration = 0.15
  /// How much later what is new appears among marks that move, when it is nearly where it belongs.
  static let enterDelay = 0.25
  /// The same for the ticks of a value axis, which has to be read at any time.
  static let tickEnterDelay = 0.1
}

/// The way from what was on screen when data changed to what is meant now.
struct PlotTransition {
  var from: AxisMap
  var to: AxisMap
  var begin: Double

  /// The eased progress at a time, 1 from the end on.
  func progress(at time: Double) -> Double {
    Motion.sampleTiming((time - begin) / Motion.sampleDuration)
  }

  func map(at time: Double) -> AxisMap { AxisMap.interpolate(from, to, progress(at: time)) }

  /// The same way, with times counted from another epoch.
  func counted(from epoch: Double) -> PlotTransition {
    PlotTransition(
      from: from.counted(from: epoch), to: to.counted(from: epoch), begin: begin)
  }
}

extension Layer {
  /// Lets what the layer shows fade in; before that it is not seen.
  func fadeIn(at time: Double, duration: Double = Motion.fadeDuration) {
    var animation = BasicAnimation(.opacity, from: .scalar(0), duration: duration)
    animation.timing.beginTime = time
    animation.timing.fillMode = .backwards
    add(animation, forKey: "fadeIn", at: time)
  }

  /// Sets a value, and lets it be seen on its way there.
  /// - Parameters:
  ///   - from: where it starts; nil for what is shown now.
  ///   - time: when it starts; nil for no motion.
  func move(
    _ keyPath: AnimationKeyPath, from: AnimatableValue? = nil, to value: AnimatableValue,
    at time: Double?, duration: Double = Motion.sampleDuration,
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
