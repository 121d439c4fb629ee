import Geometry

extension SampledCurve {
  /// The distance from a rectangle to the nearest part of the curve above or below; negative where the
  /// curve crosses the rectangle, and infinite where no part of the curve is above or below. Curves count as
  /// straight between samples.
  func clearance(of rect: Rect) -> Double {
    var least = Double.infinity
    var i = firstKnot(notLeftOf: rect.minX)
    while i < knots.count {
      let knot = knots[i]
      let start = knot.startsRun || i == 0 ? knot.point : knots[i - 1].point
      guard start.x <= rect.maxX else { break }
      let width = knot.point.x - start.x
      func height(_ x: Double) -> Double {
        width > 0 ? lerp(start.y, knot.point.y, (x - start.x) / width) : knot.point.y
      }
      if knot.point.x >= rect.minX {
        let (a, b) = (height(max(start.x, rect.minX)), height(min(knot.point.x, rect.maxX)))
        let (high, low) = width > 0 ? (min(a, b), max(a, b)) : (min(a, start.y), max(a, start.y))
        least = min(least, max(rect.minY - low, high - rect.maxY))
      }
      i += 1
    }
    return least
  }

  /// The index of the first knot at a place or to its right.
  private func firstKnot(notLeftOf x: Double) -> Int {
    var (low, high) = (0, knots.count)
    while low < high {
      let middle = (low + high) / 2
      if knots[middle].point.x < x { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
