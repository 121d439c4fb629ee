/// The separators between the fields of a line, in the order in which they are tried.
enum Delimiter {
  case semicolon, tab, comma
  /// Runs of blanks and tabs; `|` and box lines between fields count as blanks.
  case blanks
  /// `|` right between fields, as `sacct -P` and `sqlite3` write them (`PipeLine`).
  case pipe
  /// `|` between cells, below a `BarRuler`.
  case bars
  /// `|` between and around cells, below a `BarRuler`.
  case box

  /// The delimiters of lines that are not below a `BarRuler`.
  static let guessed: [Delimiter] = [.pipe, .semicolon, .tab, .comma, .blanks]

  var isBar: Bool { self == .bars || self == .box }

  var byte: UInt8 {
    switch self {
    case .semicolon: return 0x3B
    case .tab: return 0x09
    case .comma: return 0x2C
    case .blanks: return 0x20
    case .pipe, .bars, .box: return 0x7C
    }
  }
}

/// One field of a line, with its meaning.
struct TextField {
  var bytes: UnsafeBufferPointer<UInt8>
  var value: FieldValue
  var time: TextTime?
  /// A range between two numbers, such as `0.00-1.00`.
  var range: ClosedRange<Double>?
  /// Whether the field and the next one are the halves of one cell: `12.5MiB / 7.66GiB`.
  var beginsPair = false

  var isText: Bool { value == .text && time == nil && range == nil }
  var hasUnit: Bool { if case .quantity = value { true } else { false } }
  var isNumber: Bool { time == nil && value.double != nil }
  var name: String { shown(bytes, limit: TextLimits.name) }
}

/// Splits lines into fields and interprets the fields. The fields point into the line.
struct FieldSplitter {
  var fields: [TextField] = []
  /// Whether a quoted field continues after the end of the line.
  private(set) var isOpen = false
  /// Whether fields were left out because there are too many columns.
  private(set) var isCut = false
  var times: TimeReader
  /// Whether single blanks may separate thousands, because fields are not between blanks.
  private var blanksGroup = false
  /// The bytes of quoted fields that contain doubled quotes. The bytes must outlive the split.
  private var unquoted: [UnsafeMutableBufferPointer<UInt8>] = []

  init(times: TimeReader) { self.times = times }

  var texts: Int { fields.reduce(0) { $0 + ($1.isText ? 1 : 0) } }
  var numbers: Int { fields.reduce(0) { $0 + ($1.isNumber ? 1 : 0) } }

  /// Whether the numbers of the line are words, so that the line may be a header: `time,on,off`.
  var areWordsAlone: Bool {
    fields.allSatisfy { field in !field.isNumber || FieldValue(state: field.bytes) != nil }
      && !fields.contains { $0.time != nil }
  }

  /// Removes the fields, and frees the memory that the last split needed besides the line.
  mutating func release() {
    for buffer in unquoted { buffer.deallocate() }
    unquoted.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
  }

  mutating func split(
    _ line: UnsafeBufferPointer<UInt8>, by delimiter: Delimiter, commaIsDecimal: Bool,
    cells: CellRule = .words
  ) {
    release()
    isOpen = false
    isCut = false
    blanksGroup = delimiter != .blanks
    var index = readFormattedTime(line, delimiter)
    if delimiter == .blanks, index == 0, line.first == 0x5B { index = readBracketedTime(line) }
    if delimiter == .blanks, cells != .words {
      splitCells(line, from: index, by: cells, commaIsDecimal: commaIsDecimal)
      if cells == .grouped { mergeTimes() }
    } else if delimiter == .blanks {
      while let (start, end) = nextWord(line, &index) {
        guard hasRoom else { break }
        append(line, start, end, commaIsDecimal: commaIsDecimal)
        skipAge(line, &index)
      }
      mergeTimes()
    } else if delimiter.isBar {
      splitAtBars(line, from: index, isBox: delimiter == .box, commaIsDecimal: commaIsDecimal)
    } else {
      splitExactly(line, from: index, by: delimiter, commaIsDecimal: commaIsDecimal)
    }
  }

  /// Replaces the fields of the last split.
  mutating func take(_ fields: [TextField]) {
    release()
    (isOpen, isCut) = (false, false)
    self.fields = fields
  }

  var hasRoom: Bool {
    mutating get {
      if fields.count >= TextLimits.columns + 8 { isCut = true }
      return !isCut
    }
  }

  /// Reads the time in the user's format, if the line starts with one.
  private mutating func readFormattedTime(
    _ line: UnsafeBufferPointer<UInt8>, _ delimiter: Delimiter
  ) -> Int {
    guard times.hasFormat else { return 0 }
    var start = 0
    while start < line.count, line[start] == 0x20 || line[start] == 0x22 { start += 1 }
    guard let (time, length) = times.readFormatted(UnsafeBufferPointer(rebasing: line[start...]))
    else { return 0 }
    var end = start + length
    if end < line.count, line[end] == 0x22 { end += 1 }
    let isEnded = end == line.count || line[end] == delimiter.byte || line[end] == 0x09
    guard isEnded else { return 0 }
    fields.append(
      TextField(
        bytes: UnsafeBufferPointer(rebasing: line[start..<start + length]), value: .text,
        time: time))
    return min(end + 1, line.count)
  }

  /// Reads a date and time in brackets at the start of a line: `[2025-11-30 07:00:01] loss 2.9`.
  private mutating func readBracketedTime(_ line: UnsafeBufferPointer<UInt8>) -> Int {
    guard let (time, length) = times.readStart(line), line[..<length].contains(0x20) else {
      return 0
    }
    fields.append(
      TextField(bytes: UnsafeBufferPointer(rebasing: line[..<length]), value: .text, time: time))
    return length
  }

  func nextWord(
    _ line: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> (Int, Int)? {
    while index < line.count, Self.isBlank(line[index]) { index += 1 }
    guard index < line.count else { return nil }
    let start = index
    if line[index] == 0x22 {
      index += 1
      while index < line.count, line[index] != 0x22 { index += 1 }
      let end = index
      if index < line.count { index += 1 }
      return (start + 1, end)
    }
    while index < line.count, !Self.isBlank(line[index]) { index += 1 }
    return (start, index)
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x7C }

  /// Splits at `|`, without the first and the last `|` of a box. Quotes have no meaning.
  private mutating func splitAtBars(
    _ line: UnsafeBufferPointer<UInt8>, from first: Int, isBox: Bool, commaIsDecimal: Bool
  ) {
    var (index, end) = (first, line.count)
    func skipBlanks() {
      while index < end, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
    }
    if isBox {
      skipBlanks()
      if index < end, line[index] == 0x7C { index += 1 }
      while end > index, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
      if end > index, line[end - 1] == 0x7C { end -= 1 }
    }
    while hasRoom {
      skipBlanks()
      let start = index
      while index < end, line[index] != 0x7C { index += 1 }
      append(line, start, index, commaIsDecimal: commaIsDecimal)
      guard index < end else { return }
      index += 1
    }
  }

  /// Splits as RFC 4180 specifies, and allows blanks around fields.
  private mutating func splitExactly(
    _ line: UnsafeBufferPointer<UInt8>, from first: Int, by delimiter: Delimiter,
    commaIsDecimal: Bool
  ) {
    let separator = delimiter.byte
    var index = first
    if first > 0, first == line.count { return }
    while hasRoom {
      while index < line.count, line[index] == 0x20 { index += 1 }
      if index < line.count, line[index] == 0x22 {
        if let end = appendQuoted(line, index + 1, commaIsDecimal: commaIsDecimal) {
          index = end
          while index < line.count, line[index] != separator { index += 1 }
        } else if delimiter == .pipe {
          // Most programs that write pipes quote nothing.
          appendPlain(line, &index, separator, commaIsDecimal: commaIsDecimal)
        } else {
          isOpen = true
          return
        }
      } else {
        appendPlain(line, &index, separator, commaIsDecimal: commaIsDecimal)
      }
      readNegative(commaIsDecimal: commaIsDecimal)
      guard index < line.count else { return }
      index += 1
    }
  }

  /// Appends a field up to the next separator.
  private mutating func appendPlain(
    _ line: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ separator: UInt8,
    commaIsDecimal: Bool
  ) {
    let start = index
    while index < line.count, line[index] != separator { index += 1 }
    append(line, start, index, commaIsDecimal: commaIsDecimal)
  }

  /// Reads the last field as a negative number in parentheses, which are remarks in other texts: `61 (12)`.
  private mutating func readNegative(commaIsDecimal: Bool) {
    guard let last = fields.last, last.bytes.first == 0x28, last.isText,
      let value = FieldValue(inParentheses: last.bytes, commaIsDecimal: commaIsDecimal)
    else { return }
    fields[fields.count - 1].value = value
  }

  /// Appends a field whose opening quote is just before `start`. Returns the index after the closing quote; nil if the
  /// line has no closing quote.
  private mutating func appendQuoted(
    _ line: UnsafeBufferPointer<UInt8>, _ start: Int, commaIsDecimal: Bool
  ) -> Int? {
    var index = start
    var doubled = 0
    while index < line.count {
      if line[index] == 0x22 {
        guard index + 1 < line.count, line[index + 1] == 0x22 else { break }
        doubled += 1
        index += 1
      }
      index += 1
    }
    guard index < line.count else { return nil }
    if doubled == 0 {
      append(line, start, index, commaIsDecimal: commaIsDecimal)
      return index + 1
    }
    let plain = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: index - start - doubled)
    unquoted.append(plain)
    var from = start
    for target in plain.indices {
      plain.initializeElement(at: target, to: line[from])
      from += line[from] == 0x22 ? 2 : 1
    }
    append(UnsafeBufferPointer(plain), 0, plain.count, commaIsDecimal: commaIsDecimal)
    return index + 1
  }

  mutating func append(
    _ line: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, commaIsDecimal: Bool
  ) {
    var end = end
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    let bytes = UnsafeBufferPointer(rebasing: line[start..<end])
    var value = FieldValue(bytes, commaIsDecimal: commaIsDecimal, blanksGroup: blanksGroup)
    // Between blanks, such a word may be part of a sentence. In the first cell, it names the row: `true,12`.
    if value == .text, blanksGroup, !fields.isEmpty { value = FieldValue(state: bytes) ?? value }
    var time = value == .text ? times.read(bytes, dayFirst: commaIsDecimal) : nil
    if value == .text, time == nil { time = shortTime(bytes) }
    fields.append(TextField(bytes: bytes, value: value, time: time))
  }

  /// A short time in the first field, or a short time of day after a date. Elsewhere, `10:00` may be a ratio or a
  /// duration, and `2025-01` a number of parts.
  private func shortTime(_ bytes: UnsafeBufferPointer<UInt8>) -> TextTime? {
    guard let last = fields.last else { return times.readShort(bytes) }
    guard last.isDate || last.isDayNumber, case .ofDay(let clock)? = times.readShort(bytes) else {
      return nil
    }
    return .ofDay(clock)
  }

  /// Joins the words of one time: a date and a clock time, a clock time and `AM`, a time and its zone.
  private mutating func mergeTimes() {
    var index = 0
    var merged = 0
    // A line has at most two times.
    while index + 1 < fields.count, merged < 2 {
      if mayBeginTime(index), let joined = joinedTime(index) {
        fields[index] = joined
        fields.remove(at: index + 1)
        merged += 1
        if index + 1 < fields.count, let zoned = joinedTime(index) {
          fields[index] = zoned
          fields.remove(at: index + 1)
        }
      }
      index += 1
    }
  }

  /// Whether a field is a time, or a date that is recognized only with its time of day: `27.11.26 10:00`.
  private func mayBeginTime(_ index: Int) -> Bool {
    let field = fields[index]
    return field.time != nil
      || index == 0 && field.value == .text && field.bytes.count == 8 && field.bytes[2] == 0x2E
  }

  private mutating func joinedTime(_ index: Int) -> TextField? {
    guard let start = fields[index].bytes.baseAddress,
      let next = fields[index + 1].bytes.baseAddress
    else { return nil }
    // Both words lie in the same line. A quote or several blanks between them separate two fields.
    guard next - start == fields[index].bytes.count + 1, next[-1] == 0x20 else { return nil }
    let both = UnsafeBufferPointer(
      start: start, count: fields[index].bytes.count + 1 + fields[index + 1].bytes.count)
    guard let time = times.read(both) else { return nil }
    return TextField(bytes: both, value: .text, time: time)
  }
}
