import Glibc

/// Writes a file whole or not at all.
///
/// The bytes are written to a new file beside the target. The new file takes the target's place when it is complete.
/// So a full disk or a power cut leaves the old file unchanged, and never leaves an empty or incomplete new file.
public enum WholeFile {
  /// The reason why a file could not be written.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    /// The path as the caller gave it.
    public let path: String
    /// The system's reason, such as "No space left on device".
    public let reason: String

    public var description: String { "\(path): \(reason)" }

    init(_ path: String, _ error: SystemError) { (self.path, reason) = (path, error.reason) }
  }

  /// Writes bytes to a path.
  ///
  /// A new file gets mode 0666, reduced by the process's mask. A replacement keeps the mode of the old file and,
  /// where the process may set one, the owner. A symbolic link stays, and the file behind the link is replaced. A
  /// target that is not a regular file (a device, a named pipe, `/dev/stdout`) is written directly, and so is a file
  /// in a folder where no file can be created.
  /// - Parameters:
  ///   - replaces: whether an existing file is replaced; if not, an existing file is an error. Default true.
  ///   - isDurable: whether the bytes are on the disk before the file is in its place, which takes some milliseconds.
  ///     Another file may be empty after a power cut. Default true.
  public static func write(
    _ bytes: [UInt8], to path: String, replaces: Bool = true, isDurable: Bool = true
  ) throws(Failure) {
    var isWritten = false
    try write(to: path, replaces: replaces, isDurable: isDurable) {
      defer { isWritten = true }
      return isWritten ? .end : .bytes(bytes)
    }
  }

  /// A part of a file that is made while it is written.
  public enum Part {
    /// The next bytes of the file.
    case bytes([UInt8])
    /// The file is complete.
    case end
    /// The file cannot be completed. The old file stays.
    case failure
  }

  /// Writes a file that is too large to be held in memory, in the same way.
  /// - Parameter next: a function that returns one part after another.
  /// - Throws: the system's reason, which is "Operation canceled" after `Part.failure`.
  public static func write(
    to path: String, replaces: Bool = true, isDurable: Bool = true, _ next: () -> Part
  ) throws(Failure) {
    let draft = try Draft(of: path, replaces: replaces)
    do throws(SystemError) {
      try fill(draft.path, isDurable: isDurable, next)
    } catch {
      draft.cancel()
      throw Failure(path, error)
    }
    try draft.finish()
  }

  private static func fill(
    _ path: String, isDurable: Bool, _ next: () -> Part
  ) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
    do throws(SystemError) {
      try writeAll(next, to: descriptor)
      // A file system may otherwise put the file into the target's place before the bytes are on the disk. Devices and
      // pipes have no disk.
      if isDurable, fsync(descriptor) != 0, ![EINVAL, EROFS, ENOTSUP].contains(errno) {
        throw .last
      }
    } catch {
      close(descriptor)
      throw error
    }
    // Some file systems report a full disk only now.
    guard close(descriptor) == 0 else { throw .last }
  }

  private static func writeAll(_ next: () -> Part, to descriptor: Int32) throws(SystemError) {
    while true {
      switch next() {
      case .bytes(let bytes):
        let error = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
        if let error { throw SystemError(number: error) }
      case .end: return
      case .failure: throw SystemError(number: ECANCELED)
      }
    }
  }
}

/// Writes to an open descriptor.
public enum Descriptor {
  /// Writes all bytes, in as many calls as necessary.
  /// - Returns: the system's error number, or nil when every byte is written.
  public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, part.baseAddress, part.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Another program may have made the descriptor of a terminal non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
        continue
      }
      guard count > 0 else { return count < 0 ? errno : EIO }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
