/// The displayed number of rows. For viewers who only glance, the number changes about once a second while rows come,
/// and is exact when no more rows come.
struct RowCount {
  private(set) var shown = 0
  private var latest = 0
  private var time = -Double.infinity

  /// The interval is a little less than a second, so that a source of one row a second is counted row by row.
  private static let interval = 0.9

  /// Takes the number of rows so far.
  /// - Parameter isLast: whether no more rows will come soon.
  mutating func update(_ rows: Int, isLast: Bool, at time: Double) {
    latest = rows
    if isLast || rows < shown { self.time = -.infinity }
    advance(to: time)
  }

  /// Displays the latest number when the display is due.
  /// - Returns: whether the displayed number has changed.
  @discardableResult
  mutating func advance(to time: Double) -> Bool {
    guard latest != shown, time >= self.time + RowCount.interval else { return false }
    (shown, self.time) = (latest, time)
    return true
  }

  /// The time when the displayed number changes next; nil if it is up to date.
  var nextChange: Double? { latest == shown ? nil : time + RowCount.interval }
}
