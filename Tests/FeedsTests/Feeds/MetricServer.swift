import Foundation
import TestSupport
import Testing

/// A real server of metrics on the loopback, with a history, killed with the object.
final class MetricServer {
  enum Kind: String, CaseIterable, Sendable { case prometheus, victoriaMetrics }

  private let kind: Kind
  private let folder: URL
  private let port: ReservedPort
  private var process: ToolProcess?

  var url: String { "http://127.0.0.1:\(port.number)" }

  /// Starts a server whose series `t{a="x"}` and `t{a="y"}` have the time as their value, each second of a
  /// range of UTC seconds. Prometheus also scrapes the targets.
  init(
    _ kind: Kind, in folder: URL, history: ClosedRange<Int>? = nil, scraping targets: [String] = []
  ) throws {
    (self.kind, self.folder, port) = (kind, folder, try ReservedPort())
    if kind == .prometheus {
      try folder.appendingPathComponent("prometheus.yml").write(
        """
        global: {scrape_interval: 1s}
        scrape_configs: [{job_name: node, static_configs: [{targets: \(targets)}]}]
        """)
      if let history { try makeBlocks(history) }
    }
    try start()
    if kind == .victoriaMetrics, let history { try importSamples(history) }
  }

  func stop() { process?.stop() }

  /// Starts the server, and waits until it answers.
  func start() throws {
    let data = folder.appendingPathComponent("data").path
    switch kind {
    case .prometheus:
      process = try ToolProcess(
        "/usr/bin/prometheus",
        [
          "--config.file=\(folder.path)/prometheus.yml", "--storage.tsdb.path=\(data)",
          "--web.listen-address=127.0.0.1:\(port.number)",
        ], in: folder)
    case .victoriaMetrics:
      // Without the offset, the newest samples would be held back for 30 seconds.
      process = try ToolProcess(
        "/usr/bin/victoria-metrics",
        [
          "-storageDataPath=\(data)", "-httpListenAddr=127.0.0.1:\(port.number)",
          "-search.latencyOffset=0s", "-retentionPeriod=10y",
        ], in: folder)
    }
    let ready = kind == .prometheus ? "/-/ready" : "/health"
    let isReady = try eventually { try request(ready) != nil }
    try #require(isReady)
  }

  /// The body of an answer with the status 200.
  func get(_ path: String) throws -> String { try #require(try request(path)) }

  /// - Parameter file: a file to send; nil to get an answer only.
  /// - Returns: the body of an answer that is no error; nil for others.
  private func request(_ path: String, sending file: String? = nil) throws -> String? {
    let output = folder.appendingPathComponent("answer.txt")
    var arguments = ["--silent", "--fail", "--output", output.path, url + path]
    if let file { arguments += ["--data-binary", "@" + file] }
    guard try runTool("/usr/bin/curl", arguments, in: folder) == 0 else { return nil }
    return (try? String(contentsOf: output, encoding: .utf8)) ?? ""
  }

  private func lines(_ history: ClosedRange<Int>, perSecond unit: Int) -> String {
    history.map { "t{a=\"x\"} \($0) \($0 * unit)\nt{a=\"y\"} \($0) \($0 * unit)\n" }.joined()
  }

  /// Writes blocks of samples. Unlike scraped samples, they may lie in the future.
  private func makeBlocks(_ history: ClosedRange<Int>) throws {
    let text = "# TYPE t gauge\n" + lines(history, perSecond: 1) + "# EOF\n"
    try folder.appendingPathComponent("history.txt").write(text)
    let status = try runTool(
      "/usr/bin/promtool",
      ["tsdb", "create-blocks-from", "openmetrics", "history.txt", "data"], in: folder)
    #expect(status == 0)
  }

  private func importSamples(_ history: ClosedRange<Int>) throws {
    try folder.appendingPathComponent("history.txt").write(lines(history, perSecond: 1000))
    _ = try #require(try request("/api/v1/import/prometheus", sending: "history.txt"))
    // Only an orderly end brings the samples to the disk, where they outlive a kill.
    process?.stop(by: SIGTERM)
    try start()
  }
}
