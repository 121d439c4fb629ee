import Glibc

extension WholeFile {
  /// A new file beside a target, which takes the target's place when it is complete.
  ///
  /// A target that `write` would write directly is its own draft.
  public struct Draft {
    /// The path of the file to write, which exists unless it is the target.
    public let path: String
    /// The target as the caller gave it.
    private let name: String
    /// The file to replace; nil if the draft is the target.
    private let target: Target?
    private let replaces: Bool

    /// Creates the draft, with the rules of `write`. The caller fills the file, and then finishes or cancels the
    /// draft.
    public init(of path: String, replaces: Bool = true) throws(Failure) {
      (name, self.replaces) = (path, replaces)
      do throws(SystemError) {
        (self.path, target) = try Self.begin(path, replaces: replaces)
      } catch {
        throw Failure(path, error)
      }
    }

    private static func begin(
      _ path: String, replaces: Bool
    ) throws(SystemError) -> (path: String, target: Target?) {
      var status = stat()
      guard replaces || lstat(path, &status) != 0 else { throw SystemError(number: EEXIST) }
      guard let target = Target(path) else { return (path, nil) }
      // The owner may have protected the old file.
      if target.status != nil, access(target.path, W_OK) != 0 { throw .last }
      do throws(SystemError) {
        // Nobody else may read the new file before it has the old file's mode.
        let mode: mode_t = target.status == nil ? 0o666 : 0o600
        return (try createFile(in: Target.folder(of: target.path), mode: mode), target)
      } catch {
        guard target.status != nil, [EACCES, EPERM, EROFS].contains(error.number) else {
          throw error
        }
        return (target.path, nil)
      }
    }

    private static func createFile(in folder: String, mode: mode_t) throws(SystemError) -> String {
      for number in 0..<100 {
        let path = "\(folder).wallchart-\(getpid())-\(number).part"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        if descriptor >= 0 {
          close(descriptor)
          return path
        }
        guard errno == EEXIST else { throw .last }
      }
      throw SystemError(number: EEXIST)
    }

    /// Puts the complete file in the target's place. After an error the draft is gone.
    public func finish() throws(Failure) {
      guard let target else { return }
      do throws(SystemError) {
        if let status = target.status { try passOn(status) }
        try move(to: target.path)
      } catch {
        cancel()
        throw Failure(name, error)
      }
    }

    /// Removes the draft, and leaves the target.
    public func cancel() {
      if target != nil { unlink(path) }
    }

    /// Sets the draft's mode and owner to those of the old file; only a privileged process may set another owner.
    private func passOn(_ status: stat) throws(SystemError) {
      // The program that has filled the draft may have put another file into its place.
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { throw .last }
      defer { close(descriptor) }
      if status.st_uid != geteuid() || status.st_gid != getegid() {
        _ = fchown(descriptor, status.st_uid, status.st_gid)
      }
      _ = fchmod(descriptor, status.st_mode & 0o7777)
    }

    private func move(to target: String) throws(SystemError) {
      if !replaces {
        // `link` fails if a file with the target's name exists.
        if link(path, target) == 0 {
          unlink(path)
          return
        }
        // Some file systems have no links. The check for an existing file has already been made.
        guard [EPERM, ENOTSUP, ENOSYS].contains(errno) else { throw .last }
      }
      guard rename(path, target) == 0 else { throw .last }
    }
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
