import Feeds
import Foundation
import Synchronization

/// Looks for random answers of a server that break a law: secrets arrive only at the server that they are
/// for, and whatever it answers, a good answer that follows is read.
public final class HTTPFlaw: Sendable {
  private struct State {
    /// Seeds whose random answer has been given.
    var answered: Set<UInt64> = []
    var flaw: String?
    /// Feeds whose good answer has been read.
    var read: Set<SourceSpec> = []
  }

  private final class Shared: Sendable {
    let state = Mutex(State())
    let ports = Mutex((own: 0, other: 0))
  }

  private let shared = Shared()
  private let own: LoopbackServer
  private let other: LoopbackServer

  private static let secret = "hunter2"
  /// No random answer has it.
  private static let good = 271_828.0
  private static let value = Query.path(".v")

  /// Nil when there can be no server.
  public init?() {
    let shared = shared
    guard let own = LoopbackServer({ Self.answer($0, shared) }),
      let other = LoopbackServer({ head in
        Self.check(head, isOwn: false, shared)
        return Self.goodAnswer
      })
    else { return nil }
    (self.own, self.other) = (own, other)
    shared.ports.withLock { $0 = (own.port, other.port) }
  }

  private static var goodAnswer: [UInt8] {
    let body = "{\"v\": \(good)}"
    return Array(
      "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        .utf8)
  }

  /// The first answer to each seed's path is its random one, and all others are good.
  private static func answer(_ head: String, _ shared: Shared) -> [UInt8] {
    check(head, isOwn: true, shared)
    let path = head.split(separator: " ").dropFirst().first ?? ""
    guard path.hasPrefix("/seed-"), let seed = UInt64(path.dropFirst(6)),
      shared.state.withLock({ $0.answered.insert(seed).inserted })
    else { return goodAnswer }
    var generator = ResponseGenerator(seed: seed, ports: shared.ports.withLock { $0 })
    return generator.response()
  }

  private static func check(_ head: String, isOwn: Bool, _ shared: Shared) {
    let ports = shared.ports.withLock { $0 }
    let host = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("host:") } ?? ""
    // However it is written: libcurl names the host as the URL does.
    let isForOwn = isOwn && host == "Host: 127.0.0.1:\(ports.own)"
    if head.contains(secret) || head.lowercased().contains("authorization"), !isForOwn {
      shared.state.withLock { $0.flaw = $0.flaw ?? "a secret has come to '\(host)':\n\(head)" }
    }
  }

  /// Tries seeds at the same time.
  /// - Parameter seconds: after which a good answer counts as missing.
  /// - Returns: the flaw in words, with the seeds that may show it; nil if there is none.
  public func flaw(of seeds: Range<UInt64>, seconds: Double = 60) -> String? {
    let specs = seeds.map { seed in
      SourceSpec.http(
        HTTPFeedSpec(
          url: "http://127.0.0.1:\(own.port)/seed-\(seed)",
          format: seed % 4 == 0 ? .exposition : .json,
          every: 0.05, timeout: 0.5,
          headers: [.init(name: "X-Key", value: Secret(Self.secret))],
          authorization: seed % 2 == 0
            ? .bearer(.text(Secret(Self.secret)))
            : .basic(user: "me", password: .text(Secret(Self.secret)))))
    }
    // An exposition reads nothing of text that is JSON, and only has to survive.
    let wanted = Set(
      specs.filter { if case .http(let spec) = $0 { spec.format == .json } else { false } })
    let shared = shared
    shared.state.withLock { $0.read = [] }
    let current = Mutex<FeedHub?>(nil)
    let hub = FeedHub { source, update in
      let values = update.samples.lazy.filter { $0.query == Self.value }
        .flatMap(\.batch.columns).flatMap(\.values)
      if values.contains(Self.good) { shared.state.withLock { _ = $0.read.insert(source) } }
      current.withLock { $0 }?.request(source)
    }
    current.withLock { $0 = hub }
    hub.update(
      Dictionary(
        uniqueKeysWithValues: specs.map { ($0, [Self.value, .sample(name: "v", labels: .none)]) }))
    defer {
      hub.stop()
      current.withLock { $0 = nil }
    }
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      let (flaw, read, answered) = shared.state.withLock { ($0.flaw, $0.read, $0.answered) }
      if let flaw { return "seeds \(seeds): \(flaw)" }
      if read.isSuperset(of: wanted), answered.isSuperset(of: seeds) { return nil }
      if ContinuousClock.now >= end {
        return "seeds \(seeds): no good answer is read for \(wanted.subtracting(read))"
      }
      usleep(2000)
    }
  }
}
