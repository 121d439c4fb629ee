import Charts
import Glibc
import History
import Metrics

/// The usual values of a series over time: from the 10th to the 90th percentile of the values at the same time of the
/// day, give or take half an hour, on earlier days.
///
/// The band has knots at whole steps of UTC. A knot depends only on earlier days. So a knot never changes as time
/// goes on, and a sliding band keeps its shape.
package struct UsualBand: Sendable, Equatable {
  /// The times of the knots in UTC seconds, in ascending order.
  package private(set) var times: [Double] = []
  /// The percentiles at the knots; NaN if there is not enough past.
  package private(set) var low: [Double] = []
  package private(set) var high: [Double] = []
  /// The numbers of earlier days that have samples.
  package private(set) var days: [Int] = []

  /// The least number of earlier days with samples for which a knot has a band.
  static let leastDays = 3
  /// The seconds before and after the time of the day that count as the same hour.
  static let reach = 1800.0
  private static let shares = [0.1, 0.9]

  /// Seconds of a day of 24 hours.
  static let day = 86_400.0

  /// Computes a band.
  /// - Parameters:
  ///   - past: the rows of the series in the order of time.
  ///   - range: the time in UTC seconds that the band covers.
  ///   - step: the seconds between knots.
  ///   - days: the number of earlier days.
  ///   - zone: the rules of the clock: an hour of a day is an hour on the wall clock, even after a change to daylight
  ///     saving time.
  init(
    of past: [HistoryPast.Piece], in range: ClosedRange<Double>, step: Double, days: Int,
    zone: TimeZoneRules
  ) {
    let rows = past.map { $0.inRows(of: 60) }.filter { !$0.times.isEmpty }
    for number in Int(
      (range.lowerBound / step).rounded(.down))...Int(
        (range.upperBound / step).rounded(.up))
    {
      let time = Double(number) * step
      var spread = ValueSpread()
      var found = 0
      for day in 1...max(1, days) {
        let then = Self.time(time, daysEarlier: day, zone)
        let isThere = Self.add(rows, then - Self.reach..<then + Self.reach, to: &spread)
        if isThere { found += 1 }
      }
      let ends = found < Self.leastDays ? [.nan, .nan] : spread.quantiles(Self.shares)
      times.append(time)
      low.append(ends[0])
      high.append(ends[1])
      self.days.append(found)
    }
  }

  /// The time at which the clock showed the same time of day a number of days earlier; the first of two such times.
  static func time(_ time: Double, daysEarlier days: Int, _ zone: TimeZoneRules) -> Double {
    let second = Int(time.rounded(.down))
    let clock = second + zone.offset(at: second) - days * 86_400
    return Double(zone.seconds(ofClock: clock).first) + (time - Double(second))
  }

  /// Adds the rows of a range of time.
  /// - Returns: whether there are any rows.
  private static func add(
    _ pieces: [HistoryPast.Piece], _ range: Range<Double>, to spread: inout ValueSpread
  ) -> Bool {
    var isThere = false
    // Pieces without rows have been left out.
    for piece in pieces
    where piece.times[0] < range.upperBound && piece.times.last! >= range.lowerBound {
      for i in piece.times.firstIndex(notBefore: range.lowerBound)..<piece.times.count {
        guard piece.times[i] < range.upperBound else { break }
        guard piece.values[i].isFinite else { continue }
        isThere = true
        spread.add(
          low: piece.minima[i], high: piece.maxima[i], mean: piece.values[i],
          count: piece.counts[i])
      }
    }
    return isThere
  }

  /// Whether no knot has a band.
  var isEmpty: Bool { low.allSatisfy { !$0.isFinite } }

  /// The band for a plot, with the values times a factor.
  func plotBand(factor: Double) -> PlotBand {
    func edge(_ values: [Double]) -> TimeSeries {
      var series = TimeSeries()
      series.append(times: times[...], values: values.map { $0 * factor }[...])
      return series
    }
    return factor < 0
      ? PlotBand(low: edge(high), high: edge(low)) : PlotBand(low: edge(low), high: edge(high))
  }

  /// The number of days that the band summarizes at a time; nil if there is no band.
  func days(at time: Double) -> Int? {
    let next = times.firstIndex(notBefore: time)
    let near = [next, next - 1].filter { times.indices.contains($0) && low[$0].isFinite }
    return near.first.map { days[$0] }
  }

  /// The seconds between knots for a window: a quarter of an hour, or the shortest part of a day that results in at
  /// most a hundred knots.
  static func step(forWindow window: Double) -> Double {
    let parts = [900.0, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]
    return parts.first { window / $0 <= 100 } ?? 86_400
  }
}
