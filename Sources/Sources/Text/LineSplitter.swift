import Glibc

/// Cuts a stream of bytes into lines, ended by LF, CR LF or a lone CR (progress displays), with
/// bounded memory: of a line longer than `TextLimits.line` only the start is kept.
struct LineSplitter {
  /// The start of a line whose end has not come.
  private(set) var partial: [UInt8] = []
  /// The rest of a line that is too long is being skipped.
  private(set) var isSkipping = false
  /// The last byte was a CR that ended a line, so that a LF that comes next belongs to it.
  var swallowsLineFeed = false

  /// Keeps bytes of a line whose end is not among them.
  mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !isSkipping, !bytes.isEmpty else { return }
    let room = TextLimits.line - partial.count
    partial.append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(room)))
    if bytes.count > room { isSkipping = true }
  }

  /// The line is over: hands out what was kept of it and whether it was cut.
  mutating func take() -> (line: [UInt8], isCut: Bool) {
    defer {
      partial = []
      isSkipping = false
    }
    return (partial, isSkipping)
  }

  var isEmpty: Bool { partial.isEmpty && !isSkipping }
}

/// The first LF or CR; nil if there is none.
func findLineEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  guard let base = bytes.baseAddress, bytes.count > 0 else { return nil }
  let newline = memchr(base, 0x0A, bytes.count)
  let line = newline.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
  let limit = line ?? bytes.count
  guard let carriage = memchr(base, 0x0D, limit) else { return line }
  return UnsafeRawPointer(carriage) - UnsafeRawPointer(base)
}
