import Geometry

/// A curve through points that have keys, so that the curve on screen can become another one with the
/// same point at each key.
struct SmoothCurve: Equatable {
  /// What tells points apart; ascending.
  private(set) var keys: [Double]
  private(set) var points: [Point]
  /// The curve from each point to the next one.
  private(set) var segments: [CubicCurve]

  private init(keys: [Double], points: [Point], segments: [CubicCurve]) {
    self.keys = keys
    self.points = points
    self.segments = segments
  }

  /// The uniform Catmull-Rom curve through points, with both ends doubled; straight lines through
  /// fewer than four points, or where it is not to be smooth.
  init(keys: [Double], points: [Point], isSmooth: Bool) {
    let last = points.count - 1
    let smooth = isSmooth && points.count >= 4
    let segments = (0..<max(last, 0)).map { i in
      let (p1, p2) = (points[i], points[i + 1])
      guard smooth else { return CubicCurve(lineFrom: p1, to: p2) }
      let (p0, p3) = (points[max(i - 1, 0)], points[min(i + 2, last)])
      return CubicCurve(p1, p1 + (p2 - p0) * (1 / 6.0), p2 - (p3 - p1) * (1 / 6.0), p2)
    }
    self.init(keys: keys, points: points, segments: segments)
  }

  /// The vertices of the curve cut into pieces, `granularity` of them between two points.
  func vertices(granularity: Int) -> [Point] {
    guard let first = points.first else { return [] }
    return segments.reduce(into: [first]) { result, segment in
      for i in stride(from: 1, to: granularity, by: 1) {
        result.append(segment.point(at: Double(i) / Double(granularity)))
      }
      result.append(segment.p3)
    }
  }

  /// The curve as one stroke. A single point is a line without length, which a round cap shows as a
  /// dot.
  func path(granularity: Int) -> Path {
    let vertices = vertices(granularity: granularity)
    var path = Path()
    path.reserveCapacity(verbs: vertices.count + 1, points: vertices.count + 1)
    guard let first = vertices.first else { return path }
    path.move(to: first)
    for vertex in vertices.dropFirst() { path.addLine(to: vertex) }
    if vertices.count == 1 { path.addLine(to: first) }
    return path
  }

  /// The region between the curve and a horizontal line.
  func area(granularity: Int, baseline: Double) -> Path {
    var path = path(granularity: granularity)
    guard let first = points.first, let last = points.last else { return path }
    path.addLine(to: Point(last.x, baseline))
    path.addLine(to: Point(first.x, baseline))
    path.closeSubpath()
    return path
  }

  // MARK: Motion

  /// Two curves of the same look with the keys of both: a point that one of them has not lies on its
  /// curve, in proportion to the keys, or at the nearer of its ends.
  static func aligned(_ a: SmoothCurve, _ b: SmoothCurve) -> (SmoothCurve, SmoothCurve) {
    if a.keys == b.keys { return (a, b) }
    let keys = Set(a.keys).union(b.keys).sorted()
    return (a.refined(keys), b.refined(keys))
  }

  /// The curve between two of the same keys.
  static func interpolate(_ a: SmoothCurve, _ b: SmoothCurve, _ u: Double) -> SmoothCurve {
    SmoothCurve(
      keys: b.keys, points: zip(a.points, b.points).map { lerp($0, $1, u) },
      segments: zip(a.segments, b.segments).map {
        CubicCurve(
          lerp($0.p0, $1.p0, u), lerp($0.p1, $1.p1, u), lerp($0.p2, $1.p2, u), lerp($0.p3, $1.p3, u)
        )
      })
  }

  /// - Parameter all: ascending, with all keys of this curve.
  private func refined(_ all: [Double]) -> SmoothCurve {
    guard points.count > 0 else { return self }
    // Where each key is: in which segment, and how far along.
    var i = 0
    let places = all.map { key -> (segment: Int, t: Double) in
      while i + 1 < keys.count, keys[i + 1] <= key { i += 1 }
      guard i < segments.count, key > keys[i] else { return (i, 0) }
      return (i, (key - keys[i]) / (keys[i + 1] - keys[i]))
    }
    func point(_ place: (segment: Int, t: Double)) -> Point {
      place.t == 0 ? points[place.segment] : segments[place.segment].point(at: place.t)
    }
    let refined = zip(places, places.dropFirst()).map { from, to -> CubicCurve in
      guard from != to else { return CubicCurve(lineFrom: point(from), to: point(from)) }
      return segments[from.segment].part(
        from: from.t, to: to.segment == from.segment ? to.t : 1)
    }
    return SmoothCurve(keys: all, points: places.map(point), segments: refined)
  }
}
