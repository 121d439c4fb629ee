/// The numbers of a reader's rows so far.
struct RowCounts {
  /// The number of published rows.
  var given: Int
  /// The number of published rows that are still in the batch.
  var inBatch: Int
}

/// Room for new keys in a text that runs for months, such as the containers of `docker stats`.
///
/// A new key takes the place and the columns of a key that is gone. The columns get the new key's names and a higher
/// `TextColumn.generation`, which shows receivers that another series starts.
extension TextTable {
  /// The number of rows that a key must have missed to be gone.
  private static let missedRows = 10
  /// The number of rounds that a key must have missed to be gone. Keys that take turns, each in a row of its own, miss
  /// as many rows as there are other keys.
  private static let missedRounds = 4

  func note(_ key: Int, _ rows: RowCounts) {
    lines += 1
    keys[key].lines += 1
    keys[key].lastLine = lines
    keys[key].lastRow = rows.given
  }

  /// Whether at least half of the keys have come again. Texts that rarely come again are not keys, and do not make room
  /// for one another.
  var namesReturn: Bool { keys.count { $0.lines > 1 } * 2 >= keys.count }

  /// The key that has been gone for the longest time; nil if no key is gone.
  func goneKey(_ rows: RowCounts) -> Int? {
    guard namesReturn,
      let place = keys.indices.min(by: { keys[$0].lastLine < keys[$1].lastLine }),
      lines - keys[place].lastLine >= Self.missedRounds * keys.count,
      rows.given - keys[place].lastRow >= Self.missedRows
    else { return nil }
    return place
  }

  /// Whether a row has more than two keys on average. Such keys name the things of one report, such as those of `du`,
  /// even if there are many. Keys that have a row each may be any texts, which only label the numbers.
  func shareRows(_ rows: RowCounts) -> Bool { rows.given * 2 < keys.count }

  /// Gives a new key the place of a gone key. A key with numbers in the batch keeps its place until the batch is taken,
  /// because a column of a batch has one meaning in all rows.
  /// - Returns: the place; nil if there is none.
  func takePlace(for key: Key, _ columns: inout TextColumns, _ rows: RowCounts) -> Int? {
    guard let place = goneKey(rows), keys[place].lastRow < rows.given - rows.inBatch else {
      return nil
    }
    let old = keys[place]
    hasMadeRoom = true
    keyNumbers[old.identity] = nil
    keyNumbers[key.identity] = place
    keys[place] = key
    keys[place].source = old.source
    for (field, column) in old.columns.enumerated() {
      let (bare, full) = (bareName(field, key: place), fullName(field, key: place))
      let isWanted = columns.rank(name: full, bare: bare, field: field) != nil
      if column >= 0, isWanted {
        columns.restart(column, name: full, bare: bare, key: key.text, unit: statedUnit(field))
        keys[place].columns.append(column)
      } else {
        keys[place].columns.append(unknown)
        if roles[field] == .value { makeColumn(field, key: place, &columns) }
      }
    }
    return place
  }
}
