/// Joins what several lines of one interval say into one row: the devices of `iostat`, the summary
/// lines of `top`.
///
/// A row is over when
/// - a source of values (a key of a table, a shape of line) comes that has already given its values
///   since the row began, or the time changes; or
/// - the source comes that was the last one of the interval before, so that a row need not wait for
///   the next interval; or
/// - the stream pauses or ends.
///
/// Lines of one source (`vmstat`) are rows at once from the second on. A source that is new after the
/// last one gives a row of its own, once.
struct RowAssembler {
  /// The values of the row so far, by column; NaN where there is none.
  private(set) var values: [Double] = []
  private(set) var time = Double.nan
  private(set) var hasRow = false
  /// Since the interval began, which may be before the row did.
  private var seen: Set<Int> = []
  private var latest = -1
  private var listHasEnded = false
  /// The last source of the interval before.
  private var lastOfInterval = -1

  /// Every interval consists of one line of this source.
  func isSingle(_ source: Int) -> Bool {
    lastOfInterval == source && seen.count <= 1 && !hasRow
  }

  /// A row must be given out before values of `source` come.
  mutating func begins(source: Int, time newTime: Double) -> Bool {
    let isOther = !newTime.isNaN && !time.isNaN && newTime != time
    guard seen.contains(source) || isOther else { return false }
    lastOfInterval = latest
    seen.removeAll(keepingCapacity: true)
    return hasRow
  }

  /// As `begins`, for a source of which many lines follow each other in one interval (processes); the
  /// lines are told apart from those of the next interval by what comes between.
  mutating func beginsList(source: Int, time: Double) -> Bool {
    let isOther = !time.isNaN && !self.time.isNaN && time != self.time
    if latest == source, !isOther, !listHasEnded { return false }
    return begins(source: source, time: time)
  }

  /// Something came that is no row: a list does not go on behind it.
  mutating func endList() { listHasEnded = true }

  mutating func set(_ column: Int, _ value: Double) {
    while values.count <= column { values.append(.nan) }
    values[column] = value
  }

  /// Adds to what the row has already for this column.
  mutating func add(_ column: Int, _ value: Double) {
    guard column < values.count, !values[column].isNaN else { return set(column, value) }
    if !value.isNaN { values[column] += value }
  }

  /// The values of `source` have been set; says whether the row is over.
  mutating func ends(source: Int, time newTime: Double) -> Bool {
    if !hasRow || !newTime.isNaN { time = newTime }
    hasRow = true
    seen.insert(source)
    latest = source
    listHasEnded = false
    return source == lastOfInterval
  }

  /// Forgets what an interval consists of; the row has been given out.
  mutating func reset() {
    seen.removeAll()
    latest = -1
    lastOfInterval = -1
  }

  /// The row has been given out.
  mutating func clear() {
    for column in values.indices { values[column] = .nan }
    hasRow = false
  }
}
