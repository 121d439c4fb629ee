import Geometry

extension Path {
  /// The smallest box around the lines and curves themselves, without control points beyond them; `null`
  /// for an empty path. Points that are not finite are ignored.
  public var bounds: Rect {
    var box = Box()
    var (current, start) = (Point.zero, Point.zero)
    var next = 0
    for verb in verbs {
      switch verb {
      case .move:
        start = points[next]
        box.add(start)
        current = start
      case .line:
        current = points[next]
        box.add(current)
      case .quad:
        box.add(
          CubicCurve(quadFrom: current, control: points[next], to: points[next + 1]))
        current = points[next + 1]
      case .cubic:
        box.add(CubicCurve(current, points[next], points[next + 1], points[next + 2]))
        current = points[next + 2]
      case .close:
        current = start
      }
      next += verb.pointCount
    }
    return box.rect
  }

  private struct Box {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)

    var rect: Rect {
      low.x <= high.x ? Rect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y) : .null
    }

    mutating func add(_ p: Point) {
      guard p.isFinite else { return }
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }

    /// The ends, and where the derivative in x or y is zero.
    mutating func add(_ curve: CubicCurve) {
      guard curve.isFinite else { return }
      add(curve.p0)
      add(curve.p3)
      for coordinate in [\Point.x, \Point.y] {
        let p = [curve.p0, curve.p1, curve.p2, curve.p3].map { $0[keyPath: coordinate] }
        let (a, b, c) = (p[1] - p[0], p[2] - p[1], p[3] - p[2])
        for t in Box.roots(a - 2 * b + c, 2 * (b - a), a) where t > 0 && t < 1 {
          add(curve.point(at: t))
        }
      }
    }

    /// The roots of `a t² + b t + c`, by the formula that does not cancel.
    private static func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
      let discriminant = b * b - 4 * a * c
      guard discriminant >= 0 else { return [] }
      let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
      return [q / a, c / q].filter(\.isFinite)
    }
  }
}
