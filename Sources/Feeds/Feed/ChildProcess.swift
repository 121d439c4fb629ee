import CProcess
import Files
import Glibc

/// Starts other programs.
package enum ChildProcess {
  /// Starts a program that has this program's environment, but none of its signal handling, and no descriptors except
  /// its standard streams.
  /// - Parameters:
  ///   - program: the path, or a name that is looked for in `PATH`.
  ///   - words: the arguments (`argv`), of which the first is the name that the program sees as its own.
  ///   - streams: the standard input, output and errors; nil for an empty stream.
  ///   - folder: the current folder; nil for that of this program.
  ///   - group: the process group; 0 for a new one.
  ///   - variables: the environment variables in addition to those of this program.
  package static func start(
    _ program: String, _ words: [String], streams: [Int32?], in folder: String? = nil,
    group: pid_t, variables: [String: String] = [:]
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, descriptor) in streams.enumerated() {
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
    // The new program would inherit the blocked signals of this thread, and the ignored signals of this program.
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
    let words = words.map { strdup($0) } + [nil]
    let environment = Self.environment(with: variables)
    defer { for text in words + environment { free(text) } }
    var child = pid_t()
    let error = posix_spawnp(&child, program, &actions, &attributes, words, environment)
    guard error == 0 else { throw SystemError(number: error) }
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
}
