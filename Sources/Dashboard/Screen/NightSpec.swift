import Metrics

/// The hours of every night, in local time, in which a screen is dimmed or turned off.
public struct NightSpec: Sendable, Equatable {
  /// The start in minutes after midnight, 0 to 1439.
  public var from: Int
  /// The end in minutes after midnight, 0 to 1439. A night whose end is not after its start crosses midnight.
  public var to: Int
  /// The light of the screen at night.
  public var level: ScreenLight.Level
  /// Seconds for which a key or a click lights the screen. Default 60.
  public var wakeDuration: Double

  /// The default share of the brightness that a dimmed screen keeps.
  public static let standardDim = 0.3
  /// The default of `wakeDuration`.
  public static let standardWake = 60.0

  /// A night between two times of the day, in minutes after midnight.
  public init(
    from: Int, to: Int, level: ScreenLight.Level, wakeDuration: Double = NightSpec.standardWake
  ) {
    self.from = from
    self.to = to
    self.level = level
    self.wakeDuration = wakeDuration
  }

  /// The night that contains a time, as UTC seconds; nil by day.
  ///
  /// If the end is in an hour that the clock shows twice, the night lasts until the second occurrence.
  func night(at time: Double, zone: TimeZoneRules) -> Range<Double>? {
    nights(around: time, zone).first { $0.contains(time) }
  }

  /// The start of the next night after a time, in UTC seconds.
  func nextNight(after time: Double, zone: TimeZoneRules) -> Double? {
    nights(around: time, zone).map(\.lowerBound).filter { $0 > time }.min()
  }

  /// The nights that begin on the days around a time.
  private func nights(around time: Double, _ zone: TimeZoneRules) -> [Range<Double>] {
    let second = Int(time.rounded(.down))
    let clock = second + zone.offset(at: second)
    let midnight = clock - (clock % 86_400 + 86_400) % 86_400
    return (-1...2).compactMap { day in
      let start = midnight + day * 86_400
      let begin = zone.seconds(ofClock: start + from * 60).first
      let end = zone.seconds(ofClock: start + to * 60 + (to <= from ? 86_400 : 0))
      let last = end.second ?? end.first
      return begin < last ? Double(begin)..<Double(last) : nil
    }
  }
}
