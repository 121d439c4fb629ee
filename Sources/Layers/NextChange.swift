/// The search for the next visible change.
private struct ChangeSearch {
  /// The number of refreshes that the search covers. A slower change is searched for again later.
  static let longestLook = 120

  /// The time of the last frame.
  let frame: FrameTime
  /// The seconds between two refreshes of the display.
  let interval: Double

  private var time: Double { frame.now }

  /// The time of the next refresh. A change there ends the search, because nothing can be shown sooner.
  private var soonest: Double { time + interval }

  /// - Parameters:
  ///   - above: maps the tree's time to that of the layers above.
  ///   - scale: the largest number of device pixels in a point of the layers above.
  ///   - isSeen: whether the layers above are visible.
  ///   - limit: the time of another change, after which changes of this layer do not matter.
  /// - Returns: the time of this layer's next change, or `limit` if there is none before.
  func next(
    _ layer: Layer, _ above: TimeMap, scale: Double, isSeen: Bool, before limit: Double
  ) -> Double {
    if layer.isStill { return limit }
    let map = above.concatenating(layer.timeMap)
    let isSeen = isSeen && layer.maybeSeen
    let scale = layer.scale(in: scale)
    var next = limit
    for attached in layer.animations where !attached.isFinished {
      if isSeen || attached.isAwaited {
        next = self.next(attached, map, of: layer, scale: scale, isSeen: isSeen, before: next)
      }
    }
    if let mask = layer.mask {
      next = self.next(mask, map, scale: scale, isSeen: isSeen, before: next)
    }
    let inner = scale * layer.greatestInstanceScale
    let delays = layer.delays
    for sublayer in layer.animatedSublayers {
      for delay in delays {
        if next <= soonest { return next }
        next = self.next(
          sublayer, map.delayed(by: delay), scale: inner, isSeen: isSeen, before: next)
      }
    }
    return next
  }

  /// - Parameter scale: the largest number of device pixels in a point of the layer.
  private func next(
    _ attached: AttachedAnimation, _ map: TimeMap, of layer: Layer, scale: Double, isSeen: Bool,
    before limit: Double
  ) -> Double {
    let timing = attached.animation.timing
    guard let begin = map.time(of: timing.beginTime), let end = map.time(of: timing.endTime) else {
      return limit
    }
    // The end comes first if time runs backwards.
    let (first, last) = (min(begin, end), max(begin, end))
    if time < first { return min(first, limit) }
    // The start is the animation's last moment if time runs backwards.
    if time == begin, end < begin { return min(soonest, limit) }
    if timing.speed == 0 || time >= last { return limit }
    let next = min(last, limit)
    if !isSeen { return next }
    return attached.parts.reduce(next) { self.next($1, map, of: layer, scale: scale, before: $0) }
  }

  private func next(
    _ part: AnimationPart, _ map: TimeMap, of layer: Layer, scale: Double, before limit: Double
  ) -> Double {
    let travel = part.travel(in: layer, underlying: layer.underlying(part))
    if travel == 0, part.enclosures.isEmpty { return limit }
    func step(in frame: FrameTime) -> Double? {
      let local = frame.mapped(by: map)
      guard let reached = part.visibleProgress(at: local, travel: travel * scale) else {
        return nil
      }
      return part.animation.isCumulative ? reached.progress + reached.cycles : reached.progress
    }
    let shown = step(in: frame)
    for refreshes in 1...ChangeSearch.longestLook {
      let candidate = time + Double(refreshes) * interval
      if candidate >= limit { return limit }
      if step(in: frame.next(at: candidate)) != shown { return candidate }
    }
    return time + Double(ChangeSearch.longestLook) * interval
  }
}

extension Layer {
  /// The time of the next visible change after a frame with every change; see `nextChange(after:)` with a frame.
  public func nextChange(
    after time: Double, scale: Double, interval: Double, isSeen: Bool = true
  ) -> Double? {
    nextChange(after: FrameTime(time), scale: scale, interval: interval, isSeen: isSeen)
  }

  /// The time of the next visible change in this layer, its mask and all layers below; nil if nothing changes any more.
  /// An invisible animation counts if a callback waits for its start or end.
  /// - Parameters:
  ///   - frame: the time of the last frame.
  ///   - scale: device pixels per point.
  ///   - interval: seconds between two refreshes of the display. No result is nearer than that, except for
  ///     the start or end of an animation, whose callbacks may also be called at the next refresh.
  ///   - isSeen: whether any part of the tree can be seen. Default true.
  /// - Returns: a time of the tree.
  public func nextChange(
    after frame: FrameTime, scale: Double, interval: Double, isSeen: Bool = true
  ) -> Double? {
    let above = parent?.treeTimeMap ?? .identity
    let next = ChangeSearch(frame: frame, interval: interval)
      .next(self, above, scale: scale, isSeen: isSeen, before: .infinity)
    return next == .infinity ? nil : next
  }

  /// The value of a property without an animation; nil if another animation moves the property.
  fileprivate func underlying(_ part: AnimationPart) -> AnimatableValue? {
    let isAlone = animations.allSatisfy { attached in
      attached.parts.allSatisfy { $0 === part || $0.keyPath != part.keyPath }
    }
    return isAlone ? value(for: part.keyPath) : nil
  }

  /// Whether the layer may be visible, now or in the course of its animations.
  fileprivate var maybeSeen: Bool {
    if isHidden { return false }
    if opacity > 0 { return true }
    return animations.contains { $0.parts.contains { $0.keyPath == .opacity } }
  }
}
