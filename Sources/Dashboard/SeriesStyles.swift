import Charts
import Feeds
import Metrics

/// The styles of a panel's series.
struct SeriesStyles {
  let styles: [PlotContent.Series.Style]

  init(_ spec: PanelSpec) {
    let isAlone = spec.series.count { $0.style == .automatic } == 1
    var number = 0
    styles = spec.series.map { series in
      switch series.style {
      case .dotted: return .dotted
      case .faint: return .faint
      case .automatic: break
      }
      defer { number += 1 }
      switch spec.chart {
      case .stacked: return .stacked(number)
      case .spectrum: return number == 0 ? .spectrum : .colored(number)
      case .area where !isAlone: return .area(number)
      case .line where !isAlone: return .colored(number)
      default: return .primary
      }
    }
  }
}

extension PlotContent.Series.Style {
  /// Whether the series is one of several that only their styles tell apart.
  var isEqual: Bool {
    switch self {
    case .colored, .area, .stacked: true
    case .primary, .dotted, .faint, .spectrum: false
    }
  }
}

extension PanelSpec {
  /// - Parameter equals: the number of series that only their styles tell apart.
  func showsLegend(equals: Int) -> Bool {
    switch legend {
    case .automatic: equals > 1
    case .shown: chart != .number
    case .hidden: false
    }
  }

  /// The threshold that the values exceed; the outermost one if they exceed several.
  func breach(of values: [Double]) -> ThresholdSpec? {
    let breached = thresholds.filter { threshold in
      values.contains { threshold.bound.isBreached(by: $0) }
    }
    return breached.max { $0.bound.severity < $1.bound.severity }
  }
}

extension ThresholdSpec {
  var inPlot: PlotThreshold {
    PlotThreshold(
      value: bound.value, color: color.signal, pattern: pattern.inPlot, label: label ?? "")
  }
}

extension ThresholdSpec.Bound {
  var value: Double {
    switch self {
    case .above(let value), .below(let value): value
    }
  }

  func isBreached(by value: Double) -> Bool {
    switch self {
    case .above(let bound): value > bound
    case .below(let bound): value < bound
    }
  }

  /// A value that grows outwards.
  fileprivate var severity: Double {
    switch self {
    case .above(let value): value
    case .below(let value): -value
    }
  }
}

extension ThresholdSpec.Color {
  var signal: SignalColor {
    switch self {
    case .red: .red
    case .orange: .orange
    case .yellow: .yellow
    case .green: .green
    case .blue: .blue
    }
  }
}

extension ThresholdSpec.Pattern {
  fileprivate var inPlot: PlotThreshold.Pattern {
    switch self {
    case .solid: .solid
    case .dashed: .dashed
    case .dotted: .dotted
    }
  }
}

extension SeriesSpec {
  var name: String {
    if let label { return label }
    switch selector {
    case .metric(let metric): return metric.name
    case .column(let name): return name ?? "value"
    case .path(let path): return path.hasPrefix(".") ? String(path.dropFirst()) : path
    case .sample(let name, let labels):
      let values = labels.sorted { $0.key < $1.key }.map(\.value)
      return values.isEmpty ? name : values.joined(separator: " ")
    }
  }
}
