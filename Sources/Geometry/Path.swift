/// A path of subpaths, each a move followed by lines and Bézier curves, possibly closed.
///
/// Elements are stored in columns: what each element is, and the points of all elements one after
/// another. A path that is copied shares its storage until one copy changes.
public struct Path: Hashable, Sendable {
  /// The kinds of elements, each with its number of points.
  @frozen
  public enum Verb: UInt8, Sendable {
    /// Starts a subpath at one point.
    case move
    /// A line to one point.
    case line
    /// A quadratic curve: control point, end.
    case quad
    /// A cubic curve: two control points, end.
    case cubic
    /// A line back to the start of the subpath; no point.
    case close

    /// The number of points of an element of this kind, 0...3.
    @inlinable
    public var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .quad: 2
      case .cubic: 3
      case .close: 0
      }
    }
  }

  /// The kind of each element, in order.
  public private(set) var verbs: [Verb] = []
  /// The points of all elements, one after another.
  public private(set) var points: [Point] = []
  private var subpathStart: Point?

  /// The point where the next element begins: the last end point, after `closeSubpath` the start of the
  /// subpath; nil in an empty path.
  public private(set) var currentPoint: Point?

  /// An empty path.
  public init() {}

  /// All elements at once.
  /// - Precondition: the first element is a move, and the number of points fits the elements.
  package init(verbs: [Verb], points: [Point]) {
    self.verbs = verbs
    self.points = points
    guard let last = verbs.last, let start = verbs.lastIndex(of: .move) else { return }
    let own = verbs[start...].reduce(0) { $0 + $1.pointCount }
    subpathStart = points[points.count - own]
    currentPoint = last == .close ? subpathStart : points.last
  }

  /// Whether the path has no elements.
  public var isEmpty: Bool { verbs.isEmpty }

  /// Reserves memory for numbers of elements and of points in the whole path.
  public mutating func reserveCapacity(verbs verbCount: Int, points pointCount: Int) {
    verbs.reserveCapacity(verbCount)
    points.reserveCapacity(pointCount)
  }

  /// Removes all elements.
  /// - Parameter keepsCapacity: whether the memory of the elements stays for elements to come.
  package mutating func removeAll(keepingCapacity keepsCapacity: Bool = false) {
    verbs.removeAll(keepingCapacity: keepsCapacity)
    points.removeAll(keepingCapacity: keepsCapacity)
    (subpathStart, currentPoint) = (nil, nil)
  }

  /// Starts a subpath at a point.
  public mutating func move(to point: Point) {
    verbs.append(.move)
    points.append(point)
    currentPoint = point
    subpathStart = point
  }

  /// Adds a line; ignored where there is no current point.
  public mutating func addLine(to point: Point) {
    guard beginSegment() else { return }
    verbs.append(.line)
    points.append(point)
    currentPoint = point
  }

  /// Adds a quadratic curve; ignored where there is no current point.
  public mutating func addQuadCurve(to end: Point, control: Point) {
    guard beginSegment() else { return }
    verbs.append(.quad)
    points.append(control)
    points.append(end)
    currentPoint = end
  }

  /// Adds a cubic curve; ignored where there is no current point.
  public mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    guard beginSegment() else { return }
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(end)
    currentPoint = end
  }

  /// Closes the subpath and returns the current point to its start; ignored where there is none.
  public mutating func closeSubpath() {
    guard let start = subpathStart, verbs.last != .close else { return }
    verbs.append(.close)
    currentPoint = start
  }

  /// Copies the elements of another path verbatim, without a connecting line.
  public mutating func append(_ other: Path) {
    verbs.append(contentsOf: other.verbs)
    points.append(contentsOf: other.points)
    currentPoint = other.currentPoint ?? currentPoint
    subpathStart = other.subpathStart ?? subpathStart
  }

  /// The path with every point moved by a map.
  public func applying(_ transform: AffineTransform) -> Path {
    var result = self
    for i in result.points.indices { result.points[i] = points[i].applying(transform) }
    result.currentPoint = currentPoint?.applying(transform)
    result.subpathStart = subpathStart?.applying(transform)
    return result
  }

  /// A line or curve that follows a close without a move starts a new subpath at the current point.
  private mutating func beginSegment() -> Bool {
    guard let point = currentPoint else { return false }
    if verbs.last == .close { move(to: point) }
    return true
  }
}

extension Path {
  /// The box around all points, control points included; `null` for an empty path. A coordinate that is
  /// not a number is ignored.
  public var controlPointBounds: Rect {
    var (low, high) = (Point(.infinity, .infinity), Point(-.infinity, -.infinity))
    for point in points {
      // A comparison with NaN fails.
      if point.x < low.x { low.x = point.x }
      if point.y < low.y { low.y = point.y }
      if point.x > high.x { high.x = point.x }
      if point.y > high.y { high.y = point.y }
    }
    guard low.x <= high.x, low.y <= high.y else { return .null }
    return Rect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  /// The path whose points lie between those of two paths of the same element types (component-wise,
  /// `u` = 0 is `a`), or nil where the types differ.
  public static func interpolate(_ a: Path, _ b: Path, _ u: Double) -> Path? {
    guard a.verbs == b.verbs else { return nil }
    var result = a
    for i in result.points.indices { result.points[i] = lerp(a.points[i], b.points[i], u) }
    if let p = a.currentPoint, let q = b.currentPoint { result.currentPoint = lerp(p, q, u) }
    if let p = a.subpathStart, let q = b.subpathStart { result.subpathStart = lerp(p, q, u) }
    return result
  }
}
