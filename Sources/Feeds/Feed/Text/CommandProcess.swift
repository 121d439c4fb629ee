import CProcess
import Glibc
import Messages
import Synchronization

/// A command line that runs in `/bin/sh`, in a process group of its own, with an empty standard input.
///
/// A second shell leads the group and guards it: when this program ends for any reason, the guard ends the rest of the
/// group. No command therefore outlives the program, and the program's end waits for no command.
package final class CommandProcess: Sendable {
  let output: OwnedDescriptor
  let errors: OwnedDescriptor
  private let identifier: pid_t
  /// The leader of the group. The system does not reuse its number until the program has waited for it.
  private let guardian: pid_t
  /// A pipe that the system closes when this program ends; the guard reads its other end.
  private let lifeline: OwnedDescriptor
  private let state = Mutex(State())

  private struct State {
    var ending: Ending?
    /// Whether the guard has been waited for, so that the group's number may belong to another group.
    var isOver = false
  }

  /// The way in which a command has ended.
  package enum Ending: Equatable, Sendable {
    /// The command has ended by itself, with this status; 0 is a success.
    case exit(Int32)
    /// A signal of this number has ended the command.
    case signal(Int32)
    /// Other code has consumed the status.
    case unknown
  }

  /// A script that waits for the program's end, then sends SIGTERM to the group, and SIGKILL a second
  /// later.
  private static let guarding =
    "trap '' HUP INT QUIT TERM PIPE ALRM USR1 USR2; read -r _; kill -TERM 0; sleep 1; kill -KILL 0"

  /// Starts a command. The error is the system's reason why the command cannot be started.
  /// - Parameters:
  ///   - folder: the command's current folder; nil for that of this program.
  ///   - variables: the environment variables of the command in addition to those of this program.
  package init(
    _ command: String, in folder: String? = nil, variables: [String: String] = [:]
  ) throws(SourceError) {
    let (out, outEnd) = try Self.makePipe()
    let (err, errEnd) = try Self.makePipe()
    let (guardEnd, lifeline) = try Self.makePipe()
    for end in [out, err] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
    guardian = try Self.spawn(Self.guarding, input: guardEnd.number, group: 0)
    do throws(SourceError) {
      identifier = try Self.spawn(
        command, output: outEnd.number, errors: errEnd.number, in: folder, group: guardian,
        variables: variables)
    } catch {
      kill(guardian, SIGKILL)
      waitpid(guardian, nil, 0)
      throw error
    }
    (output, errors, self.lifeline) = (out, err, lifeline)
    withExtendedLifetime((outEnd, errEnd, guardEnd)) {}
  }

  private static func makePipe() throws(SourceError) -> (
    read: OwnedDescriptor, write: OwnedDescriptor
  ) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw failure(errno) }
    return (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
  }

  /// Starts a shell in a process group (0 for a new group), with descriptors for its standard streams. A nil descriptor
  /// is an empty stream.
  private static func spawn(
    _ command: String, input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil,
    in folder: String? = nil, group: pid_t, variables: [String: String] = [:]
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
    // Libraries may have descriptors without the close-on-exec flag.
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The spawning thread blocks all signals, and the program ignores some.
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
    let environment = Self.environment(with: variables)
    defer { for variable in environment { free(variable) } }
    var child = pid_t()
    let result = posix_spawn(&child, "/bin/sh", &actions, &attributes, words, environment)
    guard result == 0 else { throw failure(result) }
    return child
  }

  /// This program's environment variables with others, in the form of `posix_spawn`.
  private static func environment(
    with variables: [String: String]
  ) -> [UnsafeMutablePointer<CChar>?] {
    var lines: [UnsafeMutablePointer<CChar>?] = []
    var own = environ
    while let variable = own.pointee {
      let name = String(cString: variable).prefix { $0 != "=" }
      if variables[String(name)] == nil { lines.append(strdup(variable)) }
      own += 1
    }
    return lines + variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
  }

  private static func failure(_ error: Int32) -> SourceError {
    SourceError(
      kind: .noInput,
      description: "the command cannot be started: \(String(cString: strerror(error)))")
  }

  /// The ending of the command; nil while the command runs.
  package var ending: Ending? {
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

  /// Ends the command and all processes that it has started: with SIGTERM, and a second later with
  /// SIGKILL. The processes that an ended command has left behind in its group get SIGKILL at once.
  package func end() {
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

  /// Whether the command has ended, or has been waited for before.
  private var hasEnded: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || information.si_signo != 0
  }

  deinit { end() }
}

extension CommandProcess.Ending {
  /// The reason why the ending is not a success; nil for a success.
  package var reason: String? {
    switch self {
    case .exit(0), .unknown: nil
    case .exit(let status): String(localized: "the command ended with status \(status)")
    case .signal(let number): String(localized: "the command was ended by signal \(number)")
    }
  }
}
