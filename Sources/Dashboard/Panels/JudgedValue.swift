import Charts
import Metrics

/// A value that the thresholds of a panel are compared with.
struct JudgedValue {
  /// The name of the value's line; empty for a value of several lines.
  var name: String
  /// The identity of the value's line; nil for a value of several lines.
  var identity: LineIdentity?
  /// Whether the line has labels that distinguish it from other lines, which may come.
  var isOneOfMany = false
  var value: Double
  /// Whether the value is neither held nor late.
  var isFresh: Bool
  /// Whether the source reports that the series of the value no longer exists, so that the value does not count as
  /// missing data.
  var isEnded = false
  /// The line whose samples show the start of a breach; nil if the value comes from several lines or samples.
  var line: PanelLine?
  /// The factor that converts the line's samples to the value.
  var factor = 1.0
  /// The thresholds that the value is compared with.
  var thresholds: [ThresholdSpec]

  /// Whether the value exists and is up to date.
  var isKnown: Bool { isFresh && value.isFinite }

  /// The relation of the value to a threshold.
  func reading(of bound: ThresholdSpec.Bound) -> BreachWatch.Reading {
    guard isKnown else { return isEnded ? .within : .unknown }
    return bound.isBreached(by: value) ? .beyond : .within
  }
}

extension PanelData {
  /// The values that thresholds are compared with, by the kind of the chart.
  var judgedValues: [JudgedValue] {
    let all = lines.indices.map { judgedValue(of: $0) }
    // A line on the right axis may come before the first one on the left axis.
    let left = lines.indices.filter { !lines[$0].isOnRight }
    switch spec.traits.judged {
    case .nothing: return []
    case .each:
      return lines.indices.filter {
        !(lines[$0].isOnRight && all[$0].thresholds.isEmpty)
          && isJudged(all[$0], of: lines[$0])
      }.map { all[$0] }
    case .first: return Array(all.prefix(1))
    case .equals:
      let equals = SeriesStyles(spec, lines).styles.count(where: \.isEqual)
      return equals < 2
        ? left.prefix(1).map { all[$0] }
        : left.filter { isJudged(all[$0], of: lines[$0]) }.map { all[$0] }
    case .sum:
      let present = lines.indices.filter { !lines[$0].isGone }.map { all[$0] }
      // The largest sum is not the sum of the largest values.
      let reduced = spec.reduction.flatMap { $0 == .last ? nil : $0.value(of: sum, in: live) }
      return [
        JudgedValue(
          name: "", value: reduced ?? present.reduce(0) { $0 + $1.value },
          isFresh: present.allSatisfy(\.isFresh),
          isEnded: !present.isEmpty && present.allSatisfy(\.isEnded), thresholds: spec.thresholds)
      ]
    case .stretch: return ColumnsPanel.judged(self)
    case .share: return share(of: all)
    }
  }

  /// The sums of the lines of a stack.
  private var sum: TimeSeries {
    TimeSeries.sum(
      of: lines.map(\.samples), gone: Set(lines.indices.filter { lines[$0].isGone }))
  }

  /// Whether a line has a value to judge. A line that is gone has no value, and does not count as missing data.
  private func isJudged(_ value: JudgedValue, of line: PanelLine) -> Bool {
    !line.isGone || value.value.isFinite
  }

  private func judgedValue(of index: Int) -> JudgedValue {
    let line = lines[index]
    let isHeld = health.heldLines.contains(index) || health.lateLines.contains(index)
    // A value of unknown age, which a broker has retained, is the present state all the same.
    let isKnown = !isHeld || line.isOfUnknownAge && !store.isFailing(line)
    return JudgedValue(
      name: line.name, identity: line.identity, isOneOfMany: line.labelled != nil,
      value: spec.value(
        of: line.samples, by: spec.reduction, in: live, at: present(of: index), isHeld: isHeld),
      isFresh: isKnown, isEnded: store.hasEnded(line) || store.isNull(line),
      line: spec.reduction == nil && present(of: index) == nil ? line : nil,
      thresholds: spec.thresholds(for: line))
  }

  /// The first value in percent of a goal, or otherwise of the second value.
  private func share(of all: [JudgedValue]) -> [JudgedValue] {
    guard var part = all.first else { return [] }
    if let goal = spec.goal {
      part.factor = 100 / goal
      part.value *= part.factor
      return [part]
    }
    guard all.count > 1 else { return [] }
    return [
      JudgedValue(
        name: "", value: part.value / all[1].value * 100, isFresh: part.isFresh && all[1].isFresh,
        thresholds: spec.thresholds)
    ]
  }
}

extension SampleStore {
  /// Whether a source of a line fails.
  fileprivate func isFailing(_ line: PanelLine) -> Bool {
    line.series.contains { if case .failing = health(of: $0) { true } else { false } }
  }

  /// Whether a database has answered that a value is NULL, as the maximum of no rows is. The value that was beyond a
  /// threshold before is over then. In other sources, a missing value is that of a sensor that fails.
  fileprivate func isNull(_ line: PanelLine) -> Bool {
    guard case .series = line.identity, case .sql? = line.series.first?.query,
      line.samples.last?.value.isNaN == true
    else { return false }
    return !line.isInterrupted && !isFailing(line)
  }
}

extension PanelSpec {
  /// The outermost threshold that one of the values is beyond.
  func breach(of values: [JudgedValue]) -> ThresholdSpec? {
    values.flatMap { value in
      value.thresholds.filter { $0.bound.isBreached(by: value.value) }
    }.outermost
  }

  /// A value that a threshold is compared with, as a list shows it.
  func judgedText(_ value: Double, of threshold: ThresholdSpec, _ line: LineIdentity?) -> String {
    if threshold.isAbsence {
      return value.isFinite ? SpanText.text(value.rounded(.down)) : "–"
    }
    var spec = self
    spec.unit = judgedUnit(of: threshold)
    spec.options.mappings = mappings(for: line)
    // Thresholds in other units do not determine the decimals.
    spec.thresholds = thresholds.filter { $0.series == threshold.series }
    return spec.text(of: value, spec.ownFormat(among: [value])(value))
  }

  /// The unit of the values that a threshold is compared with.
  func judgedUnit(of threshold: ThresholdSpec) -> Unit {
    threshold.series.flatMap { ownUnit(ofSeries: $0) }?.unit ?? judgedUnit
  }

  /// The unit of the values that thresholds are compared with.
  var judgedUnit: Unit { chart == .ring ? .percent : unit }

  /// The decimals of the thresholds, so that a value and a threshold can be compared: 99.98 beside 99.99. A number has
  /// at most five digits with these decimals; a number with a prefix has no further decimals.
  func thresholdDecimals(beside largest: Double, _ scale: UnitScale) -> Int {
    guard scale.divisor == 1, judgedUnit == unit else { return 0 }
    let whole = largest >= 10_000 ? 5 : NumberText.fixed(largest.rounded(.down), decimals: 0).count
    let own = thresholds.compactMap { $0.bound.limit?.decimals(from: 0) }.max() ?? 0
    return min(own, max(0, 5 - whole))
  }
}
