/// The number of rows as it is said. It is read, not watched: while rows come it changes about once a
/// second, and where they stop it is right.
struct RowCount {
  private(set) var shown = 0
  private var latest = 0
  private var time = -Double.infinity

  /// A little less than a second: of one row a second each is counted as it comes.
  private static let interval = 0.9

  /// Takes the number of rows so far.
  /// - Parameter isLast: whether no more will come soon.
  mutating func update(_ rows: Int, isLast: Bool, at time: Double) {
    latest = rows
    if isLast || rows < shown { self.time = -.infinity }
    advance(to: time)
  }

  /// Says the latest number when that is due.
  /// - Returns: whether another number is shown.
  @discardableResult
  mutating func advance(to time: Double) -> Bool {
    guard latest != shown, time >= self.time + RowCount.interval else { return false }
    (shown, self.time) = (latest, time)
    return true
  }

  /// When another number is due; nil while the latest is shown.
  var nextChange: Double? { latest == shown ? nil : time + RowCount.interval }
}
