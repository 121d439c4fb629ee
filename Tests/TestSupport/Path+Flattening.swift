import Geometry

extension Path {
  /// The path with its curves replaced by lines between points of the curve.
  /// - Parameter tolerance: the distance at which the lines may lie from the curve; at least 1e-6
  ///   of the curve's size is used.
  public func flattened(tolerance: Double) -> Path {
    var result = Path()
    result.reserveCapacity(verbs: verbs.count, points: points.count)
    var current = Point.zero
    var next = 0
    for verb in verbs {
      let p = points[next..<(next + verb.pointCount)]
      next += verb.pointCount
      switch verb {
      case .move: result.move(to: p.first!)
      case .line: result.addLine(to: p.first!)
      case .close: result.closeSubpath()
      case .quad:
        let curve = CubicCurve(quadFrom: current, control: p.first!, to: p.last!)
        result.addLines(along: curve, tolerance: tolerance)
      case .cubic:
        let curve = CubicCurve(current, p.first!, p[p.startIndex + 1], p.last!)
        result.addLines(along: curve, tolerance: tolerance)
      }
      current = result.currentPoint ?? current
    }
    return result
  }

  /// Lines between equal steps of the parameter, as many as Wang's bound on the distance of a
  /// chord asks for. A curve that is not finite becomes a line to its end.
  private mutating func addLines(along curve: CubicCurve, tolerance: Double) {
    let a = curve.p0 - curve.p1 * 2 + curve.p2
    let b = curve.p1 - curve.p2 * 2 + curve.p3
    let bend = max(a.distance(to: .zero), b.distance(to: .zero))
    let smallest = max(tolerance, bend * 1e-6)
    let pieces = (0.75 * bend / smallest).squareRoot().rounded(.up)
    if pieces > 1 {
      for i in 1..<Int(pieces) { addLine(to: curve.point(at: Double(i) / pieces)) }
    }
    addLine(to: curve.p3)
  }
}
