import Geometry

extension Layer {
  /// Core Animation's duration for an animation without a duration.
  public static let defaultDuration = 0.25

  /// Adds a copy of an animation. An animation with the same key is replaced, and its completion is
  /// called with false.
  ///
  /// Callbacks are called in the order of their causes, at the end of this call, or after the callback
  /// that makes this call.
  /// - Parameters:
  ///   - key: the key of the animation; nil replaces nothing.
  ///   - time: the current time of the tree; the layer's own time, `localTime(at:)`, becomes the begin time
  ///     of an animation without one.
  ///   - transaction: the transaction of the animation, with the duration for animations without one.
  ///   - completion: called once, with whether the animation ran to its end: from
  ///     `completeAnimations(at:)`, or when the animation is replaced or removed, or its layer leaves the
  ///     tree.
  ///   - onStart: called once, when the animation begins to run.
  public func add(
    _ animation: some Animation, forKey key: String?, at time: Double,
    in transaction: Transaction? = nil, completion: ((Bool) -> Void)? = nil,
    onStart: (() -> Void)? = nil
  ) {
    let (root, map) = (root, treeTimeMap)
    let now = map(time)
    func shown(_ keyPath: AnimationKeyPath) -> AnimatableValue? {
      shownValue(for: keyPath, atLocal: now)
    }
    var copy: any Animation = animation.resolved(shown)
    copy.timing.fillIn(
      begin: now,
      duration: copy.naturalDuration ?? transaction?.duration ?? Layer.defaultDuration)
    if copy.property == nil, let group = copy as? AnimationGroup { copy = group.withDurations() }
    let attached = AttachedAnimation(
      key: key, animation: copy,
      parts: AnimationPart.parts(of: copy, in: self),
      completion: completion, onStart: onStart, transaction: transaction)
    transaction?.animationAdded()
    var others = animations
    if let key { others = detached(from: others, reportingTo: root.callbacks) { $0.key == key } }
    if copy.timing.phase(at: now) == .active {
      attached.hasStarted = true
      if let onStart { root.callbacks.append(onStart) }
    }
    setAnimations(others + [attached])
    if let next = root.memory.nextPhase {
      root.memory.nextPhase = min(next, attached.nextPhase(map))
    }
    root.callbacks.deliver()
  }

  /// The animation that was added with a key, with open values filled in; nil if there is none.
  public func animation(forKey key: String) -> (any Animation)? {
    animations.first { $0.key == key }?.animation
  }

  /// The keys of all animations with a key, in the order in which the animations apply.
  public var animationKeys: [String] { animations.compactMap(\.key) }

  /// Ends an animation; its property shows its model value.
  public func removeAnimation(forKey key: String) { removeAnimations { $0.key == key } }

  /// Ends all animations of this layer. The animations of its sublayers continue.
  public func removeAllAnimations() { removeAnimations { _ in true } }

  private func removeAnimations(where isMeant: (AttachedAnimation) -> Bool) {
    guard animations.contains(where: isMeant) else { return }
    let callbacks = root.callbacks
    setAnimations(detached(from: animations, reportingTo: callbacks, where: isMeant))
    callbacks.deliver()
  }

  /// The remaining animations, after the callbacks of the removed ones have been queued.
  private func detached(
    from animations: [AttachedAnimation], reportingTo queue: CallbackQueue,
    where isMeant: (AttachedAnimation) -> Bool
  ) -> [AttachedAnimation] {
    animations.filter { attached in
      guard isMeant(attached) else { return true }
      if !attached.isFinished, let callback = attached.stopped(false) { queue.append(callback) }
      return false
    }
  }

  /// Ends all animations of a subtree that leaves the tree, unfinished.
  func endAnimations(reportingTo queue: CallbackQueue) {
    if isStill { return }
    setAnimations(detached(from: animations, reportingTo: queue) { _ in true })
    mask?.endAnimations(reportingTo: queue)
    for layer in sublayers { layer.endAnimations(reportingTo: queue) }
  }

  /// The layer at a time of the tree: the layer itself if nothing animates the layer, otherwise a copy with the
  /// animated values. The layer does not change.
  public func presentation(at time: Double) -> Self {
    animations.isEmpty ? self : shown(atLocal: FrameTime(localTime(at: time)), scale: nil)
  }

  /// The presentation for drawing, in a frame.
  /// - Parameter scale: device pixels per point; motion then proceeds in visible steps, so that a frame
  ///   draws only visible changes. Nil for exact values.
  func shown(atLocal time: FrameTime, scale: Double?) -> Self {
    guard !animations.isEmpty else { return self }
    let copy = Self(presenting: self)
    for attached in animations {
      for part in attached.parts {
        guard let underlying = copy.value(for: part.keyPath) else { continue }
        let travel = scale.map { part.travel(in: self, underlying: underlying) * $0 }
        guard let value = part.value(at: time, underlying: underlying, travel: travel) else {
          continue
        }
        copy.setValue(value, for: part.keyPath)
      }
    }
    return copy
  }

  /// The value of one property at a time of the tree.
  public func presentationValue(
    for keyPath: AnimationKeyPath, at time: Double
  ) -> AnimatableValue? {
    animations.isEmpty
      ? value(for: keyPath) : shownValue(for: keyPath, atLocal: localTime(at: time))
  }

  private func shownValue(
    for keyPath: AnimationKeyPath, atLocal time: Double
  ) -> AnimatableValue? {
    guard var value = value(for: keyPath) else { return nil }
    for attached in animations {
      for part in attached.parts where part.keyPath == keyPath {
        value = part.value(at: FrameTime(time), underlying: value, travel: nil) ?? value
      }
    }
    return value
  }

  /// Starts and ends the animations that are due at a time of the tree, in this layer, its mask and all layers below,
  /// and then calls their callbacks, layer by layer in the order in which the animations were added.
  public func completeAnimations(at time: Double) {
    let root = root
    // The comparison allows for rounding of times.
    if root === self, let next = memory.nextPhase, time < next - 1e-6 { return }
    let above = parent?.treeTimeMap ?? .identity
    let next = collectCallbacks(at: time, above, into: root.callbacks)
    if root === self { memory.nextPhase = next }
    root.callbacks.deliver()
  }

  /// - Returns: the earliest time with further callbacks, if no animation changes before.
  private func collectCallbacks(
    at time: Double, _ above: TimeMap, into queue: CallbackQueue
  ) -> Double {
    if isStill { return .infinity }
    let map = above.concatenating(timeMap)
    var next = Double.infinity
    if !animations.isEmpty {
      advanceAnimations(to: map(time), queue)
      next = animations.reduce(.infinity) { min($0, $1.nextPhase(map)) }
    }
    if let mask { next = min(next, mask.collectCallbacks(at: time, map, into: queue)) }
    // An animation below a replicator is over when it is over in the last copy.
    let below = map.delayed(by: longestDelay)
    for layer in animatedSublayers {
      next = min(next, layer.collectCallbacks(at: time, below, into: queue))
    }
    return next
  }

  private func advanceAnimations(to now: Double, _ queue: CallbackQueue) {
    var isChanged = false
    for attached in animations where !attached.isFinished {
      let phase = attached.animation.timing.phase(at: now)
      if phase != .before, !attached.hasStarted {
        attached.hasStarted = true
        if let onStart = attached.onStart { queue.append(onStart) }
      }
      guard phase == .after else { continue }
      attached.isFinished = true
      isChanged = true
      if let callback = attached.stopped(true) { queue.append(callback) }
    }
    guard isChanged else { return }
    setAnimations(animations.filter { !$0.isFinished || !$0.animation.isRemovedOnCompletion })
  }
}
