import Geometry

/// A line or curve of a path, and how far across it reaches.
struct PathSegment: Equatable {
  private let verb: Path.Verb
  let start: Point
  private let controls: (Point, Point)
  let end: Point
  let low: Double
  let high: Double
  /// Whether it is the first of its subpath, and whether it is the line that closes one.
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

  /// Whether two are the same line or curve.
  @inline(__always)
  static func == (a: PathSegment, b: PathSegment) -> Bool {
    a.verb == b.verb && a.start == b.start && a.controls == b.controls && a.end == b.end
  }

  /// Whether it is a line that a fill has no edge of.
  var isLevel: Bool { verb == .line && start.y == end.y }

  @inline(__always)
  fileprivate func reaches(_ columns: ClosedRange<Double>) -> Bool {
    high >= columns.lowerBound && low <= columns.upperBound
  }

  /// Ends beyond the columns are not told apart for a line that covers nothing.
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

/// Passes the segments of a path, one after another.
struct PathSegments {
  private let verbs: UnsafeBufferPointer<Path.Verb>
  private let points: UnsafeBufferPointer<Point>
  /// Whether open subpaths are closed by a line, as filling them does.
  private let closesAll: Bool
  /// The next element, its first point, and where it begins.
  private var place = Place()
  private var start = Point.zero
  private var isFirst = true
  private var isOpen = false

  private struct Place {
    var verb = 0
    var point = 0
    var current = Point.zero
  }

  /// - Parameter path: with as many points as its elements take, as long as this is used.
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

  /// The line that closes a subpath that is left open, once.
  private var closing: PathSegment? {
    mutating get {
      guard closesAll, isOpen, place.current != start else { return nil }
      let result = PathSegment(.line, place.current, place.current, start, start)
      isOpen = false
      place.current = start
      return result
    }
  }

  /// Passes over segments that do not reach some columns, one after another in a subpath that has
  /// begun.
  /// - Parameter keepsLast: whether the last of them is left to come.
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

  /// Passes over segments that are the same in another path, one after another in subpaths that have
  /// begun, but for the last of them.
  /// - Returns: how many.
  mutating func skip(alike other: inout PathSegments) -> Int {
    if isFirst || other.isFirst || place.current != other.place.current { return 0 }
    var before: (Place, Place)?
    var passed = 0
    while place.verb < verbs.count, other.place.verb < other.verbs.count {
      let kind = verbs[place.verb]
      if kind != other.verbs[other.place.verb] || kind == .move || kind == .close { break }
      let count = kind.pointCount
      var i = 0
      while i < count, points[place.point &+ i] == other.points[other.place.point &+ i] { i &+= 1 }
      if i < count { break }
      before = (place, other.place)
      passed &+= 1
      pass(count)
      other.pass(count)
    }
    if let before { (place, other.place) = before }
    return max(passed &- 1, 0)
  }

  /// Passes over a line or curve.
  @inline(__always)
  private mutating func pass(_ count: Int) {
    place.current = points[place.point &+ count &- 1]
    place.point &+= count
    place.verb &+= 1
    isOpen = true
  }

  /// Whether the subpath is closed whose first segment was the last one.
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

  /// Whether a line or curve ends where it begins: it may be none to a stroke, whose joins are then
  /// made with what comes before and after it.
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

  /// What of the path matters for an outline between two columns.
  ///
  /// It depends on nothing that happens elsewhere: it stays the same, bit by bit, while segments come
  /// at one end of a path and go at the other.
  /// - Parameter columns: as far as a stroke reaches farther than the pixels that are meant.
  func part(of outline: Outline, in columns: ClosedRange<Double>) -> Path {
    switch outline {
    case .fill: PathSegments.of(self, closesAll: true) { $0.filled(in: columns) }
    case .stroke: PathSegments.of(self, closesAll: false) { $0.stroked(in: columns) }
    }
  }
}

extension PathSegments {
  /// What of the path is to be stroked so that its stroke is right in some columns: the segments that
  /// reach them, and one more at either end for the joins; of a closed subpath all.
  fileprivate mutating func stroked(in columns: ClosedRange<Double>) -> Path {
    var path = Path()
    var previous: (segment: PathSegment, isNear: Bool, isAdded: Bool)?
    while true {
      // What follows one that reaches the columns is needed.
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
    return path
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

  /// What of the path is to be filled so that the fill is right in some columns: a stretch beside
  /// them becomes one line between its ends, which encloses the same of them.
  fileprivate mutating func filled(in columns: ClosedRange<Double>) -> Path {
    var path = Path()
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
    return path
  }
}
