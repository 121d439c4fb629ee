import Dispatch
import Glibc
import Synchronization
import Terminal

/// Ends the program, even if the main thread hangs: Xlib waits in a write or a read as long as a remote X server does
/// not respond.
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
  /// The length of a tick, in which time is counted. A machine that is suspended for seconds counts only one tick, so
  /// that the main thread still gets its time.
  private static let tick = DispatchTimeInterval.milliseconds(100)
  /// The ticks within which the main thread must start to end the program, and within which the program must have
  /// ended.
  private static let patience = (toBegin: 50, toEnd: 300)

  /// The signals that end the program, apart from those that its parent lets it ignore: `nohup` the end of a terminal,
  /// and a script Ctrl-C for its programs in the background.
  static var signals: [Int32] {
    [SIGINT, SIGTERM, SIGHUP].filter { number in
      var current = sigaction()
      sigaction(number, nil, &current)
      let handler = unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
      return handler != unsafeBitCast(SIG_IGN, to: Int.self)
    }
  }

  /// Ends the program on signals, as long as the returned sources exist.
  ///
  /// A source starts a moment later, and only then replaces the default action. Until then a signal ends the program at
  /// once; a signal that is ignored in the meantime would be lost.
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
      // `exit` is not safe while another thread hangs. The system releases the memory shared with the server, and
      // commands end with the program.
      _exit(code.rawValue)
    }
  }
}
