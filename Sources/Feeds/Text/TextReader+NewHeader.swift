/// Headers in the middle of a table.
extension TextReader {
  /// Whether the line of text before a row is a new header, because the line
  /// - has as many fields as the row, and the present table has another number of fields or shares at least two names
  ///   with the line (a line with all names would be a known header);
  /// - or follows a blank line or the start of a file, and has at most one field more or fewer than the row.
  func isNewHeader(_ table: TextTable) -> Bool {
    guard let last = headerLines.last else { return false }
    let names = last.bytes.withUnsafeBufferPointer {
      self.names($0, table.delimiter, cells: table.cells)
    }
    guard names.count > 1 else { return false }
    let cells = fields.cellCount
    if names.count == cells, table.cellCount != cells || table.sharedNames(with: names) > 1 {
      return true
    }
    return blankSinceRow && abs(names.count - cells) <= 1
  }

  /// Whether the text before this row is a header in place of the present one, with as many names: between commas,
  /// semicolons or tabs, each column of numbers or times has a name, and each column of texts has its name again.
  ///
  /// Words that may be the cells of a row, sentences with commas, and several such lines are not headers. Two words,
  /// and words with digits, are a header only if one of the words is a name of the present header or units follow,
  /// because such words may report an error.
  func replacesHeader(
    of table: TextTable, above row: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let last = headerLines.last, table.hasHeader, table.delimiter != .blanks, !last.isCut,
      !separatesWords(last.bytes, table.delimiter) || separatesWords(row, table.delimiter)
    else { return false }
    let names = last.bytes.withUnsafeBufferPointer { self.names($0, table.delimiter) }
    let areUnits = unitsRow(names, table.delimiter) != nil
    guard names.count == table.names.count, names.count == fields.cellCount,
      Set(names).count == names.count, names.allSatisfy({ !table.mayBeCell($0) }),
      !followsSameCells(names.count, table.delimiter) || areUnits
    else { return false }
    let areBelow = names.indices.allSatisfy {
      [.value, .time].contains(table.roles[$0]) || names[$0] == table.names[$0]
    }
    let known = Set(table.names.map(withoutUnit(inName:)))
    let areWords =
      names.count > 2 && !names.contains { $0.utf8.contains { digitValue($0) != nil } }
    return areBelow
      && (areWords || areUnits || names.contains { known.contains(withoutUnit(inName: $0)) })
  }

  /// Whether the last of two lines of text has as many cells as the first.
  private func followsSameCells(_ count: Int, _ delimiter: Delimiter) -> Bool {
    headerLines.count == 2
      && headerLines[0].bytes.withUnsafeBufferPointer { names($0, delimiter).count == count }
  }
}
