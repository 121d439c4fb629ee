import CLanes
import Geometry

typealias Edge = grid_edge

/// The edges that touch one band.
typealias EdgeList = GrowingList<Edge>

/// Receives lines in device pixels, snaps them to the grid and sorts them into bands.
///
/// Lines above, below and to the right of the drawn region cover none of its pixels and are dropped. Lines to the left
/// are kept, because they determine the inside to their right.
struct EdgeSink {
  let lists: UnsafeMutablePointer<EdgeList>
  let kernels: UnsafePointer<KernelTable>
  /// The first and the last drawn band, and the right edge of the drawn region on the grid.
  let firstBand: Int32
  let lastBand: Int32
  let right: Int32

  private(set) var minX = Int32.max
  private(set) var maxX = Int32.min
  private(set) var minY = Int32.max
  private(set) var maxY = Int32.min

  init(
    lists: UnsafeMutablePointer<EdgeList>, kernels: UnsafePointer<KernelTable>, region: IntRect
  ) {
    (self.lists, self.kernels) = (lists, kernels)
    firstBand = Int32(region.minY >> Band.shift)
    lastBand = Int32((region.maxY - 1) >> Band.shift)
    right = Int32(region.maxX) << Grid.bits
  }

  /// The pixels that the edges touch, without those left of column 0.
  var bounds: IntRect {
    if minX > maxX { return IntRect(width: 0, height: 0) }
    let one = Int(1) << Int(Grid.bits) - 1
    return IntRect(
      minX: Int(minX) >> Int(Grid.bits), minY: Int(minY) >> Int(Grid.bits),
      maxX: (Int(maxX) + one) >> Int(Grid.bits), maxY: (Int(maxY) + one) >> Int(Grid.bits))
  }

  /// Adds the line from `a` to `b`; a line that is not finite is skipped.
  @inline(__always)
  mutating func add(_ a: Corner, _ b: Corner) {
    if a.isNear && b.isNear {
      append(Edge(x0: a.x, y0: a.y, x1: b.x, y1: b.y))
    } else {
      addDistant(a.point, b.point)
    }
  }

  /// Adds the line from `a` to `b`.
  mutating func add(_ a: GridPoint, _ b: GridPoint) {
    append(Edge(x0: a.x, y0: a.y, x1: b.x, y1: b.y))
  }

  /// Adds the lines of an envelope.
  /// - Parameter isBackwards: whether the lines are drawn from right to left.
  mutating func add(
    _ envelope: borrowing UpperEnvelope, _ mirror: GridPoint, isBackwards: Bool
  ) {
    envelope.forEachLine { from, to in
      let (a, b) = (from.mirrored(mirror), to.mirrored(mirror))
      append(
        isBackwards
          ? Edge(x0: b.x, y0: b.y, x1: a.x, y1: a.y) : Edge(x0: a.x, y0: a.y, x1: b.x, y1: b.y))
    }
  }

  /// Adds the lines from a point of the grid to other points, one after another.
  @inline(never)
  mutating func addLines(
    from start: Corner, _ x: UnsafePointer<Int32>, _ y: UnsafePointer<Int32>, count: Int
  ) {
    var (lastX, lastY) = (start.x, start.y)
    var i = 0
    while i < count {
      let (nextX, nextY) = (x[i], y[i])
      append(Edge(x0: lastX, y0: lastY, x1: nextX, y1: nextY))
      (lastX, lastY) = (nextX, nextY)
      i &+= 1
    }
  }

  /// Adds both sides of a stroke along vertices at each of which the segments of a side meet.
  /// - Parameters:
  ///   - left: the last corner of the left side, which is updated; `right` is the same for the right side, which is
  ///     drawn backwards.
  @inline(never)
  mutating func add(
    _ sides: stroke_sides, _ vertices: Range<Int>, left: inout Corner, right: inout Corner
  ) {
    var i = vertices.lowerBound
    var (x, y) = (sides.left_x[i], sides.left_y[i])
    var (u, v) = (sides.right_x[i], sides.right_y[i])
    add(left, Corner(x: x, y: y))
    add(Corner(x: u, y: v), right)
    i &+= 1
    while i < vertices.upperBound {
      let (nextX, nextY) = (sides.left_x[i], sides.left_y[i])
      let (nextU, nextV) = (sides.right_x[i], sides.right_y[i])
      append(Edge(x0: x, y0: y, x1: nextX, y1: nextY))
      append(Edge(x0: nextU, y0: nextV, x1: u, y1: v))
      (x, y, u, v) = (nextX, nextY, nextU, nextV)
      i &+= 1
    }
    left = Corner(x: x, y: y)
    right = Corner(x: u, y: v)
  }

  @inline(__always)
  private mutating func append(_ edge: Edge) {
    let (top, bottom) = (min(edge.y0, edge.y1), max(edge.y0, edge.y1))
    let (left, far) = (min(edge.x0, edge.x1), max(edge.x0, edge.x1))
    let first = max(top >> (Grid.bits + Int32(Band.shift)), firstBand)
    let last = min((bottom &- 1) >> (Grid.bits + Int32(Band.shift)), lastBand)
    if top == bottom || first > last { return }
    if left >= right {
      // The edge is not drawn, but the shape reaches the right edge of the region.
      maxX = max(maxX, right)
      return
    }
    minX = min(minX, left)
    maxX = max(maxX, far)
    minY = min(minY, top)
    maxY = max(maxY, bottom)
    var band = first
    repeat {
      lists[Int(band)].append(edge)
      band &+= 1
    } while band <= last
  }

  /// Cuts a line at the limits of the grid. Parts above and below are dropped; parts to the left and right run along
  /// the limit, so that the line encloses the same pixels.
  @inline(never)
  private mutating func addDistant(_ a: Point, _ b: Point) {
    guard a.isFinite, b.isFinite else { return }
    // Fractions of a line are precise only near 0, so the line starts at the end that is nearer to the origin.
    let isBackwards =
      max(b.x.magnitude, b.y.magnitude) < max(a.x.magnitude, a.y.magnitude)
    if isBackwards {
      addDistant(nearer: b, a, isBackwards: true)
    } else {
      addDistant(nearer: a, b, isBackwards: false)
    }
  }

  private mutating func addDistant(nearer a: Point, _ b: Point, isBackwards: Bool) {
    let limit = Grid.limit - 1
    // Halving the ends first keeps their difference finite.
    func cut(_ from: Double, _ to: Double, at value: Double) -> Double {
      (value / 2 - from / 2) / (to / 2 - from / 2)
    }
    func between(_ t: Double) -> Point {
      Point(a.x * (1 - t) + b.x * t, a.y * (1 - t) + b.y * t)
    }
    func clamped(_ p: Point) -> Point {
      Point(min(max(p.x, -limit), limit), min(max(p.y, -limit), limit))
    }
    if min(a.y, b.y) >= limit || max(a.y, b.y) <= -limit { return }
    var cuts = [0.0, 1.0]
    for value in [-limit, limit] {
      if (a.y < value) != (b.y < value) { cuts.append(cut(a.y, b.y, at: value)) }
      if (a.x < value) != (b.x < value) { cuts.append(cut(a.x, b.x, at: value)) }
    }
    cuts.sort()
    for (t0, t1) in zip(cuts, cuts.dropFirst()) where t0 < t1 {
      let (p, q) = (
        t0 == 0 ? a : between(t0), t1 == 1 ? b : between(t1)
      )
      let (from, to) = (clamped(p), clamped(q))
      let (start, end) = isBackwards ? (to, from) : (from, to)
      append(
        Edge(
          x0: Grid.snap(start.x), y0: Grid.snap(start.y), x1: Grid.snap(end.x),
          y1: Grid.snap(end.y)))
    }
  }
}
