/// The search for the moment of the next change that can be seen.
private struct ChangeSearch {
  /// How many refreshes ahead are searched; a slower change is looked for again then.
  static let longestLook = 120

  /// A time of the tree.
  let time: Double
  /// Seconds between two refreshes of the display.
  let interval: Double

  /// A change at the next refresh ends the search: nothing that comes sooner could be shown.
  private var soonest: Double { time + interval }

  /// - Parameters:
  ///   - above: from the tree's time to that of the layers above.
  ///   - scale: the most device pixels that a point takes there.
  ///   - isSeen: whether the layers above are.
  func next(_ layer: Layer, _ above: TimeMap, scale: Double, isSeen: Bool) -> Double {
    if layer.isStill { return .infinity }
    let map = above.concatenating(layer.timeMap)
    let isSeen = isSeen && layer.maybeSeen
    let scale = layer.scale(in: scale)
    var next = Double.infinity
    for attached in layer.animations where !attached.isFinished {
      if isSeen || attached.isAwaited {
        next = min(next, self.next(attached, map, scale: scale, isSeen: isSeen))
      }
    }
    if let mask = layer.mask {
      next = min(next, self.next(mask, map, scale: scale, isSeen: isSeen))
    }
    let inner = scale * layer.greatestInstanceScale
    let delays = layer.delays
    for sublayer in layer.animatedSublayers {
      if next <= soonest { return next }
      for delay in delays {
        next = min(
          next, self.next(sublayer, map.delayed(by: delay), scale: inner, isSeen: isSeen))
      }
    }
    return next
  }

  private func next(
    _ attached: AttachedAnimation, _ map: TimeMap, scale: Double, isSeen: Bool
  ) -> Double {
    let timing = attached.animation.timing
    guard let begin = map.time(of: timing.beginTime), let end = map.time(of: timing.endTime) else {
      return .infinity
    }
    // In time that runs backwards the end comes first.
    let (first, last) = (min(begin, end), max(begin, end))
    if time < first { return first }
    // In time that runs backwards the begin is its last moment.
    if time == begin, end < begin { return soonest }
    if timing.speed == 0 || time >= last { return .infinity }
    guard isSeen else { return last }
    let next = attached.parts.reduce(Double.infinity) {
      min($0, self.next($1, map, scale: scale, end: last))
    }
    return min(next, last)
  }

  private func next(
    _ part: AnimationPart, _ map: TimeMap, scale: Double, end: Double
  ) -> Double {
    if part.travel == 0, part.enclosures.isEmpty { return .infinity }
    func step(at time: Double) -> Double? {
      guard let place = part.visiblePlace(at: map(time), scale: scale) else { return nil }
      return part.animation.isCumulative ? place.progress + place.cycles : place.progress
    }
    let now = step(at: time)
    for refreshes in 1...ChangeSearch.longestLook {
      let candidate = time + Double(refreshes) * interval
      if candidate >= end { return end }
      if step(at: candidate) != now { return candidate }
    }
    return time + Double(ChangeSearch.longestLook) * interval
  }
}

extension Layer {
  /// When the next change after `time` can be seen, in this layer, its mask and all below it; nil
  /// where nothing changes of itself any more. What nobody sees counts where somebody waits to be
  /// told of its end.
  /// - Parameters:
  ///   - time: of the tree, as the answer is.
  ///   - scale: device pixels per point.
  ///   - interval: seconds between two refreshes of the display; no answer is nearer than that, but
  ///     for the begin or end of an animation, which may also be told of at the next refresh.
  public func nextChange(after time: Double, scale: Double, interval: Double) -> Double? {
    let above = parent?.treeTimeMap ?? .identity
    let next = ChangeSearch(time: time, interval: interval)
      .next(self, above, scale: scale, isSeen: true)
    return next == .infinity ? nil : next
  }

  /// Whether the layer shows anything, or may do so in the course of its animations.
  fileprivate var maybeSeen: Bool {
    if isHidden { return false }
    if opacity > 0 { return true }
    return animations.contains { $0.parts.contains { $0.keyPath == .opacity } }
  }
}
