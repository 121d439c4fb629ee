import Geometry
import Metrics

/// A curve through samples in which each keeps its identity, so that the curve on screen can become
/// another one with the same sample at each place.
struct SampledCurve: Equatable {
  /// One sample, and the segment that leads to it.
  struct Knot: Equatable {
    /// The identity of the sample, such as its time; ascends along the curve.
    var key: Double
    /// Whether a gap, or nothing, lies before it.
    var startsRun: Bool
    var point: Point
    /// The control points of the segment from the knot before; meaningless where a run starts.
    var control1: Point
    var control2: Point
    /// Whether the layer of a stack is absent here: the curve continues, but is not drawn.
    var isAbsent = false
    /// Whether the knot is the corner of a step, not a sample.
    var isCorner = false
  }

  var knots: [Knot] = []
  /// Whether lines are straight instead of curved, for samples as dense as pixels.
  var isStraight = false

  init() {}

  init(knots: [Knot], isStraight: Bool) {
    self.knots = knots
    self.isStraight = isStraight
  }

  /// The curve through those of the samples that are drawn and have a place on the axis.
  init(_ series: PlotContent.DrawnSeries, positions: DrawnPositions, map: AxisMap) {
    self.init(
      series, positions: positions.positions, gaps: positions.gaps,
      isThinned: positions.isThinned, map: map)
  }

  /// The curve through the samples at the given positions that have a place on the axis.
  /// - Parameters:
  ///   - gaps: the indices of the positions before which the line is interrupted, ascending.
  ///   - isThinned: whether the samples are extremes of many others, which straight lines join.
  init(
    _ series: PlotContent.DrawnSeries, positions: some Collection<Int>, gaps: [Int] = [],
    isThinned: Bool = false, map: AxisMap
  ) {
    isStraight = isThinned || series.curve != .smooth
    var runs = CurveRuns(
      shape: series.curve == .step ? .step : isStraight ? .straight : .smooth,
      capacity: positions.count)
    let limits = series.limits
    var (index, nextGap) = (0, gaps.startIndex)
    series.samples.forEach(at: positions) { time, value in
      if nextGap < gaps.endIndex, gaps[nextGap] == index {
        nextGap += 1
        runs.endRun()
      }
      index += 1
      if value.isFinite, !map.isLogarithmic || value > 0 {
        runs.append(time, map(time, value.held(in: limits)))
      } else {
        runs.endRun()
      }
    }
    runs.endRun()
    knots = runs.knots
    if !series.isAbsent.isEmpty { markAbsent(series, positions) }
  }

  /// The curve through the values of columns, all of which have a place on the axis.
  /// - Parameter limits: the range of values within which the curve is held.
  init(
    _ line: DenseColumns.Line, isStraight: Bool, limits: ClosedRange<Double>, map: AxisMap
  ) {
    self.isStraight = isStraight
    var runs = CurveRuns(shape: isStraight ? .straight : .smooth, capacity: line.times.count)
    var gaps = line.gaps[...]
    for (i, value) in line.values.enumerated() {
      if gaps.first == i {
        gaps.removeFirst()
        runs.endRun()
      }
      runs.append(line.times[i], map(line.times[i], value.held(in: limits)))
    }
    runs.endRun()
    knots = runs.knots
  }

  /// Marks the knots of absent samples, and the corners before them.
  private mutating func markAbsent(
    _ series: PlotContent.DrawnSeries, _ positions: some Collection<Int>
  ) {
    var i = 0
    for position in positions where i < knots.count {
      let knot = knots[i].isCorner ? i + 1 : i
      guard knots[knot].key == series.samples[position].time else { continue }
      for known in i...knot { knots[known].isAbsent = series.isAbsent[position] }
      i = knot + 1
    }
  }

  /// The curve, held on or beyond the curve of the layer on which its own layer lies. The y axis points down.
  ///
  /// Each of the two curves is monotone between samples, but may cross the other one there. Both control points of a
  /// segment are moved to those of the inner curve, which lie within the range of the outer segment's ends, so that the
  /// curve stays monotone.
  /// - Parameters:
  ///   - inner: a curve that has the samples of this one.
  ///   - pile: the direction from the inner curve to this one.
  func held(upon inner: SampledCurve, _ pile: Stack.Pile) -> SampledCurve {
    guard !isStraight else { return self }
    func isOutside(_ y: Double, _ other: Double) -> Bool {
      pile == .up ? y <= other : y >= other
    }
    var result = self
    var j = 0
    for i in knots.indices.dropFirst() where !knots[i].startsRun {
      while j < inner.knots.count, inner.knots[j].key < knots[i].key { j += 1 }
      guard j > 0, j < inner.knots.count, !inner.knots[j].startsRun,
        inner.knots[j].key == knots[i].key, inner.knots[j - 1].key == knots[i - 1].key,
        isOutside(knots[i].point.y, inner.knots[j].point.y),
        isOutside(knots[i - 1].point.y, inner.knots[j - 1].point.y)
      else { continue }
      let (first, second) = (inner.knots[j].control1.y, inner.knots[j].control2.y)
      if !isOutside(knots[i].control1.y, first) { result.knots[i].control1.y = first }
      if !isOutside(knots[i].control2.y, second) { result.knots[i].control2.y = second }
    }
    return result
  }

  /// The curve of straight lines between points of this one, with the same number of pieces for each segment.
  func divided(into pieces: Int) -> SampledCurve {
    var result = SampledCurve(knots: [], isStraight: true)
    result.knots.reserveCapacity(knots.count * pieces)
    func add(_ knot: Knot, _ point: Point) {
      var knot = knot
      (knot.point, knot.control1, knot.control2) = (point, point, point)
      result.knots.append(knot)
    }
    for (i, knot) in knots.enumerated() {
      if !knot.startsRun, pieces > 1 {
        let curve = CubicCurve(knots[i - 1].point, knot.control1, knot.control2, knot.point)
        for j in 1..<pieces { add(knot, curve.point(at: Double(j) / Double(pieces))) }
      }
      add(knot, knot.point)
    }
    return result
  }

  /// The height of the curve at `x`; nil if there is none.
  func y(at x: Double) -> Double? { SampledCurve.y(at: x, self, self, 0) }

  /// The height at `x` of the curve between two of the same samples.
  static func y(at x: Double, _ a: SampledCurve, _ b: SampledCurve, _ u: Double) -> Double? {
    func point(_ i: Int) -> Point { lerp(a.knots[i].point, b.knots[i].point, u) }
    var next: Point?
    // The search starts at the end, where most requests are.
    for i in b.knots.indices.reversed() {
      let p = point(i)
      if p.x == x { return p.y }
      guard p.x < x else {
        next = p
        continue
      }
      guard let q = next, !b.knots[i + 1].startsRun else { return nil }
      let t = (x - p.x) / (q.x - p.x)
      let s = 1 - t
      if b.isStraight { return s * p.y + t * q.y }
      let c1 = lerp(a.knots[i + 1].control1.y, b.knots[i + 1].control1.y, u)
      let c2 = lerp(a.knots[i + 1].control2.y, b.knots[i + 1].control2.y, u)
      return s * s * s * p.y + 3 * s * s * t * c1 + 3 * s * t * t * c2 + t * t * t * q.y
    }
    return nil
  }

  /// The length of the curve before the first knot whose key is not below `key`.
  func length(before key: Double) -> Double {
    var head = self
    head.knots = Array(knots.prefix { $0.key <= key })
    return head.line.length
  }
}
