/// How often rows come, and so when they are late: after three times their usual distance, but not
/// before five seconds.
struct RowPulse {
  private var last: Double?
  /// The latest distances between times at which rows came, in seconds.
  private var distances: [Double] = []

  private static let least = 5.0
  private static let times = 3.0
  private static let mostDistances = 15

  /// Rows have come.
  mutating func beat(at time: Double) {
    if let last, time > last {
      if distances.count == RowPulse.mostDistances { distances.removeFirst() }
      distances.append(time - last)
    }
    last = max(last ?? time, time)
  }

  /// Seconds without rows after which they are late; nil while too few have come to know.
  var limit: Double? {
    guard !distances.isEmpty else { return nil }
    // The median: a pause now and then does not count.
    let usual = distances.sorted()[distances.count / 2]
    return max(RowPulse.least, RowPulse.times * usual)
  }

  /// For how long no rows have come, where that is late.
  func lateness(at time: Double) -> Double? {
    guard let last, let limit, time - last >= limit else { return nil }
    return time - last
  }

  /// When there will be something else to say.
  func nextChange(after time: Double) -> Double? {
    guard let last, let limit else { return nil }
    let age = time - last
    return last + (age < limit ? limit : LateText(seconds: age).validUntil)
  }
}
