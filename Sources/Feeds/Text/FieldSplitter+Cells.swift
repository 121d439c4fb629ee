/// The rule by which a line between blanks is cut into cells.
enum CellRule: CaseIterable {
  /// Each blank separates.
  case words
  /// Each blank separates, but not inside brackets (`[  5]`), not between a number and its unit (`1.12
  /// GBytes`, `0.00-1.00   sec`), and not before a remark in parentheses (`24 (+0)`). A slash between two
  /// numbers separates.
  case grouped
  /// Two blanks or a tab separate. A cell of two numbers with a slash between them is two fields.
  case wide
}

extension FieldSplitter {
  mutating func splitCells(
    _ line: UnsafeBufferPointer<UInt8>, from start: Int, by rule: CellRule, commaIsDecimal: Bool
  ) {
    var index = start
    if rule == .wide {
      while let (start, end) = Self.nextWideCell(line, &index), hasRoom {
        if !appendPair(line, start, end, commaIsDecimal: commaIsDecimal) {
          append(line, start, end, commaIsDecimal: commaIsDecimal)
        }
      }
    } else {
      while let (start, end) = nextGroup(line, &index), hasRoom {
        appendGroup(line, start, end, &index, commaIsDecimal: commaIsDecimal)
      }
    }
  }

  // MARK: Cells between two blanks

  /// Whether the fields look like cells, and not like several numbers with single blanks between them.
  var areCells: Bool {
    fields.count > 2
      && fields.allSatisfy { field in
        !field.isText || field.bytes.first.map { digitValue($0) == nil } ?? true
          || !field.bytes.contains(0x20)
      }
  }

  /// The range of the next run of words with single blanks between them.
  static func nextWideCell(
    _ line: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> (start: Int, end: Int)? {
    while index < line.count, isBlank(line[index]) { index += 1 }
    guard index < line.count else { return nil }
    let start = index
    while index < line.count {
      if line[index] == 0x7C || line[index] == 0x09 { break }
      if line[index] == 0x20, index + 1 == line.count || isBlank(line[index + 1]) { break }
      index += 1
    }
    return (start, index)
  }

  /// Appends the halves of a cell such as `12.5MiB / 7.66GiB`; false for any other cell.
  private mutating func appendPair(
    _ line: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, commaIsDecimal: Bool
  ) -> Bool {
    let cell = UnsafeBufferPointer(rebasing: line[start..<end])
    guard let pair = FieldValue.pair(cell, commaIsDecimal: commaIsDecimal) else { return false }
    append(line, start, start + pair.slash - 1, commaIsDecimal: commaIsDecimal)
    fields[fields.count - 1].beginsPair = true
    append(line, start + pair.slash + 2, end, commaIsDecimal: commaIsDecimal)
    return true
  }

  // MARK: Groups of words

  /// The longest text in brackets, in bytes.
  private static let longestBracket = 24

  /// The range of the next word, or of the next text in brackets.
  private func nextGroup(
    _ line: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> (start: Int, end: Int)? {
    guard let (start, end) = nextWord(line, &index) else { return nil }
    guard start < end, line[start] == 0x5B, !line[start..<end].contains(0x5D) else {
      return (start, end)
    }
    let limit = min(line.count, start + Self.longestBracket)
    guard end < limit, let close = line[end..<limit].firstIndex(of: 0x5D),
      close + 1 == line.count || Self.isBlank(line[close + 1])
    else { return (start, end) }
    index = close + 1
    return (start, close + 1)
  }

  private mutating func appendGroup(
    _ line: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ index: inout Int,
    commaIsDecimal: Bool
  ) {
    // A quoted text may be empty.
    guard start < end else {
      return append(line, start, end, commaIsDecimal: commaIsDecimal)
    }
    if line[start] == 0x5B, line[end - 1] == 0x5D, end - start > 2 {
      let inner = line[start + 1..<end - 1]
      let name = inner.drop { $0 == 0x20 }
      fields.append(
        TextField(bytes: UnsafeBufferPointer(rebasing: name), value: .text, time: nil))
      return
    }
    let bytes = UnsafeBufferPointer(rebasing: line[start..<endOfRange(line, start, end, &index)])
    if bytes.count == 1, bytes[0] == 0x2F, fields.last?.value.double != nil { return }
    if let range = Self.range(bytes) {
      _ = takeUnit(line, &index, mostBlanks: 8) { $0.quantity == .time }
      fields.append(TextField(bytes: bytes, value: .text, time: nil, range: range))
      return
    }
    append(line, start, end, commaIsDecimal: commaIsDecimal)
    guard case .number(let number) = fields[fields.count - 1].value else { return }
    if let unit = takeUnit(line, &index, mostBlanks: 1, where: { _ in true }) {
      fields[fields.count - 1].value = .quantity(number * unit.factor, unit)
    } else {
      skipRemark(line, &index)
    }
  }

  /// Takes the next word if the word is a unit and at most `mostBlanks` blanks away.
  private func takeUnit(
    _ line: UnsafeBufferPointer<UInt8>, _ index: inout Int, mostBlanks: Int,
    where isFitting: (TextUnit) -> Bool
  ) -> TextUnit? {
    var next = index
    guard let (start, end) = nextWord(line, &next), start - index <= mostBlanks,
      let unit = unitOfWord(UnsafeBufferPointer(rebasing: line[start..<end])), isFitting(unit)
    else { return nil }
    index = next
    return unit
  }

  /// Skips `(+0)` right after a number.
  private func skipRemark(_ line: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
    var next = index
    guard let (start, end) = nextWord(line, &next), start < end, start - index == 1,
      line[start] == 0x28,
      line[end - 1] == 0x29
    else { return }
    index = next
  }

  /// Skips the remark of `kubectl` right after a number: `12 (3m ago)`.
  mutating func skipAge(_ line: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
    guard index + 1 < line.count, line[index] == 0x20, line[index + 1] == 0x28,
      fields.last?.isNumber == true
    else { return }
    let rest = line[(index + 1)...]
    guard let close = rest.firstIndex(of: 0x29), line[..<close].suffix(4).elementsEqual(" ago".utf8)
    else { return }
    index = close + 1
  }

  /// The end of a word, or of two words that state a range: `9.0-10.0` is `8.0- 9.0` in the line before.
  private func endOfRange(
    _ line: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ index: inout Int
  ) -> Int {
    var next = index
    guard end - start > 1, line[end - 1] == 0x2D, let (second, last) = nextWord(line, &next),
      second == end + 1, Self.range(UnsafeBufferPointer(rebasing: line[start..<last])) != nil
    else { return end }
    index = next
    return last
  }

  /// The range that `0.00-1.00` or `0.0- 1.0` states.
  private static func range(_ bytes: UnsafeBufferPointer<UInt8>) -> ClosedRange<Double>? {
    guard let start = bytes.baseAddress, digitValue(bytes[0]) != nil else { return nil }
    let end = start + bytes.count
    guard let (lower, middle) = parseDecimal(start, end, point: 0x2E), middle + 1 < end,
      middle.pointee == 0x2D,
      let (upper, last) = parseDecimal(
        middle + (middle[1] == 0x20 ? 2 : 1), end, point: 0x2E), last == end, lower < upper
    else { return nil }
    return lower...upper
  }
}
