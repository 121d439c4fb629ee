import Geometry

/// The steps of a curve's motion; see `CurveMotion`.
extension SampledCurve {
  /// The curve with each sample of another curve, and the segment to the sample, placed as in the other curve.
  ///
  /// A segment's shape changes when the sample after it becomes known. A segment that is not wider
  /// than `narrow`, such as one that the dot at the end hides, takes its new shape at once, and so
  /// does a segment that ends left of `edge`, out of sight.
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

  /// The curve with each sample, and the segment to the sample, placed exactly as in `target` if the two are within a
  /// distance. Otherwise, a sample that only approaches its place would never arrive.
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

  /// The curve with the samples after the last sample of another curve placed at that sample, to unfold from there.
  func unfolding(from other: SampledCurve) -> SampledCurve {
    guard let last = other.knots.last else { return self }
    var result = self
    for i in knots.indices.reversed() {
      guard knots[i].key > last.key else { break }
      result.knots[i] = knots[i].mapped { _ in last.point }
    }
    return result
  }

  /// The curve, extended before and after by the knots of a longer curve through the same data.
  func extended(by other: SampledCurve) -> SampledCurve {
    guard let first = knots.first, let last = knots.last else { return other }
    var own = knots
    let head = other.knots.prefix { $0.key < first.key }
    if let joint = other.knots.dropFirst(head.count).first, joint.key == first.key {
      own[0].startsRun = joint.startsRun
      (own[0].control1, own[0].control2) = (joint.control1, joint.control2)
    }
    var tail = other.knots.drop { $0.key <= last.key }
    if let joint = other.knots.dropLast(tail.count).last, joint.key == last.key, !tail.isEmpty {
      // The segment after the last knot keeps its direction there, even where the knot has moved.
      tail[tail.startIndex].control1 = tail[tail.startIndex].control1 + (last.point - joint.point)
    }
    return SampledCurve(knots: head + own + tail, isStraight: isStraight)
  }

  /// The curve with a knot for each knot of another curve, and with the same shape: knots between two others lie on the
  /// segment there, knots outside lie on the first or the last knot. Knots in a gap lie on the knot to the right if the
  /// other curve joins them with that knot, otherwise on the left.
  func filled(like other: SampledCurve) -> SampledCurve {
    var result = self
    result.isStraight = isStraight && other.isStraight
    guard let last = knots.last, !knots.elementsEqual(other.knots, by: { $0.key == $1.key })
    else { return result }
    result.knots = []
    result.knots.reserveCapacity(max(knots.count, other.knots.count))
    var (rest, before) = (other.knots[...], Knot?.none)
    for knot in knots {
      var absent = rest.prefix { $0.key < knot.key }
      rest = rest.dropFirst(absent.count)
      let same = rest.first.flatMap { $0.key == knot.key ? $0 : nil }
      if same != nil { rest = rest.dropFirst() }
      var joined = ArraySlice<Knot>()
      if knot.startsRun, same?.startsRun == false, let start = absent.lastIndex(where: \.startsRun)
      {
        (absent, joined) = (absent[..<start], absent[start...])
      }
      result.knots += knot.cut(
        at: absent.map(\.key), startingWith: joined.map(\.key), after: before)
      before = knot
    }
    result.knots += rest.map { last.collapsed($0.key) }
    return result
  }

  /// The curve with a straight line across each gap that another curve has closed.
  func closingGaps(as other: SampledCurve) -> SampledCurve {
    // Most lines have no gaps.
    guard knots.dropFirst().contains(where: \.startsRun) else { return self }
    var result = self
    var rest = other.knots[...]
    for i in knots.indices {
      let passed = rest.prefix { $0.key <= knots[i].key }
      rest = rest.dropFirst(passed.count)
      guard i > 0, knots[i].startsRun, !passed.isEmpty, !passed.contains(where: \.startsRun) else {
        continue
      }
      let (start, end) = (knots[i - 1].point, knots[i].point)
      result.knots[i].startsRun = false
      result.knots[i].control1 = lerp(start, end, 1.0 / 3)
      result.knots[i].control2 = lerp(start, end, 2.0 / 3)
    }
    return result
  }

  /// The curve with all of it at one height.
  func flattened(at y: Double) -> SampledCurve { mapped { Point($0.x, y) } }

  /// The curve moved to the right.
  func shifted(by x: Double) -> SampledCurve {
    x == 0 ? self : mapped { $0 + Point(x, 0) }
  }

  private func mapped(_ map: (Point) -> Point) -> SampledCurve {
    var result = self
    for i in knots.indices { result.knots[i] = knots[i].mapped(map) }
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
}

extension SampledCurve.Knot {
  /// The knot with all its points mapped.
  fileprivate func mapped(_ map: (Point) -> Point) -> Self {
    var knot = self
    (knot.point, knot.control1, knot.control2) = (map(point), map(control1), map(control2))
    return knot
  }

  /// A knot at the same place, with a segment without length.
  fileprivate func collapsed(_ key: Double, startsRun: Bool = false) -> Self {
    Self(key: key, startsRun: startsRun, point: point, control1: point, control2: point)
  }

  /// This knot, preceded by others on the segment that leads to the knot, in proportion to their keys.
  /// - Parameters:
  ///   - joined: the keys of the knots at the start of the knot's run, all at its place.
  ///   - before: the knot where the segment starts; nil at the curve's start.
  fileprivate func cut(
    at keys: [Double], startingWith joined: [Double], after before: Self?
  ) -> [Self] {
    guard let before else { return run(keys + joined) }
    if startsRun { return keys.map { before.collapsed($0) } + run(joined) }
    if keys.isEmpty { return [self] }
    let curve = CubicCurve(before.point, control1, control2, point)
    // Halves: the distance of the farthest keys is larger than any number.
    let (low, span) = (before.key / 2, key / 2 - before.key / 2)
    var (result, position) = ([Self](), 0.0)
    for inner in keys + [key] {
      let end = inner == key || span <= 0 ? 1 : min((inner / 2 - low) / span, 1)
      let piece = curve.part(from: position, to: max(end, position))
      result.append(
        Self(
          key: inner, startsRun: false, point: inner == key ? point : piece.p3,
          control1: piece.p1, control2: piece.p2))
      position = max(end, position)
    }
    return result
  }

  /// The knot at the end of a run without length.
  private func run(_ keys: [Double]) -> [Self] {
    guard let first = keys.first else { return [self] }
    return (keys + [key]).map { collapsed($0, startsRun: $0 == first) }
  }

  /// Takes the place and the shape of another knot of the same sample. A narrow segment takes only the place, and keeps
  /// its own shape there.
  fileprivate mutating func bend(
    as other: SampledCurve.Knot, narrow: Double, after previous: SampledCurve.Knot?
  ) {
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

  fileprivate func isNear(_ other: SampledCurve.Knot, within distance: Double) -> Bool {
    point.distance(to: other.point) <= distance
      && (startsRun
        || control1.distance(to: other.control1) <= distance
          && control2.distance(to: other.control2) <= distance)
      && startsRun == other.startsRun
  }
}
