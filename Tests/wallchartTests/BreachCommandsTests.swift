import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Dashboard
@testable import wallchart

/// The commands of breaches that wait for each other.
@Suite struct BreachCommandsTests {
  private let folder = TemporaryFolder()

  private func event(_ command: String) -> BreachEvent {
    BreachEvent(
      state: .breached, dashboard: "Hall", page: "Queue", panel: "Mails", series: "", value: 42,
      text: "42", threshold: ThresholdSpec(.above(10)), command: command)
  }

  private func read(_ name: String) -> String {
    (try? String(contentsOf: folder.file(name), encoding: .utf8)) ?? ""
  }

  @Test func aHundredCommandsWaitAndNoMore() throws {
    let lines = Mutex<[String]>([])
    let commands = BreachCommands(patience: 3600) { line in lines.withLock { $0.append(line) } }
    for _ in 0..<100 {
      commands.run(
        event("until [ -e go ]; do sleep 0.02; done; printf x >> told"), in: folder.path)
    }
    for _ in 0..<2 { commands.run(event("printf y >> told"), in: folder.path) }
    #expect(
      lines.withLock { $0 }
        == ["wallchart: on_breach of 'Mails': more than 100 commands wait"])
    try Data().write(to: folder.file("go"))
    let all = String(repeating: "x", count: 100)
    try #require(eventually { read("told") == all })
    commands.run(event("printf z >> told"), in: folder.path)
    try #require(eventually { read("told") == all + "z" })
    #expect(lines.withLock { $0.count } == 1)
  }
}
