import Geometry

/// The paths of a curve that are stroked and filled.
extension SampledCurve {
  /// One subpath for each run. A run of one sample is a line without length, which a round cap
  /// shows as a dot.
  var line: Path { line(loneRadius: 0) }

  /// - Parameters:
  ///   - radius: the length, in points, by which the dot of a lone sample reaches beyond the line's
  ///     edge.
  ///   - points: the same for a dot at each sample; 0, the default, for no dots.
  func line(loneRadius radius: Double, points pointRadius: Double) -> Path {
    var path = line(loneRadius: radius)
    guard pointRadius > 0 else { return path }
    for knot in knots where !knot.isAbsent && !knot.isCorner {
      path.move(to: knot.point + Point(-pointRadius, 0))
      path.addLine(to: knot.point + Point(0, -pointRadius))
      path.addLine(to: knot.point + Point(pointRadius, 0))
      path.addLine(to: knot.point + Point(0, pointRadius))
      path.closeSubpath()
    }
    return path
  }

  /// - Parameter radius: the length by which the dot of a lone sample reaches beyond the line's edge, in points: with a
  ///   length, the dot is a small diamond, which round joins show as a dot.
  func line(loneRadius radius: Double) -> Path {
    let lone = knots.indices.count { isLone($0) }
    var verbs: [Path.Verb] = []
    verbs.reserveCapacity(knots.count + 4 * lone)
    // Points are many: they are written without a check of the capacity for each.
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

  /// Whether a line starts at a drawn knot.
  private func startsLine(_ i: Int) -> Bool { knots[i].startsRun || knots[i - 1].isAbsent }

  /// Whether a knot is alone in its line.
  private func isLone(_ i: Int) -> Bool {
    !knots[i].isAbsent && startsLine(i)
      && (i + 1 == knots.count || knots[i + 1].startsRun || knots[i + 1].isAbsent)
  }

  /// Whether a lone sample lies in a range when the curve is moved to the right.
  func hasLoneKnot(within range: ClosedRange<Double>, offset: Double) -> Bool {
    knots.indices.contains { range.contains(knots[$0].point.x + offset) && isLone($0) }
  }

  /// The region between the curve and a horizontal line, a closed subpath for each run.
  /// - Parameter line: the curve's line, if it is already known.
  func area(baseline: Double, line: Path? = nil) -> Path {
    // The line of a single run is the upper edge of the area.
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

  /// The region between the curve and one below it, a closed subpath for each run. The lower curve
  /// has all of this one's samples; a run without them is left out.
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
}
