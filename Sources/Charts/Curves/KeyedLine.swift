import Geometry
import Layers

/// A line of a chart whose data has keys: it becomes the line of new data from where it is, with
/// every datum on a straight way (`CurveMorph`), under an axis that moves at the same time.
final class KeyedLine {
  let mark = LineMark(style: .primary)
  private(set) var values: [KeyedValue] = []
  private var rule = CurveRule.straight
  private var range: ClosedRange<Double>?
  private var baseline = 0.0
  private var transition: PlotTransition?
  /// The ends of a line outside of the data: points at the same heights as the first and the last.
  private var ends: ClosedRange<Double>?
  /// The drawing-on of the line, also when it has ended.
  private var drawing: Drawing?

  init() {
    // Charts mark their data with dots of their own.
    mark.loneRadius = 0
  }

  /// Puts the line in its place, without data.
  /// - Parameters:
  ///   - range: where the control points of curves are held; nil for anywhere.
  ///   - ends: between which x the line goes on horizontally before and after the data; nil for
  ///   not.
  func layOut(
    _ look: LineMark.Look, rule: CurveRule, within range: ClosedRange<Double>? = nil,
    ends: ClosedRange<Double>? = nil
  ) {
    mark.layOut(look)
    baseline = look.baseline
    (self.rule, self.range, self.ends) = (rule, range, ends)
    values = []
    (transition, drawing) = (nil, nil)
  }

  /// Draws the line on from its start, and the area as far as the line has come. New data meanwhile
  /// changes the line, and not how far it has come.
  /// - Parameter completion: told once whether the line was drawn on to its end.
  func drawOn(
    at time: Double, duration: Double, timing: TimingFunction,
    completion: ((Bool) -> Void)? = nil
  ) {
    drawing = Drawing(begin: time, duration: duration, timing: timing)
    mark.drawOn(at: time, duration: duration, timing: timing, completion: completion)
    revealArea(at: time)
  }

  private func revealArea(at time: Double) {
    guard let drawing, time < drawing.begin + drawing.duration else { return }
    let xs = curve.penXs(count: KeyedLine.revealSteps)
    guard xs.count > 1 else { return }
    mark.revealArea(
      xs, from: drawing.begin, duration: drawing.duration, timing: drawing.timing, at: time)
  }

  /// In how many straight steps the area follows the line.
  private static let revealSteps = 64

  private struct Drawing {
    let begin: Double
    let duration: Double
    let timing: TimingFunction
  }

  /// Shows new data.
  /// - Parameters:
  ///   - time: when the motion towards it starts; nil for none.
  ///   - fade: when what is shown fades over instead, where there is no motion; nil for not at all.
  @discardableResult
  func update(
    _ values: [KeyedValue], map: AxisMap, at time: Double?, fade: Double? = nil
  ) -> KeyedMotion {
    if time == nil, let fade { mark.fadeOver(at: fade) }
    let old = self.values
    self.values = values
    let target = curve(values, map)
    guard let time else {
      transition = PlotTransition(from: map, to: map, begin: -.infinity)
      mark.update(from: target, to: target, at: nil)
      return KeyedMotion(start: map, from: target, to: target)
    }
    let transition = self.transition ?? PlotTransition(from: map, to: map, begin: -.infinity)
    var ways = Ways(
      shown: mark.shown(progress: transition.progress(at: time)), end: target,
      start: transition.map(at: time))
    slide(&ways, from: old, under: map)
    let morph = CurveMorph(shown: ways.shown, target: ways.end, baseline: baseline)
    mark.update(from: morph.from, to: morph.to, settled: target, at: time)
    self.transition = PlotTransition(from: ways.start, to: map, begin: time)
    revealArea(at: time)
    return KeyedMotion(start: ways.start, from: morph.from, to: morph.to)
  }

  /// The two curves between which a line goes.
  private struct Ways {
    var shown: SampledCurve
    var end: SampledCurve
    /// The map under which `shown` is, of the places of the new data.
    var start: AxisMap
  }

  /// Slides data that is a window on more data: new data comes from beyond the right edge, and old
  /// data leaves at the left.
  private func slide(_ ways: inout Ways, from old: [KeyedValue], under map: AxisMap) {
    guard ends == nil, !rule.isPublished,
      let dropped = KeyedLine.droppedCount(from: old, to: values)
    else { return }
    let new = values[(old.count - dropped)...]
    // What is still leaving at the right would be run over.
    guard let first = new.first, ways.shown.knots.last?.key ?? -.infinity < first.key else {
      return
    }
    let shift = values[0].place - old[dropped].place
    ways.start.xOffset -= shift * ways.start.xScale
    ways.shown = ways.shown.continued(with: new.map { $0.point(ways.start) }, rule)
    let leaving = old[..<dropped].map {
      KeyedPoint(key: $0.key, point: map($0.place + shift, $0.value))
    }
    ways.end = ways.end.preceded(by: leaving, rule)
  }

  /// The settled line.
  var curve: SampledCurve { transition.map { curve(values, $0.to) } ?? SampledCurve() }

  private func curve(_ values: [KeyedValue], _ map: AxisMap) -> SampledCurve {
    var points = values.map { $0.point(map) }
    if let ends, let first = points.first, let last = points.last {
      points.insert(
        KeyedPoint(key: -SampledCurve.farthestKey, point: Point(ends.lowerBound, first.point.y)),
        at: 0)
      points.append(
        KeyedPoint(key: SampledCurve.farthestKey, point: Point(ends.upperBound, last.point.y)))
    }
    return SampledCurve(points, rule: rule, within: range)
  }

  /// The number of the first data that are left out where the rest of the new data is the old one
  /// with more at its end, evenly spaced; nil where that is not so.
  private static func droppedCount(from old: [KeyedValue], to new: [KeyedValue]) -> Int? {
    guard let first = new.first, let dropped = old.firstIndex(where: { $0.key == first.key }),
      dropped > 0
    else { return nil }
    let kept = old[dropped...]
    guard kept.count < new.count, zip(kept, new).allSatisfy({ $0.key == $1.key }) else {
      return nil
    }
    return dropped
  }
}

extension SampledCurve {
  /// Beyond the keys of all data, and a number that can be divided.
  static let farthestKey = 1e300

  /// This curve and, after it, others.
  fileprivate func continued(with points: [KeyedPoint], _ rule: CurveRule) -> SampledCurve {
    var result = knots
    for point in points where point.point.isFinite {
      result.append(.segment(from: result.last?.point, to: point, rule))
    }
    return SampledCurve(knots: result, isStraight: isStraight)
  }

  /// This curve and, before it, others.
  fileprivate func preceded(by points: [KeyedPoint], _ rule: CurveRule) -> SampledCurve {
    guard let first = knots.first else { return self }
    var result: [Knot] = []
    for point in points where point.point.isFinite {
      result.append(.segment(from: result.last?.point, to: point, rule))
    }
    let head = KeyedPoint(key: first.key, point: first.point)
    result.append(.segment(from: result.last?.point, to: head, rule))
    return SampledCurve(knots: result + knots.dropFirst(), isStraight: isStraight)
  }
}

extension SampledCurve.Knot {
  /// A knot with a segment of its own from a point; a run starts with it where there is none.
  fileprivate static func segment(
    from start: Point?, to end: KeyedPoint, _ rule: CurveRule
  ) -> SampledCurve.Knot {
    let segment = start.flatMap { rule.segments([$0, end.point]).first }
    return SampledCurve.Knot(
      key: end.key, startsRun: start == nil, point: end.point,
      control1: segment?.p1 ?? end.point, control2: segment?.p2 ?? end.point)
  }
}
