import CLanes
import Geometry

/// The largest distance, in device pixels, of a flattened curve from the exact curve.
let flatteningTolerance = 0.075

/// Converts paths into lines in device pixels.
///
/// Interior points are moved off the curve by two thirds of the height of its chords, so that the lines enclose the
/// area of the curve and not that of an inscribed polygon. The mean error is zero, and the largest error is two thirds
/// of that of chords.
struct Flattener {
  /// The part of the plane, in device pixels, outside of which only the ends of a curve matter.
  var visible: Rect
  /// Whether parts of the path may be outside `visible`.
  var isCut: Bool

  /// Passes the lines of a path to `sink`, with each subpath closed.
  func fill(_ path: Path, _ transform: AffineTransform, into sink: inout EdgeSink) {
    let points = path.points
    var start = Corner(.zero)
    var current = start
    var next = 0
    for verb in path.verbs {
      switch verb {
      case .move:
        sink.add(current, start)
        start = Corner(points[next].applying(transform))
        current = start
      case .line:
        let end = Corner(points[next].applying(transform))
        if end.isNear || end.point.isFinite {
          if !current.point.isFinite { (start, current) = (end, end) }
          sink.add(current, end)
          current = end
        }
      case .quad:
        let (control, end) = (
          points[next].applying(transform), points[next + 1].applying(transform)
        )
        addCubic(
          CubicCurve(quadFrom: current.point, control: control, to: end), &current, &sink)
      case .cubic:
        let cubic = CubicCurve(
          current.point, points[next].applying(transform), points[next + 1].applying(transform),
          points[next + 2].applying(transform))
        addCubic(cubic, &current, &sink)
      case .close:
        sink.add(current, start)
        current = start
      }
      next &+= verb.pointCount
    }
    sink.add(current, start)
  }

  /// Passes the lines of a curve in device pixels to `sink`; a curve that is not finite is skipped.
  /// - Parameter current: the curve's start, which becomes its end.
  @inline(__always)
  private func addCubic(_ curve: CubicCurve, _ current: inout Corner, _ sink: inout EdgeSink) {
    guard curve.isFinite else { return }
    if isCut, curve.isOutside(visible, coordinatesWithin: Precision.limit) {
      // A single line encloses the same visible pixels.
      let end = Corner(curve.p3)
      sink.add(current, end)
      current = end
      return
    }
    let pieces = curve.pieceCount(tolerance: flatteningTolerance)
    if pieces <= 64, sink.add(curve, pieces: Int(pieces), from: &current) { return }
    curve.forEachPoint(
      sink.kernels, tolerance: flatteningTolerance, pieces: 1, world: Grid.world
    ) { point in
      let next = Corner(point)
      sink.add(current, next)
      current = next
    }
  }
}

/// The limit within which the omission of invisible geometry does not change the visible rest.
enum Precision {
  /// Computations with coordinates below this many device pixels are precise to a thousandth of a pixel. Geometry with
  /// larger coordinates is never left out, because its rounding errors may be visible anywhere and must be the same for
  /// every drawn part.
  static let limit = 274_877_906_944.0
}

extension CubicCurve {
  /// Calls `body` with the points of the flattened curve after its start.
  /// - Parameters:
  ///   - least: the smallest number of equal steps of the parameter.
  ///   - world: the part of the plane outside of which only the ends of a curve matter. Lines next to an omitted part
  ///     depend on this rectangle, so the rectangle must not depend on the drawn region.
  func forEachPoint(
    _ kernels: UnsafePointer<KernelTable>, tolerance: Double, pieces least: Double, world: Rect,
    _ body: (Point) -> Void
  ) {
    if pieceCount(tolerance: tolerance) > 64, !hasHalves { return body(p3) }
    split(kernels, tolerance, least, world, depth: 24, body)
  }

  /// Whether both halves of the curve have finite coordinates. A coordinate that is NaN, infinite, or so large that
  /// sums overflow has no finite halves, and no half of such a curve would ever count as outside.
  private var hasHalves: Bool {
    [p0, p1, p2, p3].allSatisfy { abs($0.x) < 1e300 && abs($0.y) < 1e300 }
  }

  /// Halves a long curve. Each part outside the world becomes one line, which encloses the same pixels.
  private func split(
    _ kernels: UnsafePointer<KernelTable>, _ tolerance: Double, _ least: Double, _ world: Rect,
    depth: Int, _ body: (Point) -> Void
  ) {
    let pieces = max(pieceCount(tolerance: tolerance), least.rounded(.up))
    if pieces <= 64 || depth == 0 {
      forEachInteriorPoint(pieces: Int(min(pieces, 64)), kernels, body)
      body(p3)
    } else if isOutside(world, coordinatesWithin: .infinity) {
      body(p3)
    } else {
      let (first, second) = halves
      first.split(kernels, tolerance, least / 2, world, depth: depth - 1, body)
      second.split(kernels, tolerance, least / 2, world, depth: depth - 1, body)
    }
  }

  /// The number of equal steps of the parameter for which no chord is farther than `tolerance` from the curve (Wang,
  /// Wang: An adaptive subdivision, 1984); at least 1, a whole number.
  @inline(__always)
  func pieceCount(tolerance: Double) -> Double {
    let (ax, ay) = (p0.x - 2 * p1.x + p2.x, p0.y - 2 * p1.y + p2.y)
    let (bx, by) = (p1.x - 2 * p2.x + p3.x, p1.y - 2 * p2.y + p3.y)
    let bend = max(ax * ax + ay * ay, bx * bx + by * by).squareRoot()
    // The factor is slightly more than three quarters: for numbers of few digits the root is often whole, and the count
    // must not depend on the rounding of sums.
    let pieces = (0.75000001 * bend / tolerance).squareRoot()
    return pieces < 1 ? 1 : pieces < 1e9 ? Double(Int(pieces) + 1) : 1e9
  }

  /// Calls `body` with the interior points at no more than 64 equal steps, moved off the curve by a twelfth of their
  /// second difference.
  private func forEachInteriorPoint(
    pieces: Int, _ kernels: UnsafePointer<KernelTable>, _ body: (Point) -> Void
  ) {
    if pieces < 2 { return }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 160) { memory in
      let (x, y) = (memory.baseAddress! + 1, memory.baseAddress! + 81)
      (memory[0], memory[80]) = (p0.x, p0.y)
      _ = flatten(pieces: pieces, kernels, x, y)
      for i in 0..<(pieces - 1) { body(Point(x[i], y[i])) }
    }
  }

  /// Writes the interior points, and up to seven more numbers, after the point before the first.
  /// - Returns: whether a point equals the point before.
  @inline(__always)
  func flatten(
    pieces: Int, _ kernels: UnsafePointer<KernelTable>, _ x: UnsafeMutablePointer<Double>,
    _ y: UnsafeMutablePointer<Double>
  ) -> Bool {
    let step = 1 / Double(pieces)
    return withUnsafePointer(to: movedPolynomial(step: step)) {
      kernels.pointee.flattenCurve($0, step, pieces - 1, x, y)
    }
  }

  /// The curve, moved by a twelfth of the second difference of its points at steps of the parameter.
  @inline(__always)
  func movedPolynomial(step h: Double) -> curve_polynomial {
    let (ax, ay) = (p3.x - p0.x + 3 * (p1.x - p2.x), p3.y - p0.y + 3 * (p1.y - p2.y))
    let (bx, by) = (3 * (p0.x - 2 * p1.x + p2.x), 3 * (p0.y - 2 * p1.y + p2.y))
    let s = h * h
    return curve_polynomial(
      ax: ax, ay: ay, bx: bx, by: by, cx: 3 * (p1.x - p0.x) - ax * s / 2,
      cy: 3 * (p1.y - p0.y) - ay * s / 2, dx: p0.x - bx * s / 6, dy: p0.y - by * s / 6)
  }

  /// Whether the bounding box of the control points is entirely on one side of a rectangle, and no coordinate exceeds a
  /// limit.
  func isOutside(_ rect: Rect, coordinatesWithin limit: Double) -> Bool {
    let (left, right) = (
      min(min(p0.x, p1.x), min(p2.x, p3.x)), max(max(p0.x, p1.x), max(p2.x, p3.x))
    )
    let (top, bottom) = (
      min(min(p0.y, p1.y), min(p2.y, p3.y)), max(max(p0.y, p1.y), max(p2.y, p3.y))
    )
    return (right < rect.minX || left > rect.maxX || bottom < rect.minY || top > rect.maxY)
      && min(left, top) >= -limit && max(right, bottom) <= limit
  }
}

extension EdgeSink {
  /// Adds the lines of a curve of at most 64 pieces.
  /// - Parameter current: the curve's start, which becomes its end.
  /// - Returns: false, with nothing added, if a point is outside the grid.
  @inline(__always)
  fileprivate mutating func add(
    _ curve: CubicCurve, pieces: Int, from current: inout Corner
  ) -> Bool {
    let end = Corner(curve.p3)
    guard current.isNear, end.isNear else { return false }
    let step = 1 / Double(pieces)
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 160) { memory in
      let (x, y) = (memory.baseAddress!, memory.baseAddress! + 80)
      let isNear = withUnsafePointer(to: curve.movedPolynomial(step: step)) {
        kernels.pointee.snapCurve($0, step, pieces &- 1, x, y)
      }
      guard isNear else { return false }
      (x[pieces &- 1], y[pieces &- 1]) = (end.x, end.y)
      addLines(from: current, x, y, count: pieces)
      current = end
      return true
    }
  }
}
