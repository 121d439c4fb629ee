import Geometry

/// An animation as a layer keeps it.
struct AttachedAnimation {
  var key: String?
  var animation: any PropertyAnimation
  var completion: ((Bool) -> Void)?
  /// How far, in points, it moves what is seen on its whole way; see `VisibleChange`.
  let travel: Double
  var isFinished = false

  /// What shows at a time; with a scale, in steps that can be seen.
  func apply(at time: Double, to underlying: AnimatableValue, scale: Double?) -> AnimatableValue {
    guard var progress = animation.progress(at: time) else { return underlying }
    if let scale { progress = VisibleChange.stepped(progress, travel: travel * scale) }
    return animation.apply(progress: progress, to: underlying)
  }
}

extension Layer {
  /// Core Animation's duration for an animation that names none.
  static let defaultDuration = 0.25

  /// Adds a copy of an animation, in place of one of the same key, which is then told that it did not
  /// finish.
  /// - Parameters:
  ///   - key: nil replaces nothing.
  ///   - time: the layer's present time, which becomes the begin time of an animation without one.
  ///   - completion: called once, with whether the animation ran to its end, from
  ///     `completeAnimations(at:)` or when it is replaced or removed.
  public func add(
    _ animation: some PropertyAnimation, forKey key: String?, at time: Double,
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let underlying = presentationValue(for: animation.keyPath, at: time) else { return }
    var copy = animation.resolved(underlying: underlying)
    if !(copy.timing.duration > 0) { copy.timing.duration = Layer.defaultDuration }
    if copy.timing.beginTime == 0 { copy.timing.beginTime = time }
    if let key { removeAnimation(forKey: key) }
    animations.append(
      AttachedAnimation(
        key: key, animation: copy, completion: completion,
        travel: travel(of: copy, underlying: underlying)))
  }

  public func animation(forKey key: String) -> (any PropertyAnimation)? {
    animations.first { $0.key == key }?.animation
  }

  public var animationKeys: [String] { animations.compactMap(\.key) }

  public func removeAnimation(forKey key: String) {
    let removed = animations.filter { $0.key == key }
    animations.removeAll { $0.key == key }
    for attached in removed where !attached.isFinished { attached.completion?(false) }
  }

  public func removeAllAnimations() {
    let removed = animations
    animations = []
    for attached in removed where !attached.isFinished { attached.completion?(false) }
  }

  /// The layer as it shows at a time: itself where nothing animates it, else a copy with the animated
  /// values. Changes nothing.
  public func presentation(at time: Double) -> Self { shown(at: time, scale: nil) }

  /// The presentation that is drawn: with a scale, in device pixels per point, what moves less than
  /// can be seen stays where it is, so that a frame draws only what has visibly moved.
  func shown(at time: Double, scale: Double?) -> Self {
    guard !animations.isEmpty else { return self }
    let copy = Self(presenting: self)
    for attached in animations {
      let keyPath = attached.animation.keyPath
      guard let underlying = copy.value(for: keyPath) else { continue }
      copy.setValue(attached.apply(at: time, to: underlying, scale: scale), for: keyPath)
    }
    return copy
  }

  /// The value of one property as it shows at a time.
  public func presentationValue(
    for keyPath: AnimationKeyPath, at time: Double
  ) -> AnimatableValue? {
    guard var value = value(for: keyPath) else { return nil }
    for attached in animations where attached.animation.keyPath == keyPath {
      value = attached.apply(at: time, to: value, scale: nil)
    }
    return value
  }

  /// Ends what is over at a time, in this layer, its mask and all layers below, and then tells the
  /// completions, in the order in which the animations were added to each layer.
  public func completeAnimations(at time: Double) {
    var completions: [(Bool) -> Void] = []
    collectCompletions(at: time, into: &completions)
    for completion in completions { completion(true) }
  }

  private func collectCompletions(at time: Double, into completions: inout [(Bool) -> Void]) {
    if recording != nil { return }
    if !animations.isEmpty {
      for i in animations.indices
      where !animations[i].isFinished && animations[i].animation.timing.phase(at: time) == .after {
        animations[i].isFinished = true
        if let completion = animations[i].completion { completions.append(completion) }
      }
      animations.removeAll { $0.isFinished && $0.animation.isRemovedOnCompletion }
    }
    mask?.collectCompletions(at: time, into: &completions)
    for layer in sublayers { layer.collectCompletions(at: time, into: &completions) }
  }
}
