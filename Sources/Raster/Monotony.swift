import Geometry

/// The course of a subpath that never turns back across, from the left to the right of the device or
/// the other way.
///
/// The stroke of such a subpath with a round pen has no holes: at each place across, the stroke reaches
/// from the upper envelope of one side to the lower envelope of the other side. The outline between
/// both is exactly the union of all that the pen covers, where the sides themselves would cover pixels
/// twice in which the stroke overlaps itself.
struct Monotony {
  /// Whether the subpath goes right in user space.
  let goesRight: Bool
  /// The places across, in user space, that segments to be stroked reach; all others are unseen.
  let window: ClosedRange<Double>
  /// Whether the sides are mirrored, so that they go from left to right, and the left side, so that its
  /// outside is up.
  let flipsX: Bool
  let flipsLeftY: Bool
  /// The distance, in steps of the device grid, that no vertex of a round join is above its center.
  let penHeight: Int32
  /// Half of the pen's width on the device grid.
  let penReach: Int32
  /// The places across, on the device grid, that flat ends of the subpath do not reach.
  let interior: ClosedRange<Int32>

  /// Fails for a subpath that turns back, or that is closed, a single segment or far away, and where another
  /// pen than a round one draws, or across is not across the device.
  /// - Parameters:
  ///   - element: the element with which the subpath starts, and its point.
  ///   - visible: the places across, in user space, that a seen stroke's path may have.
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
    // The lines around the start of a visible line decide where that line begins.
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

  /// Whether a segment may be seen or decide where others begin.
  func holds(_ segment: StrokeSegment) -> Bool {
    let (from, to) = (segment.curve.p0.x, segment.curve.p3.x)
    return max(from, to) >= window.lowerBound && min(from, to) <= window.upperBound
  }
}
