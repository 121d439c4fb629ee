import Foundation
import Metrics
import Synchronization
import TestSupport
import Testing

@testable import Feeds

/// Debian's mosquitto on the loopback, killed and restarted under running feeds.
@Suite struct MQTTFeedTests {
  private func spec(_ port: ReservedPort, timeout: Double = 60) -> MQTTFeedSpec {
    MQTTFeedSpec(host: "127.0.0.1", port: UInt16(port.number), timeout: timeout)
  }

  /// Publishes a message again and again, until a condition holds: messages before the subscription
  /// are lost.
  private func publish(
    _ topic: String, _ text: String, to broker: Broker, _ log: UpdateLog,
    until condition: (UpdateLog) -> Bool
  ) async throws {
    let holds = try await becomes {
      guard !condition(log) else { return true }
      try broker.publish(topic, text)
      return false
    }
    try #require(holds, "never; last: \(String(describing: log.all.last))")
  }

  @Test func wildcardsBecomeLabels() async throws {
    try await withFolder { folder in
      let broker = try Broker(folder)
      let (rooms, lamp) = (
        Query.topic("sensors/+/temperature", path: ".value"), Query.topic("lamp")
      )
      try await withFeed(.mqtt(spec(broker.port)), [rooms, lamp]) { _, log in
        let kitchen = Metric(rooms.name, labels: ["1": "kitchen"])
        let hall = Metric(rooms.name, labels: ["1": "hall"])
        try await publish("sensors/kitchen/temperature", "{\"value\": 21.5}", to: broker, log) {
          $0.values(kitchen).contains(21.5)
        }
        try broker.publish("sensors/hall/temperature", "{\"value\": 18}")
        try broker.publish("sensors/hall/humidity", "{\"value\": 40}")
        try broker.publish("lamp", "ON")
        try await log.wait("the lamp") { $0.values("lamp") == [1] }
        #expect(log.values(hall) == [18])
        #expect(
          log.rows.flatMap(\.values.keys).allSatisfy { [kitchen, hall, "lamp"].contains($0) })
        #expect(log.all.last?.health == .fresh)
        let times = log.rows.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      }
    }
  }

  @Test func aRetainedValueIsOfUnknownAge() async throws {
    try await withFolder { folder in
      let broker = try Broker(folder)
      try broker.publish("door", "off", isRetained: true)
      try await withFeed(.mqtt(spec(broker.port)), [.topic("door")]) { _, log in
        try await log.wait("the retained value") { $0.values("door") == [0] }
        try broker.publish("door", "on", isRetained: true)
        try await log.wait("the live value") { $0.values("door") == [0, 1] }
        // An empty message removes the retained value.
        try broker.publish("door", "", isRetained: true)
        try await log.wait("the end of the line") { $0.rows.last?.values["door"]?.isNaN == true }
        let batches = log.all.flatMap(\.samples).map(\.batch)
        #expect(batches.map(\.isOfUnknownAge).first == true)
        #expect(batches.dropFirst().allSatisfy { !$0.isOfUnknownAge })
      }
    }
  }

  @Test func aBrokerThatIsKilledAndComesBack() async throws {
    try await withFolder { folder in
      let broker = try Broker(folder)
      let source = SourceSpec.mqtt(spec(broker.port))
      let (log, others) = (UpdateLog(), UpdateLog())
      let command = TextFeedSpec(
        origin: .command("while :; do echo v=1; sleep 0.1; done", every: nil))
      try await withHub {
        if $0 == source { log.append($1) } else { others.append($1) }
      } _: { hub in
        hub.update([source: [.topic("a")], .text(command): [.column("v")]])
        try await publish("a", "1", to: broker, log) { $0.values("a").contains(1) }
        let updates = log.all.count
        broker.stop()
        try await log.waitForFailure(
          containing: "the connection was lost", after: updates)
        try await log.waitForFailure(containing: "connection refused", after: updates)
        let failures = log.all.dropFirst(updates).compactMap { update -> Double? in
          if case .failing(let since, _) = update.health { since } else { nil }
        }
        #expect(Set(failures).count == 1)
        let count = others.rows.count
        try await others.wait("the others to go on") { $0.rows.count > count + 3 }
        try broker.restart()
        try await publish("a", "2", to: broker, log) { $0.values("a").contains(2) }
        #expect(log.all.last?.health == .fresh)
        #expect(others.all.allSatisfy { $0.health == .fresh })
      }
    }
  }

  @Test func silenceIsNoFailureButABrokerThatHangsIs() async throws {
    try await withFolder { folder in
      let broker = try Broker(folder)
      var spec = spec(broker.port)
      spec.keepAlive = 5
      try await withFeed(.mqtt(spec), [.topic("a")]) { _, log in
        try await log.wait("the connection") { $0.all.last?.health == .fresh }
        // Longer than the broker waits for a sign of life of its client. A machine that pauses may keep the client from
        // giving one in time, but not again and again.
        var updates = 0
        for _ in 1...20 where updates != log.all.count {
          updates = log.all.count
          try await Task.sleep(for: .seconds(8))
        }
        try #require(log.all.count == updates && log.all.last?.health == .fresh)
        try broker.signal(SIGSTOP)
        defer { try? broker.signal(SIGCONT) }
        try await log.waitForFailure(containing: "does not answer any more", after: updates)
      }
    }
  }

  @Test func transportSecurityAndAPassword() async throws {
    try await withFolder { folder in
      try Broker.makeSecrets(folder)
      try folder.appendingPathComponent("password").write("hunter2\n")
      let certificate = folder.path + "/cert.pem"
      let broker = try Broker(
        folder,
        [
          "certfile \(certificate)", "keyfile \(folder.path)/key.pem",
          "password_file \(folder.path)/users",
        ], client: ["--cafile", certificate, "-u", "me", "-P", "hunter2"])
      var spec = MQTTFeedSpec(
        host: "localhost", port: UInt16(broker.port.number), security: .certificates(certificate),
        login: .init(user: "me", password: .text(Secret("hunter2"))), timeout: 60)
      func fails(_ reason: String) async throws {
        try await withFeed(.mqtt(spec), [.topic("a")]) { _, log in
          try await log.waitForFailure(containing: reason)
          #expect(!"\(log.all)".contains("hunter"))
        }
      }
      try await withFeed(.mqtt(spec), [.topic("a")]) { _, log in
        try await publish("a", "5", to: broker, log) { $0.values("a").contains(5) }
      }
      spec.login?.password = .file(folder.path + "/password")
      try await withFeed(.mqtt(spec), [.topic("a")]) { _, log in
        try await publish("a", "6", to: broker, log) { $0.values("a").contains(6) }
      }
      spec.login?.password = .text(Secret("hunter3"))
      try await fails("not authorised")
      spec.login?.password = .file(folder.path + "/nothing")
      try await fails("cannot be read")
      spec.login = nil
      try await fails("not authorised")
      // The certificate is trusted, but it is for another host.
      spec.host = "127.0.0.1"
      try await fails("TLS: certificate verify failed")
      spec.host = "localhost"
      spec.security = .systemCertificates
      try await fails("TLS: certificate verify failed")
      spec.security = .certificates("/nonexistent.pem")
      try await fails("TLS: the file of certificates cannot be read")
      // Plain text to a port that expects TLS.
      spec.security = .none
      try await fails("connection")
    }
  }

  @Test func otherQueriesGoOverTheSameConnection() async throws {
    try await withFolder { folder in
      let broker = try Broker(folder)
      try await withFeed(.mqtt(spec(broker.port)), [.topic("a")]) { feed, log in
        try await publish("a", "1", to: broker, log) { $0.values("a").contains(1) }
        feed.select([.topic("b")])
        try await publish("b", "2", to: broker, log) { $0.values("b").contains(2) }
        let count = log.values("a").count
        try broker.publish("a", "3")
        try broker.publish("b", "4")
        try await log.wait("the last value") { $0.values("b").last == 4 }
        #expect(log.values("a").count == count)
        #expect(log.all.allSatisfy { $0.health == .fresh || $0.rows.isEmpty })
      }
    }
  }

  @Test func messagesWaitForAReceiverThatIsBusy() async throws {
    try await withFolder { folder in
      let broker = try Broker(folder)
      // The retained message comes when the broker has subscribed the feed. The subscription may be told before that.
      try broker.publish("a", "0", isRetained: true)
      let feed = ThreadFeed(spec(broker.port), Selection([.topic("a")]))
      let log = UpdateLog()
      feed.start { log.append($0) }
      defer { feed.stop() }
      // One request for each update.
      var count = 0
      while log.values("a").isEmpty {
        if count > 0 { feed.request() }
        try await log.wait("the retained message") { [count] in $0.all.count > count }
        count = log.all.count
      }
      for number in 1...20 { try broker.publish("a", "\(number)") }
      #expect(log.all.count == count)
      try await log.wait("messages") { log in
        feed.request()
        return log.values("a").last == 20
      }
      #expect(log.values("a") == (0...20).map(Double.init))
    }
  }

  // MARK: Without a broker

  @Test func aHostThatIsNotKnown() async throws {
    let spec = MQTTFeedSpec(host: "nowhere.invalid", timeout: 60)
    try await withFeed(.mqtt(spec), [.topic("a")]) { _, log in
      try await log.wait("a failure") { log in
        [EAI_NONAME, EAI_AGAIN].contains {
          HostAddresses.reason($0) == log.all.last?.health.reason
        }
      }
    }
  }

  @Test(arguments: [
    (EAI_NONAME, "the host's name is not known"), (EAI_AGAIN, "the name server does not answer"),
    (EAI_FAMILY, "ai_family not supported"),
  ])
  func reasonsWhyANameHasNoAddress(error: Int32, reason: String) {
    #expect(HostAddresses.reason(error) == reason)
  }

  @Test func aServerThatAcceptsAndIsSilent() async throws {
    let server = try SmallServer { $0.waitForClient() }
    let spec = MQTTFeedSpec(host: "127.0.0.1", port: UInt16(server.port), timeout: 0.3)
    try await withFeed(.mqtt(spec), [.topic("a")]) { _, log in
      try await log.waitForFailure(containing: "no answer within 0.3 s")
    }
  }

  /// An address that answers no packet. The kernel gives up after two minutes, the feed much earlier.
  @Test(arguments: [MQTTFeedSpec.Security.none, .systemCertificates])
  func anAddressThatSwallowsPackets(security: MQTTFeedSpec.Security) async throws {
    let hole = try SilentPort()
    let spec = MQTTFeedSpec(
      host: "127.0.0.1", port: UInt16(hole.number), security: security, timeout: 0.3)
    try await withFeed(.mqtt(spec), [.topic("a")]) { _, log in
      try await log.wait("a failure") {
        $0.all.last?.health.reason == "no answer within 0.3 s"
      }
    }
  }

  @Test func aServerThatSpeaksAnotherLanguage() async throws {
    let port = try ReservedPort()
    let listener = port.takeSocket()
    try #require(listen(listener, 4) == 0)
    Thread.detachNewThread {
      while case let client = accept(listener, nil, nil), client >= 0 {
        _ = send(client, "HTTP/1.1 400 Bad Request\r\n\r\n", 28, Int32(MSG_NOSIGNAL))
        close(client)
      }
      close(listener)
    }
    defer { shutdown(listener, Int32(SHUT_RDWR)) }
    let spec = MQTTFeedSpec(host: "127.0.0.1", port: UInt16(port.number), timeout: 60)
    try await withFeed(.mqtt(spec), [.topic("a")]) { _, log in
      try await log.wait("a failure") { $0.all.last?.health.reason != nil }
      #expect(log.rows.isEmpty)
    }
  }

  /// A broker that consents and then closes the connection works no better than one that is absent.
  @Test func aBrokerThatConsentsAndClosesTheConnection() async throws {
    let port = try ReservedPort()
    let listener = port.takeSocket()
    try #require(listen(listener, 4) == 0)
    let visits = Atomic<Int>(0)
    Thread.detachNewThread {
      while case let client = accept(listener, nil, nil), client >= 0 {
        var bytes = [UInt8](repeating: 0, count: 256)
        _ = recv(client, &bytes, bytes.count, 0)
        _ = send(client, [0x20, 2, 0, 0] as [UInt8], 4, Int32(MSG_NOSIGNAL))
        _ = recv(client, &bytes, bytes.count, 0)
        visits.add(1, ordering: .relaxed)
        close(client)
      }
      close(listener)
    }
    defer { shutdown(listener, Int32(SHUT_RDWR)) }
    let spec = MQTTFeedSpec(host: "127.0.0.1", port: UInt16(port.number), timeout: 60)
    try await withFeed(.mqtt(spec), [.topic("a")]) { _, log in
      try await log.wait("a third visit") { _ in visits.load(ordering: .relaxed) > 2 }
      try await log.waitForFailure(containing: "the connection was lost")
      #expect(log.all.allSatisfy { $0.health != .fresh })
    }
  }

  @Test func aMissingLibraryNamesItsPackage() {
    #expect(
      throws: SourceError(
        kind: .noInput,
        description: "libnothing.so.1 cannot be loaded: install the package libmosquitto1")
    ) {
      try LibMosquitto(name: "libnothing.so.1")
    }
  }
}
