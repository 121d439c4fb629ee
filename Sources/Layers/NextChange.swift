/// The search for the next visible change.
private struct ChangeSearch {
  /// The number of refreshes that the search covers. A slower change is searched for again later.
  static let longestLook = 120

  /// A time of the tree.
  let time: Double
  /// The seconds between two refreshes of the display.
  let interval: Double

  /// The number of refreshes between two pictures of a slow change.
  private var slowRefreshes: Int {
    let count = (1 / (VisibleChange.slowRate * interval)).rounded()
    return count.isFinite ? min(max(1, Int(count)), ChangeSearch.longestLook) : 1
  }

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
    func step(at time: Double) -> Double? {
      guard let reached = part.visibleProgress(at: map(time), travel: travel * scale) else {
        return nil
      }
      return part.animation.isCumulative ? reached.progress + reached.cycles : reached.progress
    }
    let now = step(at: time)
    let soonest = part.isSlow(travel: travel * scale * map.speed) ? slowRefreshes : 1
    for refreshes in soonest...ChangeSearch.longestLook {
      let candidate = time + Double(refreshes) * interval
      if candidate >= limit { return limit }
      if step(at: candidate) != now { return candidate }
    }
    return time + Double(ChangeSearch.longestLook) * interval
  }
}

extension Layer {
  /// The time of the next visible change in this layer, its mask and all layers below; nil if nothing changes any more.
  /// An invisible animation counts if a callback waits for its start or end.
  /// - Parameters:
  ///   - time: the current time of the tree.
  ///   - scale: device pixels per point.
  ///   - interval: seconds between two refreshes of the display. No result is nearer than that, except for
  ///     the start or end of an animation, whose callbacks may also be called at the next refresh.
  ///   - isSeen: whether any part of the tree can be seen. Default true.
  /// - Returns: a time of the tree.
  public func nextChange(
    after time: Double, scale: Double, interval: Double, isSeen: Bool = true
  ) -> Double? {
    let above = parent?.treeTimeMap ?? .identity
    let next = ChangeSearch(time: time, interval: interval)
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
