import Geometry

/// The motion of a line whose data changes, for marks that move with the line.
struct KeyedMotion {
  /// The map under which the new data starts.
  let start: AxisMap
  /// The places where each datum starts and ends, by its key, including data that leaves.
  let from: [Double: Point]
  let to: [Double: Point]

  init(start: AxisMap, from: SampledCurve, to: SampledCurve) {
    self.start = start
    self.from = KeyedMotion.places(from)
    self.to = KeyedMotion.places(to)
  }

  private static func places(_ curve: SampledCurve) -> [Double: Point] {
    Dictionary(curve.knots.map { ($0.key, $0.point) }) { $1 }
  }
}
