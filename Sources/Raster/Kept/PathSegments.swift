import Geometry

/// A path as segments that know how far across they reach, so that the part of it can be cut out that
/// matters between two columns.
///
/// The cut-out part depends on nothing that happens elsewhere: it stays the same, bit by bit, while
/// segments come at one end of a path and go at the other.
struct PathSegments {
  private struct Segment {
    var verb: Path.Verb
    /// The start, the control points there are, the end.
    var points: (Point, Point, Point, Point)
    var low: Double
    var high: Double

    init(_ verb: Path.Verb, _ start: Point, _ a: Point, _ b: Point, _ end: Point) {
      (self.verb, points) = (verb, (start, a, b, end))
      low = min(min(start.x, a.x), min(b.x, end.x))
      high = max(max(start.x, a.x), max(b.x, end.x))
    }

    var start: Point { points.0 }
    var end: Point { points.3 }

    func reaches(_ columns: ClosedRange<Double>) -> Bool {
      high >= columns.lowerBound && low <= columns.upperBound
    }

    /// Ends beyond the columns are not told apart for a line that covers nothing.
    func clamped(to columns: ClosedRange<Double>) -> Segment {
      guard verb == .line, start.y == end.y else { return self }
      func held(_ p: Point) -> Point {
        Point(min(max(p.x, columns.lowerBound - 1), columns.upperBound + 1), p.y)
      }
      let (from, to) = (held(start), held(end))
      return Segment(.line, from, from, to, to)
    }

    func add(to path: inout Path) {
      switch verb {
      case .move, .close: break
      case .line: path.addLine(to: end)
      case .quad: path.addQuadCurve(to: end, control: points.1)
      case .cubic: path.addCurve(to: end, control1: points.1, control2: points.2)
      }
    }
  }

  private struct Subpath {
    var range: Range<Int>
    var isClosed: Bool
  }

  private var segments: [Segment] = []
  private var subpaths: [Subpath] = []

  /// Nil for a path with points that are not finite.
  init?(_ path: Path) {
    guard path.points.allSatisfy(\.isFinite) else { return nil }
    segments.reserveCapacity(path.verbs.count)
    var (start, current) = (Point.zero, Point.zero)
    var (first, next) = (0, 0)
    let points = path.points
    for verb in path.verbs {
      switch verb {
      case .move:
        finish(from: &first, isClosed: false)
        start = points[next]
        current = start
      case .line:
        add(.line, &current, current, points[next], points[next])
      case .quad:
        add(.quad, &current, points[next], points[next], points[next + 1])
      case .cubic:
        add(.cubic, &current, points[next], points[next + 1], points[next + 2])
      case .close:
        add(.line, &current, current, start, start)
        finish(from: &first, isClosed: true)
      }
      next += verb.pointCount
    }
    finish(from: &first, isClosed: false)
  }

  private mutating func add(
    _ verb: Path.Verb, _ current: inout Point, _ a: Point, _ b: Point, _ end: Point
  ) {
    segments.append(Segment(verb, current, a, b, end))
    current = end
  }

  private mutating func finish(from first: inout Int, isClosed: Bool) {
    if first < segments.count {
      subpaths.append(Subpath(range: first..<segments.count, isClosed: isClosed))
    }
    first = segments.count
  }

  /// What of the path is to be stroked so that its stroke is right in some columns: the segments that
  /// reach them, and one more at either end for the joins.
  /// - Parameter columns: as far as the stroke reaches farther than the pixels that are meant.
  func stroked(in columns: ClosedRange<Double>) -> Path {
    var path = Path()
    for subpath in subpaths {
      let range = subpath.range
      guard let first = range.first(where: { segments[$0].reaches(columns) }) else { continue }
      if subpath.isClosed {
        // The last segment is the one that closes.
        path.move(to: segments[range.lowerBound].start)
        for i in range.dropLast() { segments[i].add(to: &path) }
        path.closeSubpath()
        continue
      }
      var last = -1
      for i in max(first - 1, range.lowerBound)..<range.upperBound {
        let near = max(i - 1, range.lowerBound)...min(i + 1, range.upperBound - 1)
        guard near.contains(where: { segments[$0].reaches(columns) }) else { continue }
        if last != i - 1 || path.isEmpty { path.move(to: segments[i].start) }
        segments[i].add(to: &path)
        last = i
      }
    }
    return path
  }

  /// What of the path is to be filled so that the fill is right in some columns: a stretch beside
  /// them becomes one line between its ends, which encloses the same of them.
  func filled(in columns: ClosedRange<Double>) -> Path {
    var path = Path()
    for subpath in subpaths {
      var isBegun = false
      for i in subpath.range where segments[i].reaches(columns) {
        add(segments[i].clamped(to: columns), to: &path, &isBegun)
      }
      if !subpath.isClosed, let start = subpath.range.first, let end = subpath.range.last {
        let (from, to) = (segments[end].end, segments[start].start)
        let closing = Segment(.line, from, from, to, to)
        if from != to, closing.reaches(columns) {
          add(closing.clamped(to: columns), to: &path, &isBegun)
        }
      }
      if isBegun { path.closeSubpath() }
    }
    return path
  }

  private func add(_ segment: Segment, to path: inout Path, _ isBegun: inout Bool) {
    if !isBegun {
      path.move(to: segment.start)
    } else if path.currentPoint != segment.start {
      path.addLine(to: segment.start)
    }
    isBegun = true
    segment.add(to: &path)
  }
}
