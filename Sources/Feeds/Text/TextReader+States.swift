import Messages

/// The words for states in the rows of tables.
extension TextReader {
  /// The number of cells in a row below the header so far, and the places of the cells that may hold states; nil
  /// without such a header, or such a cell.
  func stateCells(between delimiter: Delimiter) -> (count: Int, states: [Int])? {
    guard !options.stateColumns.isEmpty else { return nil }
    let names: [String]
    if style == .none, let header = headerLines.last {
      names = header.bytes.withUnsafeBufferPointer { self.names($0, delimiter) }
    } else if let table, style == .table, table.hasHeader, table.delimiter == delimiter {
      names = table.names
    } else {
      return nil
    }
    let states = names.indices.filter { mayHoldStates(names[$0], at: $0) }
    return names.count > 1 && !states.isEmpty ? (names.count, states) : nil
  }

  /// Whether a wanted column, perhaps of one row (`b state`), has a name or a place.
  private func mayHoldStates(_ name: String, at place: Int) -> Bool {
    options.stateColumns.contains {
      $0 == name || $0.hasSuffix(" " + name) || Int($0) == place + 1
    }
  }

  /// Whether texts below a header are a row with states, which may have no words: the texts are no names of these
  /// columns.
  func areStates(_ texts: [String]) -> Bool {
    guard let cells = stateCells(between: .blanks), cells.count == texts.count else { return false }
    return !cells.states.contains { options.stateColumns.contains(texts[$0]) }
  }

  /// Whether the row that has just been split has texts in all columns of numbers, one of which is wanted, although words
  /// have numbers: the texts are states without a word. After an empty line, or with the name of a column in its own
  /// place, the texts may be another header.
  func hasUnknownState(_ table: TextTable, _ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let row = fields.fields
    guard !options.words.isEmpty, table.hasHeader, headerLines.isEmpty, !blankSinceRow,
      row.count == table.roles.count
    else { return false }
    let values = row.indices.filter { table.roles[$0] == .value && row[$0].value != .missing }
    let names = table.names
    let isHeader = row.indices.contains {
      $0 < names.count && row[$0].isText && row[$0].bytes.elementsEqual(names[$0].utf8)
    }
    return values.allSatisfy { row[$0].isText } && !isHeader
      && values.contains { $0 < names.count && mayHoldStates(names[$0], at: $0) }
      && knownTable(line) == nil
  }

  /// Reports a row with a state without a word.
  func reportState(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    unreadable(line, String(localized: "no number in it") + options.words.hint, &batch)
    batch.unknownState = batch.lastUnreadable
  }
}
