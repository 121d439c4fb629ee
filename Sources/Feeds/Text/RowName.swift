/// The position of the name in rows without a header: `hello world 120`, `12 my file.txt`. The first row determines the
/// number of numeric fields; the name is the rest, including blanks and words that are numbers.
struct RowName: Equatable {
  enum Side { case front, behind }
  var side: Side
  /// The number of fields besides the name and a time before the name.
  var values: Int
  /// Whether the rows are from `uniq -c`, whose names may be numbers.
  var isCounted = false

  /// Finds the name in the first row: all words of text, without a number between them.
  init?(_ fields: [TextField]) {
    let first = fields.first?.time != nil ? 1 : 0
    guard let start = fields.firstIndex(where: \.isText),
      let last = fields.lastIndex(where: \.isText),
      fields[first...].allSatisfy({ $0.time == nil && $0.range == nil }),
      fields[start...last].allSatisfy({ !$0.isNumber })
    else { return nil }
    if start == first, last + 1 < fields.count {
      (side, values) = (.front, fields.count - last - 1)
    } else if last + 1 == fields.count, start > first, first == 0 || start == last {
      (side, values) = (.behind, start - first)
    } else {
      return nil
    }
  }

  /// A line of `uniq -c`: a count that ends at the seventh character, one blank, and the text that was counted.
  init?(counted line: UnsafeBufferPointer<UInt8>) {
    let width = 7
    guard line.count > width + 1, line[0] == 0x20, digitValue(line[width - 1]) != nil,
      line[..<width].drop(while: { $0 == 0x20 }).allSatisfy({ digitValue($0) != nil }),
      line[width] == 0x20, line[width + 1] != 0x20
    else { return nil }
    let text = line[(width + 1)...]
    // Several numbers are more likely a row of numbers.
    guard text.contains(where: { $0 > 0x39 }) || !text.contains(0x20) else { return nil }
    (side, values, isCounted) = (.behind, 1, true)
  }

  /// Whether a row has its name and its numbers at these positions.
  func fits(_ fields: [TextField]) -> Bool {
    let range = range(in: fields) ?? (side == .front ? 0..<1 : values..<values + 1)
    return fields.count == range.count + values && range.upperBound <= fields.count
      && (range.count > 1 || fields[range.lowerBound].isText)
      && fields.indices.allSatisfy {
        range.contains($0) || fields[$0].isNumber || fields[$0].value == .missing
      }
  }

  /// The fields of a row that form its name; nil if the row has no such name, or a name of a single word.
  fileprivate func range(in fields: [TextField]) -> Range<Int>? {
    let first = fields.first?.time != nil && !isCounted ? 1 : 0
    var end = fields.count
    var start = first
    switch side {
    case .behind: start += values
    case .front:
      // A row that ends with text has no name before its numbers.
      guard let last = fields.last, !last.isText else { return nil }
      end -= values
      // With several numbers, words that are numbers do not extend the name: only text does.
      if values > 1, end > first {
        end = (fields[first..<end].lastIndex { $0.isText } ?? first) + 1
      }
    }
    guard start < end, isCounted || end - start > 1,
      isCounted || fields[start..<end].contains(where: \.isText),
      isCounted || fields[first...].allSatisfy({ $0.time == nil })
    else { return nil }
    return start..<end
  }
}

extension FieldSplitter {
  /// Joins the words of a row's name into one field.
  mutating func join(_ name: RowName?) {
    if let range = name?.range(in: fields) { join(range) }
  }

  /// Joins the fields into which delimiters in a name have split the name: `/srv/a,b.txt,120` below `path,size`.
  /// - Parameters:
  ///   - count: the number of the header's names.
  ///   - key: the field of the name; nil for the first field of text.
  mutating func joinSurplus(over count: Int, key: Int?, in line: UnsafeBufferPointer<UInt8>) {
    let more = fields.count - count
    guard more > 0, count > 1, let key = key ?? fields.firstIndex(where: \.isText), key < count,
      // A surplus field at the end of a row is not part of a name.
      fields[key...].dropFirst().prefix(more).contains(where: \.isText), places(in: line) != nil
    else { return }
    let range = key..<key + more + 1
    let others = fields.indices.filter { !range.contains($0) }
    if others.allSatisfy({ !fields[$0].isText }), others.contains(where: { fields[$0].isNumber }) {
      join(range)
    }
  }

  private mutating func join(_ range: Range<Int>) {
    guard
      let start = fields[range.lowerBound].bytes.baseAddress,
      let last = fields[range.upperBound - 1].bytes.baseAddress
    else { return }
    let count = last - start + fields[range.upperBound - 1].bytes.count
    let bytes = UnsafeBufferPointer(start: start, count: count)
    fields.replaceSubrange(range, with: [TextField(bytes: bytes, value: .text)])
  }
}

extension TextReader {
  /// The position of the name in the row without a header that has just been split; nil if there is no name.
  ///
  /// A line of one word before numbers is a row at once. A line of several words may be a banner, and is a row only if
  /// the line before also has such a name; then both are rows.
  func rowName(_ line: UnsafeBufferPointer<UInt8>) -> RowName? {
    guard style == .none || style == .table, !ProgressCounter.isInWords(line) else { return nil }
    if let counted = RowName(counted: line) { return counted }
    guard fields.numbers > 0, FieldRoles.counterField(fields.fields) == nil else { return nil }
    if let (_, name) = lineBefore(), name.fits(fields.fields), !isSentence(fields.fields, name) {
      return name
    }
    return isRowWithoutHeader() ? RowName(fields.fields) : nil
  }

  /// Whether the words before a number have the punctuation of a sentence: `Total: 61`.
  func isSentence(_ all: [TextField], _ name: RowName) -> Bool {
    let marks: [UInt8] = [0x3A, 0x2C, 0x3B]
    return name.side == .front && style != .table
      && all.contains { $0.isText && $0.bytes.last.map(marks.contains) ?? false }
  }

  /// The line right before this one with its name, if that line waits for another line.
  func lineBefore(_ cells: CellRule = .words) -> (line: HeaderLine, name: RowName)? {
    guard let last = headerLines.last, last.number + 1 == lineNumber else { return nil }
    return last.bytes.withUnsafeBufferPointer { bytes in
      var before = FieldSplitter(times: fields.times)
      defer { before.release() }
      before.split(bytes, by: .blanks, commaIsDecimal: false, cells: cells)
      guard before.numbers > 0, before.fields[0].time == nil, let name = RowName(before.fields),
        !isSentence(before.fields, name)
      else { return nil }
      return (last, name)
    }
  }

  /// Reads the only line of a text, which has waited for another line: `hello world 120`.
  func readOnlyLine(_ batch: inout TextBatch) {
    guard !hasRows, !assembler.hasRow, tables.isEmpty, headerLines.count == 1,
      let line = headerLines.first, line.number == lineNumber, banners.count == 1, style == .none
    else { return }
    line.bytes.withUnsafeBufferPointer { bytes in
      fields.split(bytes, by: .blanks, commaIsDecimal: false)
      guard fields.numbers > 0, let name = RowName(fields.fields), fields.fields[0].time == nil
      else {
        headerLines.removeAll()
        if !sentences.readOnly(bytes, self, &batch) { headerLines = [line] }
        return
      }
      headerLines.removeAll()
      fields.join(name)
      let made = TextTable(
        delimiter: .blanks, header: nil, fields: fields.fields,
        firstSource: TextTable.sourcesPerTable, chosen: options.chosenColumns)
      made.rowName = name
      tables.append(made)
      table = made
      store(made, &batch)
    }
  }
}
