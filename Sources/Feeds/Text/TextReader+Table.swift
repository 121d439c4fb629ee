import Messages

extension TextReader {
  /// Reads a row of the current table; false if the line does not fit the table.
  func readRow(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) -> Bool {
    guard let table, !table.delimiter.isBar || line.contains(0x7C), barDelimiter == nil else {
      return false
    }
    let comma = decimalComma(line, by: table.delimiter, after: table.comma)
    fields.split(line, by: table.delimiter, commaIsDecimal: comma.isDecimal, cells: table.cells)
    if fields.isOpen {
      beginRecord(line, &batch)
      return true
    }
    fields.join(table.rowName)
    if table.hasHeader, let key = table.keyField {
      fields.joinSurplus(over: table.names.count, key: key, in: line)
    }
    fields.readDurations(in: table.roles)
    if table.isSummary(fields.fields) {
      batch.leftOut.summaries += 1
      timeAbove.restart()
      // The summary of `iperf3` has a header of its own.
      if table.cells == .grouped { headerLines.removeAll() }
      return true
    }
    guard fits(table, line, &batch) else { return false }
    // A first line `5` leaves open whether blanks or commas separate the numbers.
    if table.delimiter == .blanks, fields.fields.count == 1, line.contains(0x2C) { return false }
    if !headerLines.isEmpty, !table.delimiter.isBar {
      if isNewHeader(table) { return false }
      if replacesHeader(of: table, above: line) {
        // The row is not another part of the interval.
        flushRow(&batch)
        tableBefore = table
        return false
      }
    }
    if table.roles.lacksTime(fields.fields) {
      unreadable(line, String(localized: "its time cannot be read"), &batch)
      return true
    }
    note(comma, after: &table.comma, &batch)
    if table.delimiter == .blanks, !table.hasHeader, fields.texts > 0, table.keyField == nil {
      guard table.hasLabels else { return false }
    }
    store(table, &batch)
    return true
  }

  /// Whether the row that has just been split fits a table. A row with a state without a word is reported, and has a
  /// missing value.
  private func fits(
    _ table: TextTable, _ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch
  ) -> Bool {
    let row = fields.fields
    if table.roles.fit(row) || table.delimiter.isBar && table.roles.lackNumbers(row) { return true }
    guard hasUnknownState(table, line) else { return false }
    reportState(line, &batch)
    return true
  }

  /// Stores the row whose fields have just been split: finds the key and the time, publishes the row of the interval
  /// before if the row starts a new interval, and sets the numbers.
  func store(_ table: TextTable, _ batch: inout TextBatch) {
    dropHeaderLines(&batch)
    blankSinceRow = false
    style = .table
    fields.readDurations(in: table.roles)
    let line = fields.fields
    if fields.isCut {
      notice(
        String(localized: "more than \(TextLimits.columns) columns: the rest is left out"), &batch)
    }
    table.judgeTexts(line, arrival: arrival, columns: &columns)
    table.distinguish(line, arrival: arrival, columns: &columns)
    guard let key = table.key(line, columns: &columns, rows: rowCounts(batch)) else {
      if !table.isIdleProcess(line, columns) { reportNoRoom(in: table, &batch) }
      return
    }
    if table.hasTooManyKeys {
      notice(
        String(
          localized:
            "more than \(TextLimits.keys) different names in front of numbers: rows are not told apart"
        ),
        &batch)
    }
    let source = table.source(key)
    let isList = table.isProcessList
    let seconds = rowTime(line, of: table, source: source)
    let isNext =
      isList
      ? assembler.beginsList(source: source, time: seconds)
      : assembler.begins(source: source, time: seconds)
    if isNext { flushRow(&batch) }
    put(line, of: table, key: key)
    if let before = tableBefore {
      newTable = table !== before && table.hasHeader ? table : nil
      tableBefore = nil
    }
    if assembler.ends(source: source, time: seconds), !isList { flushRow(&batch) }
  }

  /// The time of a row, from its field or from a line above, in UTC seconds. An epoch that does not grow is no time.
  private func rowTime(_ line: [TextField], of table: TextTable, source: Int) -> Double {
    var time = table.roles.time(of: line)
    if case .epoch(_, onlyWhileGrowing: true) = table.roles.timeKind,
      case .date(let seconds)? = time, seconds < assembler.time
    {
      time = nil
    }
    if time == nil, let field = table.roles.timeField, field < line.count, line[field].isNumber {
      table.becomesValue(field)
    }
    let above = timeAbove.time(
      isRepeated: table.roles.timeField != nil || !table.isProcessList && assembler.hasSeen(source))
    return instant(time ?? above)
  }

  /// Puts the numbers of a row into their columns.
  private func put(_ line: [TextField], of table: TextTable, key: Int) {
    for (index, field) in line.enumerated() {
      if !field.isNumber, !table.roles.isMissingValue(field, index) {
        table.noteWord(field, at: index)
        // A state without a word is no number.
        guard !options.words.isEmpty, field.isText, index < table.roles.count,
          table.roles[index] == .value
        else { continue }
      }
      if index < table.roles.count {
        switch table.roles[index] {
        case .value: break
        case .time, .key: continue
        case .label:
          if table.roles.keepsLabels { continue }
          table.becomesValue(index)
        }
      } else if table.keyField == table.names.count - 1, table.hasHeader {
        // A word of a command.
        continue
      }
      let column = table.column(index, key: key, columns: &columns)
      guard column >= 0 else { continue }
      let value = columns.value(table.value(of: index, in: line), column: column)
      if table.isProcessList { assembler.add(column, value) } else { assembler.set(column, value) }
    }
  }

  /// Reports that a table has no room for another name, with the limit that the table has reached.
  private func reportNoRoom(in table: TextTable, _ batch: inout TextBatch) {
    if table.isProcessList {
      let most = TextLimits.keys
      notice(
        String(
          localized: "more than \(most) commands in the list of processes: the others are left out"),
        &batch)
      return
    }
    reportNoRoom(
      count: table.keys.count, hasAllNames: table.keys.count >= TextLimits.keys,
      keysReturn: table.turnover.keysReturn, &batch)
  }

  /// Reports that there is no room for another name.
  /// - Parameters:
  ///   - count: the number of names so far.
  ///   - hasAllNames: whether the number of names is at its limit; otherwise the number of columns is.
  ///   - keysReturn: whether the names come again.
  func reportNoRoom(count: Int, hasAllNames: Bool, keysReturn: Bool, _ batch: inout TextBatch) {
    // Names can be gone only if more rows are to come.
    guard !options.isFile, keysReturn else {
      return reportFirstNames(count, isForColumns: !hasAllNames, &batch)
    }
    notice(
      hasAllNames
        ? String(
          localized:
            "more than \(TextLimits.keys) names: new ones are left out until old ones are gone")
        : String(
          localized:
            "more than \(TextLimits.columns) columns: new names are left out until old ones are gone"
        ), &batch)
  }

  /// Reports that names after the first ones are left out.
  /// - Parameter isForColumns: whether more names would have too many columns.
  private func reportFirstNames(_ count: Int, isForColumns: Bool, _ batch: inout TextBatch) {
    notice(
      isForColumns
        ? String(
          localized:
            "only the first \(count) names are read: all have more than \(TextLimits.columns) columns"
        )
        : String(localized: "only the first \(count) names are read"), &batch)
  }
}
