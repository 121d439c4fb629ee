import Glibc

/// Splits a stream of bytes into lines, ended by LF, CR LF or a lone CR (progress displays), in bounded
/// memory: only the start of a line longer than `TextLimits.line` is kept.
struct LineSplitter {
  /// The start of a line whose end has not come.
  private(set) var partial: [UInt8] = []
  /// Whether the rest of a line that is too long is being skipped.
  private(set) var isSkipping = false
  /// Whether the last byte was a CR that ended a line: an LF right after that CR ends no other line.
  var swallowsLineFeed = false

  /// Keeps the bytes of a line whose end has not come.
  mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !isSkipping, !bytes.isEmpty else { return }
    let room = TextLimits.line - partial.count
    partial.append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(room)))
    if bytes.count > room { isSkipping = true }
  }

  /// Ends the line. Returns the kept bytes, and whether the line was cut off.
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
///
/// The search goes piece by piece. Where lines end with CR alone, each search for an LF would go through the whole rest
/// of the text.
func findLineEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return nil }
  var start = 0
  while start < bytes.count {
    let piece = base + start
    let length = min(1024, bytes.count - start)
    let newline = memchr(piece, 0x0A, length).map { UnsafeRawPointer($0) - piece }
    if let carriage = memchr(piece, 0x0D, newline ?? length) {
      return UnsafeRawPointer(carriage) - base
    }
    if let newline { return start + newline }
    start += length
  }
  return nil
}
