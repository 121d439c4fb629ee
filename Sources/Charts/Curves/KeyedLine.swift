import Geometry
import Layers

/// A line of a chart whose data has keys: the current line turns into the line of new data, with every datum moving
/// straight (`CurveMotion`), under an axis that moves at the same time.
final class KeyedLine {
  let mark: LineMark
  private(set) var values: [KeyedValue] = []
  private var rule = CurveRule.straight
  private var range: ClosedRange<Double>?
  private var baseline = 0.0
  private var transition: PlotTransition?
  /// The ends of a line outside of the data: points at the same heights as the first and the last.
  private var ends: ClosedRange<Double>?
  /// The drawing-on of the area with its line, even after its end.
  private var drawing: Pace?

  init(style: PlotContent.Series.Style = .primary) {
    mark = LineMark(style: style)
    // Charts mark their data with dots of their own.
    mark.loneRadius = 0
  }

  /// Puts the line in its place, without data.
  /// - Parameters:
  ///   - range: the range in which the control points of curves are held; nil for no limits.
  ///   - ends: the range of x over which the line continues horizontally before and after the data; nil for no
  ///     continuation.
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

  /// Draws the line on from its start, and the area up to the end of the line so far. New data meanwhile changes the
  /// line, but not its progress.
  /// - Parameters:
  ///   - revealsArea: whether the area is drawn on with the line; otherwise the whole area is shown.
  ///   - completion: called once, with whether the line was drawn on to its end.
  func drawOn(_ pace: Pace, revealsArea: Bool = true, completion: ((Bool) -> Void)? = nil) {
    drawing = revealsArea ? pace : nil
    mark.drawOnLine(pace, completion: completion)
    revealArea(at: pace.begin)
  }

  private func revealArea(at time: Double) {
    guard let drawing, time < drawing.end else { return }
    let xs = curve.penXs(count: KeyedLine.revealSteps)
    guard xs.count > 1 else { return }
    mark.revealArea(xs, drawing, at: time)
  }

  /// The number of straight steps in which the area follows the line.
  private static let revealSteps = 64

  /// Shows new data.
  /// - Parameters:
  ///   - time: the start of the motion towards the new data; nil for no motion.
  ///   - fade: the start of a cross-fade if there is no motion; nil for no fading.
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
    let shown = mark.shown(progress: transition.progress(at: time))
    var start = transition.map(at: time)
    let slide = slide(shown, target, from: old, start: &start, end: map)
    let way = CurveMotion(baseline: baseline).way(
      from: shown, to: target, start: slide?.from, end: slide?.to)
    mark.update(from: way.from, to: way.to, settled: target, at: time)
    self.transition = PlotTransition(from: start, to: map, begin: time)
    revealArea(at: time)
    return KeyedMotion(start: start, from: way.from, to: way.to)
  }

  /// The motion of all data if the data is a sliding window: new data slides in from beyond the right edge, and old
  /// data slides out at the left. Nil if the data is no such window.
  /// - Parameter start: the old map; becomes the map of the new data's places.
  private func slide(
    _ shown: SampledCurve, _ target: SampledCurve, from old: [KeyedValue],
    start: inout AxisMap, end: AxisMap
  ) -> CurveMotion.Way? {
    guard ends == nil, !rule.isPublished,
      let dropped = KeyedLine.droppedCount(from: old, to: values)
    else { return nil }
    let new = values[(old.count - dropped)...]
    // Otherwise, the new data would overlap data that is still leaving at the right.
    guard let first = new.first, shown.knots.last?.key ?? -.infinity < first.key else { return nil }
    let shift = values[0].place - old[dropped].place
    start.xOffset -= shift * start.xScale
    let moved = old.map { KeyedValue(key: $0.key, place: $0.place + shift, value: $0.value) }
    return (
      shown.extended(by: curve(moved + new, start)),
      target.extended(by: curve(moved.prefix(dropped) + values, end))
    )
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

  /// The number of dropped values at the start, if the new data is the old data without these values and with more
  /// values at its end; nil otherwise.
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
  /// A key beyond those of all data, which is finite so that it can be divided.
  static let farthestKey = 1e300
}
