import CProcess
import Files
import Glibc
import Messages

/// A run of another program that converts the bytes on its standard input to a file.
///
/// The file is written under a temporary name of its own, and renamed when it is complete.
final class Converter {
  private let path: String
  private let partPath: String
  private let name: String
  private let process: pid_t
  private let input: Int32
  /// The program's standard error: a file in memory, which takes any number of messages without a reader.
  private let messages: Int32
  private var isOver = false

  /// Starts the program.
  /// - Parameters:
  ///   - words: returns the name of the program and its arguments, for the path of the file to write.
  ///   - package: the Debian package of the program.
  ///   - purpose: the start of the message about the missing program: `films need`.
  init(
    _ words: (_ path: String) -> [String], to path: String, package: String, purpose: Message
  ) throws(Failure) {
    self.path = path
    do throws(WholeFile.Failure) {
      partPath = try WholeFile.createTemporary(beside: path)
    } catch {
      throw Failure(.cannotCreate, Message(verbatim: error.description))
    }
    let words = words(partPath)
    name = words[0]
    var ends: [Int32] = [-1, -1]
    let memory = memfd_create("messages", UInt32(1))
    guard memory >= 0, pipe2(&ends, O_CLOEXEC) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(partPath)
      throw Failure(.systemError, "\(name) cannot be started: \(reason)")
    }
    (messages, input) = (memory, ends[1])
    defer { close(ends[0]) }
    do throws(Failure) {
      process = try Self.spawn(words, input: ends[0], messages: memory) { error in
        error == ENOENT
          ? Message("\(purpose) \(words[0]), which is not installed (sudo apt install \(package))")
          : Message("\(words[0]) cannot be started: \(String(cString: strerror(error)))")
      }
    } catch {
      close(memory)
      close(ends[1])
      unlink(partPath)
      throw error
    }
  }

  deinit {
    close(messages)
    guard !isOver else { return }
    close(input)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    unlink(partPath)
  }

  private static func spawn(
    _ arguments: [String], input: Int32, messages: Int32, reason: (Int32) -> Message
  ) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, messages, 2)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Ctrl-C must reach only this program, which lets the other program finish its file.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let result = posix_spawnp(&child, arguments[0], &actions, &attributes, words, environ)
    guard result == 0 else { throw Failure(.unavailable, reason(result)) }
    return child
  }

  /// Passes bytes to the program. `finish` reports an error, with the program's reason.
  /// - Returns: false if the program takes no more bytes.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool { Descriptor.write(bytes, to: input) == nil }

  /// Ends the input, and waits for the complete file.
  func finish() throws(Failure) {
    close(input)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    isOver = true
    guard status == 0, rename(partPath, path) == 0 else {
      let reason = status == 0 ? String(cString: strerror(errno)) : message
      unlink(partPath)
      throw Failure(.cannotCreate, "\(path): \(reason)")
    }
  }

  /// The last line that the program has written.
  private var message: String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let size = lseek(messages, 0, SEEK_END)
    let count = pread(messages, &bytes, bytes.count, max(0, size - off_t(bytes.count)))
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").last.map(String.init)
      ?? String(localized: "\(name) has failed")
  }
}
