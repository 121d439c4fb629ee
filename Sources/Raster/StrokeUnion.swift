import CLanes
import Geometry

/// Strokes of subpaths that never turn back, drawn as the union of all points that the pen covers.
extension Stroker {
  mutating func outlineUnited(_ course: Monotony) {
    let last = vertices.count - 1
    vertices.envelopes.begin(course)
    let start = startDirection ?? segment(vertices[0], vertices[1]).direction
    addCap(isCutAtStart ? .butt : style.cap, at: vertices[0], start * -1, isStart: true)
    var first = 1
    while first < last {
      let count = min(last - first, Int(SIDES_ROOM))
      meetSides(from: first, count: count)
      addUnited(course, from: first, count: count)
      first += count
    }
    let end =
      endVelocity.flatMap { direction(of: $0) }
      ?? segment(vertices[last - 1], vertices[last]).direction
    addCap(isCutAtEnd ? .butt : style.cap, at: vertices[last], end, isStart: false)
    vertices.envelopes.finish(into: &sink)
  }

  private mutating func addUnited(_ course: Monotony, from first: Int, count: Int) {
    let sides = vertices.sides
    var i = 0
    while i < count {
      let start = i
      while i < count, sides.meets[i] != 0 { i &+= 1 }
      if i > start { vertices.envelopes.move(along: sides, start..<i) }
      if i == count { return }
      let vertex = first &+ i
      joinUnited(
        course, at: vertex, segment(before: vertex, sides, i),
        segment(before: vertex &+ 1, sides, i &+ 1))
      i &+= 1
    }
  }

  /// Adds both sides around a vertex at which the segments of a side do not meet in one point.
  @inline(never)
  private mutating func joinUnited(
    _ course: Monotony, at vertex: Int, _ a: Segment, _ b: Segment
  ) {
    let isSmooth = vertices.isSmooth(vertex)
    let (d, e) = (a.direction, b.direction)
    let dot = d.x * e.x + d.y * e.y
    let cross = d.x * e.y - d.y * e.x
    // Only one side of a line that reverses can have the join.
    let isLeft = cross == 0 ? (d.y < 0) == course.goesRight : cross > 0
    let (n, m) = isLeft ? (normal(d), normal(e)) : (normal(d) * -1, normal(e) * -1)
    let center = vertices[vertex].applying(transform)
    let (from, to) = (offset(n), offset(m))
    let isStraight = dot > (isSmooth ? stepCosine : smoothCosine)
    let innerMeets =
      dot > Stroker.turningBack
      && 2 * radius * cross.magnitude <= (1 + dot) * min(a.length, b.length)
    let tip = innerMeets || isStraight ? self.tip(from + to, dot, isSmooth: isSmooth) : .zero
    if innerMeets {
      vertices.envelopes.move(left: !isLeft, to: grid(center - tip))
    } else {
      vertices.envelopes.move(left: !isLeft, to: grid(center - from))
      vertices.envelopes.jump(left: !isLeft, to: grid(center - to))
    }
    if isStraight {
      vertices.envelopes.move(left: isLeft, to: grid(center + tip))
    } else {
      addArc(around: center, from: n, to: m, isLeft: isLeft)
    }
    if vertices.envelopes.isNearFlatEnd(grid(center)) { addFlatEnds(at: center, from, to, isLeft) }
  }

  /// Adds a round join, or only its ends if the arc is hidden.
  /// - Parameter center: the centre in device pixels; the offsets of the join's ends are in user space.
  @inline(__always)
  private mutating func addArc(around center: Point, from: Point, to: Point, isLeft: Bool) {
    let (first, last) = (grid(center + offset(from)), grid(center + offset(to)))
    vertices.envelopes.move(left: isLeft, to: first)
    if !vertices.envelopes.hidesArc(left: isLeft, from: first, to: last, around: grid(center)) {
      var v = from
      for _ in 1..<halfCircleSteps {
        guard let next = nextOnArc(after: v, to: to, isLeft: isLeft) else { break }
        v = next
        vertices.envelopes.move(left: isLeft, to: grid(center + offset(v * vertexRadius)))
      }
    }
    vertices.envelopes.move(left: isLeft, to: last)
  }

  /// Adds the ends of the lines before and after a join, which the pen does not cover behind a flat end of the subpath.
  private mutating func addFlatEnds(
    at center: Point, _ from: Point, _ to: Point, _ isLeft: Bool
  ) {
    let (n, m) = isLeft ? (from, to) : (from * -1, to * -1)
    vertices.envelopes.addCap([grid(center + n), grid(center - n)], isStart: false)
    vertices.envelopes.addCap([grid(center - m), grid(center + m)], isStart: true)
  }

  /// - Parameter direction: the direction out of the subpath.
  private mutating func addCap(
    _ cap: LineCap, at end: Point, _ direction: Point, isStart: Bool
  ) {
    let (center, side) = (end.applying(transform), normal(direction))
    let offsets = [side] + capOffsets(cap, direction) + [side * -1]
    let corners = offsets.map { grid(center + offset($0)) }
    let (first, last) = (corners[0], corners[corners.count - 1])
    if isStart {
      vertices.envelopes.jump(left: false, to: first)
      vertices.envelopes.jump(left: true, to: last)
    } else {
      vertices.envelopes.move(left: true, to: first)
      vertices.envelopes.move(left: false, to: last)
    }
    vertices.envelopes.addCap(corners, isStart: isStart)
  }

  /// The offset of the point in which the sides of a turn meet, computed from the sum of the lines' offsets.
  private func tip(_ sum: Point, _ dot: Double, isSmooth: Bool) -> Point {
    let smooth = rows_long(repeating: isSmooth ? -1 : 0)
    return sum * sides_distance(rows_real(repeating: dot), smooth, 1)[0]
  }

  /// The offset in device pixels for one in user space.
  @inline(__always)
  private func offset(_ v: Point) -> Point {
    Point(v.x * transform.a, v.x * transform.b + v.y * transform.d)
  }

  /// The nearest point of the grid, which contains all points of a course.
  @inline(__always)
  private func grid(_ point: Point) -> GridPoint {
    GridPoint(Grid.snap(point.x), Grid.snap(point.y))
  }
}
