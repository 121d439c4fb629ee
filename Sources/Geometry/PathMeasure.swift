/// The lengths of a path's elements, and the parts of it between lengths.
///
/// Elements with a point that is not finite are left out.
struct PathMeasure {
  /// An element that has a length: a line or curve, or the line that closes a subpath.
  struct Segment {
    var verb: Path.Verb
    /// Lines and quadratic curves as cubics too, for cutting; the original control of a quad.
    var curve: CubicCurve
    var control: Point
    var length: Double
    /// The error of the length and of cuts, as a fraction of the curve's size.
    var accuracy = 1e-8
  }

  struct Subpath {
    var start: Point
    var isClosed: Bool
    var segments: [Segment] = []
    /// The length from the start at which each segment starts.
    var starts: [Double] = []
    var length = 0.0

    /// - Parameter room: the number of segments to come, as far as it is known.
    init(start: Point, isClosed: Bool, room: Int = 0) {
      (self.start, self.isClosed) = (start, isClosed)
      segments.reserveCapacity(room)
      starts.reserveCapacity(room)
    }
  }

  private(set) var subpaths: [Subpath] = []

  /// The sum of all lengths.
  var length: Double { subpaths.reduce(0) { $0 + $1.length } }

  /// - Parameter accuracy: the error that the lengths of curves may have, as a fraction of their
  ///   size.
  init(_ path: Path, accuracy: Double = 1e-8) {
    var start = Point.zero
    var current = Point.zero
    var next = 0
    for (i, verb) in path.verbs.enumerated() {
      let points = path.points[next..<(next + verb.pointCount)]
      next += verb.pointCount
      if verb == .move {
        // A move has one point.
        (start, current) = (points.first!, points.first!)
        let end = path.verbs[(i + 1)...].firstIndex(of: .move) ?? path.verbs.count
        subpaths.append(Subpath(start: start, isClosed: false, room: end - i - 1))
        continue
      }
      // A line from nowhere begins at its end.
      if !current.isFinite, let end = points.last, end.isFinite {
        (start, current) = (end, end)
        let last = subpaths.count - 1
        if last >= 0, subpaths[last].segments.isEmpty { subpaths[last].start = end }
        continue
      }
      if subpaths.last?.isClosed ?? true {
        subpaths.append(Subpath(start: current, isClosed: false))
      }
      let segment = PathMeasure.segment(
        verb, from: current, points, start, accuracy)
      let i = subpaths.count - 1
      subpaths[i].isClosed = verb == .close
      guard segment.curve.isFinite, segment.length.isFinite else { continue }
      subpaths[i].segments.append(segment)
      subpaths[i].starts.append(subpaths[i].length)
      subpaths[i].length += segment.length
      current = segment.curve.p3
    }
  }

  private static func segment(
    _ verb: Path.Verb, from: Point, _ points: ArraySlice<Point>, _ start: Point,
    _ accuracy: Double
  ) -> Segment {
    let i = points.startIndex
    switch verb {
    case .move, .line, .close:
      let end = points.first ?? start
      return Segment(
        verb: verb, curve: CubicCurve(lineFrom: from, to: end), control: end,
        length: from.distance(to: end))
    case .quad:
      let curve = CubicCurve(quadFrom: from, control: points[i], to: points[i + 1])
      return Segment(
        verb: verb, curve: curve, control: points[i], length: curve.length(accuracy: accuracy),
        accuracy: accuracy)
    case .cubic:
      let curve = CubicCurve(from, points[i], points[i + 1], points[i + 2])
      return Segment(
        verb: verb, curve: curve, control: from, length: curve.length(accuracy: accuracy),
        accuracy: accuracy)
    }
  }
}

extension PathMeasure.Subpath {
  /// The last segment that starts at or before a length from the start; 0 where none does.
  private func index(at length: Double) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] > length { high = middle } else { low = middle + 1 }
    }
    return max(low - 1, 0)
  }

  /// The whole subpath, as it was.
  func append(to path: inout Path) {
    path.move(to: start)
    for segment in segments { segment.append(to: &path) }
  }

  /// The part between two lengths, as an open subpath.
  /// - Parameter smallest: pieces that are shorter are dropped.
  func append(from: Double, to: Double, smallest: Double, to path: inout Path) {
    var hasMoved = false
    for i in index(at: from)..<segments.count {
      let (segment, position) = (segments[i], starts[i])
      if position >= to { break }
      let (low, high) = (max(from - position, 0), min(to - position, segment.length))
      if high - low <= smallest { continue }
      let part = segment.part(from: low, to: high)
      if !hasMoved { path.move(to: part.curve.p0) }
      hasMoved = true
      part.append(to: &path)
    }
  }

  /// A subpath of no length at a length from the start.
  func appendDot(at length: Double, to path: inout Path) {
    guard !segments.isEmpty else { return }
    let i = index(at: length)
    let point = segments[i].curve.point(at: segments[i].parameter(at: length - starts[i]))
    path.move(to: point)
    path.addLine(to: point)
  }
}

extension PathMeasure.Segment {
  func append(to path: inout Path) {
    switch verb {
    case .move: break
    case .line: path.addLine(to: curve.p3)
    case .quad: path.addQuadCurve(to: curve.p3, control: control)
    case .cubic: path.addCurve(to: curve.p3, control1: curve.p1, control2: curve.p2)
    case .close: path.closeSubpath()
    }
  }

  func parameter(at position: Double) -> Double {
    if position <= 0 { return 0 }
    if position >= length { return 1 }
    switch verb {
    case .move, .line, .close: return position / length
    case .quad, .cubic:
      return curve.parameter(atLength: position, of: length, accuracy: accuracy)
    }
  }

  /// The part between two lengths; what closed a subpath becomes a line.
  func part(from: Double, to: Double) -> PathMeasure.Segment {
    var result = self
    let isWhole = from <= 0 && to >= length
    switch verb {
    case .move, .line, .close:
      result.verb = .line
      let (a, b) = (curve.p0, curve.p3)
      let (p, q) = (lerp(a, b, parameter(at: from)), lerp(a, b, parameter(at: to)))
      result.curve = CubicCurve(lineFrom: p, to: q)
    case .quad, .cubic:
      if isWhole { return self }
      result.verb = .cubic
      result.curve = curve.part(from: parameter(at: from), to: parameter(at: to))
    }
    result.length = to - from
    return result
  }
}

extension Path {
  /// The length of all subpaths together, closing lines included; curves to 1e-8 of their size.
  public var length: Double { PathMeasure(self).length }

  /// The dashes of the path between two fractions of its length, in path order.
  ///
  /// Subpaths that lie wholly inside a dash stay unchanged; a subpath that is cut becomes open. Curves are
  /// cut as curves: a part of a quadratic curve is cubic.
  /// - Parameters:
  ///   - pattern: lengths drawn and skipped in turn, an odd number of them swapping roles every
  ///     time. An empty pattern, one without any length, and one with a negative entry or one
  ///     that is not finite make a solid line, as does one that is too fine to be told apart
  ///     (more than 50,000 repetitions).
  ///   - phase: the distance into the pattern at which every subpath starts, from its untrimmed
  ///     start.
  ///   - from: the fraction from which on the path is drawn, limited to 0...1; NaN counts as 0.
  ///   - to: the fraction up to which the path is drawn, limited to 0...1; NaN counts as 1. Nothing is
  ///     left unless `from` is less than `to`.
  ///   - accuracy: the error that the place of a cut may have, as a fraction of the size of the cut
  ///     curve.
  public func dashed(
    pattern: [Double], phase: Double, from: Double = 0, to: Double = 1, accuracy: Double = 1e-8
  ) -> Path {
    let from = from.isNaN ? 0 : min(max(from, 0), 1)
    let to = to.isNaN ? 1 : min(max(to, 0), 1)
    guard from < to else { return Path() }
    let dashes = DashPattern(pattern, phase: phase)
    if dashes == nil, from == 0, to == 1 { return self }
    let measure = PathMeasure(self, accuracy: accuracy)
    let total = measure.length
    guard total.isFinite else { return self }
    // Without dashes, too, whole subpaths are drawn: if `isFine` is false, there are dashes.
    let isFine = dashes.map { total / $0.period > 50_000 } ?? true
    var result = Path()
    let cuts = isFine ? 0 : Int(total / dashes!.period) * pattern.count
    result.reserveCapacity(verbs: verbs.count + 2 * cuts, points: points.count + 4 * cuts)
    var position = 0.0
    for subpath in measure.subpaths {
      let low = from == 0 ? 0 : from * total - position
      let high = to == 1 ? subpath.length : to * total - position
      position += subpath.length
      let spans = isFine ? [(0, subpath.length)] : dashes!.spans(length: subpath.length)
      for (start, end) in spans {
        let (a, b) = (max(start, low), min(end, high))
        if a <= 0, b >= subpath.length, subpath.length > 0 || total == 0 || from == 0 {
          subpath.append(to: &result)
        } else if start == end, a == b {
          subpath.appendDot(at: a, to: &result)
        } else if b - a > total * 1e-9 {
          subpath.append(from: a, to: b, smallest: total * 1e-9, to: &result)
        }
      }
    }
    return result
  }
}
