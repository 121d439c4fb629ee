/// What shows of an animation outside of its active interval.
public enum FillMode: Sendable, Equatable {
  /// Nothing of it.
  case removed
  /// After the end, its last value.
  case forwards
  /// Before the begin, its first value.
  case backwards
  /// Both.
  case both
}

/// When an animation runs, and how often: the properties of `CAMediaTiming`.
public struct MediaTiming: Sendable, Equatable {
  /// When it begins, in seconds of its layer's time; 0 means: when it is added.
  public var beginTime: Double
  /// Seconds of one cycle forward; 0 or less becomes 0.25 when it is added.
  public var duration: Double
  /// How fast its time runs against its layer's; negative plays from the end to the start.
  public var speed: Double
  /// Where in the cycle it starts; it wraps around and shortens nothing.
  public var timeOffset: Double
  /// How often a cycle is played, also fractionally; 0 counts as 1.
  public var repeatCount: Double
  /// For how long cycles are played; wins over `repeatCount` where it is above 0.
  public var repeatDuration: Double
  /// Whether each cycle plays back again, which doubles its length.
  public var autoreverses: Bool
  /// What shows of it before and after. Default `removed`.
  public var fillMode: FillMode

  /// One cycle as soon as it is added, unless told otherwise.
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

  /// Where a time lies against the active interval.
  public enum Phase: Sendable {
    /// It has not begun.
    case before
    /// It runs.
    case active
    /// It is over.
    case after
  }

  /// The length of all cycles in the animation's own time; infinite where it never ends.
  public var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    let count = repeatCount > 0 ? repeatCount : 1
    if count >= Double(Float.greatestFiniteMagnitude) { return .infinity }
    return count * (autoreverses ? 2 : 1) * duration
  }

  /// When, in the layer's time, the last cycle is over; infinite for a speed of 0.
  public var endTime: Double {
    speed == 0 ? .infinity : beginTime + activeDuration / abs(speed)
  }

  /// Where a time of the layer lies; the begin is active, the end is after.
  public func phase(at time: Double) -> Phase {
    let elapsed = (time - beginTime) * abs(speed)
    if time < beginTime { return .before }
    return elapsed < activeDuration || speed == 0 ? .active : .after
  }

  /// The fraction of the cycle at a time of the layer, folded where it plays back, before any timing
  /// function; nil where the animation has no effect.
  public func fraction(at time: Double) -> Double? { cycle(at: time)?.fraction }

  /// The fraction as `fraction(at:)` gives it, and how many whole cycles have gone before.
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
    if speed < 0, active.isFinite { elapsed = active - elapsed }
    // Between two cycles it is in the one that begins; played backwards that is at its end.
    return foldedCycle(elapsed + timeOffset, endInclusive: isAfter != (speed < 0))
  }

  private func foldedCycle(
    _ time: Double, endInclusive: Bool
  ) -> (fraction: Double, cycles: Double) {
    guard duration > 0, time.isFinite else { return (0, 0) }
    var cycle = (time / duration).rounded(.down)
    var remainder = time - cycle * duration
    if endInclusive, remainder == 0, time > 0 {
      cycle -= 1
      remainder = duration
    }
    if autoreverses, cycle.truncatingRemainder(dividingBy: 2) != 0 {
      remainder = duration - remainder
    }
    return (remainder / duration, autoreverses ? (cycle / 2).rounded(.down) : cycle)
  }

  /// Puts in what an animation does not say when it is added, and takes out what is no number.
  mutating func fillIn(begin: Double, duration standard: Double) {
    if !(duration > 0 && duration.isFinite) { duration = standard }
    if beginTime == 0 || beginTime.isNaN { beginTime = begin }
    if !speed.isFinite { speed = 1 }
    if !timeOffset.isFinite { timeOffset = 0 }
    if repeatDuration.isNaN { repeatDuration = 0 }
  }
}
