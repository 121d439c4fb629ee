import Geometry

/// A line or curve of a stroked path.
struct StrokeSegment {
  var curve: CubicCurve
  var isLine: Bool
}

/// Passes the segments of paths to a stroker, except segments whose stroke is not visible.
///
/// A segment is left out if the strokes of the segment and its neighbours are not visible. The subpath is cut there,
/// and the rest is stroked as several subpaths, without caps at the cuts. The outlines that are left out are closed, so
/// that they enclose no pixel to their right. A closed subpath is stroked whole; of a subpath that never turns back,
/// all segments in one range of x are stroked.
struct StrokeCulling {
  /// The part of user space in which a segment's stroke may be visible; nil to stroke all segments.
  private let reachable: Rect?
  /// The largest coordinates, in user space, of segments that may be left out.
  private let precise: Double
  /// Whether segments of the current subpath may be left out.
  private var isActive = false
  /// The previous segment, if that segment was left out; the segments after it that end at their start; whether other
  /// segments before were left out; and whether the last segment that was not left out is not visible.
  private var margin: StrokeSegment?
  private var loops: [StrokeSegment] = []
  private var hasGap = false
  private var isLeaving = false

  /// - Parameter visible: the visible part in device pixels; nil if the whole stroke is visible.
  init(_ stroker: borrowing Stroker, visible: Rect?) {
    precise = Precision.limit / stroker.scale
    let reach = stroker.reach
    let isPrecise = reach <= precise && stroker.scale * stroker.inverse.scale < 1e6
    reachable =
      isPrecise ? visible?.applying(stroker.inverse).insetBy(dx: -reach, dy: -reach) : nil
  }

  mutating func stroke(_ path: Path, with stroker: inout Stroker) {
    let (verbs, points) = (path.verbs, path.points)
    var start = Point.zero
    var current = Point.zero
    var next = 0
    for (i, verb) in verbs.enumerated() {
      switch verb {
      case .move:
        finishSubpath(closed: false, &stroker)
        start = points[next]
        current = start
        stroker.monotony = Monotony(
          path, element: (i, next), stroker, visible: reachable.map { $0.minX...$0.maxX })
        isActive = reachable != nil && !verbs[(i + 1)...].isClosed
      case .line:
        add(
          CubicCurve(current, current, points[next], points[next]), isLine: true, &current, &stroker
        )
      case .quad:
        add(
          CubicCurve(quadFrom: current, control: points[next], to: points[next + 1]),
          isLine: false, &current, &stroker)
      case .cubic:
        add(
          CubicCurve(current, points[next], points[next + 1], points[next + 2]), isLine: false,
          &current, &stroker)
      case .close:
        add(CubicCurve(current, current, start, start), isLine: true, &current, &stroker)
        finishSubpath(closed: true, &stroker)
        current = start
      }
      next += verb.pointCount
    }
    finishSubpath(closed: false, &stroker)
  }

  @inline(__always)
  private mutating func add(
    _ curve: CubicCurve, isLine: Bool, _ current: inout Point, _ stroker: inout Stroker
  ) {
    guard isLine ? curve.p3.isFinite : curve.isFinite else { return }
    let segment = StrokeSegment(curve: curve, isLine: isLine)
    if isActive { cull(segment, &stroker) } else { stroker.append(segment) }
    current = curve.p3
  }

  @inline(never)
  private mutating func cull(_ segment: StrokeSegment, _ stroker: inout Stroker) {
    if let monotony = stroker.monotony { return cull(segment, &stroker, monotony) }
    guard let reachable, segment.curve.isOutside(reachable, coordinatesWithin: precise) else {
      if margin != nil || !loops.isEmpty { appendMargin(&stroker) }
      stroker.append(segment)
      isLeaving = false
      return
    }
    // A segment that ends at its start may add no vertex, so that the segments before and after it are joined.
    let isLoop = segment.curve.p0 == segment.curve.p3
    if stroker.isBegun, isLoop || !isLeaving {
      stroker.append(segment)
      isLeaving = isLeaving || !isLoop
      return
    }
    if stroker.isBegun {
      stroker.finishOutline(closed: false, isCutAtEnd: true)
      isLeaving = false
      hasGap = true
    } else if isLoop {
      loops.append(segment)
      return
    } else if margin != nil || !loops.isEmpty {
      hasGap = true
      if !loops.isEmpty { loops.removeAll() }
    }
    margin = segment
  }

  private mutating func cull(
    _ segment: StrokeSegment, _ stroker: inout Stroker, _ monotony: Monotony
  ) {
    if !monotony.holds(segment) {
      (hasGap, isLeaving) = (true, stroker.isBegun)
    } else {
      if !stroker.isBegun { stroker.isCutAtStart = hasGap }
      stroker.append(segment)
    }
  }

  private mutating func appendMargin(_ stroker: inout Stroker) {
    stroker.isCutAtStart = hasGap
    if let margin { stroker.append(margin) }
    for loop in loops { stroker.append(loop) }
    margin = nil
    loops.removeAll()
  }

  private mutating func finishSubpath(closed: Bool, _ stroker: inout Stroker) {
    stroker.finishOutline(closed: closed, isCutAtEnd: stroker.monotony != nil && isLeaving)
    stroker.monotony = nil
    if !loops.isEmpty { loops.removeAll() }
    (margin, hasGap, isLeaving) = (nil, false, false)
  }
}

extension ArraySlice<Path.Verb> {
  /// Whether the subpath whose elements start the slice is closed.
  fileprivate var isClosed: Bool {
    first { $0 == .move || $0 == .close } == .close
  }
}
