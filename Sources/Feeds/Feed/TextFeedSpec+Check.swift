import Glibc
import Messages

extension TextFeedSpec {
  /// Checks that the text can be read.
  /// - Returns: whether the text is a file: it has an end, and its rows do not arrive one by one.
  public func checkInput() throws(SourceError) -> Bool {
    var status = stat()
    var name = "-"
    if case .wholeFile(let path) = origin {
      name = path
      // A named pipe is not opened here, because the writer would lose its reader at once.
      guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
        throw Self.noInput(path, errno)
      }
    } else if fstat(STDIN_FILENO, &status) != 0 {
      throw Self.noInput(name, errno)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw Self.noInput(name, EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else { return false }
    if let command = decompressor {
      throw SourceError(
        kind: .badData,
        description: "\(name): the file is compressed: \(command) FILE | wallchart")
    }
    return true
  }

  /// The command that prints the text of the compressed file; nil for a file that is not compressed. A standard input
  /// stays where it is.
  private var decompressor: String? {
    var path: String?
    if case .wholeFile(let own) = origin { path = own }
    let file = OwnedDescriptor(path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? -1)
    let start = [UInt8](unsafeUninitializedCapacity: 8) { bytes, count in
      let descriptor = file.number < 0 ? STDIN_FILENO : file.number
      count = max(0, pread(descriptor, bytes.baseAddress, 8, 0))
    }
    return Self.compressions.first { start.starts(with: $0.start) }?.command
  }

  /// The first bytes of compressed files, which no text has, and the commands that read them.
  private static let compressions: [(start: [UInt8], command: String)] = [
    ([0x1F, 0x8B], "zcat"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xzcat"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstdcat"), ([0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59], "bzcat"),
  ]

  private static func noInput(_ path: String, _ error: Int32) -> SourceError {
    SourceError(kind: .noInput, description: "\(path): \(String(cString: strerror(error)))")
  }

  /// Whether the standard input is connected to a pipe or a file.
  public static var standardInputIsConnected: Bool {
    [S_IFIFO, S_IFREG].contains(standardInputKind)
  }

  /// Whether the standard input comes from another program.
  public static var standardInputIsPipe: Bool { standardInputKind == S_IFIFO }

  private static var standardInputKind: mode_t {
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0 ? status.st_mode & S_IFMT : 0
  }
}
