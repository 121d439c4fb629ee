import Geometry
import Synchronization

/// The range of rows of a path's outline in each column, which contains the pixels that change when the path moves
/// sideways. Pixels above, below and inside the outline stay the same.
final class PathColumns: Sendable {
  private let path: Path
  private let reach: Double?
  /// Computed on first use, because most paths never need it.
  private let extents = Mutex<ColumnExtents??>(.none)

  /// - Parameter reach: the largest distance of the path's stroke from the path; nil for the inside of
  ///   the path, where horizontal lines stay the same when they move.
  init(_ path: Path, reach: Double?) { (self.path, self.reach) = (path, reach) }

  /// A range that contains the rows of the outline between two columns, all in the path's space; empty without an
  /// outline there; nil for a path that is not finite, or too wide.
  func rows(from left: Double, to right: Double) -> Range<Double>? {
    extents.withLock { extents in
      let known = extents ?? ColumnExtents(path, isStroked: reach != nil)
      extents = known
      let reach = reach ?? 0
      guard let rows = known?.rows(from: left - reach, to: right + reach) else { return nil }
      return rows.isEmpty ? rows : rows.lowerBound - reach..<rows.upperBound + reach
    }
  }
}

/// The smallest and the largest row of a path's lines and curves, for columns of equal width.
private struct ColumnExtents {
  private static let width = 8.0
  private static let most = 1 << 14

  private let first: Int
  private var low: [Double]
  private var high: [Double]

  init?(_ path: Path, isStroked: Bool) {
    let box = path.controlPointBounds
    guard path.verbs.first == .move, path.points.allSatisfy(\.isFinite), box.minX.magnitude < 1e9,
      box.width / ColumnExtents.width < Double(ColumnExtents.most)
    else { return nil }
    first = ColumnExtents.index(box.minX)
    let count = ColumnExtents.index(box.maxX) - first + 1
    low = [Double](repeating: .infinity, count: count)
    high = [Double](repeating: -.infinity, count: count)
    add(path, isStroked: isStroked)
  }

  private static func index(_ x: Double) -> Int {
    let place = min(max(x / width, -1e12), 1e12)
    let index = Int(place)
    return Double(index) > place ? index - 1 : index
  }

  func rows(from left: Double, to right: Double) -> Range<Double> {
    let columns = first...first + low.count - 1
    let (from, to) = (ColumnExtents.index(left), ColumnExtents.index(right))
    guard from <= columns.upperBound, to >= columns.lowerBound else { return 0..<0 }
    var (top, bottom) = (Double.infinity, -Double.infinity)
    for i in max(from - first, 0)...min(to - first, low.count - 1) {
      top = min(top, low[i])
      bottom = max(bottom, high[i])
    }
    // The outline has no rows here.
    return top <= bottom ? top..<bottom.nextUp : 0..<0
  }

  private mutating func add(_ path: Path, isStroked: Bool) {
    let points = path.points
    var (start, current) = (Point.zero, Point.zero)
    var next = 0
    func addLine(to end: Point) {
      if isStroked || end.y != current.y { add(current, end, end, end) }
      current = end
    }
    for verb in path.verbs {
      switch verb {
      case .move:
        // Filling closes an open subpath.
        if !isStroked { addLine(to: start) }
        start = points[next]
        current = start
      case .line: addLine(to: points[next])
      case .quad:
        add(current, points[next], points[next + 1], points[next + 1])
        current = points[next + 1]
      case .cubic:
        add(current, points[next], points[next + 1], points[next + 2])
        current = points[next + 2]
      case .close: addLine(to: start)
      }
      next += verb.pointCount
    }
    if !isStroked { addLine(to: start) }
  }

  /// Adds a line or a curve, which is inside the convex hull of its points.
  private mutating func add(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
    let (top, bottom) = (min(min(a.y, b.y), min(c.y, d.y)), max(max(a.y, b.y), max(c.y, d.y)))
    let left = ColumnExtents.index(min(min(a.x, b.x), min(c.x, d.x)))
    let right = ColumnExtents.index(max(max(a.x, b.x), max(c.x, d.x)))
    for i in left - first...right - first {
      low[i] = min(low[i], top)
      high[i] = max(high[i], bottom)
    }
  }
}
