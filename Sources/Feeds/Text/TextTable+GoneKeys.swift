/// The rows of a reader so far.
struct RowCounts {
  /// The rows that have been given out.
  var given: Int
  /// The number of them that are still in the batch.
  var inBatch: Int
}

/// Room for new keys in a text that goes on for months, such as the containers of `docker stats`.
///
/// A new key takes the place and the columns of a key that is gone. The columns get the new key's names,
/// and another `TextColumn.generation`, by which receivers know that another series begins.
extension TextTable {
  /// The rows that a key must have missed to be gone.
  private static let missedRows = 10
  /// The rounds that a key must have missed to be gone. Keys that take turns, each in a row of its own,
  /// miss as many rows as there are other keys.
  private static let missedRounds = 4

  func note(_ key: Int, _ rows: RowCounts) {
    lines += 1
    keys[key].lines += 1
    keys[key].lastLine = lines
    keys[key].lastRow = rows.given
  }

  /// Whether keys come again. Texts that hardly ever come a second time are no keys, and make no room for each
  /// other.
  var namesReturn: Bool { keys.count { $0.lines > 1 } * 2 >= keys.count }

  /// The key that is gone for the longest time; nil if no key is gone.
  func goneKey(_ rows: RowCounts) -> Int? {
    guard namesReturn,
      let place = keys.indices.min(by: { keys[$0].lastLine < keys[$1].lastLine }),
      lines - keys[place].lastLine >= Self.missedRounds * keys.count,
      rows.given - keys[place].lastRow >= Self.missedRows
    else { return nil }
    return place
  }

  /// Whether keys come many to a row. Such keys name the things of one report, as those of `du`, however many
  /// they are. Keys that have a row each may be texts of any kind, which only label the numbers.
  func shareRows(_ rows: RowCounts) -> Bool { rows.given * 2 < keys.count }

  /// Gives a new key the place of a gone key. A key with numbers in the batch keeps its place until the
  /// batch is taken: the columns of a batch have one meaning in all of its rows.
  /// - Returns: the place; nil if there is none.
  func takePlace(for text: String, _ columns: inout TextColumns, _ rows: RowCounts) -> Int? {
    guard let place = goneKey(rows), keys[place].lastRow < rows.given - rows.inBatch else {
      return nil
    }
    let old = keys[place]
    hasMadeRoom = true
    keyNumbers[old.text] = nil
    keyNumbers[text] = place
    keys[place] = Key(text: text, source: old.source, columns: [])
    for (field, column) in old.columns.enumerated() {
      let (bare, full) = (bareName(field), fullName(field, key: place))
      let isWanted = columns.rank(name: full, bare: bare, field: field) != nil
      if column >= 0, isWanted {
        columns.restart(column, name: full, bare: bare, key: text, unit: unit(field))
        keys[place].columns.append(column)
      } else {
        keys[place].columns.append(unknown)
        if roles[field] == .value { makeColumn(field, key: place, &columns) }
      }
    }
    return place
  }
}
