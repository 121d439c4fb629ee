import Messages

/// A line of text that may be a header.
struct HeaderLine {
  var bytes: [UInt8]
  var number: Int
  /// Whether the line counts as unreadable if it turns out to be no header: rows came before it.
  var counts: Bool
  /// Whether the end of the line was cut off.
  var isCut: Bool
}

extension TextReader {
  /// Interprets a line. The line has no line end and no control characters.
  func understand(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    if !record.isEmpty {
      continueRecord(line, &batch)
      return
    }
    if !json.isEmpty {
      continueJSON(line, &batch)
      return
    }
    let text = trimmed(line)
    if text.isEmpty {
      blankSinceRow = true
      chips.end()
      return
    }
    if let control = control(text) {
      flushRow(&batch)
      if control == .exit, !options.endsAtExit { return }
      batch.controls.append((row: batch.rowCount, control: control))
      if control == .exit { isEnded = true }
      return
    }
    if options.ttyplotTwo {
      readTwoByTwo(text, &batch)
      return
    }
    if matcher != nil {
      readMatch(line, &batch)
      return
    }
    if text[0] == 0x7B || text[0] == 0x5B, readJSONLines(text, &batch) { return }
    // The end of an array of objects.
    if text[0] == 0x5D, text.count == 1, style == .json { return }
    if readKnownForm(line, text, &batch) { return }
    if style == .access || style == .none, readAccess(text, &batch) { return }
    if style == .pairs, readPairs(text, &batch) { return }
    if sentences.isKnown, readSentence(text, onlyKnown: true, &batch) { return }
    if let table, readRow(line, table, &batch) { return }
    if isRuler(text) { return }
    if style != .pairs, style != .table, readPairs(text, &batch) { return }
    if readNewTable(line, text, &batch) { return }
    if style == .table, readPairs(text, &batch) { return }
    if style == .none || style == .sentence || sentences.isKnown, readSentence(text, &batch) {
      return
    }
    keepAsHeader(line, &batch)
  }

  private func trimmed(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = line.count
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    return UnsafeBufferPointer(rebasing: line[start..<end])
  }

  /// feedgnuplot accepts a word at the start of a line. Here the word must be alone, because `clear` may
  /// be a name.
  private func control(_ text: UnsafeBufferPointer<UInt8>) -> TextControl? {
    switch text.count {
    case 4 where text.elementsEqual("exit".utf8): return .exit
    case 5 where text.elementsEqual("clear".utf8): return .clear
    case 6 where text.elementsEqual("replot".utf8): return .replot
    default: return nil
    }
  }

  /// Whether the line only draws: `+----+----+`, `=====`.
  private func isRuler(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count > 2
      && text.allSatisfy {
        $0 == 0x2D || $0 == 0x3D || $0 == 0x2B || $0 == 0x7C || $0 == 0x5F || $0 == 0x20
          || $0 == 0x3A
      }
  }

  /// Reads a line of a form that no other line has, or leaves it out.
  private func readKnownForm(
    _ line: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>,
    _ batch: inout TextBatch
  ) -> Bool {
    readSensors(line, &batch) || readListing(text, &batch) || readCounter(text, &batch)
      || readExposition(text, &batch) || readComment(line, text, &batch) || isDateWithRemark(text)
  }

  /// Reads a line of a table that begins with `#`. The line is a comment, unless the table's header was written as
  /// one: then the line may be that header or another one.
  private func readComment(
    _ line: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>,
    _ batch: inout TextBatch
  ) -> Bool {
    guard style == .table, text[0] == 0x23, let table else { return false }
    if !table.hasHeader || table.isHeaderComment || knownTable(line) != nil {
      keepAsHeader(line, &batch)
    }
    return true
  }

  /// Whether the line is a time and a remark in parentheses, as `\watch` of `psql` puts it above each table: `Thu 26
  /// Nov 2026 05:00:00 PM UTC (every 1s)`.
  private func isDateWithRemark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.last == 0x29, let (time, length) = fields.times.readStart(text) else { return false }
    if case .ofDay = time { return false }
    let words = text[length...].split(separator: 0x20)
    return words.count == 2 && words[0].first == 0x28
      && FieldValue(UnsafeBufferPointer(rebasing: words[1].dropLast())).double != nil
  }

  // MARK: Two values a row

  private func readTwoByTwo(_ text: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    fields.split(text, by: .blanks, commaIsDecimal: false)
    let source = Int.max - 1
    var hasNumber = false
    for field in fields.fields where field.isNumber {
      hasNumber = true
      let value = field.value.double ?? .nan
      guard let first = single else {
        single = value
        continue
      }
      single = nil
      if assembler.begins(source: source, time: .nan) { flushRow(&batch) }
      for (index, value) in [first, value].enumerated() {
        let name = String(index + 1)
        let column = columns.number(name: name, bare: name, field: index)
        if column >= 0 { assembler.set(column, value) }
      }
      _ = assembler.ends(source: source, time: .nan)
      flushRow(&batch)
    }
    if !hasNumber { unreadable(text, String(localized: "no number in it"), &batch) }
  }

  // MARK: Headers

  func keepAsHeader(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    if let known = knownTable(line) {
      table = known
      assembler.endList()
      style = .table
      headerLines.removeAll()
      return
    }
    if headerLines.count == 2 { drop(headerLines.removeFirst(), &batch) }
    let bytes = Array(line)
    let isRow = hasRows || assembler.hasRow
    // A line that stood before the first row may be repeated before other rows, too.
    if !isRow, bytes.count <= 256, banners.count < 16 { banners.insert(bytes) }
    if !isRow {
      batch.banners += 1
      batch.lastBanner = UnreadableLine(
        line: shown(line, limit: TextLimits.shownLine), lineNumber: lineNumber,
        reason: reason(line, isCut: isCut))
    }
    let counts = isRow && line.first != 0x23 && !banners.contains(bytes)
    headerLines.append(HeaderLine(bytes: bytes, number: lineNumber, counts: counts, isCut: isCut))
  }

  func dropHeaderLines(_ batch: inout TextBatch) {
    for line in headerLines { drop(line, &batch) }
    headerLines.removeAll()
  }

  private func drop(_ line: HeaderLine, _ batch: inout TextBatch) {
    guard line.counts else { return }
    line.bytes.withUnsafeBufferPointer {
      unreadable($0, reason($0, isCut: line.isCut), number: line.number, &batch)
    }
  }

  /// The reason why a line is neither a row nor a header.
  private func reason(_ line: UnsafeBufferPointer<UInt8>, isCut: Bool) -> String {
    if isCut { return String(localized: "longer than 1 MiB") }
    if String(validating: line, as: UTF8.self) == nil { return "not UTF-8" }
    if !line.contains(where: { digitValue($0) != nil }) {
      return String(localized: "no number in it")
    }
    if let table, table.hasHeader {
      let (count, expected) = (names(line, table.delimiter).count, table.names.count)
      if count > expected { return String(localized: "more columns than the header") }
      if count < expected { return String(localized: "fewer columns than the header") }
    }
    return String(localized: "neither numbers nor a header of the next row")
  }
}
