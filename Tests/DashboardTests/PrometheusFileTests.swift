import Feeds
import Foundation
import Metrics
import Testing

@testable import Dashboard

/// Sources with `prometheus` in a dashboard's file.
@Suite struct PrometheusFileTests {
  private func read(_ text: String) throws(DashboardFile.Failure) -> DashboardSpec {
    try DashboardFile(path: "w.yaml").parse(Array(text.utf8))
  }

  private func problems(_ text: String) -> [String] {
    do throws(DashboardFile.Failure) {
      _ = try read(text)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func aServerWithQueries() throws {
    let dashboard = try read(
      """
      sources:
        server:
          prometheus: https://mimir.example.org/prometheus
          every: 30s
          bearer: s3cret
          headers: {X-Scope-OrgID: team}
      panels:
        - {title: Up, chart: line, source: {from: server, query: up}}
        - title: Load
          chart: line
          window: 2h
          series:
            - {label: "{{instance}}", source: {from: server, query: node_load1, step: 1m}}
        - {title: Here, chart: number, source: {prometheus: "http://p:9090", query: up}}
        - {title: Soon, chart: number, source: {prometheus: "http://p", every: 1s, query: up}}
      """)
    let series = dashboard.pages[0].panels.flatMap(\.series)
    #expect(
      series.map(\.query) == [
        .promQL("up"), .promQL("node_load1", step: 60), .promQL("up"), .promQL("up"),
      ])
    guard case .prometheus(let spec) = series[0].source,
      case .prometheus(let plain) = series[2].source,
      case .prometheus(let brisk) = series[3].source
    else {
      Issue.record("no source of Prometheus")
      return
    }
    #expect(spec.url == "https://mimir.example.org/prometheus" && spec.every == 30)
    #expect(spec.authorization == .bearer(.text(Secret("s3cret"))))
    #expect(spec.headers.map(\.name) == ["X-Scope-OrgID"] && spec.timeout == 10)
    #expect(plain.every == 15 && plain.timeout == 10)
    // The past of a window may take longer than a period.
    #expect(brisk.every == 1 && brisk.timeout == 10)
    // Both panels of the server share one feed.
    #expect(series[0].source == series[1].source && dashboard.sources.count == 3)
    #expect(dashboard.sources[series[1].source]?.pasts[series[1].query]?.window == 7200)
  }

  @Test(arguments: [
    (
      "source: {prometheus: \"http://p\"}",
      "w.yaml:1:42: a source with 'prometheus' needs a 'query'"
    ),
    ("source: {prometheus: \"http://p\", query: \" \"}", "w.yaml:1:74: 'query' is empty"),
    (
      "source: {prometheus: \"p:9090\", query: up}",
      "w.yaml:1:55: a URL begins with http:// or https://"
    ),
    (
      "source: {prometheus: \"http://p\", query: up, path: .a}",
      "w.yaml:1:84: 'path' has no meaning for a source with 'prometheus'"
    ),
    (
      "source: {http: \"http://p\", path: .a, query: up}",
      "w.yaml:1:78: 'query' has no meaning for a source with 'http'"
    ),
    (
      "source: {prometheus: \"http://p\", step: 1m}",
      "w.yaml:1:73: a 'step' belongs to a 'query'"
    ),
  ])
  func mistakesAreToldWithTheirPlace(source: String, message: String) {
    #expect(problems("panels: [{title: A, chart: line, \(source)}]").contains(message))
  }

  /// `legend` beside a query is the template of the lines' names, as `label` is in a series.
  @Test(arguments: [
    "source: {prometheus: http://p, query: up, legend: \"{{instance}}\"}",
    "source: {prometheus: http://p}\n    series: [{query: up, legend: \"{{instance}}\"}]",
    "source: {prometheus: http://p, legend: x}\n    series: [{query: up, label: \"{{instance}}\"}]",
    "source: {prometheus: http://p, legend: \"{{instance}}\"}\n    series: [{query: up}]",
  ])
  func aLegendNamesTheLines(source: String) throws {
    let panel = try read("panels:\n  - \(source)").pages[0].panels[0]
    #expect(panel.series.map(\.label) == ["{{instance}}"])
    #expect(panel.title == "up")
    let metric = Metric("up", labels: ["instance": "db1:9100", "job": "node"])
    #expect(panel.series[0].name(of: metric) == "db1:9100")
  }

  @Test func aLegendBesideALabelIsAMistake() {
    #expect(
      problems(
        "panels: [{source: {prometheus: http://p}, series: [{query: up, label: a, legend: b}]}]")
        == ["w.yaml:1:82: 'legend' is another word for 'label'; give only one of them"])
  }
}
