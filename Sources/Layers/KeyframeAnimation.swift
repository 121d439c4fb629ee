import Geometry

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
  public var isCumulative = false
  /// The ways between paths, prepared when the animation is added.
  private var morphs: [PathMorph] = []

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
    if last == 0 || !progress.isFinite { return values[0] }
    let (index, u) = position(progress, last: last)
    if case (.path(let a), .path(let b)) = (values[index], values[index + 1]),
      morphs.indices.contains(index), morphs[index].from == a, morphs[index].to == b
    {
      return .path(morphs[index](u))
    }
    return AnimatableValue.interpolate(values[index], values[index + 1], u)
  }

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

  public func travel(in layer: Layer, underlying: AnimatableValue) -> Double {
    let steps = zip(values, values.dropFirst()).map {
      layer.visibleTravel(from: $0, to: $1, keyPath: keyPath)
    }
    let shortest = shortestStep
    return shortest > 0 ? (steps.max() ?? 0) / shortest : .infinity
  }

  /// The least fraction of the way between two values.
  private var shortestStep: Double {
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
}
