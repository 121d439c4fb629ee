/// The start of a log's line: the time, and the words that loggers write after the time.
///
/// The host and the program of syslog, the level, texts in brackets, and the logger's name before a dash or
/// a colon are not part of the message. Thus `2024-11-22 04:49:11,120 INFO [main] c.e.Worker - processed 30
/// items` is `processed 30 items` at its time.
struct LogPrefix {
  /// The time; nil for the seconds since the start of a program, as in `[ 12s ]` or `progress: 12.0 s,`.
  let time: TextTime?
  /// Whether the line is one of a series of reports, which begin with the seconds since the start of their program.
  let isReport: Bool
  /// The message.
  let rest: UnsafeBufferPointer<UInt8>

  /// - Returns: nil if the line does not start with a time, or if nothing follows the time.
  init?(_ line: UnsafeBufferPointer<UInt8>, _ times: TimeReader) {
    let start = times.readStart(line) ?? Self.startBehindTags(line, times)
    let progress = start == nil ? Self.progress(line) : nil
    guard let length = start?.length ?? progress?.length ?? Self.elapsed(line), length < line.count
    else { return nil }
    time = start?.time ?? progress?.time
    isReport = start == nil
    var scanner = WordScanner(line, from: length)
    if case .ofYear = time, !scanner.skipPlaceOfGlog() { scanner.skipSyslogTag() }
    while scanner.skipLoggerWord() {}
    rest = scanner.rest
    if rest.isEmpty { return nil }
  }

  /// The time behind tags in brackets, such as those of the ranks of a job: `[rank0]:[titan] 2025-11-30 07:00:01,123`.
  private static func startBehindTags(
    _ line: UnsafeBufferPointer<UInt8>, _ times: TimeReader
  ) -> (time: TextTime, length: Int)? {
    var index = 0
    while index < line.count, line[index] == 0x5B,
      let close = line[index...].prefix(24).firstIndex(of: 0x5D)
    {
      index = close + 1
      while index < line.count, line[index] == 0x3A || line[index] == 0x20 { index += 1 }
    }
    guard index > 0, index < line.count else { return nil }
    return times.readStart(UnsafeBufferPointer(rebasing: line[index...])).map {
      ($0.time, $0.length + index)
    }
  }

  /// The start of a report of `pgbench`: `progress: 12.0 s, 1042.9 tps`. The time is nil unless `pgbench` was asked for
  /// the seconds since 1970.
  private static func progress(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> (time: TextTime?, length: Int)? {
    let lead = "progress: ".utf8
    guard line.starts(with: lead), let comma = line.prefix(40).firstIndex(of: 0x2C),
      case .quantity(let seconds, let unit) = FieldValue(
        UnsafeBufferPointer(rebasing: line[lead.count..<comma])), unit.symbol == "s"
    else { return nil }
    return (epochScale(seconds).map { .date(seconds * $0) }, comma + 1)
  }

  /// The length of the seconds since the start in brackets: `[ 12s ]`, `[   12.345678]`.
  private static func elapsed(_ line: UnsafeBufferPointer<UInt8>) -> Int? {
    guard line.first == 0x5B, let close = line.prefix(24).firstIndex(of: 0x5D), close > 2 else {
      return nil
    }
    var inner = line[1..<close].drop { $0 == 0x20 }
    while inner.last == 0x20 { inner = inner.dropLast() }
    switch FieldValue(UnsafeBufferPointer(rebasing: inner)) {
    case .quantity(_, let unit): return unit.quantity == .time ? close + 1 : nil
    case .number: return inner.contains(0x2E) ? close + 1 : nil
    default: return nil
    }
  }
}

/// Skips the words before a log's message.
private struct WordScanner {
  private let line: UnsafeBufferPointer<UInt8>
  private var index: Int
  private var steps = 0
  /// The longest text in brackets that is not the message, in bytes.
  private static let longestBracket = 80
  private static let levels: Set<String> = [
    "trace", "debug", "info", "notice", "warn", "warning", "error", "err", "fatal", "critical",
    "crit", "severe", "fine", "finer", "finest", "config", "alert", "emerg", "panic", "verbose",
  ]

  init(_ line: UnsafeBufferPointer<UInt8>, from index: Int) {
    (self.line, self.index) = (line, index)
  }

  var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: line[index...]) }

  private mutating func skipBlanks() {
    while index < line.count, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
  }

  private func word(at start: Int) -> UnsafeBufferPointer<UInt8> {
    var end = start
    while end < line.count, line[end] != 0x20, line[end] != 0x09 { end += 1 }
    return UnsafeBufferPointer(rebasing: line[start..<end])
  }

  /// Skips the thread and the place in the source that glog writes: `140000 train.py:55] `.
  mutating func skipPlaceOfGlog() -> Bool {
    let start = index
    skipBlanks()
    let thread = word(at: index)
    if thread.allSatisfy({ digitValue($0) != nil }) {
      index += thread.count
      skipBlanks()
    }
    let place = word(at: index)
    guard place.last == 0x5D, place.contains(0x3A), !place.contains(0x5B) else {
      index = start
      return false
    }
    index += place.count
    return true
  }

  /// Skips `orion worker[4242]:`.
  mutating func skipSyslogTag() {
    let start = index
    skipBlanks()
    index += word(at: index).count
    skipBlanks()
    let tag = word(at: index)
    if tag.last == 0x3A {
      index += tag.count
      skipBlanks()
    } else {
      index = start
    }
  }

  /// Skips a word that is not the message; false at the first word of the message.
  mutating func skipLoggerWord() -> Bool {
    skipBlanks()
    steps += 1
    guard index < line.count, steps < 12 else { return false }
    if line[index] == 0x5B || line[index] == 0x3C { return skipBracket() }
    let word = word(at: index)
    if word.allSatisfy({ Self.isPunctuation($0) }) {
      index += word.count
      return true
    }
    var name = word
    while let last = name.last, Self.isPunctuation(last) {
      name = UnsafeBufferPointer(rebasing: name.dropLast())
    }
    let isLevel =
      name.count <= 8
      && Self.levels.contains(String(decoding: name, as: UTF8.self).lowercased())
    guard isLevel || isLoggerName(word, name) else { return false }
    index += word.count
    return true
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    byte == 0x2D || byte == 0x7C || byte == 0x3A || byte == 0x2C || byte == 0x3B
  }

  private mutating func skipBracket() -> Bool {
    let close: UInt8 = line[index] == 0x5B ? 0x5D : 0x3E
    let limit = min(line.count, index + Self.longestBracket)
    guard let end = line[index..<limit].firstIndex(of: close), end + 1 < line.count,
      !line[index...end].contains(0x3D),
      line[end + 1] == 0x20 || line[end + 1] == 0x3A
        || line[end + 1] == 0x5B
    else { return false }
    index = end + 1
    return true
  }

  /// Whether a word names a logger or a process: a dash or a colon follows it, or the word contains points and ends
  /// with a colon.
  private func isLoggerName(
    _ word: UnsafeBufferPointer<UInt8>, _ name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var next = index + word.count
    while next < line.count, line[next] == 0x20 { next += 1 }
    guard next < line.count, !word.contains(0x3D) else { return false }
    let follower = self.word(at: next)
    let isFollowed =
      follower.allSatisfy { $0 == 0x2D || $0 == 0x7C } || follower.elementsEqual([0x3A])
    if digitValue(word[0]) != nil { return follower.count == 3 && isFollowed }
    return isFollowed || word.last == 0x3A && name.contains(0x2E)
  }
}
