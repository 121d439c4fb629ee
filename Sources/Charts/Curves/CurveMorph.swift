import Geometry

/// The way of a line from one set of data to another, as two curves with the same knots: every
/// datum goes straight from where it is to where it will be, and keeps its identity on the way.
///
/// Both ends look exactly like the curves that they are made of. A datum that comes between others
/// starts on the line as it was, one that comes after them on the last of them; what leaves goes
/// the same way back. Where there was no line, it rises from the baseline.
struct CurveMorph {
  let from: SampledCurve
  let to: SampledCurve

  /// - Parameters:
  ///   - shown: the line as it is on screen.
  ///   - target: the line as it is to be.
  ///   - baseline: from where, or to where, a line comes or goes that the other one has nothing of.
  init(shown: SampledCurve, target: SampledCurve, baseline: Double) {
    guard !target.knots.isEmpty else {
      (from, to) = (target, target)
      return
    }
    guard !shown.knots.isEmpty else {
      let flat = target.knots.map { knot in
        var knot = knot
        knot.point.y = baseline
        knot.control1.y = baseline
        knot.control2.y = baseline
        return knot
      }
      from = SampledCurve(knots: flat, isStraight: target.isStraight)
      to = target
      return
    }
    let keys = Set(shown.knots.map(\.key)).union(target.knots.map(\.key)).sorted()
    var start = shown.filled(keys)
    let end = target.filled(keys)
    for i in start.indices {
      // What starts a run is asked of the end only; a gap that is no more closes with a line.
      if start[i].startsRun, !end[i].startsRun, i > 0 {
        start[i].control1 = lerp(start[i - 1].point, start[i].point, 1.0 / 3)
        start[i].control2 = lerp(start[i - 1].point, start[i].point, 2.0 / 3)
      }
    }
    let isStraight = shown.isStraight && target.isStraight
    from = SampledCurve(knots: start, isStraight: isStraight)
    to = SampledCurve(knots: end, isStraight: isStraight)
  }
}

extension SampledCurve {
  /// The curve with a knot for each key; keys ascend and hold all of the curve's own.
  fileprivate func filled(_ keys: [Double]) -> [Knot] {
    var result: [Knot] = []
    result.reserveCapacity(keys.count)
    var next = 0
    var absent: [Double] = []
    for key in keys {
      if next < knots.count, knots[next].key == key {
        let before = next > 0 ? knots[next - 1] : nil
        result += knots[next].cut(at: absent, after: before)
        absent = []
        next += 1
      } else {
        absent.append(key)
      }
    }
    if let last = knots.last { result += absent.map { last.collapsed(key: $0) } }
    return result
  }
}

extension SampledCurve.Knot {
  /// A knot at the same place, with nothing between.
  fileprivate func collapsed(key: Double, startsRun: Bool = false) -> SampledCurve.Knot {
    SampledCurve.Knot(
      key: key, startsRun: startsRun, point: point, control1: point, control2: point)
  }

  /// This knot with others on the segment that leads to it, where their keys lie between the two.
  /// - Parameter before: the knot where the segment starts; nil where the curve does.
  fileprivate func cut(
    at keys: [Double], after before: SampledCurve.Knot?
  ) -> [SampledCurve.Knot] {
    guard let first = keys.first else { return [self] }
    guard let before else {
      var result = [collapsed(key: first, startsRun: true)]
      result += keys.dropFirst().map { collapsed(key: $0) }
      return result + [collapsed(key: key)]
    }
    if startsRun { return keys.map { before.collapsed(key: $0) } + [self] }
    let curve = CubicCurve(before.point, control1, control2, point)
    // Halves: the distance of the farthest keys is larger than any number.
    let (low, span) = (before.key / 2, key / 2 - before.key / 2)
    var (result, position) = ([SampledCurve.Knot](), 0.0)
    for inner in keys + [key] {
      let end = inner == key || span <= 0 ? 1 : min((inner / 2 - low) / span, 1)
      let piece = curve.part(from: position, to: max(end, position))
      result.append(
        SampledCurve.Knot(
          key: inner, startsRun: false, point: inner == key ? point : piece.p3,
          control1: piece.p1, control2: piece.p2))
      position = max(end, position)
    }
    return result
  }
}
