import Glibc

extension WholeFile {
  /// Reads all bytes of a file.
  /// - Parameters:
  ///   - limit: the largest number of bytes that are read.
  ///   - waits: whether to wait for the writer of a named pipe.
  /// - Returns: the bytes; nil for a file of more bytes than the limit.
  public static func read(
    _ path: String, atMost limit: Int, waits: Bool = true
  ) throws(Failure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else { throw Failure(path, .last) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      var result = 0
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        repeat {
          result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        } while result < 0 && errno == EINTR
        count = max(0, result)
      }
      guard result >= 0 else { throw Failure(path, .last) }
      if piece.isEmpty { return bytes }
      bytes += piece
      if bytes.count > limit { return nil }
    }
  }
}
