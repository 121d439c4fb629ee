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
struct KeyTurnover {
  /// The lines with one key.
  private struct Use {
    var count = 0
    /// The positions of the last line: among the lines with keys, and among the rows of the reader.
    var lastLine = 0
    var lastRow = 0
  }
  private var uses: [Use] = []
  private var lines = 0
  /// Whether a key has taken the place of a gone one.
  private(set) var hasMadeRoom = false

  /// The number of rows that a key must have missed to be gone.
  private static let missedRows = 10
  /// The number of lines so far when all keys of that time proved to be gone, because new names came again and again
  /// without any of those keys.
  private var goneThrough = 0
  /// The lines for which there was no room since the last line with a key, and the first of their names.
  private var unplaced = (lines: 0, names: Set<String>())
  private static let mostUnplaced = 2000

  /// The number of rounds that a key must have missed to be gone. Keys that take turns, each in a row of its own, miss
  /// as many rows as there are other keys.
  private static let missedRounds = 4

  /// Adds a key after the others.
  mutating func add() { uses.append(Use()) }

  /// Notes a line with a key.
  mutating func note(_ key: Int, _ rows: RowCounts) {
    lines += 1
    uses[key] = Use(count: uses[key].count + 1, lastLine: lines, lastRow: rows.given)
    if unplaced.lines > 0 { unplaced = (0, []) }
  }

  /// Notes a line whose key has no room.
  mutating func noteUnplaced(_ identity: String) {
    unplaced.lines += 1
    if unplaced.names.count < Self.mostUnplaced { unplaced.names.insert(identity) }
    guard unplaced.lines >= Self.missedRows * unplaced.names.count else { return }
    goneThrough = lines
    unplaced = (0, [])
  }

  /// Whether at least half of the keys have come again. Texts that rarely come again are not keys, and do not make room
  /// for one another.
  var keysReturn: Bool { uses.count { $0.count > 1 } * 2 >= uses.count }

  /// The key that has been gone for the longest time; nil if no key is gone.
  func goneKey(_ rows: RowCounts) -> Int? {
    guard keysReturn,
      let place = uses.indices.min(by: { uses[$0].lastLine < uses[$1].lastLine })
    else { return nil }
    let hasMissed =
      lines - uses[place].lastLine >= Self.missedRounds * uses.count
      && rows.given - uses[place].lastRow >= Self.missedRows
    return hasMissed || uses[place].lastLine <= goneThrough ? place : nil
  }

  /// Whether a row has more than two keys on average. Such keys name the things of one report, such as those of `du`,
  /// even if there are many. Keys that have a row each may be any texts, which only label the numbers.
  func shareRows(_ rows: RowCounts) -> Bool { rows.given * 2 < uses.count }

  /// Gives the place of a gone key to a new one. A key with numbers in the batch keeps its place until the batch is
  /// taken, because a column of a batch has one meaning in all rows.
  /// - Returns: the place; nil if there is none.
  mutating func takePlace(_ rows: RowCounts) -> Int? {
    guard let place = goneKey(rows), uses[place].lastRow < rows.given - rows.inBatch else {
      return nil
    }
    uses[place] = Use()
    hasMadeRoom = true
    return place
  }
}
