import Dashboard
import Dispatch
import Feeds
import Messages
import Synchronization

/// Runs the commands of breaches off the main thread. The commands of one panel run one after another, so that the
/// end of a breach follows its start. A command that hangs delays only the commands of its own panel, and of the few
/// panels that share its queue.
final class BreachCommands: Sendable {
  private struct State {
    /// The number of commands that wait or run.
    var count = 0
    /// The commands whose last run has failed, each of which has been reported.
    var failing: Set<String> = []
  }

  private let state = Mutex(State())
  private let queues = (0..<8).map { _ in
    DispatchQueue(label: "wallchart.breach", qos: .utility)
  }
  /// The seconds after which a command is ended.
  private let patience: Double
  private let log: @Sendable (String) -> Void

  /// The largest number of commands that wait or run.
  private static let most = 100

  /// - Parameters:
  ///   - patience: the seconds after which a command is ended.
  ///   - log: receives a line about a failure.
  init(
    patience: Double = 10, log: @escaping @Sendable (String) -> Void = { printError(verbatim: $0) }
  ) {
    (self.patience, self.log) = (patience, log)
  }

  /// Runs the command of a breach, if it has one.
  /// - Parameter folder: the command's working directory; nil for this program's.
  func run(_ event: BreachEvent, in folder: String?) {
    guard let command = event.command else { return }
    let isRoom = state.withLock { state in
      state.count += 1
      return state.count <= Self.most
    }
    guard isRoom else {
      state.withLock { $0.count -= 1 }
      return report(
        String(localized: "more than \(Self.most) commands wait"), command, of: event)
    }
    let variables = event.variables(at: SystemClock.utc)
    let panel = UInt(bitPattern: (event.page + event.panel).hashValue)
    let queue = queues[Int(panel % UInt(queues.count))]
    queue.async { [self] in
      let reason = CommandProcess.run(
        command, in: folder, variables: variables, atMost: patience)
      state.withLock { $0.count -= 1 }
      if let reason {
        report(reason, command, of: event)
      } else {
        state.withLock { _ = $0.failing.remove(command) }
      }
    }
  }

  /// Reports a failure, unless the command's previous run also failed. The command may contain a secret.
  private func report(_ reason: String, _ command: String, of event: BreachEvent) {
    if state.withLock({ $0.failing.insert(command).inserted }) {
      log("wallchart: on_breach of '\(event.panel.visible)': \(reason)")
    }
  }
}
