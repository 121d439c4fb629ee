import Messages

/// A line of text that may be a header.
struct HeaderLine {
  var bytes: [UInt8]
  var number: Int
  /// Whether the line counts as unreadable if the line proves not to be a header: true if rows came before the line.
  var counts: Bool
  /// Whether the end of the line was cut off.
  var isCut: Bool
  /// The rows of missing values below the line.
  var gaps = GapRows()
  /// The names of the columns, by the delimiters at which the line was split.
  var names: [Delimiter: [String]] = [:]
}

extension TextReader {
  /// Interprets a line. The line has no line end and no control characters.
  func understand(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    if !record.isEmpty { return continueRecord(line, &batch) }
    if json.isOpen { return json.continueValue(line, self, &batch) }
    let line = TextLine(line)
    if line.text.isEmpty {
      blankSinceRow = true
      sensors.end()
      return
    }
    if let control = line.control {
      flushRow(&batch)
      if control == .exit, !options.endsAtExit { return }
      batch.controls.append((row: batch.rowCount, control: control))
      if control == .exit { isEnded = true }
      return
    }
    let isGuessed = options.match == nil && !options.ttyplotTwo
    if isGuessed, PythonDictionary.starts(line.text) {
      return PythonDictionary.json(line.text).withUnsafeBufferPointer { understand($0, &batch) }
    }
    if isGuessed, noteTimeAbove(line.text) { return }
    for form in forms where form.mayFollow(style) {
      if form.read(line, self, &batch) { return }
    }
    keepAsHeader(line.whole, &batch)
  }

  /// Reads a line of a table that starts with `#`. The line is a comment, unless the table's header starts with `#`
  /// too: then the line may be that header or another one.
  func readComment(_ line: TextLine, _ batch: inout TextBatch) -> Bool {
    guard line.text[0] == 0x23, let table else { return false }
    if !table.hasHeader || table.isHeaderComment || knownTable(line.whole) != nil {
      keepAsHeader(line.whole, &batch)
    }
    return true
  }

  /// Whether the line is a time and a remark in parentheses, as `\watch` of `psql` prints above each table: `Thu 26 Nov
  /// 2026 05:00:00 PM UTC (every 1s)`.
  func isDateWithRemark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.last == 0x29, let (time, length) = fields.times.readStart(text) else { return false }
    if case .ofDay = time { return false }
    let words = text[length...].split(separator: 0x20)
    return words.count == 2 && words[0].first == 0x28
      && FieldValue(UnsafeBufferPointer(rebasing: words[1].dropLast())).double != nil
  }

  // MARK: Headers

  func keepAsHeader(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    // The header of `sar` has the time at which the interval of its first row begins.
    if case .ofDay(let seconds)? = fields.times.readStart(line)?.time {
      _ = timeAbove.reading(ofDay: seconds, arrival: nil)
    }
    if let known = knownTable(line) {
      // A header with the same columns in another order starts a new row.
      if let table, table !== known, table.isNamed(known.names) { flushRow(&batch) }
      table = known
      assembler.endList()
      style = .table
      headerLines.removeAll()
      return
    }
    if keepAsGap(line) {
      if fields.texts > 0 { noteBanner(line, &batch) }
      return
    }
    if headerLines.count == 2 { drop(headerLines.removeFirst(), &batch) }
    let bytes = Array(line)
    let isRow = hasRows || assembler.hasRow
    // A line before the first row may be repeated before other rows.
    if !isRow, bytes.count <= 256, banners.count < 16 { banners.insert(bytes) }
    if !isRow { noteBanner(line, &batch) }
    let counts = isRow && line.first != 0x23 && !banners.contains(bytes)
    headerLines.append(HeaderLine(bytes: bytes, number: lineNumber, counts: counts, isCut: isCut))
  }

  /// Notes a line of text before the first row.
  private func noteBanner(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    batch.banners += 1
    batch.lastBanner = UnreadableLine(
      line: shown(line, limit: TextLimits.shownLine), lineNumber: lineNumber,
      reason: reason(line, isCut: isCut))
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
    if String(validating: line, as: UTF8.self) == nil {
      return String(localized: "not UTF-8")
    }
    if !line.contains(where: { digitValue($0) != nil }) {
      return String(localized: "no number in it")
        + (options.words.isEmpty ? "" : options.words.hint)
    }
    if let table, table.hasHeader {
      let (count, expected) = (names(line, table.delimiter).count, table.names.count)
      if count > expected { return String(localized: "more columns than the header") }
      if count < expected { return String(localized: "fewer columns than the header") }
    }
    return String(localized: "neither numbers nor a header of the next row")
  }
}
