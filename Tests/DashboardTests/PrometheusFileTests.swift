import Feeds
import Foundation
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
      """)
    let series = dashboard.pages[0].panels.flatMap(\.series)
    #expect(series.map(\.query) == [.promQL("up"), .promQL("node_load1", step: 60), .promQL("up")])
    guard case .prometheus(let spec) = series[0].source,
      case .prometheus(let plain) = series[2].source
    else {
      Issue.record("no source of Prometheus")
      return
    }
    #expect(spec.url == "https://mimir.example.org/prometheus" && spec.every == 30)
    #expect(spec.authorization == .bearer(.text(Secret("s3cret"))))
    #expect(spec.headers.map(\.name) == ["X-Scope-OrgID"] && spec.timeout == 10)
    #expect(plain.every == 15 && plain.timeout == 10)
    // Both panels of the server share one feed.
    #expect(series[0].source == series[1].source && dashboard.sources.count == 2)
    #expect(dashboard.sources[series[1].source]?.pasts[series[1].query]?.window == 7200)
  }

  @Test(arguments: [
    (
      "source: {prometheus: \"http://p\"}",
      "w.yaml:1:42: a source with 'prometheus' needs a 'query'"
    ),
    ("source: {prometheus: \"http://p\", query: \" \"}", "w.yaml:1:74: the query is empty"),
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
}
