import Foundation
import History
import TestSupport
import Testing

@testable import Dashboard
@testable import Metrics

/// The usual values of a series, from its rows on earlier days.
@Suite struct UsualBandTests {
  // MARK: The distribution of samples in rows

  typealias Row = (low: Double, high: Double, mean: Double, count: Double)

  private static let tables: [(rows: [Row], shares: [Double], values: [Double])] = [
    // A row of one value.
    ([(5, 5, 5, 60)], [0.1, 0.5, 0.9], [5, 5, 5]),
    // Samples evenly spread.
    ([(0, 10, 5, 60)], [0, 0.1, 0.5, 0.9, 1], [0, 1, 5, 9, 10]),
    // One spike of 100 in a hundred samples of about 1: 99% are between 0 and 1.
    ([(0, 100, 1, 100)], [0.099, 0.99, 1], [0.1, 1, 100]),
    // Two rows beside one another, of which one has three times as many samples.
    ([(0, 1, 0.5, 10), (10, 11, 10.5, 30)], [0.125, 0.25, 0.625], [0.5, 1, 10.5]),
    // Single samples.
    ([(3, 3, 3, 1), (1, 1, 1, 1), (2, 2, 2, 1)], [0.1, 0.5, 0.9], [1, 2, 3]),
    // Text that is no row counts for nothing.
    ([(.nan, 1, 1, 5), (2, 1, 1, 5), (0, 1, 0.5, 0), (4, 4, 4, 1)], [0.5], [4]),
    ([], [0.1], [.nan]),
    // A mean that was rounded out of its row.
    ([(1, 2, 2.0001, 4)], [0.5], [2]),
  ]

  private func spread(_ rows: [Row]) -> ValueSpread {
    var spread = ValueSpread()
    for row in rows {
      spread.add(low: row.low, high: row.high, mean: row.mean, count: row.count)
    }
    return spread
  }

  @Test(arguments: tables.indices) func quantiles(_ number: Int) {
    let (rows, shares, expected) = Self.tables[number]
    let found = spread(rows).quantiles(shares)
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      #expect(found.isNaN == expected.isNaN)
      if !expected.isNaN { #expect(abs(found - expected) < 1e-9) }
    }
  }

  /// The share of samples of rows below a value, by the definition.
  private func share(of rows: [Row], below value: Double) -> Double {
    func part(_ low: Double, _ high: Double) -> Double {
      low == high ? (low <= value ? 1 : 0) : min(max((value - low) / (high - low), 0), 1)
    }
    let parts = rows.map { row -> Double in
      guard row.low < row.high else { return row.count * part(row.low, row.low) }
      let upper = (row.mean - row.low) / (row.high - row.low)
      let lower = upper < 1 ? (1 - upper) * part(row.low, row.mean) : 0
      let higher = upper > 0 ? upper * part(row.mean, row.high) : 0
      return row.count * (lower + higher)
    }
    return parts.reduce(0, +) / rows.reduce(0) { $0 + $1.count }
  }

  @Test func quantilesAreThoseOfTheDistribution() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let rows = (0..<Int.random(in: 1...40, using: &random)).map { _ -> Row in
        let low = Double.random(in: -100...100, using: &random)
        let high = Bool.random(using: &random) ? low : low + .random(in: 0...50, using: &random)
        let mean = low + (high - low) * .random(in: 0...1, using: &random)
        return (low, high, mean, Double(Int.random(in: 1...60, using: &random)))
      }
      let shares = (0..<5).map { _ in Double.random(in: 0.001...0.999, using: &random) }.sorted()
      for (share, value) in zip(shares, spread(rows).quantiles(shares)) {
        #expect(self.share(of: rows, below: value + 1e-6) >= share - 1e-6)
        #expect(self.share(of: rows, below: value - 1e-6) <= share + 1e-6)
      }
    }
  }

  // MARK: Days

  /// Noon of 10 January 2023, in UTC.
  private let noon = 1_673_352_000.0

  /// Single samples as the past has them.
  private func past(_ samples: [(time: Double, value: Double)]) -> [HistoryPast.Piece] {
    [
      HistoryPast.Piece(
        width: 0, times: samples.map(\.time), values: samples.map(\.value))
    ]
  }

  @Test func knotsAreThoseOfAPlainModel() {
    var random = SeededGenerator(seed: 9)
    let zone = TimeZoneRules.fixed(offset: 3600, abbreviation: "CET")
    // One sample for each minute of eight days, with two hours missing here and there.
    var samples: [(time: Double, value: Double)] = []
    for hour in 0..<8 * 24 where Int.random(in: 0..<6, using: &random) > 0 {
      for minute in 0..<60 {
        let time = noon - 8 * 86_400 + Double(hour * 3600 + minute * 60)
        samples.append((time, Double(Int.random(in: 0...1000, using: &random))))
      }
    }
    let range = noon - 7200...noon + 3600
    let band = UsualBand(of: past(samples), in: range, step: 900, days: 7, zone: zone)
    #expect(
      band.times == stride(from: range.lowerBound, through: range.upperBound, by: 900).map { $0 })
    for (i, time) in band.times.enumerated() {
      let days = (1...7).map { day in
        samples.filter { abs($0.time + 1e-6 - (time - Double(day) * 86_400)) < 1800 }.map(\.value)
      }
      let found = days.filter { !$0.isEmpty }.count
      #expect(band.days[i] == found)
      let all = days.flatMap { $0 }.sorted()
      guard found >= 3 else {
        #expect(band.low[i].isNaN && band.high[i].isNaN)
        continue
      }
      func percentile(_ share: Double) -> Double {
        all[max(0, Int((share * Double(all.count)).rounded(.up)) - 1)]
      }
      #expect(band.low[i] == percentile(0.1))
      #expect(band.high[i] == percentile(0.9))
    }
    // Some knots have a band, and some hours are missing.
    #expect(!band.isEmpty && Set(band.days).count > 1)
  }

  /// A knot stays as it is while time goes on and other knots are computed.
  @Test func aKnotDoesNotDependOnTheView() {
    var random = SeededGenerator(seed: 4)
    let samples = (0..<5 * 1440).map {
      (noon - 5 * 86_400 + Double($0) * 60, Double.random(in: 0...9, using: &random))
    }
    let zone = TimeZoneRules.utc
    let whole = UsualBand(
      of: past(samples), in: noon - 7200...noon + 7200, step: 900, days: 5, zone: zone)
    for shift in stride(from: 0.0, through: 3000, by: 377) {
      let part = UsualBand(
        of: past(samples), in: noon - 3600 + shift...noon + shift, step: 900, days: 5, zone: zone)
      for (i, time) in part.times.enumerated() {
        let place = whole.times.firstIndex(of: time)!
        #expect(part.low[i] == whole.low[place] && part.high[i] == whole.high[place])
      }
    }
  }

  @Test(arguments: [(0, true), (2, true), (3, false), (6, false)])
  func threeDaysAreEnough(_ days: Int, _ isEmpty: Bool) {
    let samples = (0..<days).map { (noon - Double(days - $0) * 86_400, 1.0) }
    let band = UsualBand(of: past(samples), in: noon...noon, step: 900, days: 7, zone: .utc)
    #expect(band.isEmpty == isEmpty)
    #expect(band.days(at: noon) == (isEmpty ? nil : days))
  }

  private static let day = 86_400.0

  /// Seconds after the start of summer time, days earlier, and the seconds that are meant. Summer time begins at
  /// 01:00 UTC, when the clock goes from 02:00 to 03:00, and lasts for 180 days.
  private static let hours: [(time: Double, days: Int, expected: Double)] = [
    // Before the change and long after.
    (-7200, 1, -7200 - day), (5 * day, 1, 4 * day),
    // 08:00 in summer time was 08:00 a day earlier, which is one hour later in UTC.
    (5 * 3600, 1, 5 * 3600 - day + 3600), (5 * 3600, 7, 5 * 3600 - 7 * day + 3600),
    // 02:30, a day after the clock skipped 02:30: there as if the clock had not been set.
    (day - 1800, 1, 1800),
    // The end of summer time.
    (180 * day + 5 * 3600, 1, 180 * day + 5 * 3600 - day - 3600),
  ]

  @Test(arguments: hours.indices) func anHourIsOneOfTheClock(_ number: Int) {
    let (time, days, expected) = Self.hours[number]
    let start = 1_679_792_400.0
    let end = start + 180 * 86_400
    let zone = TimeZoneRules { second in
      let isSummer = Double(second) >= start && Double(second) < end
      return CivilTime(
        secondsOfClock: second + (isSummer ? 7200 : 3600),
        zoneAbbreviation: isSummer ? "CEST" : "CET")
    }
    let found = UsualBand.time(start + time, daysEarlier: days, zone)
    #expect(found == start + expected)
  }

  @Test func longWindowsHaveFewKnots() {
    let steps: [(window: Double, step: Double)] = [
      (300, 900), (86_400, 900), (90_001, 1800), (7 * 86_400, 7200), (366 * 86_400, 86_400),
    ]
    for (window, step) in steps { #expect(UsualBand.step(forWindow: window) == step) }
  }
}
