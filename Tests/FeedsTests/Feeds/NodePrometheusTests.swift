import Foundation
import TestSupport
import Testing

/// The example of a node, and the check of queries, with Debian's Prometheus and node exporter.
@Suite struct NodePrometheusTests {
  /// Runs a body with a server that scrapes a node exporter once a second, and with the example for it.
  private func withExample(
    _ body: (_ server: MetricServer, _ example: URL) throws -> Void
  ) throws {
    try withFolder { folder in
      let port = try ReservedPort()
      let exporter = try ToolProcess(
        "/usr/bin/prometheus-node-exporter", ["--web.listen-address=127.0.0.1:\(port.number)"])
      defer { exporter.stop() }
      let server = try MetricServer(
        .prometheus, in: folder, scraping: ["127.0.0.1:\(port.number)"])
      let original = try String(
        contentsOf: Program.root.appendingPathComponent("assets/dashboards/node-prometheus.yaml"),
        encoding: .utf8)
      let example = folder.appendingPathComponent("node.yaml")
      try example.write(
        original.replacingOccurrences(
          of: "\"http://127.0.0.1:9090\"", with: "\"\(server.url)\", every: 0.5s"))
      try body(server, example)
    }
  }

  @Test func theExampleShowsAllItsPanels() throws {
    try withExample { server, example in
      // Rates need two samples.
      let isScraped = try eventually {
        try server.get("/api/v1/query?query=rate(node_cpu_seconds_total%5B1m%5D)").contains("value")
      }
      try #require(isScraped)
      let picture = example.deletingLastPathComponent().appendingPathComponent("p.png").path
      var output = ""
      let names = [
        "system", "user", "used", "cached", "15 min", "eth0", "blocked",
      ]
      let isShown = try eventually {
        let result = try Program.run(
          [
            "--snapshot", picture, "--after", "2", "--dump-layers", "--size", "1920x1080",
            example.path,
          ])
        #expect(result.status == 0)
        output = result.output + result.errors
        let waiting = output.split(separator: "\n").filter {
          $0.contains("waiting for data") || $0.contains("the query has no series")
        }
        return waiting.allSatisfy { $0.contains("hidden") }
          && names.allSatisfy { output.contains("text(\"\($0)\")") }
      }
      try #require(isShown, "\(output.prefix(3000))")
    }
  }

  @Test func theCheckTellsTheServersWordsWithTheirPlace() throws {
    try withExample { server, example in
      let good = try Program.run(["check", "--online", example.path])
      #expect(good.status == 0 && good.output.contains("9 panels") && good.errors.isEmpty)
      let text = try String(contentsOf: example, encoding: .utf8)
      try example.write(
        text.replacingOccurrences(of: "query: 8 * rate(", with: "query: 8 * rate(("))
      let bad = try Program.run(["check", "--online", example.path])
      #expect(bad.status == 78)
      let lines = bad.errors.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(
        lines.allSatisfy {
          $0.contains("node.yaml:") && $0.contains("parse error: unclosed left parenthesis")
        })
      // Without the option, no server is asked.
      #expect(try Program.run(["check", example.path]).status == 0)
      server.stop()
      let lost = try Program.run(["check", "--online", example.path])
      #expect(lost.status == 78)
      #expect(lost.errors.split(separator: "\n").count == 1)
      #expect(lost.errors.contains("cannot be queried: connection refused"))
    }
  }
}
