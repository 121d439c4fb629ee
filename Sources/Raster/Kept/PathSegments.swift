import Geometry

/// A line or curve of a path, and the range of x that its points span.
struct PathSegment: Equatable {
  private let verb: Path.Verb
  let start: Point
  private let controls: (Point, Point)
  let end: Point
  let low: Double
  let high: Double
  /// Whether the segment is the first of its subpath, and whether the segment is the line that closes its subpath.
  let isFirst: Bool
  let closes: Bool

  @inline(__always)
  fileprivate init(
    _ verb: Path.Verb, _ start: Point, _ a: Point, _ b: Point, _ end: Point, isFirst: Bool = false,
    closes: Bool = false
  ) {
    (self.verb, self.start, controls, self.end) = (verb, start, (a, b), end)
    (self.isFirst, self.closes) = (isFirst, closes)
    low = min(min(start.x, a.x), min(b.x, end.x))
    high = max(max(start.x, a.x), max(b.x, end.x))
  }

  /// Whether two segments are the same line or curve.
  @inline(__always)
  static func == (a: PathSegment, b: PathSegment) -> Bool {
    a.verb == b.verb && a.start == b.start && a.controls == b.controls && a.end == b.end
  }

  /// The box around the segment's points.
  var box: Rect {
    let low = Point(self.low, min(min(start.y, controls.0.y), min(controls.1.y, end.y)))
    let high = Point(self.high, max(max(start.y, controls.0.y), max(controls.1.y, end.y)))
    return Rect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  /// Whether the segment is a level line, for which a fill has no edge.
  var isLevel: Bool { verb == .line && start.y == end.y }

  @inline(__always)
  fileprivate func reaches(_ columns: ClosedRange<Double>) -> Bool {
    high >= columns.lowerBound && low <= columns.upperBound
  }

  /// The segment. The ends of a level line, which covers nothing, are moved to just beyond the columns, so that lines
  /// that differ only farther away become equal.
  fileprivate func clamped(to columns: ClosedRange<Double>) -> PathSegment {
    guard isLevel else { return self }
    func held(_ p: Point) -> Point {
      Point(min(max(p.x, columns.lowerBound - 1), columns.upperBound + 1), p.y)
    }
    let (from, to) = (held(start), held(end))
    return PathSegment(.line, from, from, to, to)
  }

  fileprivate func add(to path: inout Path) {
    switch verb {
    case .move, .close: break
    case .line: path.addLine(to: end)
    case .quad: path.addQuadCurve(to: end, control: controls.0)
    case .cubic: path.addCurve(to: end, control1: controls.0, control2: controls.1)
    }
  }
}

/// An iterator over the segments of a path.
struct PathSegments {
  private var verbs: UnsafeBufferPointer<Path.Verb>
  private var points: UnsafeBufferPointer<Point>
  /// Whether open subpaths are closed by a line, as for a fill.
  private let closesAll: Bool
  /// The next element: the indices of its verb and its first point, and the point at which the element starts.
  private var place = Place()
  private var start = Point.zero
  private var isFirst = true
  private var isOpen = false
  /// Whether the last segments are left out.
  private var isCut = false

  private struct Place {
    var verb = 0
    var point = 0
    var current = Point.zero
  }

  /// The memory must outlive the iterator.
  private init(
    _ verbs: UnsafeBufferPointer<Path.Verb>, _ points: UnsafeBufferPointer<Point>, closesAll: Bool
  ) {
    (self.verbs, self.points, self.closesAll) = (verbs, points, closesAll)
  }

  static func of<Result>(
    _ path: Path, closesAll: Bool, _ body: (inout PathSegments) -> Result
  ) -> Result {
    path.points.withUnsafeBufferPointer { points in
      path.verbs.withUnsafeBufferPointer { verbs in
        var segments = PathSegments(verbs, points, closesAll: closesAll)
        return body(&segments)
      }
    }
  }

  @inline(__always)
  mutating func next() -> PathSegment? {
    while place.verb < verbs.count {
      switch verbs[place.verb] {
      case .move:
        if let closing { return closing }
        start = points[place.point]
        place.current = start
        isFirst = true
        place.verb &+= 1
        place.point &+= 1
      case .line:
        return segment(.line, place.current, points[place.point], to: points[place.point])
      case .quad:
        return segment(
          .quad, points[place.point], points[place.point], to: points[place.point &+ 1])
      case .cubic:
        return segment(
          .cubic, points[place.point], points[place.point &+ 1], to: points[place.point &+ 2])
      case .close:
        return segment(.close, place.current, start, to: start)
      }
    }
    return closing
  }

  @inline(__always)
  private mutating func segment(
    _ verb: Path.Verb, _ a: Point, _ b: Point, to end: Point
  ) -> PathSegment {
    let closes = verb == .close
    let result = PathSegment(
      closes ? .line : verb, place.current, a, b, end, isFirst: isFirst, closes: closes)
    place.current = end
    (isFirst, isOpen) = (false, !closes)
    place.verb &+= 1
    place.point &+= verb.pointCount
    return result
  }

  /// The line that closes an open subpath; nil if there is none, or if the line was returned before.
  private var closing: PathSegment? {
    mutating get {
      guard closesAll, isOpen, !isCut, place.current != start else { return nil }
      let result = PathSegment(.line, place.current, place.current, start, start)
      isOpen = false
      place.current = start
      return result
    }
  }

  /// Skips the next segments of a started subpath while they do not reach some columns.
  /// - Parameter keepsLast: whether the last of these segments is kept.
  @inline(__always)
  fileprivate mutating func skip(beside columns: ClosedRange<Double>, keepsLast: Bool) {
    if isFirst { return }
    var before: Place?
    while place.verb < verbs.count {
      let kind = verbs[place.verb]
      if kind == .move || kind == .close { break }
      let count = kind.pointCount
      var (low, high) = (place.current.x, place.current.x)
      for i in place.point..<place.point &+ count {
        low = min(low, points[i].x)
        high = max(high, points[i].x)
      }
      if high >= columns.lowerBound && low <= columns.upperBound { break }
      if keepsLast { before = place }
      pass(count)
    }
    if let before { place = before }
  }

  /// Skips the next segments of two started subpaths while they are the same in both, except the last of these
  /// segments.
  /// - Parameter kept: the number of equal segments that are not skipped.
  /// - Returns: the number of segments skipped.
  mutating func skip(alike other: inout PathSegments, keeping kept: Int = 1) -> Int {
    if isFirst || other.isFirst || place.current != other.place.current { return 0 }
    let begin = (place, other.place)
    var passed = 0
    while place.verb < verbs.count, other.place.verb < other.verbs.count {
      let kind = verbs[place.verb]
      if kind != other.verbs[other.place.verb] || kind == .move || kind == .close { break }
      let count = kind.pointCount
      var i = 0
      while i < count, points[place.point &+ i] == other.points[other.place.point &+ i] { i &+= 1 }
      if i < count { break }
      passed &+= 1
      pass(count)
      other.pass(count)
    }
    if passed <= kept {
      (place, other.place) = begin
      return 0
    }
    for _ in 0..<kept {
      stepBack()
      other.stepBack()
    }
    return passed &- kept
  }

  /// Leaves out the last segments of two started subpaths with the same first point while they are the same in both.
  /// Leaves out none if another subpath follows.
  /// - Parameter kept: the number of equal segments that are not left out.
  /// - Returns: the number of segments left out.
  mutating func cutEnd(alike other: inout PathSegments, keeping kept: Int) -> Int {
    guard !isFirst, !other.isFirst, isCut || start == other.start, !hasMove, !other.hasMove else {
      return 0
    }
    var (end, otherEnd) = (verbs.count, other.verbs.count)
    var (point, otherPoint) = (points.count, other.points.count)
    while end > place.verb, otherEnd > other.place.verb,
      verbs[end &- 1] == other.verbs[otherEnd &- 1]
    {
      let count = verbs[end &- 1].pointCount
      // The point before a segment is a part of the segment.
      var i = 1
      while i <= count &+ 1, points[point &- i] == other.points[otherPoint &- i] { i &+= 1 }
      if i <= count &+ 1 { break }
      (end, otherEnd) = (end &- 1, otherEnd &- 1)
      (point, otherPoint) = (point &- count, otherPoint &- count)
    }
    let passed = verbs.count &- end
    if passed <= kept { return 0 }
    verbs = UnsafeBufferPointer(rebasing: verbs[..<(end &+ kept)])
    other.verbs = UnsafeBufferPointer(rebasing: other.verbs[..<(otherEnd &+ kept)])
    (isCut, other.isCut) = (true, true)
    return passed &- kept
  }

  /// Leaves out the closing lines of two subpaths with different first points, and the segments of this subpath after
  /// the end of the other one. A band loses its first samples at both ends of its path.
  /// - Parameter most: the largest number of segments besides the closing line.
  /// - Returns: the range of x of the segments left out; nil, with none left out, if the other subpath does not end at
  ///   a point of this one, or if another subpath follows.
  mutating func cutGone(before other: inout PathSegments, most: Int) -> ClosedRange<Double>? {
    guard !isFirst, !other.isFirst, !hasMove, !other.hasMove, verbs.last == .close,
      other.verbs.last == .close, let last = other.points.last
    else { return nil }
    var (low, high) = (min(start.x, other.start.x), max(start.x, other.start.x))
    var (end, point) = (verbs.count &- 1, points.count)
    let least = max(place.verb, end &- most)
    while end > least {
      let at = points[point &- 1]
      (low, high) = (min(low, at.x), max(high, at.x))
      if at == last { break }
      let count = verbs[end &- 1].pointCount
      for i in point &- count..<point {
        (low, high) = (min(low, points[i].x), max(high, points[i].x))
      }
      (end, point) = (end &- 1, point &- count)
    }
    if end <= least { return nil }
    verbs = UnsafeBufferPointer(rebasing: verbs[..<end])
    points = UnsafeBufferPointer(rebasing: points[..<point])
    other.verbs = UnsafeBufferPointer(rebasing: other.verbs.dropLast())
    (isCut, other.isCut) = (true, true)
    return low...high
  }

  /// Whether another subpath follows.
  private var hasMove: Bool { verbs[place.verb...].contains(.move) }

  /// Goes back to the line or curve that was passed last, which must not be the first one passed.
  @inline(__always)
  private mutating func stepBack() {
    place.verb &-= 1
    place.point &-= verbs[place.verb].pointCount
    place.current = points[place.point &- 1]
  }

  /// Skips a line or curve with a number of points.
  @inline(__always)
  private mutating func pass(_ count: Int) {
    place.current = points[place.point &+ count &- 1]
    place.point &+= count
    place.verb &+= 1
    isOpen = true
  }

  /// Whether the subpath is closed. The segment returned last must be the first of the subpath.
  private var isClosed: Bool {
    var i = place.verb
    while i < verbs.count, verbs[i] != .move {
      if verbs[i] == .close { return true }
      i &+= 1
    }
    return false
  }
}

extension Path {
  /// Whether all its points are finite.
  var isFinite: Bool {
    points.withUnsafeBufferPointer { points in
      var beyond: UInt8 = 0
      for p in points {
        beyond |= p.x.magnitude < .infinity ? 0 : 1
        beyond |= p.y.magnitude < .infinity ? 0 : 1
      }
      return beyond == 0
    }
  }

  /// Whether a line or curve ends at its start. A stroke may leave out such a segment, and join the segments before and
  /// after.
  var hasLoops: Bool {
    points.withUnsafeBufferPointer { points in
      var end = -1
      return verbs.contains { verb in
        let last = end
        end += verb.pointCount
        return verb != .move && verb != .close && last >= 0 && points[last] == points[end]
      }
    }
  }

  /// The part of the path that matters for its outline in a range of x.
  ///
  /// The part does not depend on segments outside the range, and stays the same, bit by bit, while segments are added
  /// at one end of the path and removed at the other.
  /// - Parameters:
  ///   - columns: the range, wider than the pixels by the reach of the stroke.
  ///   - path: the path that is replaced by the part; its memory is reused.
  func writePart(of outline: Outline, in columns: ClosedRange<Double>, to path: inout Path) {
    path.removeAll(keepingCapacity: true)
    switch outline {
    case .fill: PathSegments.of(self, closesAll: true) { $0.fill(in: columns, into: &path) }
    case .stroke: PathSegments.of(self, closesAll: false) { $0.stroke(in: columns, into: &path) }
    }
  }
}

extension PathSegments {
  /// Writes the part of the path that must be stroked for a correct stroke in some columns: the segments that reach the
  /// columns, one more at either end for the joins, and whole closed subpaths.
  fileprivate mutating func stroke(in columns: ClosedRange<Double>, into path: inout Path) {
    var previous: (segment: PathSegment, isNear: Bool, isAdded: Bool)?
    while true {
      // An element after one that reaches the columns is needed.
      if previous?.isNear != true { skip(beside: columns, keepsLast: true) }
      guard let segment = next() else { break }
      if segment.isFirst {
        previous = nil
        if segment.closes || isClosed {
          addClosed(from: segment, to: &path, in: columns)
          continue
        }
      }
      let isNear = segment.reaches(columns)
      if isNear, let last = previous, !last.isAdded {
        path.move(to: last.segment.start)
        last.segment.add(to: &path)
        previous!.isAdded = true
      }
      let isAdded = isNear || previous?.isNear == true
      if isAdded {
        if previous?.isAdded != true { path.move(to: segment.start) }
        segment.add(to: &path)
      }
      previous = (segment, isNear, isAdded)
    }
  }

  private mutating func addClosed(
    from first: PathSegment, to path: inout Path, in columns: ClosedRange<Double>
  ) {
    var whole = Path()
    whole.move(to: first.start)
    var isNear = false
    var segment: PathSegment? = first
    while let some = segment {
      isNear = isNear || some.reaches(columns)
      if some.closes { break }
      some.add(to: &whole)
      segment = next()
    }
    whole.closeSubpath()
    if isNear { path.append(whole) }
  }

  /// Writes the part of the path that must be filled for a correct fill in some columns: consecutive segments outside
  /// the columns become one line between their ends, which encloses the same pixels of the columns.
  fileprivate mutating func fill(in columns: ClosedRange<Double>, into path: inout Path) {
    var isBegun = false
    while true {
      skip(beside: columns, keepsLast: false)
      guard let segment = next() else { break }
      if segment.isFirst {
        if isBegun { path.closeSubpath() }
        isBegun = false
      }
      guard segment.reaches(columns) else { continue }
      let part = segment.clamped(to: columns)
      if !isBegun {
        path.move(to: part.start)
      } else if path.currentPoint != part.start {
        path.addLine(to: part.start)
      }
      isBegun = true
      part.add(to: &path)
    }
    if isBegun { path.closeSubpath() }
  }
}
