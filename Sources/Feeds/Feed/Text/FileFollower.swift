import Glibc
import Messages

/// A file that is followed by its name, as `tail -F` does.
///
/// The follower checks the file at each call. Appended bytes are read. A new file with the name is read from its start,
/// after the rest of the old file: a rotation creates the new file before the writer leaves the old one, so the old
/// file is read until the new one has text. A file that has become shorter is read again, and so is a short file that
/// was rewritten with the same length. A file that is shown as a whole is also read again if its start has changed
/// before it grew, and if it was written to without growth. After an error, such as a short outage of a file server, the
/// file is opened again and reading continues.
struct FileFollower {
  enum Outcome {
    /// The buffer holds this many bytes.
    case bytes(Int)
    case nothing
    /// A file has appeared that has not been read yet, or reading can continue after an error.
    case opened
    /// The system generates the file at each read, so the file cannot be followed.
    case generated
    /// Another file continues the text. The current line is complete.
    case continues
    /// The file starts again, or an error has hidden the rest of the old file. The current line is not complete.
    case restarts
    case failed(String)
  }

  let path: String
  /// Whether the whole file is shown, so that a change of its start is one of the text.
  private let isWhole: Bool
  /// The start of the file as it was read; empty for a file of which only the end matters.
  private var head: [UInt8] = []
  /// The end of the file as it was read.
  private var tail: [UInt8] = []
  /// Whether the start has been compared since the last rest.
  private var isHeadKnown = false
  private var file: OwnedDescriptor?
  /// The last opened file, which an error may have closed; nil if there has been none.
  private var identity: Identity?
  /// The number of bytes of that file that have been read.
  private(set) var offset = 0
  private var modified = timespec()
  /// Whether bytes have come since the last check, which explains a new modification time.
  private var hasGrown = false
  /// Whether the name leads to another file, while the old file is still read.
  private(set) var isReplaced = false

  /// The size in bytes up to which a file with the same length may have been rewritten.
  private static let rewritten = 4096
  /// The number of bytes that are compared.
  private static let headBytes = 4096

  /// The identity of a file under any name.
  private struct Identity: Equatable {
    var device: dev_t
    var number: ino_t

    init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
  }

  /// - Parameter isWhole: whether the whole file is shown, not only its end. Default false.
  init(path: String, isWhole: Bool = false) { (self.path, self.isWhole) = (path, isWhole) }

  mutating func next(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    guard let file else { return open() }
    if isWhole, !isHeadKnown {
      isHeadKnown = true
      guard hasSameHead(file) else {
        (offset, head) = (0, [])
        return .restarts
      }
    }
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
  private mutating func look(_ file: OwnedDescriptor) -> Outcome {
    // The name is checked first: once the new file has text, the old one has all of its text.
    var named = stat()
    let reason = stat(path, &named) == 0 ? nil : systemReason()
    var own = stat()
    guard fstat(file.number, &own) == 0 else { return close(systemReason()) }
    let isNew = own.st_size < offset || isRewritten(file, own)
    modified = own.st_mtim
    hasGrown = false
    isHeadKnown = false
    if isNew {
      (offset, head) = (0, [])
      return .restarts
    }
    if isWhole { readHead(file) }
    let isSame = reason == nil && Identity(named) == identity
    isReplaced = reason == nil && !isSame
    if own.st_size > offset { return .nothing }
    // A writer may still have the old file open.
    if let reason { return .failed(reason) }
    if isSame || named.st_mode & S_IFMT == S_IFREG && named.st_size == 0 { return .nothing }
    return open()
  }

  /// Keeps the start of the file.
  private mutating func readHead(_ file: OwnedDescriptor) {
    let count = min(offset, Self.headBytes)
    if head.count < count { head = Self.bytes(count, of: file) }
    tail = Self.bytes(count, of: file, from: offset - count)
  }

  /// Whether the file still begins as it was read.
  private func hasSameHead(_ file: OwnedDescriptor) -> Bool {
    head.isEmpty || Self.bytes(head.count, of: file) == head
  }

  /// Whether the file's time is that of a change of its bytes. A tool that copies a file sets another time.
  private func isWritten(_ status: stat) -> Bool {
    abs(status.st_mtim.tv_sec - status.st_ctim.tv_sec) <= 1
  }

  /// Whether the start or the end of the file differs from what was read.
  private func hasOtherText(_ file: OwnedDescriptor) -> Bool {
    !hasSameHead(file) || Self.bytes(tail.count, of: file, from: offset - tail.count) != tail
  }

  private static func bytes(
    _ count: Int, of file: OwnedDescriptor, from start: Int = 0
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, pread(file.number, buffer.baseAddress, count, off_t(start)))
    }
  }

  private func isRewritten(_ file: OwnedDescriptor, _ status: stat) -> Bool {
    !hasGrown && status.st_size == offset && offset > 0
      && (status.st_mtim.tv_sec, status.st_mtim.tv_nsec) != (modified.tv_sec, modified.tv_nsec)
      && (offset <= Self.rewritten || isWhole && (isWritten(status) || hasOtherText(file)))
  }

  private mutating func close(_ reason: String) -> Outcome {
    file = nil
    return .failed(reason)
  }

  /// Opens the file that has the name now. The old file stays open until the new one can be read.
  private mutating func open() -> Outcome {
    // `O_NONBLOCK` prevents a wait for the writer of a pipe.
    let opened = OwnedDescriptor(Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
    guard opened.number >= 0 else { return .failed(systemReason()) }
    var status = stat()
    guard fstat(opened.number, &status) == 0 else { return .failed(systemReason()) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .failed(String(localized: "it is a folder"))
    case S_IFIFO:
      return .failed(String(localized: "it is a named pipe: use 'fifo' instead of 'file'"))
    default: return .failed(String(localized: "it is not a file"))
    }
    if FileSystemKind(of: path) == .generated { return .generated }
    let hasFailed = file == nil
    file = opened
    isReplaced = false
    let isSame = Identity(status) == identity && status.st_size >= offset
    if hasFailed, isSame { return .opened }
    let isFirst = identity == nil
    identity = Identity(status)
    (offset, head, isHeadKnown) = (0, [], false)
    modified = status.st_mtim
    return isFirst ? .opened : hasFailed ? .restarts : .continues
  }

  // MARK: Existing contents

  /// The size of the file in bytes, and the time of its last modification; nil if there is no file.
  var status: (size: Int, modified: Double)? {
    guard let file else { return nil }
    var status = stat()
    guard fstat(file.number, &status) == 0 else { return nil }
    let time = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    return (Int(status.st_size), time)
  }

  mutating func skip(to place: Int) {
    offset = place
    if isWhole, let file { readHead(file) }
  }
}
