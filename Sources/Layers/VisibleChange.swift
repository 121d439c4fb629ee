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
        next, nextChange(of: attached.animation, after: time, scale: scale, interval: interval))
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
    of animation: some PropertyAnimation, after time: Double, scale: Double, interval: Double
  ) -> Double {
    let timing = animation.timing
    if time < timing.beginTime { return timing.beginTime }
    guard timing.speed != 0, let underlying = value(for: animation.keyPath) else { return .infinity }
    let end = timing.endTime
    if time >= end { return .infinity }
    let now = animation.apply(at: time, to: underlying)
    let first = time + interval
    if first >= end { return end }
    let whole = travelOfOneWay(animation, underlying: underlying, scale: scale)
    let start = timing.fraction(at: time).map { animation.timingFunction($0) } ?? 0
    for step in 1...VisibleChange.longestLook {
      let candidate = time + Double(step) * interval
      if candidate >= end { return end }
      let travelled: Double
      if let whole {
        let progress = timing.fraction(at: candidate).map { animation.timingFunction($0) } ?? 0
        travelled = whole * abs(progress - start)
      } else {
        let then = animation.apply(at: candidate, to: underlying)
        travelled = visibleTravel(from: now, to: then, keyPath: animation.keyPath) * scale
      }
      if travelled >= VisibleChange.threshold { return candidate }
    }
    return time + Double(VisibleChange.longestLook) * interval
  }

  /// The device pixels that a basic animation moves from its start to its end: in proportion to its
  /// progress, which spares comparing values. Nil for others.
  private func travelOfOneWay(
    _ animation: some PropertyAnimation, underlying: AnimatableValue, scale: Double
  ) -> Double? {
    guard let basic = animation as? BasicAnimation,
      let (from, to) = basic.ends(underlying: underlying)
    else { return nil }
    return visibleTravel(from: from, to: to, keyPath: animation.keyPath) * scale
  }
}

extension VisibleChange {
  /// How many refreshes ahead are searched for a visible change; a slower one is looked for again
  /// then.
  static let longestLook = 120
}
