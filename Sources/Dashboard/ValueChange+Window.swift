import Charts
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
    let text = ValueChange.text(change, of: last.value, plot.axis.scale, spec)
    let window = "in " + ValueChange.duration(last.time - first.time)
    if text.digits.allSatisfy({ $0 == "0" || $0 == "." }) {
      self.init(.none, "no change " + window)
    } else {
      self.init(change > 0 ? .up : .down, text.digits + " " + window)
    }
  }

  private static func text(
    _ change: Double, of value: Double, _ scale: UnitScale, _ spec: PanelSpec
  ) -> FormattedValue {
    let own = spec.unit.format(value, scale: scale, decimals: spec.decimals).digits
    let decimals = own.firstIndex(of: ".").map { own.distance(from: $0, to: own.endIndex) - 1 }
    return spec.unit.format(abs(change), scale: scale, decimals: spec.decimals ?? decimals ?? 0)
  }

  /// `45 s`, `5 min`, `3 h`, `2 d`.
  static func duration(_ seconds: Double) -> String {
    for (size, name) in [(86_400.0, "d"), (3600, "h"), (60, "min")] where seconds >= 1.95 * size {
      return "\(Int(min(seconds / size, 1e9).rounded())) \(name)"
    }
    return "\(Int(max(0, seconds).rounded())) s"
  }
}
