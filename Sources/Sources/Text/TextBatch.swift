/// Rows that a `TextReader` has read, column by column. It is made once, and emptied by
/// `removeAll()` when its rows have been taken.
public struct TextBatch: Sendable {
  /// All columns known so far. New ones are put at the end (a stream of `key=value` lines may bring a
  /// name at any time), none is moved or taken away; a name may become longer (`r/s` is called
  /// `sda r/s` when `sdb` appears) and a unit may come to be known.
  public var columns: [TextColumn] = []
  /// `columns` differs from what it was after the last `removeAll()`.
  public var columnsChanged = false
  public var rowCount = 0
  /// One a row: seconds since 1970 UTC, NaN where a row has no time of its own.
  public var times: [Double] = []
  /// `values[column][row]`; NaN where a row has no number for the column; may be infinite.
  public var values: [[Double]] = []
  /// feedgnuplot's control lines, in order.
  public var controls: [(row: Int, control: TextControl)] = []
  /// Lines that could not be read.
  public var unreadable = 0
  public var lastUnreadable: UnreadableLine?
  /// What the user should know of the data, each said once by a reader.
  public var notices: [String] = []

  /// How many rows will probably come: there is room for them at once.
  var expectedRows = 0

  public init() {}

  /// A batch without columns, with room for rows.
  init(expectedRows: Int) {
    self.expectedRows = expectedRows
    times.reserveCapacity(expectedRows)
  }

  /// Takes out rows, controls, counts and notices; columns and memory stay.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    columnsChanged = false
    rowCount = 0
    times.removeAll(keepingCapacity: keepingCapacity)
    for column in values.indices { values[column].removeAll(keepingCapacity: keepingCapacity) }
    controls.removeAll()
    unreadable = 0
    lastUnreadable = nil
    notices.removeAll()
  }

  /// Adds columns up to the given ones; rows that are already there lack them.
  mutating func adopt(_ known: [TextColumn]) {
    guard columns != known else { return }
    while values.count < known.count {
      var column: [Double] = []
      column.reserveCapacity(max(rowCount, expectedRows))
      column.append(contentsOf: repeatElement(.nan, count: rowCount))
      values.append(column)
    }
    columns = known
    columnsChanged = true
  }

  mutating func append(time: Double, row: [Double]) {
    times.append(time)
    for column in values.indices {
      values[column].append(column < row.count ? row[column] : .nan)
    }
    rowCount += 1
  }
}

/// A line that tells the reader of a chart what to do, as in feedgnuplot.
public enum TextControl: Sendable, Equatable {
  /// `replot`: draw what has come so far.
  case replot
  /// `clear`: forget all rows before this one.
  case clear
  /// `exit`: end as if the input ended.
  case exit
}

/// A line that gave no row.
public struct UnreadableLine: Sendable, Equatable {
  /// Its first characters, control characters escaped.
  public var line: String
  /// From 1.
  public var lineNumber: Int
  public var reason: String
}
