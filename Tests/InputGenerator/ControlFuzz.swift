import Control

/// Random requests to a window.
public enum ControlFuzz {
  private static let words = [
    "page", "next", "previous", "message", "30", "1e400", "status", "snapshot", "pause", "reload",
    "dim", "wake", "\r", "\0", "\u{a0}", "\u{2028}", "=", "page\u{301}",
  ]

  /// Bytes that look like a request, and often are none.
  static func bytes(_ random: inout InputRandom) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.below(8) {
      switch random.below(5) {
      case 0: bytes.append(random.byte())
      case 1: bytes += Array(random.scalar().utf8)
      case 2: bytes += Array(repeating: random.byte(), count: random.below(3000))
      default: bytes += Array(random.pick(words).utf8)
      }
      if random.chance(0.8) { bytes.append(UInt8(ascii: " ")) }
    }
    return bytes
  }

  /// - Returns: the defect; nil where there is none.
  public static func flaw(seed: UInt64) -> String? {
    var random = InputRandom(seed: seed)
    do throws(ControlError) {
      let request = try ControlRequest(line: bytes(&random))
      let line = Array(request.line.utf8)
      if line.contains(UInt8(ascii: "\n")) { return "a line of two lines" }
      let again = try ControlRequest(line: line)
      return again.line == request.line ? nil : "read again as '\(again)'"
    } catch {
      let isTold = error.code == 64 && !error.message.isEmpty && error.message.utf8.count < 400
      return isTold ? nil : "refused without a reason"
    }
  }
}
