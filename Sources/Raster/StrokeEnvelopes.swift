import CLanes
import Geometry

/// The envelopes of both sides of the current stroke, mirrored so that both are upper envelopes.
struct StrokeEnvelopes: ~Copyable {
  private var left = UpperEnvelope()
  private var right = UpperEnvelope()
  /// -1 for coordinates whose sign changes; 0 for others.
  private var leftMirror = GridPoint.zero
  private var rightMirror = GridPoint.zero
  private var penHeight: Int32 = 0
  private var penReach: Int32 = 0
  private var interior: ClosedRange<Int32> = .min ... .max

  /// The number of parts of lines for which there is memory.
  var capacity: Int { left.capacity + right.capacity }

  mutating func begin(_ monotony: Monotony) {
    left.begin(interior: monotony.interior)
    right.begin(interior: monotony.interior)
    leftMirror = GridPoint(monotony.flipsX ? -1 : 0, monotony.flipsLeftY ? -1 : 0)
    rightMirror = GridPoint(leftMirror.x, ~leftMirror.y)
    (penHeight, penReach) = (monotony.penHeight, monotony.penReach)
    interior = monotony.interior
  }

  /// Adds the line from a side's current point to another point.
  @inline(__always)
  mutating func move(left isLeft: Bool, to point: GridPoint) {
    if isLeft {
      left.move(to: point.mirrored(leftMirror))
    } else {
      right.move(to: point.mirrored(rightMirror))
    }
  }

  /// Sets the current point of a side without a line.
  @inline(__always)
  mutating func jump(left isLeft: Bool, to point: GridPoint) {
    if isLeft {
      left.point = point.mirrored(leftMirror)
    } else {
      right.point = point.mirrored(rightMirror)
    }
  }

  /// Adds the lines along vertices at each of which the segments of both sides meet.
  mutating func move(along sides: stroke_sides, _ vertices: Range<Int>) {
    for i in vertices {
      left.move(to: GridPoint(sides.left_x[i], sides.left_y[i]).mirrored(leftMirror))
    }
    for i in vertices {
      right.move(to: GridPoint(sides.right_x[i], sides.right_y[i]).mirrored(rightMirror))
    }
  }

  /// Whether a join's arc is fully hidden.
  @inline(__always)
  func hidesArc(left isLeft: Bool, from: GridPoint, to: GridPoint, around center: GridPoint) -> Bool
  {
    let mirror = isLeft ? leftMirror : rightMirror
    let (a, b) = (from.mirrored(mirror).x, to.mirrored(mirror).x)
    let top = center.mirrored(mirror).y &- penHeight
    return isLeft
      ? left.hides(from: a, to: b, top: top) : right.hides(from: a, to: b, top: top)
  }

  /// Whether a flat end of the subpath is so near to a vertex that ends of lines may be visible behind the flat end.
  @inline(__always)
  func isNearFlatEnd(_ vertex: GridPoint) -> Bool {
    let x = vertex.mirrored(leftMirror).x
    return x &+ 2 &* penReach < interior.lowerBound || x &- 2 &* penReach > interior.upperBound
  }

  /// Adds the corners of a cap, from the right side to the left one at the start of a subpath, from the
  /// left side to the right one at the end.
  mutating func addCap(_ corners: [GridPoint], isStart: Bool) {
    func across(_ i: Int) -> Int32 { corners[i].mirrored(leftMirror).x }
    let farthest = corners.indices.reduce(0) { best, i in
      (isStart ? across(i) < across(best) : across(i) > across(best)) ? i : best
    }
    func addLeft(_ a: Int, _ b: Int) {
      left.add(corners[a].mirrored(leftMirror), corners[b].mirrored(leftMirror))
    }
    func addRight(_ a: Int, _ b: Int) {
      right.add(corners[a].mirrored(rightMirror), corners[b].mirrored(rightMirror))
    }
    if isStart {
      for i in farthest..<corners.count - 1 { addLeft(i, i + 1) }
      for i in (0..<farthest).reversed() { addRight(i + 1, i) }
    } else {
      for i in 0..<farthest { addLeft(i, i + 1) }
      for i in (farthest..<corners.count - 1).reversed() { addRight(i + 1, i) }
    }
  }

  /// Draws the outline between both envelopes.
  func finish(into sink: inout EdgeSink) {
    guard let upper = left.ends, let lower = right.ends else { return }
    let (first, last) = (upper.first.mirrored(leftMirror), upper.last.mirrored(leftMirror))
    sink.add(left, leftMirror, isBackwards: false)
    sink.add(last, lower.last.mirrored(rightMirror))
    sink.add(right, rightMirror, isBackwards: true)
    sink.add(lower.first.mirrored(rightMirror), first)
  }
}

extension GridPoint {
  /// - Parameter mirror: -1 for coordinates whose sign changes; 0 for others.
  @inline(__always)
  func mirrored(_ mirror: GridPoint) -> GridPoint { (self ^ mirror) &- mirror }
}
