import Files
import Glibc
import Messages
import Synchronization

/// A command line that runs in `/bin/sh`, in a process group of its own, with an empty standard input.
///
/// A second shell leads the group and guards it: when this program ends for any reason, the guard ends the rest of the
/// group. No command in the group therefore outlives the program, and the program's end waits for no command.
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
    /// The processes outside the group that have got a signal, each with its group.
    var strays: [pid_t: pid_t] = [:]
    /// Whether the guard has been waited for, so that the group's number may belong to another group.
    var isOver = false
  }

  /// The way in which a command has ended.
  package enum Ending: Equatable, Sendable {
    /// The command has ended by itself, with this status; 0 is a success.
    case exit(Int32)
    /// A signal of this number has ended the command.
    case signal(Int32)
    /// Other code has consumed the status, or the command has been left to itself.
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
    do throws(SystemError) {
      let (out, outEnd) = try OwnedDescriptor.pipe()
      let (err, errEnd) = try OwnedDescriptor.pipe()
      let (guardEnd, lifeline) = try OwnedDescriptor.pipe()
      for end in [out, err] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
      guardian = try Self.start(Self.guarding, streams: [guardEnd.number, nil, nil], group: 0)
      do throws(SystemError) {
        identifier = try Self.start(
          command, streams: [nil, outEnd.number, errEnd.number], in: folder, group: guardian,
          variables: variables)
      } catch {
        kill(guardian, SIGKILL)
        waitpid(guardian, nil, 0)
        throw error
      }
      (output, errors, self.lifeline) = (out, err, lifeline)
      withExtendedLifetime((outEnd, errEnd, guardEnd)) {}
    } catch {
      throw SourceError(
        kind: .noInput, description: "the command cannot be started: \(error.reason)")
    }
  }

  /// Starts a shell in a process group; 0 for a new group.
  private static func start(
    _ command: String, streams: [Int32?], in folder: String? = nil, group: pid_t,
    variables: [String: String] = [:]
  ) throws(SystemError) -> pid_t {
    try ChildProcess.start(
      "/bin/sh", ["sh", "-c", command], streams: streams, in: folder, group: group,
      variables: variables)
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

  /// Sends a signal to all processes of the group, and to those that have left it, as `timeout` and `setsid` do.
  func send(_ signal: Int32) {
    state.withLock { state in
      guard !state.isOver else { return }
      if state.ending == nil { state.strays.merge(findStrays()) { $1 } }
      kill(-guardian, signal)
      for (process, group) in state.strays where getpgid(process) == group { kill(process, signal) }
    }
  }

  /// The command and its descendants outside the group, each with its group. When a process ends, the system gives its
  /// children to another parent, so the search must come before the first signal.
  private func findStrays() -> [pid_t: pid_t] {
    var family = [identifier]
    var next = 0
    while next < family.count, family.count < Self.largestFamily {
      family += Self.children(of: family[next])
      next += 1
    }
    return family.reduce(into: [:]) { strays, process in
      let group = getpgid(process)
      if group > 0, group != guardian { strays[process] = group }
    }
  }

  /// The children of a process. Each of its threads has children of its own.
  private static func children(of process: pid_t) -> [pid_t] {
    let threads = "/proc/\(process)/task"
    return (entryNames(in: threads) ?? []).flatMap { thread in
      let text = (try? WholeFile.read("\(threads)/\(thread)/children", atMost: 1 << 16)) ?? []
      return text.split(separator: 0x20).compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
    }
  }

  /// The number of processes of a command after which the search for them ends.
  private static let largestFamily = 1000

  /// Ends the command and all processes that it has started: with SIGTERM, and a second later with
  /// SIGKILL. The processes that an ended command has left behind in its group get SIGKILL at once.
  ///
  /// A command that goes on for another second is left to itself, so that the caller can report the failure: it runs as
  /// another user, or waits in the system.
  package func end() {
    if ending == nil {
      send(SIGTERM)
      for _ in 0..<100 where !hasEnded { usleep(10_000) }
    }
    send(SIGKILL)
    for _ in 0..<100 where ending == nil { usleep(10_000) }
    state.withLock { state in
      if state.ending == nil {
        state.ending = .unknown
        Self.abandoned.withLock { $0.append(identifier) }
      }
      if !state.isOver { waitpid(guardian, nil, 0) }
      state.isOver = true
    }
    Self.abandoned.withLock { $0.removeAll { Self.wait($0) != nil } }
  }

  /// The commands that have been left to themselves. The end of each other command is also the time to wait for these,
  /// which frees their numbers.
  private static let abandoned = Mutex<[pid_t]>([])

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
