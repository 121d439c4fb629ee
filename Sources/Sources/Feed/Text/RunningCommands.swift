import Glibc
import Synchronization

/// The commands that feeds have running, so that the program can end them even where it cannot stop its
/// feeds.
public enum RunningCommands {
  private struct State {
    /// The leaders of the commands' process groups. A number leaves the set in the step that lets the
    /// system give the number to another process.
    var leaders: Set<pid_t> = []
    var isEnding = false
  }

  private static let state = Mutex(State())

  /// Starts a command.
  /// - Parameter spawn: gives the process, or the system's reason why there is none.
  /// - Returns: nil while the program ends: no command is started any more.
  static func start(_ spawn: () -> (process: pid_t, error: Int32)) -> (
    process: pid_t, error: Int32
  )? {
    state.withLock { state in
      guard !state.isEnding else { return nil }
      let result = spawn()
      if result.error == 0 { state.leaders.insert(result.process) }
      return result
    }
  }

  /// The result of waitpid(2), without waiting, with the status or the error.
  static func reap(_ process: pid_t) -> (result: pid_t, status: Int32, error: Int32) {
    state.withLock { state in
      var status: Int32 = 0
      let result = waitpid(process, &status, WNOHANG)
      let error = result < 0 ? errno : 0
      if result == process || error == ECHILD { state.leaders.remove(process) }
      return (result, status, error)
    }
  }

  /// Ends all commands with all that they have started: asks them (SIGTERM), and kills those that have
  /// not ended after 0.4 s. No command can be started afterwards.
  public static func end() {
    state.withLock { state in
      state.isEnding = true
      for leader in state.leaders { kill(-leader, SIGTERM) }
    }
    for _ in 0..<40 where isAnyRunning { usleep(10_000) }
    state.withLock { state in
      for leader in state.leaders { kill(-leader, SIGKILL) }
    }
  }

  private static var isAnyRunning: Bool {
    state.withLock { state in
      state.leaders.contains { leader in
        var information = siginfo_t()
        let result = waitid(P_PID, id_t(leader), &information, WEXITED | WNOHANG | WNOWAIT)
        return result == 0 && information.si_signo == 0
      }
    }
  }
}
