import Geometry

/// What moves one property of a layer over time. A layer keeps a copy of what it is given.
public protocol PropertyAnimation: Sendable {
  var keyPath: AnimationKeyPath { get }
  var timing: MediaTiming { get set }
  var timingFunction: TimingFunction { get }
  /// Whether the layer forgets the animation when it is over. Default true.
  var isRemovedOnCompletion: Bool { get }
  /// Whether the value is added to what shows without this animation. Default false.
  var isAdditive: Bool { get }

  /// The value at an eased progress.
  /// - Parameter underlying: the property's value without this animation.
  func value(progress: Double, underlying: AnimatableValue) -> AnimatableValue?

  /// The same animation with what it does not say of itself taken from the moment it is added.
  func resolved(underlying: AnimatableValue) -> Self
}

extension PropertyAnimation {
  /// The eased progress at a time of the layer; nil where the animation has no effect.
  func progress(at time: Double) -> Double? { timing.fraction(at: time).map { timingFunction($0) } }

  /// What shows at an eased progress; `underlying` where that makes no value.
  func apply(progress: Double, to underlying: AnimatableValue) -> AnimatableValue {
    guard let value = value(progress: progress, underlying: underlying) else { return underlying }
    return isAdditive ? underlying.adding(value) ?? underlying : value
  }
}

/// From one value to another, as `CABasicAnimation` reads its three optional values.
public struct BasicAnimation: PropertyAnimation, Equatable {
  public var keyPath: AnimationKeyPath
  public var from: AnimatableValue?
  public var to: AnimatableValue?
  public var by: AnimatableValue?
  public var timing: MediaTiming
  public var timingFunction: TimingFunction
  public var isRemovedOnCompletion = true
  public var isAdditive = false

  public init(
    _ keyPath: AnimationKeyPath, from: AnimatableValue? = nil, to: AnimatableValue? = nil,
    by: AnimatableValue? = nil, duration: Double = 0, timingFunction: TimingFunction = .linear
  ) {
    self.keyPath = keyPath
    self.from = from
    self.to = to
    self.by = by
    timing = MediaTiming(duration: duration)
    self.timingFunction = timingFunction
  }

  public func value(progress: Double, underlying: AnimatableValue) -> AnimatableValue? {
    guard let (start, end) = ends(underlying: underlying) else { return nil }
    return AnimatableValue.interpolate(start, end, progress)
  }

  /// Where it starts and ends; with all three values given, `by` is ignored.
  func ends(underlying: AnimatableValue) -> (AnimatableValue, AnimatableValue)? {
    switch (from, to, by) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): from.adding(by).map { (from, $0) }
    case (nil, let to?, let by?): to.adding(by, times: -1).map { ($0, to) }
    case (let from?, nil, nil): (from, underlying)
    case (nil, let to?, nil): (underlying, to)
    case (nil, nil, let by?): underlying.adding(by).map { (underlying, $0) }
    case (nil, nil, nil): (underlying, underlying)
    }
  }

  public func resolved(underlying: AnimatableValue) -> BasicAnimation {
    guard from == nil, !isAdditive, let (start, end) = ends(underlying: underlying) else {
      return self
    }
    var result = self
    result.from = start
    result.to = to == nil && by != nil ? end : to
    if by != nil { result.by = nil }
    return result
  }
}

/// Through several values in turn, with straight lines between them.
public struct KeyframeAnimation: PropertyAnimation, Equatable {
  public var keyPath: AnimationKeyPath
  public var values: [AnimatableValue]
  /// When each value is reached, 0...1 and not descending; nil spaces them evenly.
  public var keyTimes: [Double]?
  public var timing: MediaTiming
  public var timingFunction: TimingFunction
  public var isRemovedOnCompletion = true
  public var isAdditive = false

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

  public func value(progress: Double, underlying: AnimatableValue) -> AnimatableValue? {
    guard let last = values.indices.last else { return nil }
    if last == 0 { return values[0] }
    let (index, u) = position(progress, last: last)
    return AnimatableValue.interpolate(values[index], values[index + 1], u)
  }

  /// The least fraction of the way between two values.
  var shortestStep: Double {
    guard let keyTimes, keyTimes.count == values.count else {
      return values.count > 1 ? 1 / Double(values.count - 1) : 1
    }
    return zip(keyTimes, keyTimes.dropFirst()).map { $1 - $0 }.min() ?? 1
  }

  private func position(_ progress: Double, last: Int) -> (Int, Double) {
    guard let keyTimes, keyTimes.count == values.count else {
      let place = min(max(progress, 0), 1) * Double(last)
      let index = min(Int(place), last - 1)
      return (index, place - Double(index))
    }
    let index = max(0, min(last - 1, (keyTimes.firstIndex { $0 > progress } ?? last) - 1))
    let span = keyTimes[index + 1] - keyTimes[index]
    let u = span > 0 ? (progress - keyTimes[index]) / span : 1
    return (index, min(max(u, 0), 1))
  }

  public func resolved(underlying: AnimatableValue) -> KeyframeAnimation { self }
}
