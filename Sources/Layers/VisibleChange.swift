import Geometry

/// What counts as a change that can be seen: a quarter of a device pixel of movement, or one of 255
/// steps of a colour or of opacity.
enum VisibleChange {
  /// The movement that is seen, in device pixels.
  static let threshold = 0.25

  /// The furthest that anything moves between two values, in points; a change of colour counts a
  /// threshold a step.
  static func travel(from: AnimatableValue, to: AnimatableValue) -> Double {
    switch (from, to) {
    case (.scalar(let a), .scalar(let b)): return abs(b - a)
    case (.point(let a), .point(let b)): return a.distance(to: b)
    case (.rect(let a), .rect(let b)):
      return max(
        max(abs(a.minX - b.minX), abs(a.minY - b.minY)),
        max(abs(a.maxX - b.maxX), abs(a.maxY - b.maxY)))
    case (.color(let a), .color(let b)):
      return steps(
        max(abs(a.red - b.red), abs(a.green - b.green), abs(a.blue - b.blue), abs(a.alpha - b.alpha)))
    case (.path(let a), .path(let b)):
      guard a.verbs == b.verbs else { return .infinity }
      return zip(a.points, b.points).lazy.map { $0.distance(to: $1) }.max() ?? 0
    case (.transform, .transform): return .infinity
    default: return 0
    }
  }

  /// The travel that stands for a change of an 8-bit value by a fraction of its range.
  static func steps(_ fraction: Double) -> Double { fraction * 255 * threshold }

  /// A progress held back to the last step that can be seen; the end is a step.
  /// - Parameter travel: the device pixels of the whole way; infinite where it is not known.
  static func stepped(_ progress: Double, travel: Double) -> Double {
    guard travel.isFinite, progress.isFinite else { return progress }
    let count = max(1, (travel / threshold).rounded(.up))
    return (progress * count + 1e-9).rounded(.down) / count
  }

  /// How many refreshes ahead are searched for a visible change; a slower one is looked for again
  /// then.
  static let longestLook = 120
}

extension Layer {
  /// When the next change after `time` can be seen, in this layer, its mask and all below it; nil
  /// where nothing changes of itself any more.
  /// - Parameters:
  ///   - scale: device pixels per point.
  ///   - interval: seconds between two refreshes of the display; no answer is nearer than that, but
  ///     for the begin of an animation.
  public func nextChange(after time: Double, scale: Double, interval: Double) -> Double? {
    if isHidden || recording != nil { return nil }
    var next = Double.infinity
    for attached in animations where !attached.isFinished {
      next = min(
        next, nextChange(of: attached, after: time, scale: scale, interval: interval))
    }
    if let mask {
      next = min(next, mask.nextChange(after: time, scale: scale, interval: interval) ?? .infinity)
    }
    for layer in sublayers {
      next = min(
        next, layer.nextChange(after: time, scale: scale, interval: interval) ?? .infinity)
    }
    return next == .infinity ? nil : next
  }

  private func nextChange(
    of attached: AttachedAnimation, after time: Double, scale: Double, interval: Double
  ) -> Double {
    let timing = attached.animation.timing
    if time < timing.beginTime { return timing.beginTime }
    let end = timing.endTime
    if timing.speed == 0 || time >= end { return .infinity }
    func step(at time: Double) -> Double {
      VisibleChange.stepped(
        attached.animation.progress(at: time) ?? 0, travel: attached.travel * scale)
    }
    let now = step(at: time)
    for refreshes in 1...VisibleChange.longestLook {
      let candidate = time + Double(refreshes) * interval
      if candidate >= end { return end }
      if step(at: candidate) != now { return candidate }
    }
    return time + Double(VisibleChange.longestLook) * interval
  }

  /// The points that an animation moves what is seen, at the pace of its fastest part.
  func travel(of animation: some PropertyAnimation, underlying: AnimatableValue) -> Double {
    if let keyframes = animation as? KeyframeAnimation {
      let steps = zip(keyframes.values, keyframes.values.dropFirst()).map {
        visibleTravel(from: $0, to: $1, keyPath: animation.keyPath)
      }
      let shortest = keyframes.shortestStep
      return shortest > 0 ? (steps.max() ?? 0) / shortest : .infinity
    }
    guard let basic = animation as? BasicAnimation,
      let (from, to) = basic.ends(underlying: underlying)
    else { return .infinity }
    return visibleTravel(from: from, to: to, keyPath: animation.keyPath)
  }
}
