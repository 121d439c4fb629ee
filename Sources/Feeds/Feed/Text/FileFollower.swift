import Glibc
import Messages

/// A file that is followed by its name, as `tail -F` does.
///
/// The follower looks at the file whenever it is asked. Appended bytes are read. Another file under the name
/// is read from its start, after the rest of the file before. A file that has become shorter is read
/// anew, and so is a short file that has been rewritten with the same length.
struct FileFollower {
  enum Outcome {
    /// The buffer holds this many bytes.
    case bytes(Int)
    case nothing
    /// A file has appeared. It has not been read yet.
    case opened
    /// The system makes the file anew at each read, so that the file cannot be followed.
    case generated
    /// Another file continues the text. The current line is complete.
    case continues
    /// The file begins anew. The current line is not complete.
    case restarts
    case failed(String)
  }

  let path: String
  private var file: Descriptor?
  private var identity: (device: dev_t, number: ino_t) = (0, 0)
  private(set) var offset = 0
  private var modified = timespec()
  /// Whether bytes have come since the last look, which explains a new modification time.
  private var hasGrown = false

  /// The size in bytes up to which a file may be rewritten with the same length.
  private static let rewritten = 4096

  init(path: String) { self.path = path }

  mutating func next(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    guard let file else { return open() }
    let count = pread(file.number, buffer.baseAddress, buffer.count, off_t(offset))
    if count > 0 {
      offset += count
      hasGrown = true
      return .bytes(count)
    }
    if count < 0, errno != EINTR { return close(systemReason()) }
    return look(file)
  }

  /// Checks, at the end of the file, whether the file has changed.
  private mutating func look(_ file: Descriptor) -> Outcome {
    var own = stat()
    guard fstat(file.number, &own) == 0 else { return close(systemReason()) }
    let isNew = own.st_size < offset || isRewritten(own)
    modified = own.st_mtim
    hasGrown = false
    if isNew {
      offset = 0
      return .restarts
    }
    if own.st_size > offset { return .nothing }
    var named = stat()
    guard stat(path, &named) == 0 else {
      let reason = systemReason()
      // A writer may still have the open file.
      return .failed(reason)
    }
    guard (named.st_dev, named.st_ino) != identity else { return .nothing }
    self.file = nil
    if case .failed(let reason) = open() { return .failed(reason) }
    return .continues
  }

  private func isRewritten(_ status: stat) -> Bool {
    !hasGrown && status.st_size == offset && offset > 0 && offset <= Self.rewritten
      && (status.st_mtim.tv_sec, status.st_mtim.tv_nsec) != (modified.tv_sec, modified.tv_nsec)
  }

  private mutating func close(_ reason: String) -> Outcome {
    file = nil
    return .failed(reason)
  }

  /// Opens the file that has the name now.
  private mutating func open() -> Outcome {
    // `O_NONBLOCK` prevents a wait for the writer of a pipe.
    let opened = Descriptor(Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
    guard opened.number >= 0 else { return .failed(systemReason()) }
    var status = stat()
    fstat(opened.number, &status)
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .failed(String(localized: "it is a folder"))
    case S_IFIFO:
      return .failed(String(localized: "it is a named pipe: say 'fifo' instead of 'file'"))
    default: return .failed(String(localized: "it is not a file"))
    }
    if FileSystemKind(of: path) == .generated { return .generated }
    file = opened
    identity = (status.st_dev, status.st_ino)
    offset = 0
    modified = status.st_mtim
    return .opened
  }

  // MARK: What is there already

  /// The size of the file in bytes, and the time of its last modification; nil if there is no file.
  var status: (size: Int, modified: Double)? {
    guard let file else { return nil }
    var status = stat()
    guard fstat(file.number, &status) == 0 else { return nil }
    let time = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    return (Int(status.st_size), time)
  }

  mutating func skip(to place: Int) { offset = place }
}
