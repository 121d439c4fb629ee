extension MorphSubpath {
  /// The number of places at which two closed subpaths are compared.
  private static let sampleCount = 64

  /// The closed curve, started at that of its vertices and run in that direction which brings
  /// its points nearest to those of another one: the sum of squared distances is least.
  func turned(towards other: MorphSubpath) -> MorphSubpath {
    let target = other.samples(MorphSubpath.sampleCount)
    guard segments.count > 1, !target.isEmpty else { return self }
    let base = signedArea * other.signedArea < 0 ? reversed : self
    // The samples between two compared ones tell starts at neighbouring vertices apart.
    let fine = 16
    let points = base.samples(MorphSubpath.sampleCount * fine)
    guard !points.isEmpty else { return self }
    var best = (cost: Double.infinity, index: 0)
    for (index, fraction) in ([0] + base.vertexFractions).enumerated() {
      let shift = Int((fraction * Double(points.count)).rounded())
      var cost = 0.0
      for (i, point) in target.enumerated() {
        let distance = points[(i * fine + shift) % points.count].distance(to: point)
        cost += distance * distance
      }
      // A later vertex must be nearer than by rounding.
      if cost < best.cost * (1 - 1e-9) { best = (cost, index) }
    }
    return base.started(at: best.index)
  }

  private func started(at index: Int) -> MorphSubpath {
    guard index > 0 else { return self }
    var result = self
    result.segments = Array(segments[index...] + segments[..<index])
    result.start = segments[index].curve.p0
    return result
  }

  var reversed: MorphSubpath {
    var result = self
    result.segments = segments.reversed().map {
      let curve = $0.curve
      return Segment(
        curve: CubicCurve(curve.p3, curve.p2, curve.p1, curve.p0), isLine: $0.isLine,
        length: $0.length)
    }
    return result
  }

  /// The area inside, positive for one that runs clockwise on screen, from the control polygon; 0 for
  /// a curve that runs back on itself, but for rounding.
  private var signedArea: Double {
    let area = segments.reduce(0) { area, segment in
      let c = segment.curve
      return area + cross(c.p0 - start, c.p1 - start) + cross(c.p1 - start, c.p2 - start)
        + cross(c.p2 - start, c.p3 - start)
    }
    return area.magnitude > 1e-9 * length * length ? area : 0
  }

  /// Points at equal distances along the curve, beginning with its start.
  private func samples(_ count: Int) -> [Point] {
    let total = length
    guard total > 0, total.isFinite else { return [] }
    var result: [Point] = []
    result.reserveCapacity(count)
    var position = 0.0
    for segment in segments {
      let end = position + segment.length
      while result.count < count {
        let wanted = total * Double(result.count) / Double(count)
        if wanted >= end { break }
        let share = (wanted - position) / segment.length
        let parameter =
          segment.isLine
          ? share
          : segment.curve.parameter(
            atLength: wanted - position, of: segment.length, accuracy: 1e-5)
        result.append(segment.curve.point(at: parameter))
      }
      position = end
    }
    while result.count < count { result.append(start) }
    return result
  }
}

private func cross(_ p: Point, _ q: Point) -> Double { p.x * q.y - p.y * q.x }
