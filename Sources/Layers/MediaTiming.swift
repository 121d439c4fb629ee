/// The effect of an animation outside its active interval.
public enum FillMode: Sendable, Equatable {
  /// No effect.
  case removed
  /// The last value after the end.
  case forwards
  /// The first value before the start.
  case backwards
  /// The effects of `forwards` and `backwards`.
  case both
}

/// The begin, the duration and the repetitions of an animation: the properties of `CAMediaTiming`.
public struct MediaTiming: Sendable, Equatable {
  /// The start, in seconds of the layer's time; 0 means the moment when the animation is added.
  public var beginTime: Double
  /// The seconds of one cycle forward; 0 or less becomes 0.25 when the animation is added.
  public var duration: Double
  /// The speed of the animation's time relative to its layer's; a negative speed plays from the end to
  /// the start.
  public var speed: Double
  /// The offset of the start in the cycle, which wraps around and does not shorten the animation.
  public var timeOffset: Double
  /// The number of cycles, not necessarily whole; 0 counts as 1.
  public var repeatCount: Double
  /// The seconds for which cycles are played; overrides `repeatCount` if above 0.
  public var repeatDuration: Double
  /// Whether each cycle also plays backwards, which doubles its length.
  public var autoreverses: Bool
  /// The effect before and after the active interval. Default `removed`.
  public var fillMode: FillMode

  /// A timing; by default one cycle that starts when the animation is added.
  public init(
    beginTime: Double = 0, duration: Double = 0, speed: Double = 1, timeOffset: Double = 0,
    repeatCount: Double = 0, repeatDuration: Double = 0, autoreverses: Bool = false,
    fillMode: FillMode = .removed
  ) {
    self.beginTime = beginTime
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
  }

  /// The position of a time relative to the active interval.
  public enum Phase: Sendable {
    /// The animation has not begun.
    case before
    /// The animation is running.
    case active
    /// The animation is over.
    case after
  }

  /// The length of all cycles in the animation's own time; infinite if they never end.
  public var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    let count = repeatCount > 0 ? repeatCount : 1
    if count >= Double(Float.greatestFiniteMagnitude) { return .infinity }
    return count * (autoreverses ? 2 : 1) * duration
  }

  /// The end of the last cycle, in the layer's time; infinite for a speed of 0.
  public var endTime: Double {
    speed == 0 ? .infinity : beginTime + activeDuration / abs(speed)
  }

  /// The phase at a time of the layer. The start itself is `active`, the end itself is `after`.
  public func phase(at time: Double) -> Phase {
    let elapsed = (time - beginTime) * abs(speed)
    if time < beginTime { return .before }
    return elapsed < activeDuration || speed == 0 ? .active : .after
  }

  /// The fraction of the cycle at a time of the layer, folded if the cycle plays backwards, before any
  /// timing function; nil while the animation has no effect.
  public func fraction(at time: Double) -> Double? { cycle(at: time)?.fraction }

  /// The fraction of `fraction(at:)`, and the number of complete cycles before.
  func cycle(at time: Double) -> (fraction: Double, cycles: Double)? {
    let active = activeDuration
    var elapsed: Double
    var isAfter = false
    switch phase(at: time) {
    case .before:
      guard fillMode == .backwards || fillMode == .both else { return nil }
      elapsed = 0
    case .active:
      elapsed = (time - beginTime) * abs(speed)
    case .after:
      guard fillMode == .forwards || fillMode == .both else { return nil }
      elapsed = active
      isAfter = true
    }
    // An endless animation that plays backwards has no end to count from, so its cycles have negative numbers.
    if speed < 0 { elapsed = active.isFinite ? active - elapsed : -elapsed }
    // The moment between two cycles belongs to the cycle that starts, or, played backwards, to the cycle that ends.
    return foldedCycle(elapsed + timeOffset, endInclusive: isAfter != (speed < 0))
  }

  private func foldedCycle(
    _ time: Double, endInclusive: Bool
  ) -> (fraction: Double, cycles: Double) {
    guard duration > 0, time.isFinite else { return (0, 0) }
    var cycle = (time / duration).rounded(.down)
    var remainder = time - cycle * duration
    if endInclusive, remainder == 0, time > 0 || speed < 0 && activeDuration == .infinity {
      cycle -= 1
      remainder = duration
    }
    if autoreverses, cycle.truncatingRemainder(dividingBy: 2) != 0 {
      remainder = duration - remainder
    }
    return (remainder / duration, autoreverses ? (cycle / 2).rounded(.down) : cycle)
  }

  /// Fills in open values when an animation is added, and replaces NaNs.
  mutating func fillIn(begin: Double, duration standard: Double) {
    if !(duration > 0 && duration.isFinite) { duration = standard }
    if beginTime == 0 || beginTime.isNaN { beginTime = begin }
    if !speed.isFinite { speed = 1 }
    if !timeOffset.isFinite { timeOffset = 0 }
    if repeatDuration.isNaN { repeatDuration = 0 }
  }
}
