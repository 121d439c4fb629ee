import Glibc

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
    return status.st_mode & S_IFMT == S_IFREG
  }

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
