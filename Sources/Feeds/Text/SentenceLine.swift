/// Numbers with words around them: `load average: 0.90, 1.33, 1.07`, `Tasks: 125 total, 1 running`.
///
/// The words before a colon are a prefix of all names up to the next colon. The name of a number is the words between
/// the number and the last number, comma, semicolon or parenthesis before it; without such words, the words after the
/// number, up to the next number; without any words, the prefix alone, with the number's position if there are several
/// numbers. If the last number before the next comma has no words behind it, words come before numbers: `CPU: 45% temp
/// 60C` has `CPU` and `CPU temp`. A name that comes again has the number 2. The words between a number and a
/// preposition belong to the name of that number, and the first word of the sentence to the name with a preposition:
/// `processed 30 items in 18 ms` has `processed items` and `processed in`. A unit right after a number is that number's
/// unit. A number right before a colon is part of a name (`Core 0:`). A time of day is no part of a name, and separates
/// like a comma. The uptime (`up 12 days, 5 min`) has several forms and is left out.
///
/// A counter of progress (`[1/10]`, `640/60000`) separates as well, and ends the words before a colon. In a line with
/// such a counter, a number in parentheses behind another one is a remark. In `iter 100: loss 2.0`, the number before
/// the colon is that of the iteration.
struct SentenceLine {
  let names: [String]
  let values: [FieldValue]
  let hasColon: Bool
  /// The names that identify the sentence: a colon and those after the first colon, or all. Before the colon, the words
  /// may vary: `1 user,  load average: 0.90, 1.33, 1.07`.
  let shape: [String]
  let lead: UnsafeBufferPointer<UInt8>

  /// Whether a number has a unit.
  var hasUnit: Bool { values.contains { if case .quantity = $0 { true } else { false } } }

  private struct Piece {
    enum Kind { case word, number, separator, colon, counter }
    var kind: Kind
    var bytes: UnsafeBufferPointer<UInt8>
    var value = FieldValue.text
    /// Whether the piece is one byte of punctuation.
    func isMark(_ byte: UInt8) -> Bool {
      kind == .separator && bytes.count == 1 && bytes[0] == byte
    }
    /// Whether the piece is the word `nan`.
    var isNaN: Bool {
      kind == .word && value == .missing
        && ["nan", "-nan", "+nan"].contains(String(decoding: bytes, as: UTF8.self).lowercased())
    }
    /// The piece as a part of a name.
    var word: String { shown(bytes, limit: 40) }
  }

  /// - Parameter nanIsNumber: whether the word `nan` is a missing number, not a word of a name.
  init?(
    _ line: UnsafeBufferPointer<UInt8>, commaIsDecimal: Bool = false, nanIsNumber: Bool = false
  ) {
    let start = UnsafeBufferPointer(rebasing: line.prefix(4096))
    var pieces = Self.pieces(start, commaIsDecimal: commaIsDecimal)
    if nanIsNumber {
      for place in pieces.indices where pieces[place].isNaN { pieces[place].kind = .number }
    }
    guard let first = pieces.first, pieces.contains(where: { $0.kind == .number }) else {
      return nil
    }
    // A number with a unit is not a time: `1500000000 bytes free`.
    lead =
      pieces.count > 1 && Self.isUnit(pieces[1])
      ? UnsafeBufferPointer(rebasing: line[..<0]) : first.bytes
    var reader = Reader(pieces: pieces, isOfKernel: Self.isOfKernel(pieces))
    reader.read()
    guard !reader.names.isEmpty else { return nil }
    names = Self.unique(
      reader.names.map { $0.isEmpty ? "value" : String($0.prefix(TextLimits.name)) })
    (values, hasColon) = (reader.values, reader.hasColon)
    let before = reader.namesBeforeColon
    shape = before > 0 ? [":"] + names[before...] : names
  }

  /// Names with numbers behind those that come again: `rx 5 MB, rx 6 MB` has `rx` and `rx 2`.
  private static func unique(_ names: [String]) -> [String] {
    var used: Set<String> = []
    return names.map { name in
      var (unique, number) = (name, 2)
      while !used.insert(unique).inserted {
        unique = name + " " + String(number)
        number += 1
      }
      return unique
    }
  }

  /// Whether a line is one of `/proc/meminfo` or `/proc/PID/status`: a name, a colon, a whole number and `kB`.
  private static func isOfKernel(_ pieces: [Piece]) -> Bool {
    guard pieces.count == 4, pieces.map(\.kind) == [.word, .colon, .number, .word],
      case .number(let value) = pieces[2].value, value == value.rounded()
    else { return false }
    return pieces[3].bytes.elementsEqual("kB".utf8)
  }

  /// Reads numbers with their names from the pieces of a line, one after another.
  private struct Reader {
    let pieces: [Piece]
    /// Whether the line has a counter of progress.
    let hasCounter: Bool
    /// Whether kB are 1024 bytes.
    let isOfKernel: Bool
    private(set) var names: [String] = []
    private(set) var values: [FieldValue] = []
    private(set) var hasColon = false
    /// The number of names before the first number after a colon.
    private(set) var namesBeforeColon = 0
    /// The index of the next piece.
    private var index = 0
    /// The words before the last colon.
    private var prefix = ""
    /// The words since the last number or separator.
    private var words: [String] = []
    /// The indices of the names since the last colon that have no words of their own.
    private var bare: [Int] = []
    /// The first word of the sentence.
    private var verb: String?

    init(pieces: [Piece], isOfKernel: Bool) {
      (self.pieces, self.isOfKernel) = (pieces, isOfKernel)
      hasCounter = pieces.contains { $0.kind == .counter }
    }

    /// The kind of the next piece; nil at the end.
    private var next: Piece.Kind? { index < pieces.count ? pieces[index].kind : nil }

    mutating func read() {
      while index < pieces.count, names.count < 64 {
        let piece = pieces[index]
        index += 1
        switch piece.kind {
        case .word where isNumbered(piece): readNumber(piece.value)
        case .word: words.append(piece.word)
        case .separator:
          if hasCounter, skipRemark() { continue }
          words = []
        case .colon, .counter:
          endPart()
          verb = nil
          prefix = piece.kind == .colon ? words.joined(separator: " ") : ""
          words = []
          if piece.kind == .colon, next == .number, !hasColon {
            (hasColon, namesBeforeColon) = (true, names.count)
          }
        case .number: readNumber(piece.value)
        }
      }
      endPart()
    }

    /// Whether a word that was just read is the number of an iteration or the like, before a colon and a word.
    private func isNumbered(_ piece: Piece) -> Bool {
      guard case .number(let number) = piece.value, number == number.rounded(), next == .colon,
        index + 1 < pieces.count, pieces[index + 1].kind == .word, let word = words.last
      else { return false }
      return ProgressCounter.words.contains(word.lowercased())
    }

    /// Skips the average in parentheses behind a number: `0.387 ( 0.350)`.
    private mutating func skipRemark() -> Bool {
      guard index >= 2, pieces[index - 1].isMark(0x28), pieces[index - 2].kind == .number,
        next == .number, index + 1 < pieces.count, pieces[index + 1].isMark(0x29)
      else { return false }
      index += 2
      return true
    }

    /// Names a number by the words around the number.
    private mutating func readNumber(_ number: FieldValue) {
      if words == ["up"], isSpan(at: index) { return skipUptime() }
      var value = number
      if case .number(let plain) = value, next == .word, !prefix.hasPrefix("%"),
        let unit = isOfKernel ? unitsBySpelling["KiB"] : separateUnit(pieces[index].bytes)
      {
        value = .quantity(plain * unit.factor, unit)
        index += 1
      }
      // The deviation has the unit of the number before: `lat 3.811 ms stddev 1.254`.
      if words == ["stddev"], case .number(let plain) = value,
        case .quantity(_, let unit)? = values.last
      {
        value = .quantity(plain * unit.factor, unit)
      }
      if words.isEmpty { takeWords(after: value) }
      if words.count == 1, isPreposition(words[0]), let verb { words.insert(verb, at: 0) }
      if words.first == verb || verb == nil, next == .word { takeThings() }
      if words.isEmpty { bare.append(names.count) }
      verb = verb ?? words.first
      names.append(([prefix] + words).filter { !$0.isEmpty }.joined(separator: " "))
      values.append(value)
      words = []
    }

    /// Takes the words after a number, unless they belong to the numbers after a colon, or come before numbers.
    private mutating func takeWords(after number: FieldValue) {
      let hasUnit = if case .quantity = number { true } else { false }
      guard prefix.isEmpty || !wordsComeBefore(besideUnit: hasUnit) else { return }
      let start = index
      while next == .word {
        words.append(pieces[index].word)
        index += 1
      }
      guard next == .colon else { return }
      index = start
      words = []
    }

    /// Whether the next words come before a number, and no words come after the last number up to the next mark.
    /// - Parameter hasUnit: whether the number before the words has a unit.
    private func wordsComeBefore(besideUnit hasUnit: Bool) -> Bool {
      guard next == .word else { return false }
      var (endsWithNumber, isBehindPreposition) = (false, false)
      for piece in pieces[index...] {
        switch piece.kind {
        case .number: endsWithNumber = true
        case .word:
          // The word behind a number may be its unit, if this number is not the first with a unit: `5 files 1.5 MB`.
          endsWithNumber =
            endsWithNumber && (hasUnit || isBehindPreposition) && separateUnit(piece.bytes) != nil
          isBehindPreposition = isPreposition(piece.word)
        case .separator, .counter: return endsWithNumber
        case .colon: return false
        }
      }
      return endsWithNumber
    }

    /// Takes the words between a number and a preposition that is followed by another number.
    private mutating func takeThings() {
      var place = index
      var things: [String] = []
      while place < pieces.count, pieces[place].kind == .word, things.count < 4 {
        let word = pieces[place].word
        if isPreposition(word) {
          guard !things.isEmpty, place + 1 < pieces.count, pieces[place + 1].kind == .number else {
            return
          }
          index = place
          words += things
          return
        }
        things.append(word)
        place += 1
      }
    }

    /// Skips the unit of an uptime, and its minutes after the days.
    private mutating func skipUptime() {
      index += 1
      words = []
      guard index + 2 < pieces.count, next == .separator, pieces[index + 1].kind == .number,
        isSpan(at: index + 2)
      else { return }
      index += 3
    }

    /// Whether a piece is a unit of uptimes.
    private func isSpan(at place: Int) -> Bool {
      place < pieces.count && pieces[place].kind == .word
        && ["day", "days", "min"].contains(pieces[place].word)
    }

    private func isPreposition(_ word: String) -> Bool {
      ["in", "of", "for", "at", "from", "to", "after", "within", "over", "with"].contains(word)
    }

    /// Numbers the names of several numbers without words of their own. The three load averages are named by their
    /// minutes.
    private mutating func endPart() {
      if bare.count > 1 {
        let isLoad =
          bare.count == 3 && ["load average", "load averages"].contains { prefix.hasSuffix($0) }
        let numbers = isLoad ? ["1min", "5min", "15min"] : bare.indices.map { String($0 + 1) }
        for (number, place) in zip(numbers, bare) {
          names[place] += (names[place].isEmpty ? "" : " ") + number
        }
      }
      bare = []
    }
  }

  private static func pieces(
    _ line: UnsafeBufferPointer<UInt8>, commaIsDecimal: Bool
  ) -> [Piece] {
    var pieces: [Piece] = []
    var index = 0
    while index < line.count {
      let byte = line[index]
      if byte == 0x20 || byte == 0x09 {
        index += 1
        continue
      }
      let start = index
      if let end = ProgressCounter.end(line, start) {
        pieces.append(
          Piece(kind: .counter, bytes: UnsafeBufferPointer(rebasing: line[start..<end])))
        index = end
        continue
      }
      if let end = remarkEnd(line, start) {
        index = end
      } else if !isBracket(byte) {
        index = wordEnd(line, start)
      }
      if index == start {
        pieces.append(
          Piece(kind: .separator, bytes: UnsafeBufferPointer(rebasing: line[start...start])))
        index += 1
        continue
      }
      appendWord(
        UnsafeBufferPointer(rebasing: line[start..<index]), commaIsDecimal: commaIsDecimal, &pieces)
    }
    return pieces
  }

  /// The end of a word, which may end before a counter in brackets: `Epoch[1/10]`.
  private static func wordEnd(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < line.count, line[index] != 0x20, line[index] != 0x09 {
      if line[index] == 0x5B, ProgressCounter.end(line, index) != nil { break }
      index += 1
    }
    return index
  }

  /// The end of a unit in parentheses before a colon, which is a part of the name: `(ms,95%):`; nil for any other text.
  private static func remarkEnd(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    guard line[start] == 0x28, let close = line[start...].prefix(16).firstIndex(of: 0x29),
      close + 1 < line.count, line[close + 1] == 0x3A,
      separateUnit(
        UnsafeBufferPointer(rebasing: line[(start + 1)..<close].prefix { $0 != 0x2C })) != nil
    else { return nil }
    return close + 1
  }

  private static func isUnit(_ piece: Piece) -> Bool {
    piece.kind == .word
      && (["byte", "bytes", "Bytes"].contains(piece.word) || separateUnit(piece.bytes) != nil)
  }

  /// Whether a byte at the start of a word separates. `%Cpu(s)` is one word.
  private static func isBracket(_ byte: UInt8) -> Bool { byte == 0x28 || byte == 0x7C }

  /// Whether a byte is punctuation after a word. A closing parenthesis is punctuation, unless the word contains the
  /// opening one.
  private static func isMark(_ byte: UInt8, isOpen: Bool) -> Bool {
    byte == 0x2C || byte == 0x3B || byte == 0x2E || byte == 0x3A || byte == 0x29 && !isOpen
  }

  /// The mark between a name and its number without a blank: the colon after a parenthesis in `%Cpu(s):100.0`, and the
  /// comma in `ni,100.0`. A comma after a digit may belong to a number (`0,5`).
  private static func nameEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    bytes.indices.dropFirst().dropLast().first { place in
      guard digitValue(bytes[place + 1]) != nil else { return false }
      if bytes[place] == 0x3A { return bytes[place - 1] == 0x29 }
      return bytes[place] == 0x2C && digitValue(bytes[place - 1]) == nil
        && !bytes[..<place].contains(0x28)
    }
  }

  /// Whether a word is a time of day with seconds: `22:14:02`.
  private static func isClock(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = TimeScanner(word)
    guard let hour = scanner.digits(upTo: 2), word.count(where: { $0 == 0x3A }) == 2 else {
      return false
    }
    return scanner.clock(hour: hour.value) != nil && scanner.isAtEnd
  }

  /// The number before a remark in parentheses: `30.10GiB(40.20%)`; nil for any other word.
  private static func numberBeforeRemark(_ word: UnsafeBufferPointer<UInt8>) -> FieldValue? {
    guard word.last == 0x29, let open = word.firstIndex(of: 0x28), open > 0 else { return nil }
    let value = FieldValue(UnsafeBufferPointer(rebasing: word[..<open]))
    return value.double == nil ? nil : value
  }

  /// Appends a word. A name and its number without a blank between them are two.
  private static func appendWord(
    _ bytes: UnsafeBufferPointer<UInt8>, commaIsDecimal: Bool, _ pieces: inout [Piece]
  ) {
    var bytes = bytes
    while let mark = nameEnd(bytes) {
      appendPart(
        UnsafeBufferPointer(rebasing: bytes[...mark]), commaIsDecimal: commaIsDecimal, &pieces)
      bytes = UnsafeBufferPointer(rebasing: bytes[(mark + 1)...])
    }
    appendPart(bytes, commaIsDecimal: commaIsDecimal, &pieces)
  }

  /// Appends a word without a mark inside, and the punctuation after the word.
  private static func appendPart(
    _ bytes: UnsafeBufferPointer<UInt8>, commaIsDecimal: Bool, _ pieces: inout [Piece]
  ) {
    var end = bytes.count
    while end > 0, isMark(bytes[end - 1], isOpen: bytes[..<end].contains(0x28)) { end -= 1 }
    if end > 0 {
      let word = UnsafeBufferPointer(rebasing: bytes[..<end])
      let value = FieldValue(word, commaIsDecimal: commaIsDecimal)
      let isNamed = end < bytes.count && bytes[end] == 0x3A
      if word.count == 1, word[0] == 0x3D || word[0] == 0x2F { return }
      if value.double != nil, !isNamed {
        pieces.append(Piece(kind: .number, bytes: word, value: value))
      } else if let number = numberBeforeRemark(word), !isNamed {
        pieces.append(Piece(kind: .number, bytes: word, value: number))
      } else if value == .missing && end == 1 || isClock(word) {
        pieces.append(Piece(kind: .separator, bytes: word))
      } else {
        pieces.append(Piece(kind: .word, bytes: word, value: value))
      }
    }
    guard end < bytes.count else { return }
    let mark = UnsafeBufferPointer(rebasing: bytes[end...])
    pieces.append(Piece(kind: mark.contains(0x3A) ? .colon : .separator, bytes: mark))
  }
}
