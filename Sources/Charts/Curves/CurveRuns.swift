import Geometry

/// The knots of a curve, made run by run.
struct CurveRuns {
  private(set) var knots: [SampledCurve.Knot] = []
  private let shape: PlotContent.Series.Curve
  /// The index of the run's first knot.
  private var start = 0

  init(shape: PlotContent.Series.Curve, capacity: Int) {
    self.shape = shape
    knots.reserveCapacity(shape == .step ? 2 * capacity : capacity)
  }

  /// Adds a sample. The place of each sample of a run lies to the right of the one before.
  mutating func append(_ key: Double, _ point: Point) {
    let isFirst = knots.count == start
    var knot = SampledCurve.Knot(
      key: key, startsRun: isFirst, point: point, control1: point, control2: point)
    guard !isFirst else { return knots.append(knot) }
    let before = knots[knots.count - 1].point
    switch shape {
    case .smooth: break
    case .straight:
      let third = Point((point.x - before.x) / 3, (point.y - before.y) / 3)
      (knot.control1, knot.control2) = (before + third, point - third)
    case .step:
      let corner = Point(point.x, before.y)
      knots.append(
        SampledCurve.Knot(
          key: key.nextDown, startsRun: false, point: corner, control1: corner, control2: corner,
          isCorner: true))
    }
    knots.append(knot)
  }

  /// Interrupts the curve after the samples so far.
  mutating func endRun() {
    if shape == .smooth { smooth() }
    start = knots.count
  }

  /// Makes the run a monotone curve.
  private mutating func smooth() {
    guard knots.count > start + 1 else { return }
    let slopes = MonotoneCurve.slopes(knots[start...].map(\.point))
    for i in start + 1..<knots.count {
      let (before, point) = (knots[i - 1].point, knots[i].point)
      let third = (point.x - before.x) / 3
      knots[i].control1 = before + Point(third, third * slopes[i - start - 1])
      knots[i].control2 = point - Point(third, third * slopes[i - start])
    }
  }
}
