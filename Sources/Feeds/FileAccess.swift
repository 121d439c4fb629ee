import Glibc

/// The bytes of a file. The error names the file and the system's reason.
/// - Parameter waits: whether to wait for the writer of a named pipe.
func readFile(
  _ path: String, atMost limit: Int, waits: Bool = true
) throws(SourceError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
  guard descriptor >= 0 else {
    throw SourceError(kind: .noInput, description: "\(path): \(systemReason())")
  }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  while true {
    var result = 0
    let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      repeat {
        result = read(descriptor, buffer.baseAddress, buffer.count)
      } while result < 0 && errno == EINTR
      count = max(0, result)
    }
    guard result >= 0 else {
      throw SourceError(kind: .noInput, description: "\(path): \(systemReason())")
    }
    if piece.isEmpty { return bytes }
    bytes += piece
    guard bytes.count <= limit else {
      throw SourceError(
        kind: .badData, description: "\(path): larger than \(limit >> 20) MiB; split it")
    }
  }
}

/// The system's message about `errno`.
func systemReason() -> String { String(cString: strerror(errno)) }

/// Whether a descriptor belongs to a regular file.
func isRegularFile(_ descriptor: Int32) -> Bool {
  var status = stat()
  return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
