import Geometry

/// The smallest steps of a visible change: half a device pixel of movement, or one of 255 steps of a colour or of
/// opacity. Anything drawn is at most half a step, a quarter of a pixel, from its exact position at the time of its
/// picture; a shape that keeps its coverage is at most half a pixel from there.
enum VisibleChange {
  /// The length of a step, in device pixels.
  static let step = 0.5
  /// The pictures per second that show a slow change smoothly.
  static let slowRate = 30.0
  /// The mean distance between two pictures of a motion below which the motion is slow, in device pixels. Fades are
  /// always slow, because nothing in them moves.
  static let slowStep = 2.0

  /// The largest difference between two values, in the unit of their property. Colours count a step of movement for
  /// each of their 255 steps. The distance between two transforms is not known, and counts as infinite.
  static func span(from: AnimatableValue, to: AnimatableValue) -> Double {
    switch (from, to) {
    case (.scalar(let a), .scalar(let b)): return abs(b - a)
    case (.point(let a), .point(let b)): return a.distance(to: b)
    case (.size(let a), .size(let b)):
      return max(abs(a.width - b.width), abs(a.height - b.height))
    case (.rect(let a), .rect(let b)):
      return max(
        max(abs(a.minX - b.minX), abs(a.minY - b.minY)),
        max(abs(a.maxX - b.maxX), abs(a.maxY - b.maxY)))
    case (.color(let a), .color(let b)): return steps(change(a, b))
    case (.colors(let a), .colors(let b)):
      return steps(zip(a, b).lazy.map { change($0, $1) }.max() ?? 0)
    case (.scalars(let a), .scalars(let b)):
      return zip(a, b).lazy.map { abs($1 - $0) }.max() ?? 0
    case (.path(let a), .path(let b)):
      guard a.verbs == b.verbs else { return PathMorph(from: a, to: b).travel }
      return zip(a.points, b.points).lazy.map { $0.distance(to: $1) }.max() ?? 0
    case (.transform(let a), .transform(let b)): return a == b ? 0 : .infinity
    default: return 0
    }
  }

  private static func change(_ a: Color, _ b: Color) -> Double {
    max(abs(a.red - b.red), abs(a.green - b.green), abs(a.blue - b.blue), abs(a.alpha - b.alpha))
  }

  /// The travel that corresponds to a change of an 8-bit value by a fraction of its range.
  static func steps(_ fraction: Double) -> Double { fraction * 255 * step }

  /// The visible step that is nearest to a progress. The last step before the end stays until the end, so that the end
  /// is a visible change.
  /// - Parameter travel: the device pixels of the whole distance; infinite if not known.
  static func stepped(_ progress: Double, travel: Double) -> Double {
    guard travel.isFinite, progress.isFinite else { return progress }
    if progress == 1 { return 1 }
    // The last step to the end counts half a step.
    let count = max(0, (travel / step - 0.5).rounded(.up)) + 0.5
    return (progress * count).rounded() / count
  }
}
