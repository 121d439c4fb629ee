import Foundation
import TestSupport
import Testing

@testable import wallchart

/// The reports to a service manager.
@Suite(.serialized) @MainActor struct ServiceNotifierTests {
  private let folder = TemporaryFolder()

  /// A manager that reads nothing does not hold up the queue that draws, and then gets the states that still count.
  @Test func aManagerThatDoesNotReadHoldsNothingUp() async throws {
    let manager = try ServiceManager(folder: folder)
    let path = manager.path
    let notifier = try #require(
      ServiceNotifier(environment: { $0 == "NOTIFY_SOCKET" ? path : nil }))
    try fill(path)
    notifier.notify("READY=1")
    notifier.notify(status: "one")
    notifier.notify(status: "two")
    var states: [String] = []
    try #require(
      try await becomes {
        while let state = manager.read() { if state != "full" { states.append(state) } }
        return states.contains("STATUS=two")
      })
    #expect(states == ["READY=1", "STATUS=two"])
  }

  /// Sends datagrams until the socket takes no more.
  private func fill(_ path: String) throws {
    let descriptor = try UnixSocket.make(path, type: SOCK_DGRAM, connect)
    defer { close(descriptor) }
    while send(descriptor, "full", 4, Int32(MSG_DONTWAIT)) > 0 {}
    #expect(errno == EAGAIN)
  }
}
