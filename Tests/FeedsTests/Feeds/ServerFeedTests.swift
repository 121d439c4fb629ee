import Foundation
import TestSupport
import Testing

@testable import Feeds

/// Debian's own servers on the loopback, killed and restarted during requests.
@Suite struct ServerFeedTests {
  private func nodeExporter(_ port: ReservedPort) throws -> ToolProcess {
    try ToolProcess(
      "/usr/bin/prometheus-node-exporter",
      [
        "--web.listen-address=127.0.0.1:\(port.number)", "--collector.disable-defaults",
        "--collector.loadavg", "--collector.cpu", "--collector.meminfo",
      ])
  }

  @Test func anExporterThatIsKilledAndComesBack() async throws {
    let port = try ReservedPort()
    let exporter = try nodeExporter(port)
    let spec = HTTPFeedSpec(
      url: "http://127.0.0.1:\(port.number)/metrics", format: .exposition, every: 0.1, timeout: 60)
    let load = Query.sample(name: "node_load1", labels: .none)
    let idle = Query.sample(
      name: "node_cpu_seconds_total", labels: ["mode": "idle", "cpu": "0"])
    // A second source of the same hub, which must not be disturbed.
    let others = UpdateLog()
    let log = UpdateLog()
    let command = TextFeedSpec(
      origin: .command("while :; do echo v=1; sleep 0.1; done", every: nil))
    try await withHub {
      if $0 == .http(spec) { log.append($1) } else { others.append($1) }
    } _: { hub in
      hub.update([.http(spec): [load, idle], .text(command): [.column("v")]])
      try await log.wait("values") { $0.values(load.metric).count >= 3 }
      let idleTimes = log.values(idle.metric)
      #expect(idleTimes.count >= 3 && idleTimes.allSatisfy { $0 > 0 })

      let updates = log.all.count
      exporter.stop()
      try await log.waitForFailure(containing: "connection refused", after: updates)
      let count = others.rows.count
      try await others.wait("the others to go on") { $0.rows.count > count + 3 }
      try exporter.restart()
      let failed = log.values(load.metric).count
      try await log.wait("values again") { $0.values(load.metric).count > failed }
      #expect(log.all.last?.health == .fresh)
      // A failure is no sample.
      #expect(log.rows.allSatisfy { $0[load.metric] != nil && $0[idle.metric] != nil })
      let times = log.rows.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(others.all.allSatisfy { $0.health == .fresh })
      #expect(!others.rows.contains { $0.values["v"]!.isNaN })
    }
  }

  @Test func nginxIsKilledAndComesBack() async throws {
    try await withFolder { folder in
      try folder.appendingPathComponent("q.json").write("{\"queues\": {\"mail\": {\"depth\": 12}}}")
      let port = try ReservedPort()
      let server = try startNginx(folder, port: port)
      let spec = HTTPFeedSpec(
        url: "http://127.0.0.1:\(port.number)/q.json", format: .json, every: 0.1, timeout: 60)
      try await withFeed(.http(spec), [.path(".queues.mail.depth")]) { _, log in
        try await log.wait("the value") { $0.values(".queues.mail.depth").contains(12) }
        let updates = log.all.count
        server.stop()
        try await log.waitForFailure(containing: "connection refused", after: updates)
        try folder.appendingPathComponent("q.json").write(
          "{\"queues\": {\"mail\": {\"depth\": 13}}}")
        try server.restart()
        try await log.wait("the next value") { $0.values(".queues.mail.depth").contains(13) }
        #expect(!log.rows.contains { $0.values.values.contains { $0.isNaN } })
      }
      // Requests by https to a server without TLS.
      var secure = spec
      secure.url = "https://127.0.0.1:\(port.number)/q.json"
      try await withFeed(.http(secure), [.path(".queues.mail.depth")]) { _, log in
        try await log.waitForFailure(containing: "TLS: the server answers without TLS (http://")
      }
    }
  }

  @Test func transportSecurityIsVerified() async throws {
    try await withFolder { folder in
      try makeCertificate(in: folder)
      try folder.appendingPathComponent("q.json").write("{\"v\": 5}")
      let port = try ReservedPort()
      let server = try startNginx(
        folder, port: port,
        "ssl; ssl_certificate \(folder.path)/cert.pem; ssl_certificate_key \(folder.path)/key.pem;")
      defer { server.stop() }
      var spec = HTTPFeedSpec(
        url: "https://localhost:\(port.number)/q.json", format: .json, every: 0.1, timeout: 60)
      let depth: Set<Query> = [.path(".v")]
      try await withFeed(.http(spec), depth) { _, log in
        try await log.waitForFailure(containing: "TLS: self-signed certificate")
        #expect(log.rows.isEmpty)
      }
      spec.certificates = folder.path + "/cert.pem"
      try await withFeed(.http(spec), depth) { _, log in
        try await log.wait("the value") { $0.values(".v").contains(5) }
      }
      // The certificate is trusted, but it is for another host.
      spec.url = "https://127.0.0.1:\(port.number)/q.json"
      try await withFeed(.http(spec), depth) { _, log in
        try await log.waitForFailure(containing: "TLS: no alternative certificate subject name")
      }
      spec.certificates = "/nonexistent.pem"
      try await withFeed(.http(spec), depth) { _, log in
        try await log.waitForFailure(containing: "TLS: ")
      }
      // The server answers plain text with 400.
      spec.url = "http://localhost:\(port.number)/q.json"
      try await withFeed(.http(spec), depth) { _, log in
        try await log.waitForFailure(containing: "HTTP 400")
      }
    }
  }

  @Test func nothingIsToldOverPlainTextThatWasAskedSecurely() async throws {
    try await withFolder { folder in
      try makeCertificate(in: folder)
      let port = try ReservedPort()
      let plain = try SmallServer { $0.answer("{\"v\": 5}") }
      let server = try startNginx(
        folder, port: port,
        "ssl; ssl_certificate \(folder.path)/cert.pem; ssl_certificate_key \(folder.path)/key.pem;"
          + "return 302 \(plain.url);")
      defer { server.stop() }
      let spec = HTTPFeedSpec(
        url: "https://localhost:\(port.number)/", format: .json, every: 0.1, timeout: 60,
        certificates: folder.path + "/cert.pem")
      try await withFeed(.http(spec), [.path(".v")]) { _, log in
        try await log.waitForFailure(containing: "redirected from https to http")
        #expect(plain.requests.isEmpty)
      }
    }
  }

  @Test func aServerThatBreaksTheHandshake() async throws {
    let spec = { (port: Int) in
      HTTPFeedSpec(url: "https://127.0.0.1:\(port)/", format: .json, every: 0.1, timeout: 1)
    }
    // The server's reader of request heads waits in vain for an empty line.
    let server = try SmallServer { $0.send("no TLS") }
    try await withFeed(.http(spec(server.port)), [.path(".v")]) { _, log in
      try await log.wait("a failure") { $0.all.last?.health.reason != nil }
    }
  }

  @Test func aPasswordIsAskedFor() async throws {
    try await withFolder { folder in
      try folder.appendingPathComponent("q.json").write("{\"v\": 5}")
      try folder.appendingPathComponent("users").write("me:{PLAIN}hunter2\n")
      let port = try ReservedPort()
      let server = try startNginx(
        folder, port: port, "; auth_basic x; auth_basic_user_file \(folder.path)/users;")
      defer { server.stop() }
      var spec = HTTPFeedSpec(
        url: "http://127.0.0.1:\(port.number)/q.json", format: .json, every: 0.1, timeout: 60)
      try await withFeed(.http(spec), [.path(".v")]) { _, log in
        try await log.waitForFailure(containing: "HTTP 401")
      }
      spec.authorization = .basic(user: "me", password: .text(Secret("hunter2")))
      try await withFeed(.http(spec), [.path(".v")]) { _, log in
        try await log.wait("the value") { $0.values(".v").contains(5) }
      }
    }
  }
}
