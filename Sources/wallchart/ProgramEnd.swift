import Dispatch
import Glibc
import Synchronization
import Terminal

/// Ends the program, even if the main thread hangs: Xlib waits in a write or a read for as long as an X
/// server across a network stands still.
final class ProgramEnd: Sendable {
  private struct State {
    var code = ExitCode.done
    /// Whether the main thread is ending the program.
    var isUnderWay = false
    var isWatched = false
    var ticks = 0
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "wallchart.end", qos: .userInitiated)
  /// Time is counted in ticks. A machine that stands still for seconds makes only one tick, so that the
  /// main thread gets its turns.
  private static let tick = DispatchTimeInterval.milliseconds(100)
  /// The seconds within which the main thread must begin to end the program, and must have ended it.
  private static let patience = (toBegin: 5, toEnd: 30)

  /// Ends the program on signals, for as long as the sources are kept.
  ///
  /// A source begins its work a moment later, and replaces the default action then. Until then a signal ends
  /// the program at once. A signal that were ignored meanwhile would be lost.
  /// - Parameter end: calls `begin` and ends the program with code 0.
  func follow(
    _ signals: [Int32], end: @escaping @MainActor @Sendable () -> Void
  ) -> [any DispatchSourceSignal] {
    signals.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [self] in
        DispatchQueue.main.async { MainActor.assumeIsolated { end() } }
        watch()
      }
      source.activate()
      return source
    }
  }

  /// Notes that the main thread is ending the program.
  func begin(_ code: ExitCode) {
    state.withLock { state in
      state.code = code
      state.isUnderWay = true
    }
    watch()
  }

  private func watch() {
    let isWatched = state.withLock { state in
      defer { state.isWatched = true }
      return state.isWatched
    }
    if !isWatched { waitForTick() }
  }

  private func waitForTick() {
    queue.asyncAfter(deadline: .now() + Self.tick) { [self] in
      let code: ExitCode? = state.withLock { state in
        state.ticks += 1
        let patience = state.isUnderWay ? Self.patience.toEnd : Self.patience.toBegin
        return state.ticks < patience ? nil : state.code
      }
      guard let code else { return waitForTick() }
      TerminalWindow.giveBack()
      // `exit` is not safe beside a thread that hangs. The system releases the memory shared with the
      // server, and commands end with the program.
      _exit(code.rawValue)
    }
  }
}
