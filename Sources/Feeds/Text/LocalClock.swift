import Metrics

/// Converts readings of a local clock, row after row, into instants.
///
/// At the end of daylight saving time the clock shows one hour twice. A reading in that hour means the instant that
/// follows the row before.
struct LocalClock {
  private let zone: TimeZoneRules
  /// A day with its offset; the offset is nil on days near a change.
  private var day: (start: Int, offset: Int?)?
  /// The instant of the row before, and the step from the instant before that one.
  private var last: Double?
  private var step = 0.0
  /// The number of rows with the last instant so far, and with the instant before.
  private var rows = (last: 0, before: 0)

  /// The seconds by which rows may be late, because logs have whole seconds.
  private static let lateness = 1.0

  init(zone: TimeZoneRules) { self.zone = zone }

  /// The instant of a row's reading, in seconds since 1970 UTC.
  /// - Parameters:
  ///   - reading: the seconds from 1970-01-01 00:00:00 to the time that the clock shows.
  ///   - arrival: the arrival time of a row that comes as soon as it is made; nil for an older row.
  mutating func instant(of reading: Double, arrival: Double?) -> Double {
    guard abs(reading) < 1e11 else { return reading }
    let (first, second) = candidates(reading)
    let instant = second.map { choose(first, $0, arrival) } ?? first
    if instant == last {
      rows.last += 1
    } else {
      step = last.map { instant - $0 } ?? 0
      rows = (1, rows.last)
      last = instant
    }
    return instant
  }

  private func choose(_ first: Double, _ second: Double, _ arrival: Double?) -> Double {
    let half = (second - first) / 2
    if let arrival {
      if abs(second - arrival) < half { return second }
      if abs(first - arrival) < half { return first }
    }
    guard let last else { return first }
    if first < last - Self.lateness { return second }
    // The clock shows the same reading again. The row is in the second hour if rows are about an hour apart and the
    // last instant already has as many rows as the instant before; otherwise the row belongs to the same moment.
    return first <= last && step >= half && rows.last >= rows.before ? second : first
  }

  /// The reading of the clock at an instant, in seconds from 1970-01-01 00:00:00; nil for an instant that is no time.
  func reading(at instant: Double) -> Double? {
    guard abs(instant) < 1e11 else { return nil }
    return instant + Double(zone.offset(at: Int(instant.rounded(.down))))
  }

  /// The instant nearest to an arrival at which the clock shows the given seconds since midnight.
  mutating func instant(ofDay seconds: Double, near arrival: Double) -> Double {
    guard let clock = reading(at: arrival) else { return .nan }
    let midnight = (clock / 86_400).rounded(.down) * 86_400
    var nearest = Double.infinity
    for day in -1...1 {
      let (first, second) = candidates(midnight + Double(day) * 86_400 + seconds)
      for instant in [first, second ?? first] where abs(instant - arrival) < abs(nearest - arrival)
      {
        nearest = instant
      }
    }
    return nearest
  }

  /// The instant of a reading without a year: the latest instant that is at most a day after the arrival.
  mutating func instant(month: Int, day: Int, seconds: Double, near arrival: Double) -> Double {
    guard abs(arrival) < 1e11 else { return .nan }
    let next = zone.civil(arrival).year + 1
    for year in stride(from: next, through: next - Self.mostYears, by: -1) {
      guard let reading = CivilDate(year, month, day).map({ $0.start + seconds }) else { continue }
      if candidates(reading).0 <= arrival + 86_400 { return instant(of: reading, arrival: nil) }
    }
    return .nan
  }

  /// The largest number of years from one 29 February to the next, and one more.
  private static let mostYears = 9

  private mutating func candidates(_ reading: Double) -> (Double, Double?) {
    let whole = Int(reading.rounded(.down))
    if let day, whole >= day.start, whole < day.start + 86_400 {
      if let offset = day.offset { return (reading - Double(offset), nil) }
    } else {
      let start = Int((reading / 86_400).rounded(.down)) * 86_400
      day = (start, zone.offset(ofDayAt: start))
      if let offset = day?.offset { return (reading - Double(offset), nil) }
    }
    let (first, second) = zone.seconds(ofClock: whole)
    let rest = reading - Double(whole)
    return (Double(first) + rest, second.map { Double($0) + rest })
  }
}
