import Messages

/// The first row of a table: the choice of its delimiter, its header and its columns.
extension TextReader {
  /// A way to read a line as the first row of a table.
  private struct TableChoice {
    var delimiter: Delimiter
    var cells = CellRule.words
    var header: HeaderNames?
    var commaIsDecimal: Bool
    /// The position of the name in a row without a header.
    var name: RowName?
    /// The share of fields that are not text.
    var share = 0.0
    /// Whether tabs separate the fields and the names above.
    var isTabbed: Bool { delimiter == .tab && header != nil && share > 0 }
  }

  /// Chooses a delimiter for a line and reads the line as the first row of a table.
  func readNewTable(_ line: TextLine, _ batch: inout TextBatch) -> Bool {
    guard line.text[0] != 0x23 else { return false }
    let delimiters = self.delimiters(of: line).filter { mayDelimit($0, line) }
    if delimiters.isEmpty { return false }
    let best = bestChoice(line, of: delimiters)
    if fields.isOpen {
      beginRecord(line.whole, &batch)
      return true
    }
    guard let best else { return false }
    return begin(best, line.whole, &batch)
  }

  /// Chooses a delimiter that makes a line a row; nil if there is none, or if a delimiter finds an open quote.
  private func bestChoice(_ line: TextLine, of delimiters: [Delimiter]) -> TableChoice? {
    var best: TableChoice?
    for delimiter in delimiters {
      let comma = delimiter == .semicolon && decimalComma(line.whole, by: delimiter).isDecimal
      let choice = TableChoice(delimiter: delimiter, commaIsDecimal: comma)
      let found =
        delimiter == .blanks ? chooseCells(line.whole, choice) : fitted(line.whole, choice)
      if fields.isOpen { return nil }
      guard let found, best?.isTabbed != true else { continue }
      // Blanks inside of cells separate nothing where tabs separate the names above as well.
      if found.isTabbed || found.share > (best?.share ?? 0) { best = found }
    }
    return best
  }

  /// Begins a table with its first row.
  /// - Returns: whether the line is a row.
  private func begin(
    _ best: TableChoice, _ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch
  ) -> Bool {
    let comma = decimalComma(line, by: best.delimiter)
    fields.split(line, by: best.delimiter, commaIsDecimal: comma.isDecimal, cells: best.cells)
    if lacksTimeOfOthers(best) {
      unreadable(line, String(localized: "its time cannot be read"), &batch)
      return true
    }
    if style == .progress { endPreamble(&batch) }
    forgetManyTables(&batch)
    fields.join(best.name)
    if let names = best.header?.names {
      fields.joinSurplus(over: names.count, key: nil, in: line)
      fields.readNamedDurations(in: durationFields(of: names))
    }
    if let table, table.isContinued(under: best.header) {
      // The row is not another part of the interval.
      flushRow(&batch)
      assembler.reset()
    }
    let made = makeTable(best, comma)
    let gaps = best.header == nil ? GapRows() : takeHeader(of: made)
    tables.append(made)
    table = made
    if let name = best.name, let (before, nameBefore) = lineBefore(best.cells), nameBefore == name {
      headerLines.removeLast()
      before.bytes.withUnsafeBufferPointer { _ = readRow($0, &batch) }
      return readRow(line, &batch)
    }
    guard !gaps.lines.isEmpty else {
      store(made, &batch)
      return true
    }
    read(gaps, &batch)
    return readRow(line, &batch)
  }

  /// Makes a table, whose first row has just been split.
  private func makeTable(_ choice: TableChoice, _ comma: DecimalComma) -> TextTable {
    let made = TextTable(
      delimiter: choice.delimiter, cells: choice.cells, header: choice.header,
      fields: fields.fields, comma: comma,
      firstSource: (tables.count + 1) * TextTable.sourcesPerTable, chosen: options.chosenColumns,
      arrival: options.isFile ? nil : arrival, ahead: rowsAhead(choice))
    made.rowName = choice.name
    return made
  }

  /// Whether the row that has just been split has a text in the column of the time, and the rows behind it have times
  /// there. The next row becomes the first one, because it shows what the columns hold.
  private func lacksTimeOfOthers(_ choice: TableChoice) -> Bool {
    guard let names = choice.header?.names, names.count == fields.fields.count,
      !FieldRoles.areOfProcesses(names)
    else { return false }
    let field = fields.fields.indices.first { fields.fields[$0].isText && isTimeName(names[$0]) }
    guard let field, !fields.fields.contains(where: { $0.time != nil }) else { return false }
    return rowsAhead(choice).areTimes(field)
  }

  /// The rows of a table that have come so far, the first one included.
  private func rowsAhead(_ choice: TableChoice) -> RowsAhead {
    RowsAhead(
      forEach: { [self] visit in
        guard visit(fields.fields) else { return }
        var row = FieldSplitter(times: fields.times)
        defer { row.release() }
        var rest = UnsafeBufferPointer(rebasing: ahead.prefix(DecimalComma.mostBytesAhead))
        while let end = rest.firstIndex(of: 0x0A) {
          let line = rest[..<end].last == 0x0D ? rest[..<(end - 1)] : rest[..<end]
          row.split(
            UnsafeBufferPointer(rebasing: line), by: choice.delimiter,
            commaIsDecimal: choice.commaIsDecimal, cells: choice.cells)
          guard visit(row.fields) else { return }
          rest = UnsafeBufferPointer(rebasing: rest[(end + 1)...])
        }
      }, isFile: options.isFile)
  }

  /// Makes a table for lines that another form has split into fields with these names.
  func beginTable(_ names: [String], chosen: ChosenColumns = .none) {
    let made = TextTable(
      delimiter: .tab, header: HeaderNames((names, [])), fields: fields.fields,
      firstSource: (tables.count + 1) * TextTable.sourcesPerTable, chosen: chosen)
    tables.append(made)
    table = made
  }

  /// Makes the line above a table's first row its header.
  /// - Returns: the rows between the header and that row.
  private func takeHeader(of made: TextTable) -> GapRows {
    guard let header = headerLines.last else { return GapRows() }
    made.signature = header.bytes.withUnsafeBufferPointer { names($0, made.delimiter) }
    made.headerNumber = (made.units.isEmpty ? header : headerLines[0]).number
    made.isHeaderComment = header.bytes.first { $0 != 0x20 } == 0x23
    headerLines.removeAll()
    return header.gaps
  }

  /// Whether a line starts a quoted field whose separator comes in a later line.
  func opensQuote(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    style == .none && !record.isRefused && line.first == 0x22 && !line.dropFirst().contains(0x22)
  }

  /// Forgets all headers when their number reaches the limit, so that memory is bounded and new headers are still read.
  private func forgetManyTables(_ batch: inout TextBatch) {
    guard tables.count == TextLimits.tables else { return }
    flushRow(&batch)
    assembler.reset()
    tables.removeAll()
  }

  /// The first rule for cells between blanks under which the line is a row of the header above, or a row
  /// without a header.
  private func chooseCells(
    _ line: UnsafeBufferPointer<UInt8>, _ choice: TableChoice
  ) -> TableChoice? {
    if !headerLines.isEmpty, style != .pairs, style != .json {
      for cells in CellRule.allCases {
        var choice = choice
        choice.cells = cells
        if let found = fitted(line, choice, isStrict: true) { return found }
      }
      if let found = fitted(line, choice, isStrict: true, joinsName: true) { return found }
    }
    let plain = fitted(line, choice)
    if let plain, !endsWithUnit(plain), !alternatesWithUnits(plain) { return plain }
    var grouped = choice
    grouped.cells = .grouped
    if let named = namedQuantities(line, grouped) { return named }
    // A line of words is a sentence.
    guard let found = fitted(line, grouped), found.share == 1,
      fields.fields.first(where: { $0.time == nil })?.isNumber == true
    else { return plain }
    return found
  }

  /// The choice for a name before numbers with units, if the line before is such a row with another name: `Foo 52 ms`
  /// below `Bar 12 ms`. One such line alone is a sentence.
  private func namedQuantities(
    _ line: UnsafeBufferPointer<UInt8>, _ choice: TableChoice
  ) -> TableChoice? {
    guard style == .none, let (before, name) = lineBefore(choice.cells), name.side == .front else {
      return nil
    }
    fields.split(line, by: .blanks, commaIsDecimal: choice.commaIsDecimal, cells: choice.cells)
    let hasUnits = fields.fields.contains { if case .quantity = $0.value { true } else { false } }
    guard hasUnits, RowName(fields.fields) == name, !isSentence(fields.fields, name),
      !before.bytes.starts(with: fields.fields[0].bytes)
    else { return nil }
    var choice = choice
    choice.name = name
    choice.share = Double(name.values) / Double(fields.fields.count)
    return choice
  }

  /// Whether the row that has just been split has a unit behind each of several numbers: `230 V 5 A`.
  private func alternatesWithUnits(_ choice: TableChoice) -> Bool {
    let all = fields.fields
    return choice.header == nil && all.count > 3 && all.count % 2 == 0
      && all.indices.allSatisfy {
        $0 % 2 == 0
          ? all[$0].isNumber && !all[$0].hasUnit
          : all[$0].isText && separateUnit(all[$0].bytes) != nil
      }
  }

  /// Whether the name of the row that has just been split is the unit of its number: `12 ms`. A word that may as well be
  /// a name, such as `A` or `cd`, is the unit of a text of one line, and if the next line has it, too.
  private func endsWithUnit(_ choice: TableChoice) -> Bool {
    guard choice.header == nil, let name = choice.name, name.side == .behind, !name.isCounted,
      fields.texts == 1, let last = fields.fields.last, last.isText
    else { return false }
    guard unitOfWord(last.bytes) != nil else { return false }
    let isUnit =
      last.bytes.count == 1
      ? last.bytes[0] == UInt8(ascii: "s")
      : last.bytes.contains(0x2F) || separateUnit(last.bytes) != nil
    return isUnit || nextLineEnds(with: last.bytes)
  }

  /// Whether the next line has the same last word as this one, or the text has no other line.
  private func nextLineEnds(with word: UnsafeBufferPointer<UInt8>) -> Bool {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0D }
    let line = ahead.prefix { $0 != 0x0A }
    guard let end = line.lastIndex(where: { !isBlank($0) }) else { return options.isOfOneTime }
    return line[...end].suffix(word.count).elementsEqual(word)
      && line[...end].dropLast(word.count).last.map(isBlank) ?? false
  }

  /// A choice with its header and its share; nil if the line is not a row under that choice.
  /// - Parameters:
  ///   - isStrict: whether the header must have as many names as the row has fields.
  ///   - joinsName: whether the fields for which the header has no names are part of a name with blanks.
  private func fitted(
    _ line: UnsafeBufferPointer<UInt8>, _ choice: TableChoice, isStrict: Bool = false,
    joinsName: Bool = false
  ) -> TableChoice? {
    fields.split(
      line, by: choice.delimiter, commaIsDecimal: choice.commaIsDecimal, cells: choice.cells)
    if joinsName, let header = headerLines.last {
      let names = header.bytes.withUnsafeBufferPointer { self.names($0, choice.delimiter) }
      fields.joinSurplus(over: names.count, key: nil, in: line)
    }
    if fields.numbers == 0 { readDurationsBelowHeader(choice) }
    let count = fields.fields.count
    guard !fields.isOpen, fields.numbers > 0, choice.delimiter == .blanks || count > 1 else {
      return nil
    }
    if choice.cells == .wide, !fields.areCells { return nil }
    var choice = choice
    if style != .pairs, style != .json {
      choice.header = headerNames(
        choice.delimiter, over: line, cells: choice.cells, isStrict: isStrict)
    }
    if choice.header == nil, fields.areWordsAlone { return nil }
    // A date such as `Jan 2025` has a blank, too.
    if choice.header == nil, choice.delimiter == .comma, fields.fields[0].time == nil,
      commasAreInNumbers(line) || options.isOneNumber && isNumber(line)
        || separatesWords(line, .comma) && fields.fields.contains(where: \.isNumberBehindColon)
    {
      return nil
    }
    if choice.header == nil, !isStrict, choice.delimiter == .blanks, choice.cells == .words {
      choice.name = rowName(line)
    }
    guard choice.header != nil || choice.name != nil || !isStrict && isRowWithoutHeader() else {
      return nil
    }
    choice.share = Double(count - fields.texts) / Double(count)
    return choice
  }

  /// Makes the durations of a row numbers, if the line above has names of durations.
  private func readDurationsBelowHeader(_ choice: TableChoice) {
    guard let header = headerLines.last else { return }
    let names = header.bytes.withUnsafeBufferPointer {
      self.names($0, choice.delimiter, cells: choice.cells)
    }
    guard names.count == fields.fields.count else { return }
    fields.readNamedDurations(in: durationFields(of: names))
  }

  /// Whether a line is nothing but a number, perhaps with commas: `21,5`, `$1,234.50`.
  private func isNumber(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    FieldValue(TextLine(line).text, commaIsDecimal: true).double != nil
  }

  /// Whether all commas are between the digits of numbers that are words among others: `a 12,5`, `21,4 °C`.
  private func commasAreInNumbers(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var words = FieldSplitter(times: TimeReader(format: nil))
    words.split(line, by: .blanks, commaIsDecimal: false)
    defer { words.release() }
    return words.fields.count > 1
      && words.fields.allSatisfy { word in
        guard let comma = word.bytes.firstIndex(of: 0x2C) else { return true }
        return word.isNumber && comma > 0
          && word.bytes[(comma - 1)...].prefix(3).count { digitValue($0) != nil } == 2
      }
  }

  /// Whether the fields are a row without a header: numbers, perhaps after a time and a key. Other text may be among
  /// the numbers if at least half of the fields are numbers and the first is not text.
  func isRowWithoutHeader() -> Bool {
    let all = fields.fields
    let texts = fields.texts
    if texts == 0 { return true }
    // Summaries at the end (`ping`) are not tables.
    if style == .pairs || style == .json { return false }
    // `Total: 61` is a sentence.
    if style != .table, all[0].bytes.last == 0x3A { return false }
    let first = all.firstIndex { $0.time == nil } ?? 0
    if texts == 1, first < all.count, all[first].isText { return true }
    if FieldRoles.counterField(all) != nil { return true }
    return fields.numbers * 2 >= all.count && !all[0].isText
  }
}

extension TextField {
  /// Whether the field is a name and a number in a sentence, not the name of a row: `GPU 0: 3% util`.
  fileprivate var isNumberBehindColon: Bool {
    guard isText, let colon = bytes.firstIndex(of: 0x3A), colon > 0, colon + 2 < bytes.count,
      bytes[colon + 1] == 0x20
    else { return false }
    let rest = bytes[(colon + 1)...].drop { $0 == 0x20 }
    return FieldValue(UnsafeBufferPointer(rebasing: rest.prefix { $0 != 0x20 })).double != nil
  }
}
