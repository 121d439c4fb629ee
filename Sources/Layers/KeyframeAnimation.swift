import Geometry

/// An animation through several values in turn, with the meaning of `CAKeyframeAnimation`.
public struct KeyframeAnimation: PropertyAnimation, Equatable {
  /// The transition between two values.
  public enum CalculationMode: Sendable, Equatable {
    /// The values are interpolated.
    case linear
    /// Each value stays until the time of the next one.
    case discrete
  }

  /// The animated property.
  public var keyPath: AnimationKeyPath
  /// The values in order; an empty list has no effect.
  public var values: [AnimatableValue]
  /// The times at which the values are reached, 0...1 and not descending; nil, or another number of
  /// times, spaces the values evenly. Discrete values may have one more time: the end of the last value.
  public var keyTimes: [Double]?
  /// The timing functions between consecutive values; linear if there are too few. Default empty. `timingFunction`
  /// applies to the whole animation.
  public var timingFunctions: [TimingFunction] = []
  /// The transition between values. Default linear.
  public var calculationMode = CalculationMode.linear
  /// The begin, the duration and the repetitions.
  public var timing: MediaTiming
  /// The timing function of the whole animation. Default linear.
  public var timingFunction: TimingFunction
  /// Whether the layer removes the animation when it is over. Default true.
  public var isRemovedOnCompletion = true
  /// Whether the value is added to the value without this animation. Default false.
  public var isAdditive = false
  /// Whether each cycle continues from the end of the cycle before. Default false.
  public var isCumulative = false
  /// The morphs between paths, prepared when the animation is added.
  private var morphs: [PathMorph] = []

  /// An animation of a property; a duration of 0 becomes 0.25 seconds when it is added.
  public init(
    _ keyPath: AnimationKeyPath, values: [AnimatableValue], keyTimes: [Double]? = nil,
    duration: Double = 0, timingFunction: TimingFunction = .linear
  ) {
    self.keyPath = keyPath
    self.values = values
    self.keyTimes = keyTimes
    timing = MediaTiming(duration: duration)
    self.timingFunction = timingFunction
  }

  /// The value between the two key times around a progress; nil without values, or between values of different kinds. A
  /// discrete value is the last one whose time is reached.
  public func value(progress: Double, underlying: AnimatableValue) -> AnimatableValue? {
    guard let last = values.indices.last else { return nil }
    if last == 0 || !progress.isFinite { return values[0] }
    if calculationMode == .discrete { return values[discreteIndex(at: progress)] }
    var (index, u) = position(progress, last: last)
    if timingFunctions.indices.contains(index) { u = timingFunctions[index](u) }
    if case (.path(let a), .path(let b)) = (values[index], values[index + 1]),
      morphs.indices.contains(index), morphs[index].from == a, morphs[index].to == b
    {
      return .path(morphs[index](u))
    }
    return AnimatableValue.interpolate(values[index], values[index + 1], u)
  }

  /// A copy with the morphs between paths prepared, if all values are paths.
  public func resolved(_ shown: (AnimationKeyPath) -> AnimatableValue?) -> KeyframeAnimation {
    var result = self
    let paths = values.compactMap { value -> Path? in
      if case .path(let path) = value { path } else { nil }
    }
    if !paths.isEmpty, paths.count == values.count {
      result.morphs = zip(paths, paths.dropFirst()).map { PathMorph(from: $0, to: $1) }
    }
    return result
  }

  /// The speed of the fastest part, which is the distance between two consecutive values, times the largest slope of
  /// their timing function, divided by the time between their key times; for discrete values, the largest distance.
  public func span(underlying: AnimatableValue?) -> Double? {
    let times = times
    let speeds = values.indices.dropLast().map { i -> Double in
      let distance = VisibleChange.span(from: values[i], to: values[i + 1])
      if distance == 0 || calculationMode == .discrete { return distance }
      let pace = timingFunctions.indices.contains(i) ? timingFunctions[i].greatestSlope : 1
      return pace * distance / max(0, times[i + 1] - times[i])
    }
    return speeds.max() ?? 0
  }

  /// The nearest visible step; for discrete values, the time at which the current value starts.
  public func visibleProgress(_ progress: Double, travel: Double) -> Double {
    guard calculationMode == .discrete, !values.isEmpty, progress.isFinite else {
      return VisibleChange.stepped(progress, travel: travel)
    }
    return times[discreteIndex(at: progress)]
  }

  /// The times at which the values are reached.
  private var times: [Double] {
    let isDiscrete = calculationMode == .discrete
    let extra = (keyTimes?.count ?? 0) - values.count
    if let keyTimes, extra == 0 || isDiscrete && extra == 1 { return keyTimes }
    let count = Double(isDiscrete ? values.count : max(values.count - 1, 1))
    return values.indices.map { Double($0) / count }
  }

  private func discreteIndex(at progress: Double) -> Int {
    let times = times
    return values.indices.last { times[$0] <= progress } ?? 0
  }

  private func position(_ progress: Double, last: Int) -> (Int, Double) {
    // Even spacing is the usual case and needs no list of times in each frame.
    if keyTimes == nil { return evenPosition(progress, last: last) }
    let times = times
    let index = max(0, min(last - 1, (times.firstIndex { $0 > progress } ?? last) - 1))
    return (index, KeyframeAnimation.fraction(progress, from: times[index], to: times[index + 1]))
  }

  private func evenPosition(_ progress: Double, last: Int) -> (Int, Double) {
    func time(_ index: Int) -> Double { Double(index) / Double(last) }
    var index = min(Int(min(max(progress, 0), 1) * Double(last)), last - 1)
    while index > 0, time(index) > progress { index -= 1 }
    while index < last - 1, time(index + 1) <= progress { index += 1 }
    return (index, KeyframeAnimation.fraction(progress, from: time(index), to: time(index + 1)))
  }

  private static func fraction(_ progress: Double, from start: Double, to end: Double) -> Double {
    let span = end - start
    let u = span > 0 ? (progress - start) / span : 1
    return min(max(u, 0), 1)
  }
}
