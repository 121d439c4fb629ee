import Charts
import Messages
import Metrics

extension ValueChange {
  /// The share of a value below which a change may be the rest of a computation.
  private static let noise = 1e-6

  /// The change of a plot's first series over a window; nil if the window has fewer than two values.
  /// - Parameter hasTimes: whether the samples lie at times. Without times, the text must not mention a span of time.
  init?(of plot: PlotContent, in time: ClosedRange<Double>, _ spec: PanelSpec, hasTimes: Bool) {
    guard let samples = plot.series.first?.samples, let last = samples.last, !last.value.isNaN
    else { return nil }
    let shown = samples.indices(from: time.lowerBound, through: time.upperBound)
    guard let first = shown.lazy.map({ samples[$0] }).first(where: { !$0.value.isNaN }),
      first.time < last.time
    else { return nil }
    let change = last.value - first.value
    // The change has the value's prefix and decimals, so that a viewer can subtract one from the other, unless the
    // change is small for that prefix. A line that climbs has a change, unless the user's decimals are too few for it.
    let format = plot.valueFormat ?? ValueFormat(unit: spec.unit)
    let isRounded = spec.decimals != nil || abs(change) < abs(last.value) * Self.noise
    let value =
      isRounded ? format.alone(abs(change)) : format.nonzero(abs(change), beside: abs(last.value))
    // The prefix of a plain number is a part of the number.
    let isBare = value.unit == format(last.value).unit && spec.unit != .none
    let text = isBare ? value.digits : value.text
    let isZero = value.isZero
    let direction: Direction = isZero ? .none : change > 0 ? .up : .down
    guard hasTimes else {
      if isZero { return nil }
      self.init(direction, text)
      return
    }
    let window = SpanText.text(last.time - first.time)
    self.init(
      direction,
      isZero
        ? String(localized: "no change in \(window)")
        : String(localized: "\(text) in \(window)"),
      short: isZero ? String(localized: "no change") : text)
  }
}
