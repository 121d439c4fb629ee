extension MorphSubpath {
  /// Vertices nearer to each other than this fraction of the length are one.
  private static let mergeDistance = 1e-6

  /// Two subpaths with equally many segments, each of which belongs to one of the other's. The curves are
  /// cut, and never changed.
  static func aligned(_ a: MorphSubpath, _ b: MorphSubpath) -> (MorphSubpath, MorphSubpath) {
    if a.segments.count == b.segments.count { return (a, b) }
    // The closed subpath with more vertices is turned, so that the way there and the way back are the
    // same.
    if a.segments.count > b.segments.count {
      let (q, p) = aligned(b, a)
      return (p, q)
    }
    let turned = a.isClosed && b.isClosed ? b.turned(towards: a) : b
    return cutAtEachOther(a, turned)
  }

  /// Both cut at the fractions of length at which either has a vertex.
  private static func cutAtEachOther(
    _ a: MorphSubpath, _ b: MorphSubpath
  ) -> (MorphSubpath, MorphSubpath) {
    let (cutsA, cutsB) = (a.vertexFractions, b.vertexFractions)
    var (atA, atB) = ([Double](), [Double]())
    var (i, j) = (0, 0)
    while i < cutsA.count || j < cutsB.count {
      let p = i < cutsA.count ? cutsA[i] : .infinity
      let q = j < cutsB.count ? cutsB[j] : .infinity
      let isBoth = (p - q).magnitude <= mergeDistance
      // Two vertices at the same place: each subpath is cut exactly at its own.
      atA.append(isBoth || p < q ? p : q)
      atB.append(isBoth || q < p ? q : p)
      if isBoth || p < q { i += 1 }
      if isBoth || q < p { j += 1 }
    }
    return (a.cut(at: atA), b.cut(at: atB))
  }

  var length: Double { segments.reduce(0) { $0 + $1.length } }

  /// The places of inner vertices, as ascending fractions of the length; evenly spaced where there is no
  /// length.
  var vertexFractions: [Double] {
    let total = length
    guard segments.count > 1 else { return [] }
    guard total > 0, total.isFinite else {
      return (1..<segments.count).map { Double($0) / Double(segments.count) }
    }
    var position = 0.0
    return segments.dropLast().map {
      position += $0.length
      return min(position / total, 1)
    }
  }

  /// The curve with a vertex at each of the fractions, which are ascending and hold all
  /// `vertexFractions`.
  private func cut(at fractions: [Double]) -> MorphSubpath {
    let vertices = vertexFractions + [1]
    let total = length
    var result = self
    result.segments = []
    result.segments.reserveCapacity(fractions.count + 1)
    let own =
      segments.isEmpty
      ? [Segment(curve: CubicCurve(start, start, start, start), isLine: true, length: 0)]
      : segments
    var next = fractions[...]
    var position = 0.0
    for (i, segment) in own.enumerated() {
      var parameters: [Double] = []
      while let fraction = next.first, fraction < vertices[i] {
        parameters.append(segment.parameter(of: fraction, from: position, to: vertices[i], total))
        next.removeFirst()
      }
      if next.first == vertices[i], i < own.count - 1 { next.removeFirst() }
      segment.append(cutAt: parameters, to: &result.segments)
      position = vertices[i]
    }
    // Vertices on top of each other at the very end.
    while result.segments.count < fractions.count + 1, let last = result.segments.last {
      let end = last.curve.p3
      result.segments.append(
        Segment(curve: CubicCurve(end, end, end, end), isLine: true, length: 0))
    }
    return result
  }
}

extension MorphSubpath.Segment {
  /// The parameter at a fraction of the subpath's length, where this segment goes `from`...`to`.
  fileprivate func parameter(
    of fraction: Double, from: Double, to: Double, _ total: Double
  ) -> Double {
    let share = to > from ? min(max((fraction - from) / (to - from), 0), 1) : 0
    return isLine || !(length > 0) ? share : curve.parameter(atLength: share * length, of: length)
  }

  /// Appends the pieces between ascending parameters.
  fileprivate func append(
    cutAt parameters: [Double], to segments: inout [MorphSubpath.Segment]
  ) {
    var low = 0.0
    for high in parameters + [1] {
      let piece = low == 0 && high == 1 ? curve : curve.part(from: low, to: high)
      segments.append(MorphSubpath.Segment(curve: piece, isLine: isLine, length: 0))
      low = high
    }
  }
}
