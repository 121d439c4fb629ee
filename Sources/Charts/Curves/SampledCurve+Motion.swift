import Geometry

/// The way from a curve that is shown to one that is meant, sample by sample.
extension SampledCurve {
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
}

extension SampledCurve.Knot {
  /// Takes the place and the shape of another one of the same sample; of a narrow segment only the
  /// place, to which its own shape is moved.
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
