import Charts
import Dashboard
import Feeds
import Metrics

/// The dashboard of a soak: every kind of panel on turning pages, with sources of several kinds of series.
enum SoakDashboard {
  /// The source of `a`, `b` and `c`.
  static let steady = source("steady")
  /// The source of the same series that fails and returns.
  static let failing = source("failing")
  /// The source whose series come and go.
  static let changing = source("changing")
  static let changingQuery = Query.sample(name: "up", labels: .none, by: ["instance"])

  /// - Parameter isEdited: whether the file has been edited: a panel is gone, and another one changed.
  static func spec(isEdited: Bool) -> DashboardSpec {
    DashboardSpec(
      title: "Soak",
      pages: [
        page("Lines", [.line, .area, .stacked], of: steady),
        page(
          "Values", isEdited ? [.number, .ring] : [.number, .ring, .progress, .spectrum],
          of: failing),
        PageSpec(name: "Series", duration: 5, panels: [many(.line), many(.stacked), sum]),
      ])
  }

  private static func page(
    _ name: String, _ charts: [PanelSpec.Chart], of source: SourceSpec
  ) -> PageSpec {
    PageSpec(
      name: name, duration: 5,
      panels: charts.map { chart in
        panel(chart, of: source)
      })
  }

  /// A panel of all series that a query gives.
  private static func many(_ chart: PanelSpec.Chart) -> PanelSpec {
    PanelSpec(
      title: "Instances", chart: chart,
      series: [SeriesSpec(label: "{{instance}}", source: changing, query: changingQuery)],
      unit: .none, window: 10...30)
  }

  private static let sum = {
    var panel = SoakDashboard.panel(.line, of: steady)
    panel.expressions = [ExpressionSpec(label: "sum", text: "a + b", operands: [0, 1])]
    return panel
  }()

  private static func source(_ name: String) -> SourceSpec {
    .http(HTTPFeedSpec(url: "http://localhost/" + name, format: .json, every: 5))
  }

  private static func panel(_ chart: PanelSpec.Chart, of source: SourceSpec) -> PanelSpec {
    PanelSpec(
      title: chart.rawValue, chart: chart,
      series: ["a", "b", "c"].map { SeriesSpec(label: $0, source: source, query: .path($0)) },
      unit: .none, window: 10...30,
      thresholds: [ThresholdSpec(.above(80), label: "high"), ThresholdSpec(.below(20))], goal: 100)
  }
}
