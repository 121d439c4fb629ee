import Charts
import Metrics
import Sources

/// What a page shows: a value that says which metrics become which charts.
public struct DashboardSpec: Sendable, Equatable {
  public var panels: [PanelSpec]
  /// The seconds that plots show: the least, from the start, and the most, as data comes.
  public var window: ClosedRange<Double>

  public init(panels: [PanelSpec], window: ClosedRange<Double> = 30...300) {
    self.panels = panels
    self.window = window
  }
}

/// One panel of a page.
public struct PanelSpec: Sendable, Equatable {
  public var title: String
  public var chart: ChartSpec
  public var unit: Unit
  /// What stands at the right of the title.
  public var note: [NotePart]
  /// Shares in percent that are shown as small bars.
  public var meter: [Metric]

  public init(
    title: String, chart: ChartSpec, unit: Unit, note: [NotePart] = [], meter: [Metric] = []
  ) {
    self.title = title
    self.chart = chart
    self.unit = unit
    self.note = note
    self.meter = meter
  }
}

public enum ChartSpec: Sendable, Equatable {
  /// Lines over time; the first series gives the large value.
  case line([SeriesSpec], RangeSpec)
  /// The share that one metric has of another, as a ring.
  case ring(part: Metric, whole: Metric)
}

public struct SeriesSpec: Sendable, Equatable {
  public var metric: Metric
  public var style: PlotContent.Series.Style
  /// What a readout calls it.
  public var name: String

  public init(
    _ metric: Metric, style: PlotContent.Series.Style = .primary, name: String = ""
  ) {
    self.metric = metric
    self.style = style
    self.name = name
  }
}

/// The values that an axis shows; it always starts at zero.
public enum RangeSpec: Sendable, Equatable {
  /// From zero to a bound that stays.
  case fixed(maximum: Double)
  /// From zero to the highest value, but not below the given one.
  case automatic(atLeast: Double)
}

/// A part of a note; parts are joined by a middle dot.
public enum NotePart: Sendable, Equatable {
  case text(String)
  /// A label, and a metric's latest value.
  case metric(prefix: String, Metric, Unit)
}
