import CProcess
import Glibc
import Synchronization

/// A command line that `/bin/sh` runs, in a process group of its own, with nothing on its standard
/// input.
///
/// Another shell leads the group and guards it: when this program ends, however it does, the guard ends what
/// is left of the group, so that no command outlives the program, and the program's end waits for none.
final class CommandProcess: Sendable {
  let output: Descriptor
  let errors: Descriptor
  private let identifier: pid_t
  /// The leader of the group, whose number is given to nobody else until it has been waited for.
  private let guardian: pid_t
  /// Closed by the system when this program ends, which the guard reads.
  private let lifeline: Descriptor
  private let state = Mutex(State())

  private struct State {
    var ending: Ending?
    /// The guard has been waited for: the group's number may be another's.
    var isOver = false
  }

  enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
    /// Somebody else has taken the status.
    case unknown
  }

  /// Waits for the program's end; then asks the group to end, and does not ask after a second.
  private static let guarding =
    "trap '' HUP INT QUIT TERM PIPE ALRM USR1 USR2; read -r _; kill -TERM 0; sleep 1; kill -KILL 0"

  /// Starts a command; the error is the system's reason why it cannot be started.
  /// - Parameter folder: where it runs; nil for where this program does.
  init(_ command: String, in folder: String? = nil) throws(SourceError) {
    let (out, outEnd) = try Self.makePipe()
    let (err, errEnd) = try Self.makePipe()
    let (guardEnd, lifeline) = try Self.makePipe()
    for end in [out, err] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
    guardian = try Self.spawn(Self.guarding, input: guardEnd.number, group: 0)
    do throws(SourceError) {
      identifier = try Self.spawn(
        command, output: outEnd.number, errors: errEnd.number, in: folder, group: guardian)
    } catch {
      kill(guardian, SIGKILL)
      waitpid(guardian, nil, 0)
      throw error
    }
    (output, errors, self.lifeline) = (out, err, lifeline)
    withExtendedLifetime((outEnd, errEnd, guardEnd)) {}
  }

  private static func makePipe() throws(SourceError) -> (read: Descriptor, write: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw failure(errno) }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  /// Starts a shell in a group (0 for a new one), with descriptors for its standard streams; those that are
  /// nil are empty.
  private static func spawn(
    _ command: String, input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil,
    in folder: String? = nil, group: pid_t
  ) throws(SourceError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, descriptor) in [input, output, errors].enumerated() {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(stream))
      } else {
        posix_spawn_file_actions_addopen(
          &actions, Int32(stream), "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0)
      }
    }
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
    posix_spawnattr_setpgroup(&attributes, group)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let words: [UnsafeMutablePointer<CChar>?] = [
      strdup("sh"), strdup("-c"), strdup(command), nil,
    ]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let result = posix_spawn(&child, "/bin/sh", &actions, &attributes, words, environ)
    guard result == 0 else { throw failure(result) }
    return child
  }

  private static func failure(_ error: Int32) -> SourceError {
    SourceError(
      kind: .noInput,
      description: "the command cannot be started: " + String(cString: strerror(error)))
  }

  /// How it has ended; nil while it runs.
  var ending: Ending? {
    state.withLock { state in
      if state.ending == nil { state.ending = Self.wait(identifier) }
      return state.ending
    }
  }

  private static func wait(_ identifier: pid_t) -> Ending? {
    var word: Int32 = 0
    let result = waitpid(identifier, &word, WNOHANG)
    if result == 0 || (result < 0 && errno == EINTR) { return nil }
    guard result == identifier else { return .unknown }
    let signal = word & 0x7F
    return signal == 0 ? .exit((word >> 8) & 0xFF) : .signal(signal)
  }

  /// Sends a signal to all processes of the group.
  func send(_ signal: Int32) {
    state.withLock { state in
      if !state.isOver { kill(-guardian, signal) }
    }
  }

  /// Ends the command and all that it has started: asks first, and does not ask after a second. What a
  /// command that has ended has left behind in its group is not asked.
  func end() {
    if ending == nil {
      send(SIGTERM)
      for _ in 0..<100 where !hasEnded { usleep(10_000) }
    }
    send(SIGKILL)
    while ending == nil { usleep(10_000) }
    state.withLock { state in
      if !state.isOver { waitpid(guardian, nil, 0) }
      state.isOver = true
    }
  }

  /// It has ended, or has been waited for before.
  private var hasEnded: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || information.si_signo != 0
  }

  deinit { end() }
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
