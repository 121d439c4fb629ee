import CProcess
import Feeds
import Files
import Glibc
import Messages

/// A run of another program that converts the bytes on its standard input to a file.
final class Converter {
  private let path: String
  private let draft: WholeFile.Draft
  private let name: String
  private let process: pid_t
  /// The writer's end of the program's standard input; nil after the end of the input.
  private var input: OwnedDescriptor?
  /// The program's standard error: a file in memory, which takes any number of messages without a reader.
  private let messages: OwnedDescriptor
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
      draft = try WholeFile.Draft(of: path)
    } catch {
      throw Failure(.cannotCreate, Message(verbatim: error.description))
    }
    let words = words(draft.path)
    name = words[0]
    let output: OwnedDescriptor
    do throws(SystemError) {
      messages = OwnedDescriptor(memfd_create("messages", MFD_CLOEXEC))
      guard messages.number >= 0 else { throw .last }
      (output, input) = try OwnedDescriptor.pipe()
    } catch {
      draft.cancel()
      throw Failure(.systemError, "\(name) cannot be started: \(error.reason)")
    }
    do throws(SystemError) {
      // Ctrl-C must reach only this program, which lets the other program finish its file: the group is a new one.
      process = try ChildProcess.start(
        name, words, streams: [output.number, nil, messages.number], group: 0)
    } catch {
      draft.cancel()
      throw Failure(
        .unavailable,
        error.number == ENOENT
          ? "\(purpose) \(name), which is not installed (sudo apt install \(package))"
          : "\(name) cannot be started: \(error.reason)")
    }
    withExtendedLifetime(output) {}
  }

  deinit {
    guard !isOver else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    draft.cancel()
  }

  /// Passes bytes to the program. `finish` reports an error, with the program's reason.
  /// - Returns: false if the program takes no more bytes.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    input.map { Descriptor.write(bytes, to: $0.number) == nil } ?? false
  }

  /// Ends the input, and waits for the complete file.
  func finish() throws(Failure) {
    input = nil
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    isOver = true
    guard status == 0 else {
      draft.cancel()
      throw Failure(.cannotCreate, "\(path): \(message)")
    }
    do throws(WholeFile.Failure) {
      try draft.finish()
    } catch {
      throw Failure(.cannotCreate, Message(verbatim: error.description))
    }
  }

  /// The last line that the program has written.
  private var message: String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let size = lseek(messages.number, 0, SEEK_END)
    let count = pread(messages.number, &bytes, bytes.count, max(0, size - off_t(bytes.count)))
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").last.map(String.init)
      ?? String(localized: "\(name) has failed")
  }
}
