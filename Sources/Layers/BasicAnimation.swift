import Geometry

/// From one value to another, as `CABasicAnimation` reads its three optional values.
public struct BasicAnimation: PropertyAnimation, Equatable {
  /// What it moves.
  public var keyPath: AnimationKeyPath
  /// Where it starts; nil for what shows, or what the other two say.
  public var from: AnimatableValue?
  /// Where it ends; nil for what shows, or what the other two say.
  public var to: AnimatableValue?
  /// How far it goes, where `from` or `to` is nil.
  public var by: AnimatableValue?
  /// When it runs, and how often.
  public var timing: MediaTiming
  /// Its pace. Default linear.
  public var timingFunction: TimingFunction
  /// Whether the layer forgets it when it is over. Default true.
  public var isRemovedOnCompletion = true
  /// Whether the value is added to what shows without it. Default false.
  public var isAdditive = false
  /// Whether each cycle goes on from where the one before it has ended. Default false.
  public var isCumulative = false
  /// The way between two paths, prepared when the animation is added; in memory of its own, for few
  /// animations have one, and all are copied.
  private var prepared: Prepared?

  private indirect enum Prepared: Equatable {
    case morph(PathMorph)
  }

  private var morph: PathMorph? {
    if case .morph(let morph)? = prepared { morph } else { nil }
  }

  /// An animation of a property; a duration of 0 becomes 0.25 seconds when it is added.
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
    if case (.path(let a), .path(let b)) = (start, end), let morph, morph.from == a, morph.to == b {
      return .path(morph(progress))
    }
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

  public func resolved(_ shown: (AnimationKeyPath) -> AnimatableValue?) -> BasicAnimation {
    var result = self
    if from == nil, !isAdditive, let underlying = shown(keyPath),
      let (start, end) = ends(underlying: underlying)
    {
      result.from = start
      result.to = to == nil && by != nil ? end : to
      if by != nil { result.by = nil }
    }
    if case (.path(let a)?, .path(let b)?) = (result.from, result.to) {
      result.prepared = .morph(PathMorph(from: a, to: b))
    }
    return result
  }

  public func span(underlying: AnimatableValue?) -> Double? {
    if let morph { return morph.travel }
    // With two of the three values given, the underlying one has no part in the ends.
    let isFixed = [from, to, by].count { $0 != nil } >= 2
    guard let value = isFixed ? from ?? to : underlying else { return nil }
    guard let (start, end) = ends(underlying: value) else { return .infinity }
    return VisibleChange.span(from: start, to: end)
  }
}
