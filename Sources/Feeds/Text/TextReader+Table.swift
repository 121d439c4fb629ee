extension TextReader {
  /// Reads a row of the current table; false if the line does not fit the table.
  func readRow(
    _ line: UnsafeBufferPointer<UInt8>, _ table: TextTable, _ batch: inout TextBatch
  ) -> Bool {
    fields.split(line, by: table.delimiter, commaIsDecimal: table.commaIsDecimal)
    if fields.isOpen {
      record = Array(line.prefix(TextLimits.record))
      return true
    }
    if table.hasHeader, table.isSummary(fields.fields) { return true }
    guard table.fits(fields.fields) else { return false }
    // `5` may have been the first line of numbers separated by blanks or commas.
    if table.delimiter == .blanks, fields.fields.count == 1, line.contains(0x2C) { return false }
    // Names that came after the last row are the header of a new table if they are as many as the row's
    // fields.
    if !headerLines.isEmpty, isNewHeader(table) { return false }
    if table.delimiter == .blanks, !table.hasHeader, fields.texts > 0, table.keyField == nil {
      return table.hasLabels && store(table, &batch)
    }
    return store(table, &batch)
  }

  /// Whether the text before this row is a new header: the text has another number of fields, or follows
  /// a blank line.
  private func isNewHeader(_ table: TextTable) -> Bool {
    guard let last = headerLines.last else { return false }
    let count = last.bytes.withUnsafeBufferPointer { names($0, table.delimiter) }.count
    guard count > 1 else { return false }
    let fitsBetter = count == fields.fields.count && table.roles.count != count
    return fitsBetter || blankSinceRow && abs(count - fields.fields.count) <= 1
  }

  /// Puts the fields of a row into their columns.
  private func store(_ table: TextTable, _ batch: inout TextBatch) -> Bool {
    dropHeaderLines(&batch)
    blankSinceRow = false
    style = .table
    let line = fields.fields
    if fields.isCut {
      notice("more than \(TextLimits.columns) columns: the rest is left out", &batch)
    }
    let rows = RowCounts(given: rowCount, inBatch: batch.rowCount)
    guard let key = table.key(line, columns: &columns, rows: rows) else {
      tellNoRoom(table, &batch)
      return true
    }
    if table.hasTooManyKeys {
      notice(
        "more than \(TextLimits.keys) different names in front of numbers: rows are not told apart",
        &batch)
    }
    let source = table.source(key)
    let time = table.time(line)
    if table.timeField != nil, time == nil, let field = table.timeField, field < line.count,
      line[field].isNumber
    {
      table.becomesValue(field)
    }
    let seconds = instant(time)
    let isList = table.isProcessList
    let isNext =
      isList
      ? assembler.beginsList(source: source, time: seconds)
      : assembler.begins(source: source, time: seconds)
    if isNext { flushRow(&batch) }
    for (index, field) in line.enumerated() {
      guard field.isNumber || table.isMissingValue(field, index) else { continue }
      if index < table.roles.count {
        switch table.roles[index] {
        case .value: break
        case .time, .key: continue
        case .label:
          if table.hasHeader { continue }
          table.becomesValue(index)
        }
      } else if table.keyField == table.names.count - 1, table.hasHeader {
        // A word of a command.
        continue
      }
      let column = table.column(index, key: key, columns: &columns)
      guard column >= 0 else { continue }
      let value = columns.value(field.value, column: column)
      if isList { assembler.add(column, value) } else { assembler.set(column, value) }
    }
    if assembler.ends(source: source, time: seconds), !isList { flushRow(&batch) }
    return true
  }

  private func tellNoRoom(_ table: TextTable, _ batch: inout TextBatch) {
    notice(
      table.isProcessList
        ? "more than \(TextLimits.processes) commands in the list of processes: the others are left out"
        : "more than \(TextLimits.keys) names in front of numbers, or \(TextLimits.columns) columns: new "
          + "names are left out until old ones are gone", &batch)
  }

  // MARK: New tables

  /// Chooses a delimiter for a line and reads the line as the first row of a table.
  func readNewTable(
    _ line: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>,
    _ batch: inout TextBatch
  ) -> Bool {
    guard text[0] != 0x23 else { return false }
    var best: (delimiter: Delimiter, share: Double, names: [String]?, comma: Bool)?
    for delimiter in Delimiter.allCases {
      if delimiter != .blanks, !line.contains(delimiter.byte) { continue }
      let comma = delimiter == .semicolon && showsDecimalComma(line, delimiter)
      fields.split(line, by: delimiter, commaIsDecimal: comma)
      if fields.isOpen {
        record = Array(line.prefix(TextLimits.record))
        return true
      }
      let count = fields.fields.count
      guard fields.numbers > 0, delimiter == .blanks || count > 1 else { continue }
      let names = style == .pairs || style == .json ? nil : headerNames(delimiter)
      guard names != nil || isRowWithoutHeader() else { continue }
      let share = Double(count - fields.texts) / Double(count)
      if share > (best?.share ?? 0) { best = (delimiter, share, names, comma) }
    }
    guard let best else { return false }
    if tables.count == TextLimits.tables {
      // After so many headers all headers are forgotten, so that memory is bounded and new headers are
      // still read.
      flushRow(&batch)
      assembler.reset()
      tables.removeAll()
    }
    let comma = best.comma || showsDecimalComma(line, best.delimiter)
    fields.split(line, by: best.delimiter, commaIsDecimal: comma)
    if best.names == nil, let table, !table.hasHeader {
      // The row continues the table before, now better understood, and is not another part of the
      // interval.
      flushRow(&batch)
      assembler.reset()
    }
    let made = TextTable(
      delimiter: best.delimiter, names: best.names ?? [], hasHeader: best.names != nil,
      fields: fields.fields, commaIsDecimal: comma,
      firstSource: (tables.count + 1) * TextTable.sourcesPerTable)
    if best.names != nil, let header = headerLines.last {
      made.signature = header.bytes.withUnsafeBufferPointer { signature($0, best.delimiter) }
      headerLines.removeAll()
    }
    tables.append(made)
    table = made
    return store(made, &batch)
  }

  /// Whether the fields are a row without a header: numbers, perhaps with a time and a key in front. In a
  /// table that is not split at blanks, other text may stand among the numbers.
  private func isRowWithoutHeader() -> Bool {
    let all = fields.fields
    let texts = fields.texts
    if texts == 0 { return true }
    // Summaries at the end (`ping`) are not tables.
    if style == .pairs || style == .json { return false }
    // `Total: 61` is a sentence.
    if style != .table, all[0].bytes.last == 0x3A { return false }
    let first = all[0].time != nil ? 1 : 0
    if texts == 1, first < all.count, all[first].isText { return true }
    return fields.numbers * 2 >= all.count && !all[0].isText
  }

  /// Whether a number of the line has a comma that can only be decimal.
  private func showsDecimalComma(
    _ line: UnsafeBufferPointer<UInt8>, _ delimiter: Delimiter
  ) -> Bool {
    guard delimiter != .comma, line.contains(0x2C) else { return false }
    fields.split(line, by: delimiter, commaIsDecimal: false)
    return fields.fields.contains {
      GroupedNumber($0.bytes, commaIsDecimal: false)?.showsDecimalComma ?? false
    }
  }
}
