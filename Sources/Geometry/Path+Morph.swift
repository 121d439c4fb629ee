/// The way from one path to another, prepared once and evaluated at any progress.
///
/// Core Animation blends paths of the same elements and leaves all others undefined. Here, in order:
/// paths of the same element types are blended point by point; so are subpaths of as many segments,
/// with lines and quadratic curves as cubic ones; other subpaths are first cut at the fractions of
/// length at which either has a vertex. Surplus subpaths grow out of, or shrink to, their first
/// point. Between an empty path and another one the other one is shown throughout.
public struct PathMorph: Sendable, Hashable {
  /// The path at a progress of 0.
  public let from: Path
  /// The path at a progress of 1.
  public let to: Path
  /// The curves of `from` and `to` with equal element types; nil for no blending.
  private let ends: (start: Path, end: Path)?

  /// Prepares the way between two paths. Paths of different elements, one of which has a point that is not finite, are
  /// not blended: the path jumps in the middle.
  public init(from: Path, to: Path) {
    self.from = from
    self.to = to
    ends = PathMorph.prepare(from, to)
  }

  /// The path at a progress: exactly `from` at 0 and `to` at 1; beyond them the way goes straight on.
  public func callAsFunction(_ progress: Double) -> Path {
    if to.isEmpty { return from }
    if from.isEmpty { return to }
    if progress == 0 { return from }
    if progress == 1 { return to }
    guard let ends, progress.isFinite else { return progress < 0.5 ? from : to }
    return Path.interpolate(ends.start, ends.end, progress) ?? to
  }

  /// The furthest that a point moves on the whole way; infinite where the path jumps.
  public var travel: Double {
    if from.isEmpty || to.isEmpty { return 0 }
    guard let ends else { return .infinity }
    return zip(ends.start.points, ends.end.points).reduce(0) { max($0, $1.0.distance(to: $1.1)) }
  }

  public static func == (a: PathMorph, b: PathMorph) -> Bool { a.from == b.from && a.to == b.to }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(from)
    hasher.combine(to)
  }

  private static func prepare(_ from: Path, _ to: Path) -> (start: Path, end: Path)? {
    if from.verbs == to.verbs { return (from, to) }
    let isFinite = from.points.allSatisfy(\.isFinite) && to.points.allSatisfy(\.isFinite)
    guard isFinite else { return nil }
    let (a, b) = (MorphSubpath.subpaths(of: from), MorphSubpath.subpaths(of: to))
    var builder = MorphBuilder()
    for i in 0..<max(a.count, b.count) {
      if i >= a.count {
        builder.append(b[i].collapsed, b[i])
      } else if i >= b.count {
        builder.append(a[i], a[i].collapsed)
      } else {
        let (p, q) = MorphSubpath.aligned(a[i], b[i])
        builder.append(p, q)
      }
    }
    return (builder.start, builder.end)
  }
}

/// A subpath as cubic curves.
struct MorphSubpath {
  struct Segment {
    var curve: CubicCurve
    var isLine: Bool
    var length: Double
  }

  var start: Point
  var isClosed = false
  var segments: [Segment] = []

  static func subpaths(of path: Path) -> [MorphSubpath] {
    PathMeasure(path).subpaths.map { subpath in
      var result = MorphSubpath(start: subpath.start, isClosed: subpath.isClosed)
      for segment in subpath.segments where segment.verb != .close || segment.length > 0 {
        let isLine = segment.verb == .line || segment.verb == .close
        result.segments.append(
          Segment(curve: segment.curve, isLine: isLine, length: segment.length))
      }
      return result
    }
  }

  /// All of it at its first point.
  var collapsed: MorphSubpath {
    var result = self
    for i in segments.indices {
      result.segments[i].curve = CubicCurve(start, start, start, start)
    }
    return result
  }
}

/// Writes two paths of the same element types at a time.
private struct MorphBuilder {
  var start = Path()
  var end = Path()

  /// - Precondition: both have as many segments.
  mutating func append(_ a: MorphSubpath, _ b: MorphSubpath) {
    start.move(to: a.start)
    end.move(to: b.start)
    for (p, q) in zip(a.segments, b.segments) {
      if p.isLine, q.isLine {
        start.addLine(to: p.curve.p3)
        end.addLine(to: q.curve.p3)
      } else {
        start.addCurve(to: p.curve.p3, control1: p.curve.p1, control2: p.curve.p2)
        end.addCurve(to: q.curve.p3, control1: q.curve.p1, control2: q.curve.p2)
      }
    }
    if a.isClosed, b.isClosed {
      start.closeSubpath()
      end.closeSubpath()
    }
  }
}
