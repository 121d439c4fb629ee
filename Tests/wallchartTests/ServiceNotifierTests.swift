import Foundation
import Synchronization
import TestSupport
import Testing

@testable import wallchart

/// The reports to a service manager.
@Suite(.serialized) @MainActor struct ServiceNotifierTests {
  private let folder = TemporaryFolder()

  /// A manager that reads nothing for a second does not hold up the queue that draws, and then gets the states that
  /// still count.
  @Test func aManagerThatDoesNotReadHoldsNothingUp() async throws {
    nonisolated(unsafe) let manager = try ServiceManager(folder: folder)
    let path = manager.path
    let notifier = try #require(
      ServiceNotifier(environment: { $0 == "NOTIFY_SOCKET" ? path : nil }))
    try fill(path)
    let states = Mutex<[String]>([])
    let hasBegun = Mutex(false)
    let isDone = Mutex(false)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 1)
      hasBegun.withLock { $0 = true }
      while !isDone.withLock({ $0 }) {
        guard let state = manager.read() else {
          Thread.sleep(forTimeInterval: 0.01)
          continue
        }
        if state != "full" { states.withLock { $0.append(state) } }
      }
    }
    defer { isDone.withLock { $0 = true } }
    notifier.notify("READY=1")
    notifier.notify(status: "one")
    notifier.notify(status: "two")
    #expect(!hasBegun.withLock { $0 })
    try #require(try await becomes { states.withLock { $0.contains("STATUS=two") } })
    #expect(states.withLock { $0 } == ["READY=1", "STATUS=two"])
  }

  /// Sends datagrams until the socket takes no more.
  private func fill(_ path: String) throws {
    let descriptor = try UnixSocket.make(path, type: SOCK_DGRAM, connect)
    defer { close(descriptor) }
    while send(descriptor, "full", 4, Int32(MSG_DONTWAIT)) > 0 {}
    #expect(errno == EAGAIN)
  }
}
