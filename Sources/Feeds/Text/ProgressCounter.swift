/// A counter of progress in a log's line: `640/60000`, `[1/10]`, `10/  500000`, `[0][  10/5005]`, `[640/60000 (1%)]`.
///
/// Such a number says at which place of the work the line was written, and is no part of a name.
enum ProgressCounter {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The longest counter, in bytes.
  private static let longest = 40

  /// The index after the counter that begins at a place of a line, at the start of a word; nil for any other text.
  static func end(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    guard start < line.count else { return nil }
    guard line[start] == 0x5B else {
      guard let (end, total) = fraction(line, start), isEnd(line, end) else { return nil }
      // `GigabitEthernet 1/2` is the name of a port.
      let isCounter = start == 0 || total >= leastTotal || words.contains(word(line, before: start))
      return isCounter ? end : nil
    }
    var end = start
    var hasFraction = false
    while end < line.count, line[end] == 0x5B, let group = groupEnd(line, end) {
      hasFraction = hasFraction || group.hasFraction
      end = group.end
    }
    // `[10]` and a tab at the start of a line, as LightGBM writes them.
    let isFirst = start == 0 && end < line.count && line[end] == 0x09
    return end > start && (hasFraction || isFirst) && isEnd(line, end) ? end : nil
  }

  /// Whether a text is nothing but such a counter.
  static func isCounter(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= 3 && end(text, 0) == text.count
  }

  /// Whether such a counter is behind a word of a line: `Epoch [1/10] loss 0.5`.
  static func isInWords(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.contains(0x2F) else { return false }
    return line.indices.dropFirst().contains { place in
      let before = line[place - 1]
      return (before == 0x20 || before == 0x09 || line[place] == 0x5B) && end(line, place) != nil
    }
  }

  /// The least total of a counter without brackets behind other words than `words`.
  private static let leastTotal = 100

  /// The word before a place, in small letters.
  private static func word(_ line: Bytes, before place: Int) -> String {
    let before = line[..<place].reversed().drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x3A }
    let word = before.prefix { $0 != 0x20 && $0 != 0x09 }.prefix(longest)
    return String(decoding: word.reversed(), as: UTF8.self).lowercased()
  }

  /// Two whole numbers with a slash between them, the first one not above the second one: the index after them, and the
  /// second one.
  private static func fraction(_ line: Bytes, _ start: Int) -> (end: Int, total: Int)? {
    guard digitValue(line[start]) != nil else { return nil }
    var scanner = TimeScanner(Bytes(rebasing: line[start...].prefix(longest)))
    guard let first = scanner.digits(upTo: 12), scanner.skip(0x2F) else { return nil }
    while scanner.skip(0x20) {}
    guard let second = scanner.digits(upTo: 12), second.value > 1, first.value <= second.value
    else { return nil }
    return (start + scanner.index, second.value)
  }

  /// The end of brackets around a number, or around a fraction and perhaps a percentage.
  private static func groupEnd(_ line: Bytes, _ start: Int) -> (end: Int, hasFraction: Bool)? {
    guard let close = line[start...].prefix(longest).firstIndex(of: 0x5D) else { return nil }
    var first = start + 1
    while first < close, line[first] == 0x20 { first += 1 }
    guard first < close, digitValue(line[first]) != nil else { return nil }
    if let (end, _) = fraction(line, first) {
      return line[end..<close].allSatisfy(isRemark) ? (close + 1, true) : nil
    }
    return line[first..<close].allSatisfy { digitValue($0) != nil } ? (close + 1, false) : nil
  }

  /// Whether a byte may be part of a percentage behind a fraction: ` (1%)`.
  private static func isRemark(_ byte: UInt8) -> Bool {
    digitValue(byte) != nil || [0x20, 0x25, 0x28, 0x29, 0x2E].contains(byte)
  }

  /// Whether a counter may end at a place.
  private static func isEnd(_ line: Bytes, _ end: Int) -> Bool {
    end == line.count || [0x20, 0x09, 0x2C, 0x3A, 0x3B, 0x7C].contains(line[end])
  }

  /// The words before a number that counts lines: `iter 100: loss 2.0`.
  static let words: Set<String> = [
    "iter", "iters", "iteration", "it", "epoch", "ep", "step", "batch", "round", "episode", "trial",
    "update", "generation", "gen", "cycle", "tick", "frame", "rep",
  ]
}
