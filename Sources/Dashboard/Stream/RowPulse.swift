/// The usual distance between rows. Rows are late after three times that distance, and at least five
/// seconds.
struct RowPulse {
  private var last: Double?
  /// The latest distances in seconds between arrivals of rows.
  private var distances: [Double] = []

  private static let least = 5.0
  private static let times = 3.0
  private static let mostDistances = 15

  mutating func beat(at time: Double) {
    if let last, time > last {
      if distances.count == RowPulse.mostDistances { distances.removeFirst() }
      distances.append(time - last)
    }
    last = max(last ?? time, time)
  }

  /// Seconds without rows after which rows are late; nil if too few rows have come.
  var limit: Double? {
    guard !distances.isEmpty else { return nil }
    // The median ignores single pauses.
    let usual = distances.sorted()[distances.count / 2]
    return max(RowPulse.least, RowPulse.times * usual)
  }

  /// The seconds since the last row, if rows are late; else nil.
  func lateness(at time: Double) -> Double? {
    guard let last, let limit, time - last >= limit else { return nil }
    return time - last
  }

  /// The time when the text about lateness changes.
  func nextChange(after time: Double) -> Double? {
    guard let last, let limit else { return nil }
    let age = time - last
    return last + (age < limit ? limit : LateText(seconds: age).validUntil)
  }
}
