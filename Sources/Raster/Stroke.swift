import CLanes
import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// The largest distance, in device pixels, of round joins and caps from exact circles.
let roundingTolerance = 0.075

/// Converts a path into the outline of its stroke, as lines in device pixels to fill by the non-zero rule.
///
/// Both sides of a subpath are traversed together. All pieces of the outline wind in the same direction, so that
/// overlaps never become holes, and a single fill blends each pixel once. As in Core Graphics, the stroke is built in
/// user space, and its points are then transformed.
struct Stroker: ~Copyable {
  let transform: AffineTransform
  let style: StrokeStyle
  /// Half of the width, in user space.
  let radius: Double
  /// The cosine of the turn above which a corner needs no join, because the sides meet in one point. Inside a curve,
  /// where that point replaces an arc, the limit is the turn of one step of a circle.
  let smoothCosine: Double
  /// The cosine of the turn above which a miter is drawn.
  let miterCosine: Double
  /// The number of steps of a half circle, and the rotation by one step.
  let halfCircleSteps: Int
  let stepCosine: Double
  let stepSine: Double
  /// The radius of a round join's inner vertices, for which the lines between them enclose the circle's area.
  let vertexRadius: Double
  /// The flattening tolerance in user space.
  let tolerance: Double

  var sink: EdgeSink
  /// The last points of both sides.
  var left = Corner(.zero)
  var right = Corner(.zero)
  /// The vertices of the current flattened subpath.
  var vertices: StrokeVertices
  /// The subset of the numbers above that the loops over vertices need.
  let frame: stroke_frame
  /// Whether the current outline had a segment, even one without length.
  private var hadSegment = false
  /// The initial direction of an open subpath that starts with a curve, and the final velocity of a subpath that ends
  /// with a curve. A cap is square to the curve, not to the first or last line of the flattened curve.
  private(set) var startDirection: Point?
  private(set) var endVelocity: Point?
  /// Whether the current outline starts or ends at a cut, beyond which the subpath continues invisibly.
  var isCutAtStart = false
  private(set) var isCutAtEnd = false
  /// The course of the current subpath, if its sides are to be united by envelopes; nil otherwise.
  var monotony: Monotony?
  /// The largest distance of the stroke's points from the path, in user space.
  let reach: Double
  /// The largest number of device pixels of a unit of user space, and the transform back to user space.
  let scale: Double
  let inverse: AffineTransform
  /// The part of user space outside of which curves are not flattened finely. The part does not depend on the drawn
  /// region.
  let world: Rect

  /// Fails if nothing is to be drawn: for a width that is not above zero and finite, and for a transform that is
  /// degenerate or not finite.
  /// - Parameter vertices: the memory to use, which `finish` returns.
  init?(
    style: StrokeStyle, transform: AffineTransform, sink: EdgeSink,
    vertices: consuming StrokeVertices
  ) {
    guard style.width > 0, style.width.isFinite, let inverse = transform.inverted else {
      return nil
    }
    let t = transform
    let scale = t.scale
    guard scale > 0, scale.isFinite else { return nil }
    self.transform = transform
    self.style = style
    self.sink = sink
    self.vertices = vertices
    (self.scale, self.inverse) = (scale, inverse)
    radius = style.width / 2
    tolerance = flatteningTolerance / scale
    let deviceRadius = radius * scale
    // The point is r (1 / cos(turn / 2) - 1) outside the corner's circle, a fiftieth of a pixel.
    smoothCosine = 1 - min(0.08 / max(deviceRadius, 0.25), 0.1)
    let limit = style.miterLimit.isNaN ? 10 : max(style.miterLimit, 1)
    // The miter's length is the width divided by cos(turn / 2).
    miterCosine = max(2 / (limit * limit) - 1, -0.9999)
    let angle = (12 * roundingTolerance / max(deviceRadius, 1e-3)).squareRoot()
    halfCircleSteps = Int(min(max((Double.pi / angle).rounded(.up), 3), 512))
    let step = Double.pi / Double(halfCircleSteps)
    stepCosine = cos(step)
    stepSine = sin(step)
    vertexRadius = (step / stepSine).squareRoot()
    frame = stroke_frame(
      a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty, radius: radius,
      corner_cosine: smoothCosine, curve_cosine: stepCosine)
    reach = radius * max(style.join == .miter ? limit : 1, 2)
    let precise = Precision.limit / scale
    // Without this limit, every piece of a huge curve with an equally wide stroke would count as visible.
    let near = min(reach, Grid.limit / scale)
    world = Rect(minX: -precise, minY: -precise, maxX: precise, maxY: precise).intersection(
      Grid.world.applying(inverse).insetBy(dx: -near, dy: -near))
  }

  /// Returns the memory that the initializer took.
  consuming func finish() -> StrokeVertices { vertices }

  /// Whether the current outline has a vertex.
  var isBegun: Bool { vertices.count > 0 }

  /// Adds a segment to the current outline.
  @inline(__always)
  mutating func append(_ segment: StrokeSegment) {
    hadSegment = true
    let curve = segment.curve
    if vertices.count == 0, curve.p0.isFinite { vertices.append(curve.p0, isSmooth: false) }
    if segment.isLine {
      if vertices.count == 1 { startDirection = nil }
      endVelocity = nil
      vertices.append(curve.p3, isSmooth: false)
    } else {
      append(curve)
    }
  }

  private mutating func append(_ curve: CubicCurve) {
    if vertices.count == 1 { startDirection = direction(of: curve.derivative(at: 0)) }
    endVelocity = (curve.p3 - curve.p2) * 3
    let turning = turningPieces(curve)
    let pieces = max(curve.pieceCount(tolerance: tolerance), turning)
    if pieces <= 64 {
      vertices.append(curve, pieces: Int(pieces), sink.kernels)
      vertices.append(curve.p3, isSmooth: false)
    } else {
      curve.forEachPoint(sink.kernels, tolerance: tolerance, pieces: turning, world: world) {
        vertices.append($0, isSmooth: true)
      }
      if vertices.count > 0 { vertices.sharpen(vertices.count - 1) }
    }
  }

  /// The direction of a velocity; nil if the speed is too small or too large.
  func direction(of velocity: Point) -> Point? {
    let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
    return speed > 1e-150 && speed < 1e150 ? velocity * (1 / speed) : nil
  }

  /// The number of pieces that the outer side of a wide stroke needs, because a bend is longer on that side.
  private func turningPieces(_ curve: CubicCurve) -> Double {
    let chord = curve.p3 - curve.p0
    let (a, b, c) = (curve.p1 - curve.p0, curve.p2 - curve.p1, curve.p3 - curve.p2)
    // Without a bend, the legs point in the direction of the chord.
    func bend(_ leg: Point) -> Double {
      let cross = leg.x * chord.y - leg.y * chord.x
      let lengths = (leg.x * leg.x + leg.y * leg.y) * (chord.x * chord.x + chord.y * chord.y)
      if lengths <= 0 { return 0 }
      let sine = min(cross.magnitude / lengths.squareRoot(), 1)
      return leg.x * chord.x + leg.y * chord.y < 0 ? 2 - sine : sine
    }
    // The sum approximates the total turn, which is divided by the step of a round join.
    let turn = (bend(a) + 2 * bend(b) + bend(c)) * 1.1
    return (turn * Double(halfCircleSteps) / Double.pi).rounded(.up)
  }

  /// Draws the current outline, if there is one, and starts another.
  mutating func finishOutline(closed: Bool, isCutAtEnd: Bool) {
    if closed, vertices.count > 1, vertices[vertices.count - 1] == vertices[0] {
      vertices.removeLast()
      vertices.sharpen(0)
    }
    if vertices.count > 1 {
      self.isCutAtEnd = isCutAtEnd
      if let monotony { outlineUnited(monotony) } else { outline(closed: closed) }
    } else if vertices.count == 1, hadSegment {
      addDot(at: vertices[0])
    }
    vertices.removeAll()
    hadSegment = false
    isCutAtStart = false
    (startDirection, endVelocity) = (nil, nil)
  }
}

extension AffineTransform {
  /// The length of the longer of the two transformed unit vectors.
  var scale: Double { max(a * a + b * b, c * c + d * d).squareRoot() }
}

extension Path {
  /// The parts of a path that are stroked, which are its dashes between the style's start and end.
  func pieces(of style: StrokeStyle) -> Path {
    // A small error in the position of a dash is not visible, but the end of a line that is being drawn is conspicuous.
    dashed(
      pattern: style.dashPattern, phase: style.dashPhase, from: style.start, to: style.end,
      accuracy: style.dashPattern.isEmpty ? 1e-8 : 1e-4)
  }
}
