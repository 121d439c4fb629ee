import Charts
import Messages
import Metrics

extension ValueChange {
  /// The change of a plot's first series over a window; nil if the window has fewer than two values.
  init?(of plot: PlotContent, in time: ClosedRange<Double>, _ spec: PanelSpec) {
    guard let samples = plot.series.first?.samples, let last = samples.last, !last.value.isNaN
    else { return nil }
    let shown = samples.indices(from: time.lowerBound, through: time.upperBound)
    guard let first = shown.lazy.map({ samples[$0] }).first(where: { !$0.value.isNaN }),
      first.time < last.time
    else { return nil }
    let change = last.value - first.value
    // The change has the value's prefix and decimals, so that readers can subtract one from the other.
    let text = (plot.valueFormat ?? ValueFormat(unit: spec.unit))(abs(change))
    let window = SpanText.text(last.time - first.time)
    if text.digits.allSatisfy({ $0 == "0" || $0 == "." }) {
      self.init(.none, String(localized: "no change in \(window)"))
    } else {
      self.init(change > 0 ? .up : .down, String(localized: "\(text.digits) in \(window)"))
    }
  }
}
