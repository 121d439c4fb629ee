import CLanes
import Geometry

// MARK: Subpaths
extension Stroker {
  struct Segment {
    /// The direction, of length 1, and the distance to the next vertex.
    var direction: Point
    var length: Double
  }

  @inline(__always)
  func segment(_ a: Point, _ b: Point) -> Segment {
    let d = b - a
    let squared = d.x * d.x + d.y * d.y
    if squared > 1e-300, squared < 1e300 {
      let length = squared.squareRoot()
      return Segment(direction: d * (1 / length), length: length)
    }
    return distantSegment(d)
  }

  /// A segment of a very large or very small length, whose square is outside the range of a Double.
  @inline(never)
  private func distantSegment(_ d: Point) -> Segment {
    let largest = max(d.x.magnitude, d.y.magnitude)
    let (x, y) = (d.x / largest, d.y / largest)
    let length = (x * x + y * y).squareRoot()
    return Segment(direction: Point(x / length, y / length), length: largest * length)
  }

  mutating func outline(closed: Bool) {
    let count = vertices.count
    let first = segment(vertices[0], vertices[1])
    if closed { return outlineClosed(first) }
    let direction = startDirection ?? first.direction
    begin(vertices[0], Segment(direction: direction, length: 0))
    cap(
      isCutAtStart ? .butt : style.cap, at: vertices[0], from: right, to: left,
      direction: direction * -1)
    addSides(before: count - 1)
    finish(at: vertices[count - 1], segment(vertices[count - 2], vertices[count - 1]))
  }

  /// - Parameter first: the line after the first vertex.
  private mutating func outlineClosed(_ first: Segment) {
    let count = vertices.count
    vertices.wrap()
    let last = segment(vertices[count - 1], vertices[0])
    meetSides(from: count, count: 1)
    let sides = vertices.sides
    let meets = sides.meets[0] != 0
    if meets {
      left = Corner(x: sides.left_x[0], y: sides.left_y[0])
      right = Corner(x: sides.right_x[0], y: sides.right_y[0])
    } else {
      begin(vertices[0], last)
    }
    let start = (left: left, right: right)
    if !meets { join(at: 0, last, first) }
    addSides(before: count)
    moveLeft(to: start.left)
    moveRight(to: start.right)
  }

  private mutating func finish(at end: Point, _ last: Segment) {
    let direction = endVelocity.flatMap { self.direction(of: $0) } ?? last.direction
    let normal = self.normal(direction)
    moveLeft(to: device(end, normal))
    moveRight(to: device(end, normal * -1))
    cap(isCutAtEnd ? .butt : style.cap, at: end, from: left, to: right, direction: direction)
  }

  /// Draws both sides along the vertices after the first.
  private mutating func addSides(before end: Int) {
    var first = 1
    while first < end {
      let count = min(end - first, Int(SIDES_ROOM))
      meetSides(from: first, count: count)
      addSides(from: first, count: count)
      first += count
    }
  }

  func meetSides(from first: Int, count: Int) {
    withUnsafePointer(to: frame) {
      vertices.meetSides(from: first, count: count, $0, sink.kernels)
    }
  }

  private mutating func addSides(from first: Int, count: Int) {
    let sides = vertices.sides
    var i = 0
    while i < count {
      let start = i
      while i < count, sides.meets[i] != 0 { i &+= 1 }
      if i > start { sink.add(sides, start..<i, left: &left, right: &right) }
      if i == count { return }
      join(
        at: first &+ i, segment(before: first &+ i, sides, i),
        segment(before: first &+ i &+ 1, sides, i &+ 1))
      i &+= 1
    }
  }

  /// The line before a vertex, from the columns if they contain the line.
  func segment(before vertex: Int, _ sides: stroke_sides, _ i: Int) -> Segment {
    let length = sides.length[i]
    if length < 0 { return segment(vertices[vertex &- 1], vertices[vertex]) }
    return Segment(
      direction: Point(sides.direction_x[i], sides.direction_y[i]), length: length)
  }

  /// The offset to the left side.
  func normal(_ direction: Point) -> Point {
    Point(direction.y * radius, -direction.x * radius)
  }

  @inline(__always)
  private func device(_ point: Point, _ offset: Point) -> Corner {
    Corner((point + offset).applying(transform))
  }

  private mutating func begin(_ point: Point, _ segment: Segment) {
    let normal = self.normal(segment.direction)
    left = device(point, normal)
    right = device(point, normal * -1)
  }

  @inline(__always)
  private mutating func moveLeft(to point: Corner) {
    sink.add(left, point)
    left = point
  }

  @inline(__always)
  private mutating func moveRight(to point: Corner) {
    sink.add(point, right)
    right = point
  }
}

// MARK: Joins and caps
extension Stroker {
  /// Draws both sides around a vertex at which the segments of a side do not meet in one point.
  @inline(never)
  private mutating func join(at vertex: Int, _ a: Segment, _ b: Segment) {
    let isSmooth = vertices.isSmooth(vertex)
    let p = vertices[vertex]
    let (d, e) = (a.direction, b.direction)
    let dot = d.x * e.x + d.y * e.y
    let cross = d.x * e.y - d.y * e.x
    let isNearlyStraight = dot > (isSmooth ? stepCosine : smoothCosine)
    let (n, m) = (normal(d), normal(e))
    // With y pointing down, a positive cross product means a turn to the right, whose left side is outside.
    let isLeftOuter = cross >= 0
    let (from, to) = isLeftOuter ? (n, m) : (n * -1, m * -1)
    let tip =
      (from + to)
      * sides_distance(rows_real(repeating: dot), rows_long(repeating: isSmooth ? -1 : 0), 1)[0]
    let shortest = min(a.length, b.length)
    if dot > Stroker.turningBack, 2 * radius * cross.magnitude <= (1 + dot) * shortest {
      // The inner sides meet before the middle of either segment.
      move(left: !isLeftOuter, to: device(p, tip * -1))
    } else {
      move(left: !isLeftOuter, to: device(p, from * -1))
      // A chord across the inside of the turn is within both segments if they are long enough.
      if shortest < radius { move(left: !isLeftOuter, to: device(p, .zero)) }
      move(left: !isLeftOuter, to: device(p, to * -1))
    }
    let join = isNearlyStraight ? .miter : isSmooth ? .round : style.join
    if join == .miter, isNearlyStraight || dot >= miterCosine {
      move(left: isLeftOuter, to: device(p, tip))
    } else {
      move(left: isLeftOuter, to: device(p, from))
      if join == .round { addArc(around: p, from: from, to: to, isLeft: isLeftOuter) }
      move(left: isLeftOuter, to: device(p, to))
    }
  }

  /// The cosine of the turn below which a line reverses. The point in which its inner sides meet is lost in rounding,
  /// or does not exist.
  static let turningBack = -1 + 1e-9

  @inline(__always)
  private mutating func move(left isLeft: Bool, to point: Corner) {
    if isLeft { moveLeft(to: point) } else { moveRight(to: point) }
  }

  /// The vertices between the ends of a round join.
  private mutating func addArc(
    around center: Point, from: Point, to: Point, isLeft: Bool
  ) {
    var v = from
    for _ in 1..<halfCircleSteps {
      guard let next = nextOnArc(after: v, to: to, isLeft: isLeft) else { break }
      v = next
      move(left: isLeft, to: device(center, v * vertexRadius))
    }
  }

  /// The next vertex of a round join, as an offset in user space; nil at the end of the join.
  @inline(__always)
  func nextOnArc(after v: Point, to end: Point, isLeft: Bool) -> Point? {
    // With y pointing down, an outer turn of the left side is to the right, a positive rotation.
    let sine = isLeft ? stepSine : -stepSine
    let next = Point(v.x * stepCosine - v.y * sine, v.x * sine + v.y * stepCosine)
    let turn = (next.x * end.y - next.y * end.x) * (isLeft ? 1 : -1)
    return turn <= 0 && next.x * end.x + next.y * end.y > 0 ? nil : next
  }

  private mutating func cap(
    _ cap: LineCap, at point: Point, from: Corner, to: Corner, direction: Point
  ) {
    var previous = from
    for offset in capOffsets(cap, direction) {
      let next = device(point, offset)
      sink.add(previous, next)
      previous = next
    }
    sink.add(previous, to)
  }

  /// The corners of a cap between its ends, around the end of the line.
  func capOffsets(_ cap: LineCap, _ direction: Point) -> [Point] {
    let side = normal(direction)
    switch cap {
    case .butt: return []
    case .square:
      let forward = direction * radius
      return [side + forward, forward - side]
    case .round:
      var v = side
      return (1..<halfCircleSteps).map { _ in
        v = Point(v.x * stepCosine - v.y * stepSine, v.x * stepSine + v.y * stepCosine)
        return v * vertexRadius
      }
    }
  }

  /// Draws a subpath without length: a disc with round caps, otherwise nothing.
  mutating func addDot(at point: Point) {
    guard style.cap == .round else { return }
    let direction = Point(1, 0)
    begin(point, Segment(direction: direction, length: 0))
    let (l, r) = (left, right)
    cap(.round, at: point, from: l, to: r, direction: direction)
    cap(.round, at: point, from: r, to: l, direction: direction * -1)
  }
}
