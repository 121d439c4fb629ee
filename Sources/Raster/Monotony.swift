import Geometry

/// The course of a subpath whose x never turns back, from the left to the right of the device or in the opposite
/// direction.
///
/// The stroke of such a subpath with a round pen has no holes: at each x, the stroke extends from the upper envelope of
/// one side to the lower envelope of the other side. The outline between both is exactly the union of all points that
/// the pen covers, whereas the sides themselves would cover pixels twice if the stroke overlaps itself.
struct Monotony {
  /// Whether the subpath goes right in user space.
  let goesRight: Bool
  /// The range of x, in user space, of the segments to stroke; all others are not visible.
  let window: ClosedRange<Double>
  /// Whether both sides are mirrored horizontally, so that they go from left to right, and whether the left side is
  /// mirrored vertically, so that its outside is up.
  let flipsX: Bool
  let flipsLeftY: Bool
  /// The height, in steps of the device grid, above a round join's centre that no vertex of the join exceeds.
  let penHeight: Int32
  /// Half of the pen's width on the device grid.
  let penReach: Int32
  /// The range of x, on the device grid, that flat ends of the subpath do not reach.
  let interior: ClosedRange<Int32>

  /// Fails for a subpath that turns back, is closed, is a single segment or is far away, for a pen that is not round,
  /// and for a transform that does not keep vertical lines vertical.
  /// - Parameters:
  ///   - element: the element with which the subpath starts, and its point.
  ///   - visible: the range of x, in user space, of paths whose strokes may be visible.
  init?(
    _ path: Path, element: (verb: Int, point: Int), _ stroker: borrowing Stroker,
    visible: ClosedRange<Double>?
  ) {
    let (t, radius) = (stroker.transform, stroker.radius)
    guard stroker.style.join == .round, t.c == 0, t.a != 0, t.d != 0 else { return nil }
    let course = SubpathCourse(path, element)
    let near = Grid.world.insetBy(dx: Grid.limit / 2, dy: Grid.limit / 2)
    let reach = 2 * radius * stroker.scale
    guard course.isOpen, !course.turnsBack, course.isFinite, course.segments > 1, course.step != 0,
      near.contains(course.box.applying(t).insetBy(dx: -reach, dy: -reach))
    else { return nil }
    goesRight = course.step > 0
    let flipsX = (t.a < 0) == goesRight
    (self.flipsX, flipsLeftY) = (flipsX, (t.d < 0) == goesRight)
    penHeight = Grid.snap(radius * stroker.vertexRadius * (t.b * t.b + t.d * t.d).squareRoot()) &+ 1
    penReach = Grid.snap(radius * t.a.magnitude)
    // The lines around the start of a visible line determine that start.
    let margin = Monotony.margin * radius
    let ends = visible.map { course.vertices(around: $0, of: path) }
    window = (ends?.lowerBound ?? -.infinity) - margin...(ends?.upperBound ?? .infinity) + margin
    let flat = stroker.style.cap == .round ? -Grid.limit : margin * t.a.magnitude
    func across(_ x: Double) -> Double { (x * t.a + t.tx) * (flipsX ? -1 : 1) }
    let (from, to) = (across(course.start) + flat, across(course.end) - flat)
    interior = from < to ? Grid.snap(from)...Grid.snap(to) : .max ... .max
  }

  /// The distance, in radii of the pen, beyond which vertices have no influence on the envelope.
  static let margin = 4.0

  /// Whether a segment may be visible or determine the start of others.
  func holds(_ segment: StrokeSegment) -> Bool {
    let (from, to) = (segment.curve.p0.x, segment.curve.p3.x)
    return max(from, to) >= window.lowerBound && min(from, to) <= window.upperBound
  }
}
