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

  /// The outline in a place; nil for a path that is not finite, or too wide.
  /// - Parameter transform: the transform from the path to pixels, which does not rotate.
  func outline(placed transform: AffineTransform) -> PlacedOutline? {
    let known = extents.withLock { extents in
      let known = extents ?? ColumnExtents(path, isStroked: reach != nil)
      extents = known
      return known
    }
    return known.map { PlacedOutline(extents: $0, reach: reach ?? 0, transform: transform) }
  }
}

/// The outline of a path among the pixels of a frame.
struct PlacedOutline {
  fileprivate let extents: ColumnExtents
  fileprivate let reach: Double
  fileprivate let transform: AffineTransform

  /// The rows of the outline between two columns of pixels.
  /// - Parameter pixels: the columns, and the rows outside which there are no pixels.
  func rows(in pixels: IntRect) -> IntRect {
    // Snapping to a grid and flattening move edges by less than a pixel.
    let found = extents.rows(
      from: (Double(pixels.minX) - 1 - transform.tx) / transform.a - reach,
      to: (Double(pixels.maxX) + 1 - transform.tx) / transform.a + reach)
    guard let found else { return IntRect(width: 0, height: 0) }
    let first = (found.top - reach) * transform.d + transform.ty
    let last = (found.bottom + reach) * transform.d + transform.ty
    return IntRect(
      covering: Rect(
        minX: Double(pixels.minX), minY: min(first, last) - 1, maxX: Double(pixels.maxX),
        maxY: max(first, last) + 1)
    ).intersection(pixels)
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

  @inline(__always)
  private static func index(_ x: Double) -> Int {
    let place = min(max(x / width, -1e12), 1e12)
    let index = Int(place)
    return Double(index) > place ? index - 1 : index
  }

  /// The smallest and the largest row between two places; nil if the outline has no rows there.
  func rows(from left: Double, to right: Double) -> (top: Double, bottom: Double)? {
    let from = max(ColumnExtents.index(left) - first, 0)
    let to = min(ColumnExtents.index(right) - first, low.count - 1)
    guard from <= to else { return nil }
    var (top, bottom) = (Double.infinity, -Double.infinity)
    for i in from...to {
      top = min(top, low[i])
      bottom = max(bottom, high[i])
    }
    return top <= bottom ? (top, bottom) : nil
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
