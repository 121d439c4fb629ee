import Glibc

/// Writes a file whole or not at all.
///
/// The bytes are written to a new file beside the target. The new file takes the target's place when it
/// is complete. So a full disk leaves the old file unchanged, and leaves no empty file where there was
/// none.
public enum WholeFile {
  /// The reason why a file could not be written.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    /// The path as the caller gave it.
    public let path: String
    /// The system's reason, such as "No space left on device".
    public let reason: String

    public var description: String { "\(path): \(reason)" }

    fileprivate init(_ path: String, _ error: Int32) {
      self.path = path
      reason = String(cString: strerror(error))
    }
  }

  fileprivate struct SystemError: Error {
    let number: Int32

    static var last: SystemError { SystemError(number: errno) }
  }

  /// Writes bytes to a path.
  ///
  /// A new file gets the mode that `open` gives with 0666 and the process's mask. A replacement keeps the
  /// mode of the old file and, where the process may set one, the owner. A symbolic link stays, and the
  /// file behind the link is replaced. A target that is not a regular file (a device, a named pipe,
  /// `/dev/stdout`) is written directly, and so is a file in a folder where no file can be created.
  /// - Parameter replaces: whether an existing file is replaced; if not, an existing file is an error.
  public static func write(
    _ bytes: [UInt8], to path: String, replaces: Bool = true
  ) throws(Failure) {
    var isWritten = false
    try write(to: path, replaces: replaces) {
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
    /// The file cannot be completed, and the old one stays.
    case failure
  }

  /// Writes a file that is too large to be held in memory, in the same way.
  /// - Parameter next: gives one part after another.
  /// - Throws: the system's reason, which is "Operation canceled" after `Part.failure`.
  public static func write(
    to path: String, replaces: Bool = true, _ next: () -> Part
  ) throws(Failure) {
    do throws(SystemError) {
      var status = stat()
      guard replaces || lstat(path, &status) != 0 else { throw SystemError(number: EEXIST) }
      guard let target = Target(path) else { return try writeDirectly(to: path, next) }
      try replace(target, replaces: replaces, next)
    } catch {
      throw Failure(path, error.number)
    }
  }

  /// Creates an empty file beside a path, under a name that no other file has, for a program that writes the file
  /// itself. The caller renames or removes the file.
  public static func createTemporary(beside path: String) throws(Failure) -> String {
    do throws(SystemError) {
      let temporary = try createFile(in: Target.folder(of: path))
      close(temporary.descriptor)
      return temporary.path
    } catch {
      throw Failure(path, error.number)
    }
  }

  private static func replace(
    _ target: Target, replaces: Bool, _ next: () -> Part
  ) throws(SystemError) {
    // The owner may have protected the old file.
    if target.status != nil, access(target.path, W_OK) != 0 { throw .last }
    let temporary: (path: String, descriptor: Int32)
    do throws(SystemError) {
      temporary = try createFile(in: Target.folder(of: target.path))
    } catch {
      guard target.status != nil, [EACCES, EPERM, EROFS].contains(error.number) else { throw error }
      return try writeDirectly(to: target.path, next)
    }
    do throws(SystemError) {
      do throws(SystemError) {
        if let status = target.status { passOn(status, to: temporary.descriptor) }
        try writeAll(next, to: temporary.descriptor)
      } catch {
        close(temporary.descriptor)
        throw error
      }
      // Some file systems report a full disk only now.
      guard close(temporary.descriptor) == 0 else { throw .last }
      try move(temporary.path, to: target.path, replaces: replaces)
    } catch {
      unlink(temporary.path)
      throw error
    }
  }

  private static func createFile(
    in folder: String
  ) throws(SystemError) -> (path: String, descriptor: Int32) {
    for number in 0..<100 {
      let path = "\(folder).wallchart-\(getpid())-\(number).part"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (path, descriptor) }
      guard errno == EEXIST else { throw .last }
    }
    throw SystemError(number: EEXIST)
  }

  /// Gives a file the mode and owner of the old file; only a privileged process may set another owner.
  private static func passOn(_ status: stat, to descriptor: Int32) {
    if status.st_uid != geteuid() || status.st_gid != getegid() {
      _ = fchown(descriptor, status.st_uid, status.st_gid)
    }
    _ = fchmod(descriptor, status.st_mode & 0o7777)
  }

  private static func move(
    _ path: String, to target: String, replaces: Bool
  ) throws(SystemError) {
    if !replaces {
      // A link is made only if nothing has the name.
      if link(path, target) == 0 {
        unlink(path)
        return
      }
      // Some file systems have no links. The check for an existing file has already been made.
      guard [EPERM, ENOTSUP, ENOSYS].contains(errno) else { throw .last }
    }
    guard rename(path, target) == 0 else { throw .last }
  }

  private static func writeDirectly(to path: String, _ next: () -> Part) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
    do throws(SystemError) {
      try writeAll(next, to: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
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

/// A regular file to replace, or a place without a file.
private struct Target {
  /// The path without symbolic links at its end.
  let path: String
  /// The status of the existing file; nil if there is none.
  let status: stat?

  /// The path of a file up to its last slash; empty for the current folder.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The limit of links, like the kernel's.
  private static let mostLinks = 40

  /// - Returns: nil if the file is not a regular file, or belongs to a process (`/proc/self/fd/1`).
  init?(_ path: String) {
    var path = path
    for _ in 0..<Target.mostLinks {
      var status = stat()
      guard lstat(path, &status) == 0 else {
        self.path = path
        self.status = nil
        return
      }
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFLNK else {
        guard kind == S_IFREG else { return nil }
        self.path = path
        self.status = status
        return
      }
      guard let link = Target.destination(ofLink: path) else { return nil }
      path = link
    }
    return nil
  }

  /// - Returns: nil for a link to an open file of a process.
  private static func destination(ofLink path: String) -> String? {
    let folder = folder(of: path)
    if let real = realpath(folder.isEmpty ? "." : folder, nil) {
      defer { free(real) }
      if String(cString: real).hasPrefix("/proc/") { return nil }
    }
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes {
      readlink(path, $0.bindMemory(to: CChar.self).baseAddress!, $0.count)
    }
    guard count > 0 else { return nil }
    let link = String(decoding: bytes[..<count], as: UTF8.self)
    return link.hasPrefix("/") ? link : folder + link
  }
}
