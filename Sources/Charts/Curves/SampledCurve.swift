import Geometry
import Metrics

/// A curve through samples in which each keeps its identity, so that the curve on screen can become
/// another one with the same sample at each place.
struct SampledCurve: Equatable {
  /// One sample, and the segment that leads to it.
  struct Knot: Equatable {
    /// What the sample is known by, such as its sequence number; ascends along the curve.
    var key: Double
    /// Whether a gap, or nothing, lies before it.
    var startsRun: Bool
    var point: Point
    /// The control points of the segment from the knot before; meaningless where a run starts.
    var control1: Point
    var control2: Point
    /// Whether the layer of a stack counts for nothing here: the curve goes on, and is not drawn.
    var isAbsent = false

    /// Takes the place and the shape of another one of the same sample; of a narrow segment only the
    /// place, to which its own shape is moved.
    fileprivate mutating func bend(as other: Knot, narrow: Double, after previous: Knot?) {
      if !startsRun, let previous, point.x - previous.point.x <= narrow {
        let shift = other.point - point
        control1 = control1 + shift
        control2 = control2 + shift
      } else {
        control1 = other.control1
        control2 = other.control2
      }
      point = other.point
    }

    fileprivate func isNear(_ other: Knot, within distance: Double) -> Bool {
      point.distance(to: other.point) <= distance
        && (startsRun
          || control1.distance(to: other.control1) <= distance
            && control2.distance(to: other.control2) <= distance)
        && startsRun == other.startsRun
    }
  }

  private(set) var knots: [Knot] = []
  /// Straight lines instead of curves: for samples as dense as pixels.
  private(set) var isStraight = false

  init() {}

  init(knots: [Knot], isStraight: Bool) {
    self.knots = knots
    self.isStraight = isStraight
  }

  /// The monotone curve through those of the samples that are drawn and have a place on the axis.
  init(_ series: PlotContent.DrawnSeries, positions: DrawnPositions, map: AxisMap) {
    self.init(series, positions: positions.positions, map: map)
    isStraight = positions.isThinned
  }

  /// The monotone curve through the samples at the given positions that have a place on the axis.
  init(_ series: PlotContent.DrawnSeries, positions: some Collection<Int>, map: AxisMap) {
    var keys: [Double] = []
    var points: [Point] = []
    knots.reserveCapacity(positions.count)
    keys.reserveCapacity(positions.count)
    points.reserveCapacity(positions.count)
    series.samples.withColumns { times, values in
      for position in positions {
        let value = values[position]
        if value.isFinite, !map.isLogarithmic || value > 0 {
          keys.append(series.key(position, time: times[position]))
          points.append(map(times[position], value))
        } else {
          append(keys, points)
          keys.removeAll(keepingCapacity: true)
          points.removeAll(keepingCapacity: true)
        }
      }
    }
    append(keys, points)
    if !series.isAbsent.isEmpty { markAbsent(series, positions) }
  }

  /// Marks the knots of samples that count for nothing.
  private mutating func markAbsent(
    _ series: PlotContent.DrawnSeries, _ positions: some Collection<Int>
  ) {
    var i = 0
    for position in positions where i < knots.count {
      guard knots[i].key == series.key(position, time: series.samples[position].time) else {
        continue
      }
      knots[i].isAbsent = series.isAbsent[position]
      i += 1
    }
  }

  /// Adds the samples of a run.
  private mutating func append(_ keys: [Double], _ points: [Point]) {
    let slopes = MonotoneCurve.slopes(points)
    for i in points.indices {
      let point = points[i]
      var knot = Knot(
        key: keys[i], startsRun: i == 0, point: point, control1: point, control2: point)
      if i > 0 {
        let third = (point.x - points[i - 1].x) / 3
        knot.control1 = points[i - 1] + Point(third, third * slopes[i - 1])
        knot.control2 = point - Point(third, third * slopes[i])
      }
      knots.append(knot)
    }
  }

  /// The curve with each sample, and the segment to it, where `other` has it, for those it has.
  ///
  /// A segment's shape changes when the sample after it becomes known. One that is not wider than
  /// `narrow`, such as what the dot at the end hides, takes its new shape at once, and so does one
  /// that ends left of `edge`, where it is out of sight.
  func matching(
    _ other: SampledCurve, narrow: Double = 0, edge: Double = -.infinity
  ) -> SampledCurve {
    var result = self
    var (j, previous) = (0, Knot?.none)
    for i in knots.indices {
      while j < other.knots.count, other.knots[j].key < knots[i].key { j += 1 }
      guard j < other.knots.count else { break }
      var knot = knots[i]
      let known = other.knots[j]
      if known.key == knot.key, knot != known, knot.startsRun || !known.startsRun {
        let narrow = knot.point.x < edge ? .infinity : narrow
        knot.bend(as: known, narrow: narrow, after: previous)
        if knot != knots[i] { result.knots[i] = knot }
      }
      previous = knot
    }
    return result
  }

  /// The curve with each sample, and the segment to it, just where `target` has it, if it is not
  /// further from there than a distance: what comes ever nearer would else be on its way for ever.
  /// - Parameter target: a curve of the same samples.
  func meeting(_ target: SampledCurve, within distance: Double) -> SampledCurve {
    guard knots.count == target.knots.count, knots != target.knots else { return self }
    var result = self
    for (i, end) in target.knots.enumerated()
    where knots[i] != end && knots[i].isNear(end, within: distance) {
      result.knots[i] = end
    }
    return result
  }

  /// The curve on or above one below it, in a plot whose y goes down, wherever its samples are.
  ///
  /// Each of the two is monotone between samples by itself, and may dip below the other there. Of a
  /// segment both control points are raised to those of the lower curve, which lie within the range of
  /// the upper one's ends: what is raised stays monotone.
  /// - Parameter lower: a curve that has the samples of this one.
  func held(above lower: SampledCurve) -> SampledCurve {
    guard !isStraight else { return self }
    var result = self
    var j = 0
    for i in knots.indices.dropFirst() where !knots[i].startsRun {
      while j < lower.knots.count, lower.knots[j].key < knots[i].key { j += 1 }
      guard j > 0, j < lower.knots.count, !lower.knots[j].startsRun,
        lower.knots[j].key == knots[i].key, lower.knots[j - 1].key == knots[i - 1].key,
        knots[i].point.y <= lower.knots[j].point.y,
        knots[i - 1].point.y <= lower.knots[j - 1].point.y
      else { continue }
      let (low1, low2) = (lower.knots[j].control1.y, lower.knots[j].control2.y)
      if knots[i].control1.y > low1 { result.knots[i].control1.y = low1 }
      if knots[i].control2.y > low2 { result.knots[i].control2.y = low2 }
    }
    return result
  }

  /// The curve with what comes after the last sample of another one at that sample: from there it
  /// unfolds.
  func unfolding(from other: SampledCurve) -> SampledCurve {
    guard let last = other.knots.last else { return self }
    var result = self
    for i in knots.indices.reversed() {
      guard knots[i].key > last.key else { break }
      result.knots[i].point = last.point
      (result.knots[i].control1, result.knots[i].control2) = (last.point, last.point)
    }
    return result
  }

  /// The curve of straight lines between points of this one, of which each segment has as many.
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

  /// The curve moved to the right.
  func shifted(by x: Double) -> SampledCurve {
    guard x != 0 else { return self }
    var result = self
    let way = Point(x, 0)
    for i in knots.indices {
      result.knots[i].point = knots[i].point + way
      result.knots[i].control1 = knots[i].control1 + way
      result.knots[i].control2 = knots[i].control2 + way
    }
    return result
  }

  /// The curve between two of the same samples.
  static func interpolate(_ a: SampledCurve, _ b: SampledCurve, _ u: Double) -> SampledCurve {
    var result = b
    for i in result.knots.indices {
      let (p, q) = (a.knots[i], b.knots[i])
      result.knots[i].point = lerp(p.point, q.point, u)
      result.knots[i].control1 = lerp(p.control1, q.control1, u)
      result.knots[i].control2 = lerp(p.control2, q.control2, u)
    }
    return result
  }

  /// One subpath for each run. A run of one sample is a line without length, which a round cap shows as
  /// a dot.
  var line: Path { line(loneRadius: 0) }

  /// - Parameter radius: what makes the dot of a lone sample larger than the line is wide, in points: with
  ///   any, it is a small diamond, which round joins show as a dot.
  func line(loneRadius radius: Double) -> Path {
    let lone = knots.indices.count { isLone($0) }
    var verbs: [Path.Verb] = []
    verbs.reserveCapacity(knots.count + 4 * lone)
    // Points are many: they are written without asking each time whether there is room.
    let points = [Point](unsafeUninitializedCapacity: 3 * knots.count + lone) { points, count in
      func add(_ point: Point) {
        points.initializeElement(at: count, to: point)
        count += 1
      }
      for (i, knot) in knots.enumerated() where !knot.isAbsent {
        if startsLine(i) {
          verbs.append(.move)
          guard isLone(i) else {
            add(knot.point)
            continue
          }
          let isDiamond = radius > 0
          verbs += isDiamond ? [.line, .line, .line, .close] : [.line]
          add(knot.point + Point(-radius, 0))
          add(knot.point + Point(0, -radius))
          guard isDiamond else { continue }
          add(knot.point + Point(radius, 0))
          add(knot.point + Point(0, radius))
        } else {
          verbs.append(isStraight ? .line : .cubic)
          if !isStraight {
            add(knot.control1)
            add(knot.control2)
          }
          add(knot.point)
        }
      }
    }
    return Path(verbs: verbs, points: points)
  }

  /// Whether no line leads to a knot that is drawn.
  private func startsLine(_ i: Int) -> Bool { knots[i].startsRun || knots[i - 1].isAbsent }

  /// Whether a knot is all of its line.
  private func isLone(_ i: Int) -> Bool {
    !knots[i].isAbsent && startsLine(i)
      && (i + 1 == knots.count || knots[i + 1].startsRun || knots[i + 1].isAbsent)
  }

  /// Whether a sample that stands alone has its place in a range when the curve is moved to the right.
  func hasLoneKnot(within range: ClosedRange<Double>, offset: Double) -> Bool {
    knots.indices.contains { range.contains(knots[$0].point.x + offset) && isLone($0) }
  }

  /// The region between the curve and a horizontal line, a closed subpath for each run.
  /// - Parameter line: the curve's line, if it is known.
  func area(baseline: Double, line: Path? = nil) -> Path {
    // Of a single run that is drawn the line is the upper edge.
    if let line, let first = knots.first, let last = knots.last,
      line.verbs.count == knots.count, line.verbs.lastIndex(of: .move) == 0
    {
      return Path(
        verbs: line.verbs + [.line, .line, .close],
        points: line.points + [Point(last.point.x, baseline), Point(first.point.x, baseline)])
    }
    var path = Path()
    path.reserveCapacity(verbs: knots.count + 8, points: 3 * knots.count + 8)
    var start = 0
    for (i, knot) in knots.enumerated() {
      if knot.startsRun {
        start = i
        path.move(to: knot.point)
      } else {
        addSegment(to: knot, path: &path)
      }
      if i + 1 == knots.count || knots[i + 1].startsRun {
        path.addLine(to: Point(knot.point.x, baseline))
        path.addLine(to: Point(knots[start].point.x, baseline))
        path.closeSubpath()
      }
    }
    return path
  }

  /// The region between the curve and one below it, a closed subpath for each run. The lower curve has
  /// all of this one's samples; a run without them is left out.
  func band(above lower: SampledCurve) -> Path {
    var path = Path()
    path.reserveCapacity(verbs: 2 * knots.count + 8, points: 6 * knots.count + 8)
    var (start, j) = (0, 0)
    while start < knots.count {
      var end = start + 1
      while end < knots.count, !knots[end].startsRun { end += 1 }
      while j < lower.knots.count, lower.knots[j].key < knots[start].key { j += 1 }
      let (first, last) = (j, j + end - start - 1)
      if last < lower.knots.count, lower.knots[first].key == knots[start].key,
        lower.knots[last].key == knots[end - 1].key
      {
        path.move(to: knots[start].point)
        for i in start + 1..<max(start + 1, end) { addSegment(to: knots[i], path: &path) }
        path.addLine(to: lower.knots[last].point)
        lower.addSegmentsBack(from: last, to: first, path: &path)
        path.closeSubpath()
      }
      start = end
    }
    return path
  }

  private func addSegmentsBack(from last: Int, to first: Int, path: inout Path) {
    for i in stride(from: last, to: first, by: -1) {
      if isStraight {
        path.addLine(to: knots[i - 1].point)
      } else {
        path.addCurve(
          to: knots[i - 1].point, control1: knots[i].control2, control2: knots[i].control1)
      }
    }
  }

  private func addSegment(to knot: Knot, path: inout Path) {
    if isStraight {
      path.addLine(to: knot.point)
    } else {
      path.addCurve(to: knot.point, control1: knot.control1, control2: knot.control2)
    }
  }

  /// The height of the curve at `x`; nil where there is none.
  func y(at x: Double) -> Double? { SampledCurve.y(at: x, self, self, 0) }

  /// The height at `x` of the curve between two of the same samples.
  static func y(at x: Double, _ a: SampledCurve, _ b: SampledCurve, _ u: Double) -> Double? {
    func point(_ i: Int) -> Point { lerp(a.knots[i].point, b.knots[i].point, u) }
    var next: Point?
    // Looked for from the end: that is where it is asked for.
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
