import Charts
import Feeds
import Metrics

/// The usual values of one series, as a panel requests them.
struct UsualKey: Hashable {
  var source: SourceSpec
  var query: Query
  var metric: Metric
  var isCounter: Bool
  /// The number of earlier days.
  var days: Int
  /// The seconds between knots.
  var step: Double
}

/// A request for the usual values of a series.
package struct UsualWish: Sendable {
  var key: UsualKey
  /// The time in UTC seconds for which the values are wanted.
  var range: ClosedRange<Double>
  /// The rules of the clock.
  var zone: TimeZoneRules
}

/// The bands of usual values that panels show, as far as they have been read.
struct UsualBands {
  private struct Entry {
    var band: UsualBand?
    var plotBand: [Double: PlotBand] = [:]
    /// The range of time of the latest request.
    var range: ClosedRange<Double>
    /// The time of the latest request on the frame clock.
    var askedAt: Double
    var isPending = true
  }

  /// Reads usual values; nil if no past can be read. Another reader is asked again, because an answer of the former one
  /// may never come.
  var read: ((UsualWish) -> Void)? {
    didSet { for key in entries.keys { entries[key]!.isPending = false } }
  }
  private var entries: [UsualKey: Entry] = [:]

  /// The seconds until a missing past is requested again.
  private static let retry = 300.0
  /// The seconds after the present for which a band is computed in advance. The earlier days already have these values.
  private static let ahead = (usual: 6 * 3600.0, most: 23 * 3600.0)
  /// The seconds after which a band that is no longer requested is forgotten. A band in view is requested at least once
  /// in `ahead.most`.
  private static let lifetime = 2 * 86_400.0

  /// The band of a series with values times a factor, and the number of days that the band summarizes at a time; nil
  /// for no band.
  mutating func band(
    of key: UsualKey, factor: Double, at time: Double
  ) -> (band: PlotBand, days: Int)? {
    guard let entry = entries[key], let band = entry.band,
      let days = band.days(at: time)
    else { return nil }
    if let made = entry.plotBand[factor] { return (made, days) }
    let made = band.plotBand(factor: factor)
    // The guard has found the entry.
    entries[key]!.plotBand[factor] = made
    return (made, days)
  }

  /// The next request for a band; nil if nothing is missing, or an answer is pending.
  /// - Parameters:
  ///   - range: the time in view.
  ///   - now: the latest time of all samples in UTC seconds.
  ///   - time: the current time of the frame clock.
  mutating func wish(
    for key: UsualKey, in range: ClosedRange<Double>, now: Double, zone: TimeZoneRules,
    at time: Double
  ) -> UsualWish? {
    guard read != nil else { return nil }
    if let entry = entries[key] {
      guard !entry.isPending else { return nil }
      let isThere =
        entry.range.lowerBound <= range.lowerBound && range.upperBound <= entry.range.upperBound
      let isKnown = entry.band.map { !$0.isEmpty } ?? false
      guard !isThere || !isKnown && time - entry.askedAt >= Self.retry else { return nil }
    }
    let margin = (range.upperBound - range.lowerBound) / 2
    let end = min(range.upperBound + max(margin, Self.ahead.usual), now + Self.ahead.most)
    let wish = UsualWish(
      key: key, range: range.lowerBound - margin...max(end, range.upperBound), zone: zone)
    entries = entries.filter { time - $0.value.askedAt < Self.lifetime }
    entries[key] = Entry(
      band: entries[key]?.band, plotBand: entries[key]?.plotBand ?? [:], range: wish.range,
      askedAt: time)
    return wish
  }

  /// Takes an answer; nil if nothing could be read.
  mutating func take(_ band: UsualBand?, of wish: UsualWish) {
    guard entries[wish.key] != nil else { return }
    entries[wish.key]!.isPending = false
    entries[wish.key]!.band = band
    entries[wish.key]!.plotBand = [:]
  }

  /// Forgets all bands, because the days of another zone begin at other times.
  mutating func forget() { entries = [:] }

  /// Forgets the bands that no panel of a dashboard shows.
  mutating func keep(_ spec: DashboardSpec) {
    let panels = spec.pages.flatMap(\.panels).filter { $0.normalDays != nil }
    entries = entries.filter { key, _ in
      panels.contains { panel in
        panel.normalDays == key.days
          && panel.series.contains { $0.source == key.source && $0.query == key.query }
      }
    }
  }
}
