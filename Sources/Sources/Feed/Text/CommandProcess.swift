import CProcess
import Glibc
import Synchronization

/// A command line that `/bin/sh` runs, in a process group of its own, with nothing on its standard
/// input.
final class CommandProcess: Sendable {
  let output: Descriptor
  let errors: Descriptor
  private let identifier: pid_t
  private let status = Mutex<Ending?>(nil)

  enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
    /// Somebody else has taken the status.
    case unknown
  }

  /// Starts it; the error is the system's reason why it cannot be.
  /// - Parameter folder: where it runs; nil for where this program does.
  init(_ command: String, in folder: String? = nil) throws(SourceError) {
    var out: [Int32] = [-1, -1]
    var err: [Int32] = [-1, -1]
    guard pipe2(&out, O_CLOEXEC) == 0 else { throw Self.failure(errno) }
    output = Descriptor(out[0])
    let outEnd = Descriptor(out[1])
    guard pipe2(&err, O_CLOEXEC) == 0 else { throw Self.failure(errno) }
    errors = Descriptor(err[0])
    let errEnd = Descriptor(err[1])
    for end in [out[0], err[0]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, outEnd.number, 1)
    posix_spawn_file_actions_adddup2(&actions, errEnd.number, 2)
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    // Libraries may have descriptors that are not closed by themselves.
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The thread that spawns has all signals blocked, and the program ignores some.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    let words: [UnsafeMutablePointer<CChar>?] = [
      strdup("sh"), strdup("-c"), strdup(command), nil,
    ]
    defer { for word in words { free(word) } }
    let started = RunningCommands.start {
      var child = pid_t()
      let error = posix_spawn(&child, "/bin/sh", &actions, &attributes, words, environ)
      return (child, error)
    }
    guard let started, started.error == 0 else { throw Self.failure(started?.error ?? ECANCELED) }
    identifier = started.process
    withExtendedLifetime((outEnd, errEnd)) {}
  }

  private static func failure(_ error: Int32) -> SourceError {
    SourceError(
      kind: .noInput,
      description: "the command cannot be started: " + String(cString: strerror(error)))
  }

  /// How it has ended; nil while it runs.
  var ending: Ending? {
    status.withLock { status in
      if status == nil { status = Self.wait(identifier) }
      return status
    }
  }

  private static func wait(_ identifier: pid_t) -> Ending? {
    let (result, word, error) = RunningCommands.reap(identifier)
    if result == 0 || error == EINTR { return nil }
    guard result == identifier else { return .unknown }
    let signal = word & 0x7F
    return signal == 0 ? .exit((word >> 8) & 0xFF) : .signal(signal)
  }

  /// Sends a signal to all its processes, if it has not been waited for.
  func send(_ signal: Int32) {
    status.withLock { status in
      if status == nil { kill(-identifier, signal) }
    }
  }

  /// Ends it and all that it has started: asks first, and does not ask after a second.
  func end() {
    send(SIGTERM)
    for _ in 0..<100 where !hasEnded { usleep(10_000) }
    // Also where the shell has ended: what it has left behind is in its group. As long as nobody has
    // waited for it, its number is not given to another.
    send(SIGKILL)
    while ending == nil { usleep(10_000) }
  }

  /// It has ended, or has been waited for before.
  private var hasEnded: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || information.si_signo != 0
  }

  deinit { if ending == nil { end() } }
}

extension CommandProcess.Ending {
  /// Why it is no success; nil if it is one.
  var reason: String? {
    switch self {
    case .exit(0), .unknown: nil
    case .exit(let status): "the command ended with status \(status)"
    case .signal(let number): "the command was ended by signal \(number)"
    }
  }
}
