import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// How far, in device pixels, round joins and caps may lie from true circles.
let roundingTolerance = 0.075

/// A point of a flattened subpath; `isSmooth` inside of a curve, where a turn is always round.
struct StrokeVertex {
  var point: Point
  var isSmooth: Bool
}

/// Turns a path into the outline of its stroke, as lines in device pixels to be filled non-zero.
///
/// Both sides of a subpath are walked at once. Every piece of the outline winds the same way, so
/// that overlaps add up and are never holes, and one fill of it blends each pixel once. The
/// stroke is built in user space, and its points are then transformed, as Core Graphics does.
struct Stroker {
  private let transform: AffineTransform
  private let style: StrokeStyle
  private let flattener: Flattener
  /// Half of the width, in user space.
  private let radius: Double
  /// Corners whose turn's cosine is above this need no join: the sides meet in one point. Inside
  /// of a curve, where that point stands for an arc, turns by a step of a circle do.
  private let smoothCosine: Double
  /// A miter is drawn for turns whose cosine is above this.
  private let miterCosine: Double
  /// The steps of a half circle, and the rotation by one of them.
  private let halfCircleSteps: Int
  private let stepCosine: Double
  private let stepSine: Double
  /// The radius of a round join's inner vertices: lines between them enclose the circle's area.
  private let vertexRadius: Double
  /// The flattening tolerance in user space.
  private let tolerance: Double

  private(set) var sink: EdgeSink
  /// The last points of both sides.
  private var left = Corner(.zero)
  private var right = Corner(.zero)
  /// The flattened subpath under way.
  private(set) var vertices: GrowingList<StrokeVertex>
  /// Whether the subpath under way had a segment, be it of no length.
  private var hadSegment = false
  /// The directions in which an open subpath that starts or ends with a curve does so: a cap is square
  /// to the curve, not to the first or last line that stands for it.
  private var startDirection: Point?
  private var endDirection: Point?

  /// Nil where nothing is to be drawn: a width that is not above zero and finite, or a transform
  /// that is degenerate or not finite.
  /// - Parameter vertices: memory to be used.
  init?(
    style: StrokeStyle, transform: AffineTransform, visible: Rect, sink: EdgeSink,
    vertices: GrowingList<StrokeVertex>
  ) {
    guard style.width > 0, style.width.isFinite, let inverse = transform.inverted else {
      return nil
    }
    let t = transform
    let scale = max(t.a * t.a + t.b * t.b, t.c * t.c + t.d * t.d).squareRoot()
    guard scale > 0, scale.isFinite else { return nil }
    self.transform = transform
    self.style = style
    self.sink = sink
    self.vertices = vertices
    self.vertices.removeAll()
    radius = style.width / 2
    tolerance = flatteningTolerance / scale
    let deviceRadius = radius * scale
    // The point lies r (1 / cos(turn / 2) - 1) outside of the corner's circle, a fiftieth pixel.
    smoothCosine = 1 - min(0.08 / max(deviceRadius, 0.25), 0.1)
    let limit = style.miterLimit.isNaN ? 10 : max(style.miterLimit, 1)
    // The miter's length is 1 / cos(turn / 2) of the width.
    miterCosine = max(2 / (limit * limit) - 1, -0.9999)
    let angle = (12 * roundingTolerance / max(deviceRadius, 1e-3)).squareRoot()
    halfCircleSteps = Int(min(max((Double.pi / angle).rounded(.up), 3), 512))
    let step = Double.pi / Double(halfCircleSteps)
    stepCosine = cos(step)
    stepSine = sin(step)
    vertexRadius = (step / stepSine).squareRoot()
    let reach = radius * max(limit, 2)
    flattener = Flattener(
      visible: visible.applying(inverse).insetBy(dx: -reach, dy: -reach))
  }

  /// Passes the outline of the stroke to the sink.
  mutating func stroke(_ path: Path) {
    path.points.withUnsafeBufferPointer { points in
      path.verbs.withUnsafeBufferPointer { verbs in stroke(verbs, points) }
    }
  }

  private mutating func stroke(
    _ verbs: UnsafeBufferPointer<Path.Verb>, _ points: UnsafeBufferPointer<Point>
  ) {
    var start = Point.zero
    var current = Point.zero
    var next = 0
    for verb in verbs {
      switch verb {
      case .move:
        finishSubpath(closed: false)
        start = points[next]
        current = start
        if start.isFinite { vertices.append(StrokeVertex(point: start, isSmooth: false)) }
      case .line:
        addLine(to: points[next], &current)
      case .quad:
        addCurve(
          CubicCurve(
            quadFrom: current, control: points[next], to: points[next + 1]), &current)
      case .cubic:
        addCurve(
          CubicCurve(
            current, points[next], points[next + 1], points[next + 2]), &current)
      case .close:
        addLine(to: start, &current)
        finishSubpath(closed: true)
        current = start
      }
      next += verb.pointCount
    }
    finishSubpath(closed: false)
  }

  private mutating func addLine(to end: Point, _ current: inout Point) {
    guard end.isFinite else { return }
    beginSegment(at: current)
    if vertices.count == 1 { startDirection = nil }
    endDirection = nil
    append(end, isSmooth: false)
    current = end
  }

  private mutating func addCurve(_ curve: CubicCurve, _ current: inout Point) {
    guard curve.isFinite else { return }
    beginSegment(at: current)
    if vertices.count == 1 { startDirection = direction(of: curve.derivative(at: 0)) }
    endDirection = direction(of: curve.derivative(at: 1))
    let pieces = max(curve.pieceCount(tolerance: tolerance), turningPieces(curve))
    if pieces <= 64 {
      curve.forEachInteriorPoint(pieces: Int(pieces)) { append($0, isSmooth: true) }
      append(curve.p3, isSmooth: false)
    } else {
      flattener.forEachPoint(of: curve, tolerance: tolerance) { append($0, isSmooth: true) }
      if vertices.count > 0 { vertices.base[vertices.count - 1].isSmooth = false }
    }
    current = curve.p3
  }

  private mutating func beginSegment(at point: Point) {
    hadSegment = true
    if vertices.count == 0, point.isFinite {
      vertices.append(StrokeVertex(point: point, isSmooth: false))
    }
  }

  /// Nil for a velocity that has no direction.
  private func direction(of velocity: Point) -> Point? {
    let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
    return speed > 1e-150 && speed < 1e150 ? velocity * (1 / speed) : nil
  }

  /// The pieces that a wide stroke's outer side needs: a bend of the curve is longer out there.
  private func turningPieces(_ curve: CubicCurve) -> Double {
    let chord = curve.p3 - curve.p0
    let (a, b, c) = (curve.p1 - curve.p0, curve.p2 - curve.p1, curve.p3 - curve.p2)
    // Without a bend the legs point where the chord does.
    func bend(_ leg: Point) -> Double {
      let cross = leg.x * chord.y - leg.y * chord.x
      let lengths = (leg.x * leg.x + leg.y * leg.y) * (chord.x * chord.x + chord.y * chord.y)
      if lengths <= 0 { return 0 }
      let sine = min(cross.magnitude / lengths.squareRoot(), 1)
      return leg.x * chord.x + leg.y * chord.y < 0 ? 2 - sine : sine
    }
    // The sum is near to the angle turned; halves for the step that a round join would take.
    let turn = (bend(a) + 2 * bend(b) + bend(c)) * 1.1
    return (turn * Double(halfCircleSteps) / Double.pi).rounded(.up)
  }

  @inline(__always)
  private mutating func append(_ point: Point, isSmooth: Bool) {
    let last = vertices.base + (vertices.count &- 1)
    if vertices.count > 0, last.pointee.point == point {
      last.pointee.isSmooth = last.pointee.isSmooth && isSmooth
    } else {
      vertices.append(StrokeVertex(point: point, isSmooth: isSmooth))
    }
  }
}

// MARK: Subpaths
extension Stroker {
  private struct Segment {
    /// The direction, of length 1, and the distance to the next vertex.
    var direction: Point
    var length: Double
  }

  private mutating func finishSubpath(closed: Bool) {
    let list = vertices.base
    if closed, vertices.count > 1, list[vertices.count - 1].point == list[0].point {
      vertices.removeLast()
      list[0].isSmooth = false
    }
    if vertices.count > 1 {
      outline(UnsafeBufferPointer(start: list, count: vertices.count), closed: closed)
    } else if vertices.count == 1, hadSegment {
      addDot(at: list[0].point)
    }
    vertices.removeAll()
    hadSegment = false
    (startDirection, endDirection) = (nil, nil)
  }

  @inline(__always)
  private func segment(_ a: Point, _ b: Point) -> Segment {
    let d = b - a
    let length = (d.x * d.x + d.y * d.y).squareRoot()
    if length > 1e-150, length < 1e150 {
      return Segment(direction: d * (1 / length), length: length)
    }
    return distantSegment(d)
  }

  /// Squares of very large and very small distances leave the range of a double.
  @inline(never)
  private func distantSegment(_ d: Point) -> Segment {
    let largest = max(d.x.magnitude, d.y.magnitude)
    let (x, y) = (d.x / largest, d.y / largest)
    let length = (x * x + y * y).squareRoot()
    return Segment(direction: Point(x / length, y / length), length: largest * length)
  }

  private mutating func outline(_ list: UnsafeBufferPointer<StrokeVertex>, closed: Bool) {
    let count = list.count
    let first = segment(list[0].point, list[1].point)
    var previous = first
    var start = (left: left, right: right)
    if closed {
      previous = segment(list[count - 1].point, list[0].point)
      begin(list[0].point, previous)
      join(at: list[0], previous, first, isFirst: true)
      start = (left, right)
      join(at: list[0], previous, first, isFirst: false)
      previous = first
    } else {
      let direction = startDirection ?? first.direction
      begin(list[0].point, Segment(direction: direction, length: 0))
      cap(at: list[0].point, from: right, to: left, direction: direction * -1)
    }
    var i = 1
    while i < (closed ? count : count - 1) {
      let next = segment(list[i].point, list[i + 1 == count ? 0 : i + 1].point)
      if let middle = tip(at: list[i], previous, next) {
        let center = list[i].point.applying(transform)
        moveLeft(to: Corner(center + middle))
        moveRight(to: Corner(center - middle))
      } else {
        join(at: list[i], previous, next, isFirst: false)
      }
      previous = next
      i += 1
    }
    if closed {
      moveLeft(to: start.left)
      moveRight(to: start.right)
    } else {
      let end = list[count - 1].point
      let direction = endDirection ?? previous.direction
      let normal = self.normal(direction)
      moveLeft(to: device(end, normal))
      moveRight(to: device(end, normal * -1))
      cap(at: end, from: left, to: right, direction: direction)
    }
  }

  /// The offset to the left side.
  private func normal(_ direction: Point) -> Point {
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
  /// In device pixels, how far from a vertex its sides meet, to the left and opposite to the right;
  /// nil where it needs a join.
  @inline(__always)
  private func tip(at vertex: StrokeVertex, _ a: Segment, _ b: Segment) -> Point? {
    let (d, e) = (a.direction, b.direction)
    let dot = d.x * e.x + d.y * e.y
    let cross = d.x * e.y - d.y * e.x
    // Where the inner side would fold back over a short segment, its loop would be a hole.
    guard dot > (vertex.isSmooth ? stepCosine : smoothCosine),
      min(a.length, b.length) > 1.05 * radius * cross.magnitude
    else { return nil }
    // A corner's sides meet in a tip; inside of a curve the point is a vertex of lines around an
    // arc of the turn θ, whose area is right at 1 - θ²/24 of the tip's distance.
    let distance = radius * (vertex.isSmooth ? 1 - (1 - dot) / 12 : 1) / (1 + dot)
    let (x, y) = ((d.y + e.y) * distance, -(d.x + e.x) * distance)
    return Point(x * transform.a + y * transform.c, x * transform.b + y * transform.d)
  }

  /// Draws both sides around a vertex. For the first join of a closed subpath, `isFirst` only
  /// moves to where its outline begins.
  @inline(never)
  private mutating func join(
    at vertex: StrokeVertex, _ a: Segment, _ b: Segment, isFirst: Bool
  ) {
    if let middle = tip(at: vertex, a, b) {
      let center = vertex.point.applying(transform)
      let (l, r) = (Corner(center + middle), Corner(center - middle))
      if isFirst {
        (left, right) = (l, r)
      } else {
        moveLeft(to: l)
        moveRight(to: r)
      }
      return
    }
    let (d, e) = (a.direction, b.direction)
    let dot = d.x * e.x + d.y * e.y
    let cross = d.x * e.y - d.y * e.x
    let isNearlyStraight = dot > (vertex.isSmooth ? stepCosine : smoothCosine)
    let (n, m) = (normal(d), normal(e))
    let p = vertex.point
    if isFirst { return }
    // With y down a positive cross product turns to the right: the left side is outside.
    let isLeftOuter = cross >= 0
    let (from, to) = isLeftOuter ? (n, m) : (n * -1, m * -1)
    let tip = (from + to) * ((vertex.isSmooth ? 1 - (1 - dot) / 12 : 1) / (1 + dot))
    let shortest = min(a.length, b.length)
    if 2 * radius * cross.magnitude <= (1 + dot) * shortest {
      // The inner sides meet before either segment's middle.
      move(left: !isLeftOuter, to: device(p, tip * -1))
    } else {
      move(left: !isLeftOuter, to: device(p, from * -1))
      // A chord over the inside of the turn lies within both segments if they are long enough.
      if shortest < radius { move(left: !isLeftOuter, to: device(p, .zero)) }
      move(left: !isLeftOuter, to: device(p, to * -1))
    }
    let join = isNearlyStraight ? .miter : vertex.isSmooth ? .round : style.join
    if join == .miter, isNearlyStraight || dot >= miterCosine {
      move(left: isLeftOuter, to: device(p, tip))
    } else {
      move(left: isLeftOuter, to: device(p, from))
      if join == .round { addArc(around: p, from: from, to: to, isLeft: isLeftOuter) }
      move(left: isLeftOuter, to: device(p, to))
    }
  }

  @inline(__always)
  private mutating func move(left isLeft: Bool, to point: Corner) {
    if isLeft { moveLeft(to: point) } else { moveRight(to: point) }
  }

  /// The vertices between the ends of a round join.
  private mutating func addArc(
    around center: Point, from: Point, to: Point, isLeft: Bool
  ) {
    // On the left side an outer turn is to the right, which with y down is a positive rotation.
    let sine = isLeft ? stepSine : -stepSine
    var v = from
    for _ in 1..<halfCircleSteps {
      v = Point(v.x * stepCosine - v.y * sine, v.x * sine + v.y * stepCosine)
      let turn = (v.x * to.y - v.y * to.x) * (isLeft ? 1 : -1)
      if turn <= 0, v.x * to.x + v.y * to.y > 0 { break }
      let point = device(center, v * vertexRadius)
      move(left: isLeft, to: point)
    }
  }

  private mutating func cap(at point: Point, from: Corner, to: Corner, direction: Point) {
    var previous = from
    switch style.cap {
    case .butt:
      break
    case .square:
      let forward = direction * radius
      let side = normal(direction)
      for corner in [device(point, side + forward), device(point, forward - side)] {
        sink.add(previous, corner)
        previous = corner
      }
    case .round:
      var v = normal(direction)
      for _ in 1..<halfCircleSteps {
        v = Point(v.x * stepCosine - v.y * stepSine, v.x * stepSine + v.y * stepCosine)
        let next = device(point, v * vertexRadius)
        sink.add(previous, next)
        previous = next
      }
    }
    sink.add(previous, to)
  }

  /// A subpath without length: a disc with round caps, otherwise nothing.
  private mutating func addDot(at point: Point) {
    guard style.cap == .round else { return }
    let direction = Point(1, 0)
    begin(point, Segment(direction: direction, length: 0))
    let (l, r) = (left, right)
    cap(at: point, from: l, to: r, direction: direction)
    cap(at: point, from: r, to: l, direction: direction * -1)
  }
}

extension Path {
  /// What is left of a path to be stroked: its dashes between the style's start and end.
  func pieces(of style: StrokeStyle) -> Path {
    // A thousandth of a curve is nothing that is seen of a dash; an end that is drawn on is looked at.
    dashed(
      pattern: style.dashPattern, phase: style.dashPhase, from: style.start, to: style.end,
      accuracy: style.dashPattern.isEmpty ? 1e-8 : 1e-4)
  }
}
