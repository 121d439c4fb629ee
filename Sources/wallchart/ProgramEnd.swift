import Dispatch
import Glibc
import Synchronization

/// The end of the program, which comes even where the main thread hangs: Xlib waits in a write or a read
/// for as long as the X server at the other end of a network stands still.
final class ProgramEnd: Sendable {
  private struct State {
    var code = ExitCode.done
    /// The main thread has come to the end.
    var isUnderWay = false
    var isWatched = false
    var ticks = 0
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "wallchart.end", qos: .userInitiated)
  /// A machine that stands still for seconds makes one tick, so that the main thread gets its turns.
  private static let tick = DispatchTimeInterval.milliseconds(100)
  /// How long the main thread may take to come to the end, and to get through.
  private static let patience = (toBegin: 5, toEnd: 30)

  /// Ends the program on signals for as long as the sources are kept.
  /// - Parameter end: calls `begin` and ends the program with code 0.
  func follow(
    _ signals: [Int32], end: @escaping @MainActor @Sendable () -> Void
  ) -> [any DispatchSourceSignal] {
    signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [self] in
        DispatchQueue.main.async { MainActor.assumeIsolated { end() } }
        watch()
      }
      source.activate()
      return source
    }
  }

  /// Says that the main thread ends the program now.
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
      // Nothing that `exit` does is safe beside a thread that hangs. The system takes the memory that
      // is shared with the server back, and commands end with the program.
      _exit(code.rawValue)
    }
  }
}
