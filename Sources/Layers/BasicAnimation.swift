import Geometry

/// An animation from one value to another, with the three optional values of `CABasicAnimation`.
public struct BasicAnimation: PropertyAnimation, Equatable {
  /// The animated property.
  public var keyPath: AnimationKeyPath
  /// The start; nil for the value shown, or for the value that follows from `to` and `by`.
  public var from: AnimatableValue?
  /// The end; nil for the value shown, or for the value that follows from `from` and `by`.
  public var to: AnimatableValue?
  /// The difference between start and end, used if `from` or `to` is nil.
  public var by: AnimatableValue?
  /// The begin, the duration and the repetitions.
  public var timing: MediaTiming
  /// The timing function. Default linear.
  public var timingFunction: TimingFunction
  /// Whether the layer removes the animation when it is over. Default true.
  public var isRemovedOnCompletion = true
  /// Whether the value is added to the value without this animation. Default false.
  public var isAdditive = false
  /// Whether each cycle continues from the end of the cycle before. Default false.
  public var isCumulative = false
  /// The morph between two paths, prepared when the animation is added; empty for other values. An array keeps the
  /// animation small to copy.
  private var morphs: [PathMorph] = []

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

  /// The value between the start and the end, and beyond them for a progress outside 0...1; nil if the values cannot be
  /// added or interpolated.
  public func value(progress: Double, underlying: AnimatableValue) -> AnimatableValue? {
    guard let (start, end) = ends(underlying: underlying) else { return nil }
    if case (.path(let a), .path(let b)) = (start, end), let morph = morphs.first,
      morph.from == a, morph.to == b
    {
      return .path(morph(progress))
    }
    return AnimatableValue.interpolate(start, end, progress)
  }

  /// The start and the end; `by` is ignored if all three values are given.
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

  /// A copy with the start filled in, unless the animation is additive, and with the morph between two paths prepared.
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
      result.morphs = [PathMorph(from: a, to: b)]
    }
    return result
  }

  /// The distance between the start and the end; nil if fewer than two of the three values are given and the property's
  /// value is not known.
  public func span(underlying: AnimatableValue?) -> Double? {
    if let morph = morphs.first { return morph.travel }
    // If two of the three values are given, the ends do not depend on the underlying value.
    let isFixed = [from, to, by].count { $0 != nil } >= 2
    guard let value = isFixed ? from ?? to : underlying else { return nil }
    guard let (start, end) = ends(underlying: value) else { return .infinity }
    return VisibleChange.span(from: start, to: end)
  }
}
