import Metrics

/// Joins the lines of one interval into one row: the devices of `iostat`, the summary lines of `top`.
///
/// A row ends when
/// - a source of values (a key of a table, a shape of line) that already has values in this interval comes again, or
///   the time changes; or
/// - the values come from the source that was the last one of the interval before, so that a row need not wait for the
///   next interval; or
/// - the stream pauses or ends.
///
/// Each line of a single source (`vmstat`) after the first line is a complete row. A new source after the last source
/// of an interval becomes one row of its own.
struct RowAssembler {
  /// The values of the row so far, by column; `SampleBatch.absent` for a column without a value.
  private(set) var values: [Double] = []
  var time = Double.nan
  private(set) var hasRow = false
  /// The sources since the start of the interval, which may be earlier than the start of the row.
  private var seen: Set<Int> = []
  private var latest = -1
  private var listHasEnded = false
  private var lastOfInterval = -1

  /// Whether every interval consists of one line of this source.
  func isSingle(_ source: Int) -> Bool {
    lastOfInterval == source && seen.count <= 1 && !hasRow
  }

  /// Whether this interval already has values of a source.
  func hasSeen(_ source: Int) -> Bool { seen.contains(source) }

  /// Whether the current row must be published before the values of `source` are set.
  mutating func begins(source: Int, time newTime: Double) -> Bool {
    let isOther = !newTime.isNaN && !time.isNaN && newTime != time
    guard seen.contains(source) || isOther else { return false }
    lastOfInterval = latest
    seen.removeAll(keepingCapacity: true)
    return hasRow
  }

  /// Like `begins`, for a source with many consecutive lines in one interval (processes). Other lines in
  /// between separate such lines from those of the next interval.
  mutating func beginsList(source: Int, time: Double) -> Bool {
    let isOther = !time.isNaN && !self.time.isNaN && time != self.time
    if latest == source, !isOther, !listHasEnded { return false }
    return begins(source: source, time: time)
  }

  /// Ends a list after a line that is not a row.
  mutating func endList() { listHasEnded = true }

  mutating func set(_ column: Int, _ value: Double) {
    while values.count <= column { values.append(SampleBatch.absent) }
    values[column] = value
  }

  /// Adds a value to the row's value of the column.
  mutating func add(_ column: Int, _ value: Double) {
    guard column < values.count, !values[column].isNaN else { return set(column, value) }
    if !value.isNaN { values[column] += value }
  }

  /// Notes that the values of `source` have been set, and returns whether the row is complete.
  mutating func ends(source: Int, time newTime: Double) -> Bool {
    if !hasRow || !newTime.isNaN { time = newTime }
    hasRow = true
    seen.insert(source)
    latest = source
    listHasEnded = false
    return source == lastOfInterval
  }

  /// Replaces the sources of the current interval, because the lines of the interval now have keys.
  mutating func replaceSources(by sources: [Int]) {
    seen = Set(sources)
    latest = sources.last ?? latest
  }

  /// Forgets the composition of an interval, after the row has been published.
  mutating func reset() {
    seen.removeAll()
    latest = -1
    lastOfInterval = -1
  }

  /// Clears the row after its publication.
  mutating func clear() {
    for column in values.indices { values[column] = SampleBatch.absent }
    hasRow = false
  }
}
