import Geometry

/// The horizontal course of a subpath.
struct SubpathCourse {
  let start: Double
  private(set) var end: Double
  /// The last horizontal step that is not 0; 0 if there is none.
  private(set) var step = 0.0
  /// Whether some points, including control points, are to the left of the point before, and some are to the right.
  private(set) var turnsBack = false
  private(set) var isOpen = true
  /// The number of lines and curves.
  private(set) var segments = 0
  /// Whether all coordinates are finite.
  let isFinite: Bool
  /// A rectangle around all points.
  let box: Rect

  private let element: (verb: Int, point: Int)

  /// Traverses the subpath.
  /// - Parameter element: the element with which the subpath starts, and its point.
  init(_ path: Path, _ element: (verb: Int, point: Int)) {
    self.element = element
    let (verbs, points) = (path.verbs, path.points)
    let first = points[element.point]
    (start, end) = (first.x, first.x)
    var (top, bottom) = (first.y, first.y)
    var next = element.point + 1
    // This sum becomes NaN at the first coordinate that is not finite.
    var zero = 0 * first.x + 0 * first.y
    for verb in verbs[(element.verb + 1)...] {
      if verb == .move { break }
      if verb == .close { isOpen = false }
      if !isOpen { break }
      segments += 1
      for i in next..<next + verb.pointCount {
        let (x, y) = (points[i].x, points[i].y)
        zero += 0 * x + 0 * y
        if (x - end) * step < 0 { turnsBack = true }
        if x != end { step = x - end }
        end = x
        (top, bottom) = (min(top, y), max(bottom, y))
      }
      next += verb.pointCount
    }
    isFinite = zero == 0
    box = Rect(minX: min(start, end), minY: top, maxX: max(start, end), maxY: bottom)
  }

  /// The x of the nearest vertices before and after a range; infinite if there is none.
  func vertices(around range: ClosedRange<Double>, of path: Path) -> ClosedRange<Double> {
    var (before, after) = (-Double.infinity, Double.infinity)
    var last = element.point
    func note(_ x: Double) {
      if x <= range.lowerBound { before = max(before, x) }
      if x >= range.upperBound { after = min(after, x) }
    }
    note(path.points[last].x)
    for verb in path.verbs[(element.verb + 1)...].prefix(segments) {
      last += verb.pointCount
      note(path.points[last].x)
    }
    return before...after
  }
}

extension Path {
  /// The numbers of the open subpaths whose x turns back. The strokes of all others with round joins are the same, bit
  /// by bit, in each part of the path as in the whole path; for a subpath that turns back, this holds only while the
  /// part turns back too.
  var subpathsTurningBack: [Int] {
    if runsRight { return [] }
    var result: [Int] = []
    var (next, subpath) = (0, 0)
    for (i, verb) in verbs.enumerated() {
      if verb == .move {
        let course = SubpathCourse(self, (i, next))
        if course.isOpen, course.turnsBack { result.append(subpath) }
        subpath += 1
      }
      next += verb.pointCount
    }
    return result
  }

  /// Whether no point is left of the point before, as in most lines of a chart over time.
  private var runsRight: Bool {
    points.withUnsafeBufferPointer { points in
      var back: UInt8 = 0
      for i in points.indices.dropFirst() { back |= points[i].x < points[i &- 1].x ? 1 : 0 }
      return back == 0
    }
  }
}
