import Foundation
import Metrics
import Synchronization
import TestSupport
import Testing

@testable import Feeds

/// The values of all series at one time. NaN is a missing sample.
struct Row {
  var time: Double
  var values: [Metric: Double]

  /// The value of a series; nil if the series is absent or its sample is missing.
  subscript(metric: Metric) -> Double? { values[metric].flatMap { $0.isNaN ? nil : $0 } }
}

extension [FeedUpdate.Samples] {
  /// The samples as rows, in the order in which their times first appear.
  var rows: [Row] {
    var rows: [Row] = []
    var places: [Double: Int] = [:]
    for part in self {
      for column in part.batch.columns {
        for (time, value) in zip(part.batch.times, column.values)
        where !SampleBatch.isAbsent(value) {
          let place = places[time] ?? rows.count
          places[time] = place
          if place == rows.count { rows.append(Row(time: time, values: [:])) }
          rows[place].values[column.metric] = value
        }
      }
    }
    return rows
  }
}

extension FeedUpdate {
  var rows: [Row] { samples.rows }
}

/// The updates of a feed, in order.
final class UpdateLog: Sendable {
  private let updates = Mutex<[FeedUpdate]>([])

  var all: [FeedUpdate] { updates.withLock { $0 } }
  /// The samples of all updates as rows.
  var rows: [Row] { all.flatMap(\.rows) }

  func append(_ update: FeedUpdate) { updates.withLock { $0.append(update) } }

  /// The values of a series without missing samples.
  func values(_ metric: Metric) -> [Double] {
    all.flatMap(\.samples).flatMap { part in
      part.batch.columns.lazy.filter { $0.metric == metric }.flatMap(\.values).filter { !$0.isNaN }
    }
  }

  /// Waits for a condition that is certain to hold at last. Only a failed test meets the limit.
  func wait(
    _ awaited: String, seconds: Double = 300, until condition: @Sendable (UpdateLog) -> Bool
  ) async throws {
    let holds = try await becomes(seconds: seconds) { condition(self) }
    try #require(
      holds,
      "never: \(awaited); last: \(String(describing: all.last)), of \(rows.suffix(9).map(\.values))"
    )
  }

  /// - Parameter count: the number of first updates to ignore, such as failures before a server was up.
  func waitForFailure(containing text: String, after count: Int = 0) async throws {
    try #require(!text.isEmpty)
    try await wait("failure '\(text)'") { log in
      log.all.dropFirst(count).contains { update in
        update.health.reason?.contains(text) == true
      }
    }
  }
}

extension FeedHealth {
  var reason: String? {
    guard case .failing(_, let reason) = self else { return nil }
    return reason
  }

  /// The start of the outage.
  var failingSince: Double? {
    guard case .failing(let since, _) = self else { return nil }
    return since
  }
}

/// Runs a feed during a test's body. The log asks for each next update at once.
func withFeed(
  _ spec: SourceSpec, _ queries: Set<Query>, _ body: (any Feed, UpdateLog) async throws -> Void
) async throws {
  try await withFeed(spec.open(Selection(queries)), body)
}

func withFeed(
  _ feed: any Feed, _ body: (any Feed, UpdateLog) async throws -> Void
) async throws {
  let log = UpdateLog()
  feed.start { [weak feed] update in
    log.append(update)
    feed?.request()
  }
  defer { feed.stop() }
  try await body(feed, log)
}

/// Runs a hub during a test's body. Each next update is asked for at once.
func withHub(
  onUpdate: @escaping @Sendable (SourceSpec, FeedUpdate) -> Void,
  _ body: (FeedHub) async throws -> Void
) async throws {
  let current = Mutex<FeedHub?>(nil)
  let hub = FeedHub { source, update in
    onUpdate(source, update)
    current.withLock { $0 }?.request(source)
  }
  current.withLock { $0 = hub }
  defer {
    hub.stop()
    current.withLock { $0 = nil }
  }
  try await body(hub)
}

extension URL {
  func write(_ text: String) throws { try Data(text.utf8).write(to: self) }

  /// Appends to the file, like a logger.
  func append(_ text: String) throws {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    try #require(file >= 0)
    defer { close(file) }
    let bytes = Array(text.utf8)
    #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
  }
}

/// Runs a program to its end and returns its status.
@discardableResult
func runTool(_ path: String, _ arguments: [String], in folder: URL? = nil) throws -> Int32 {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  if let folder { process.currentDirectoryURL = folder }
  try startingAlone { try process.run() }
  try process.waitForEnd()
  return process.terminationStatus
}

/// Makes a certificate for localhost, without a signer.
func makeCertificate(_ file: String = "cert.pem", key: String = "key.pem", in folder: URL) throws {
  let status = try runTool(
    "/usr/bin/openssl",
    [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", key, "-out", file, "-days", "3", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost",
    ], in: folder)
  try #require(status == 0)
}

/// Starts nginx in one process, so that killing the process ends nginx.
/// - Parameters:
///   - folder: the folder of its files and of what it serves.
///   - configuration: what follows its address in the configuration of the server.
func startNginx(
  _ folder: URL, port: ReservedPort, _ configuration: String = ";"
) throws -> ToolProcess {
  try folder.appendingPathComponent("nginx.conf").write(
    """
    daemon off; master_process off; pid \(folder.path)/nginx.pid; error_log /dev/null;
    events {}
    http {
      access_log off; client_body_temp_path \(folder.path)/body; proxy_temp_path \(folder.path)/p;
      fastcgi_temp_path \(folder.path)/f; uwsgi_temp_path \(folder.path)/u;
      scgi_temp_path \(folder.path)/s;
      server { listen 127.0.0.1:\(port.number) \(configuration) root \(folder.path); }
    }
    """)
  return try ToolProcess(
    "/usr/sbin/nginx", ["-c", folder.path + "/nginx.conf", "-p", folder.path])
}
