import Metrics

/// Rows from a `TextReader`, column by column. A batch is reused: `removeAll()` empties the batch after its rows have
/// been taken.
public struct TextBatch: Sendable {
  /// All columns so far. New columns are added at the end (a stream of `key=value` lines may bring a new name at any
  /// time); no column moves or disappears. A name may become longer (`r/s` is called `sda r/s` when `sdb` appears), and
  /// a unit may become known. A column with a higher `generation` than before is another series with another name,
  /// which a receiver starts without the samples of the former series. No row of the batch has a number of the former
  /// series.
  public var columns: [TextColumn] = []
  /// Whether `columns` has changed since the last `removeAll()`.
  public var columnsChanged = false
  /// The number of rows.
  public var rowCount = 0
  /// The time of each row in seconds since 1970 UTC; NaN for a row without a time of its own.
  public var times: [Double] = []
  /// `values[column][row]`; `SampleBatch.absent` if the row has no field for the column, another NaN if the field is
  /// not a number. Numbers may be infinite.
  public var values: [[Double]] = []
  /// The control lines of feedgnuplot, in order.
  public var controls: [(row: Int, control: TextControl)] = []
  /// The number of lines that could not be read.
  public var unreadable = 0
  /// The last of those lines; nil if there are none.
  public var lastUnreadable: UnreadableLine?
  /// The last row with a state without a word, although words have numbers; nil if there is none.
  var unknownState: UnreadableLine?
  /// The number of lines of text that came before the first row, and may be a banner.
  public var banners = 0
  /// The last of those lines; nil if there are none.
  public var lastBanner: UnreadableLine?
  /// The numbers of lines that were understood but are not rows.
  public var leftOut = LeftOutLines()
  /// Messages about the data for the user. A reader reports each message once.
  public var notices: [String] = []

  public init() {}

  /// Removes rows, controls, counts and notices; columns stay.
  /// - Parameter keepingCapacity: whether the memory of the rows stays as well. Pass false if others keep the batch's
  ///   arrays: otherwise each would get an array of the same capacity for perhaps few rows.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    columnsChanged = false
    rowCount = 0
    times.removeAll(keepingCapacity: keepingCapacity)
    for column in values.indices { values[column].removeAll(keepingCapacity: keepingCapacity) }
    controls.removeAll()
    unreadable = 0
    (lastUnreadable, unknownState) = (nil, nil)
    banners = 0
    lastBanner = nil
    leftOut = LeftOutLines()
    notices.removeAll()
  }

  /// Adopts the given columns; existing rows have no values for new columns.
  mutating func adopt(_ known: [TextColumn]) {
    guard columns != known else { return }
    while values.count < known.count {
      values.append([Double](repeating: SampleBatch.absent, count: rowCount))
    }
    columns = known
    columnsChanged = true
  }

  mutating func append(time: Double, row: [Double]) {
    times.append(time)
    for column in values.indices {
      values[column].append(column < row.count ? row[column] : SampleBatch.absent)
    }
    rowCount += 1
  }
}

/// A line that controls the receiver of the rows, as in feedgnuplot.
public enum TextControl: Sendable, Equatable {
  /// `replot`: draw the rows so far.
  case replot
  /// `clear`: forget all rows before this line.
  case clear
  /// Forget all rows before this line, which have been read in a wrong way. No line states this.
  case void
  /// The text of a new or a rewritten file begins, which takes the place of all rows before unless its rows are later. No
  /// line states this.
  case anew
  /// `exit`: end as if the input had ended.
  case exit
}

/// The numbers of lines that were understood but are not rows, by reason.
public struct LeftOutLines: Sendable, Hashable {
  /// Lines that summarize the lines before them: `Average:`.
  public var summaries = 0
  /// Lines that the expression of `TextOptions.match` does not match.
  public var unmatched = 0

  public init() {}

  var isEmpty: Bool { self == LeftOutLines() }

  /// Adds the numbers of other lines.
  public static func += (left: inout LeftOutLines, right: LeftOutLines) {
    left.summaries += right.summaries
    left.unmatched += right.unmatched
  }
}

/// A line that is not a row.
public struct UnreadableLine: Sendable, Equatable {
  /// The first characters of the line, with control characters escaped.
  public var line: String
  /// The number of the line, from 1.
  public var lineNumber: Int
  /// The reason why the line is not a row.
  public var reason: String
}
