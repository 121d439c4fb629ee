import Glibc

/// The end of the text written to a pipe.
final class LineTail {
  let descriptor: OwnedDescriptor
  private var bytes: [UInt8] = []

  init(_ descriptor: OwnedDescriptor) { self.descriptor = descriptor }

  /// Reads once; false at the end of the pipe.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    let count = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    bytes += buffer[..<count].suffix(4096)
    if bytes.count > 4096 { bytes.removeFirst(bytes.count - 4096) }
    return true
  }

  /// The last line that reports an error, or otherwise the last line with a word; nil if there is none.
  ///
  /// Hints follow the error: `psql` repeats the statement, and marks the place with `^`.
  var line: String? {
    let lines = bytes.split(whereSeparator: { $0 == .newline || $0 == 0x0D })
      .filter {
        $0.contains { (0x61...0x7A).contains($0 | 0x20) || $0 >= 0x80 || digitValue($0) != nil }
      }
    let line = lines.last(where: Self.reportsError) ?? lines.last
    return line?.withUnsafeBufferPointer { shown($0, limit: 160) }
  }

  /// Whether a line contains `error` or `fatal`, in any case, at the end of a word. Indented lines quote a program.
  private static func reportsError(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, !first.isSpace else { return false }
    return ["error", "fatal"].contains { word in
      line.indices.contains { start in
        let rest = line[start...]
        guard rest.count >= word.utf8.count,
          zip(rest, word.utf8).allSatisfy({ $0 | 0x20 == $1 })
        else { return false }
        let next = rest.dropFirst(word.utf8.count).first
        return next.map { $0 == 0x3A || $0 == 0x5B || $0.isSpace } ?? true
      }
    }
  }
}
