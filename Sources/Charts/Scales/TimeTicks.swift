import Metrics

/// A time axis: ticks at round local times and their labels.
public struct TimeTicks: Hashable, Sendable {
  public struct Tick: Hashable, Sendable {
    /// UTC seconds since 1970, a whole number.
    public let time: Double
    /// `14:20:05` where ticks are less than a minute apart, `14:20` up to a day, `21 Nov` up to a
    /// month, `Nov 2026` up to a year, then `2026`.
    public let label: String
  }

  /// Strictly increasing, within the domain.
  public let ticks: [Tick]

  /// The ticks of the smallest round step (1, 2, 5, 10, 15, 30 seconds or minutes, 1, 2, 3, 6, 12
  /// hours, 1, 2, 7, 14 days, 1, 3, 6 months, 1, 2, 5 … years) that gives no more than `maximum`
  /// ticks between two times. Steps are aligned to the clock of `zone`, also across a change of
  /// summer time. None when the domain is empty, not finite or beyond the years ±9999.
  public init(from start: Double, through end: Double, maximum: Int, zone: TimeZoneRules) {
    let horizon = TimeZoneRules.horizon
    guard start < end, abs(start) <= horizon, abs(end) <= horizon, maximum >= 1 else {
      ticks = []
      return
    }
    let seconds = Int(start.rounded(.up))...max(Int(start.rounded(.up)), Int(end.rounded(.down)))
    for step in TimeStep.all where (end - start) / step.seconds < Double(maximum) {
      let times = step.times(in: seconds, zone: zone, limit: maximum).filter {
        Double($0) >= start && Double($0) <= end
      }
      if times.count <= maximum {
        ticks = times.map {
          Tick(time: Double($0), label: step.label(zone.civil(Double($0))))
        }
        return
      }
    }
    ticks = []
  }
}

/// A step of a time axis.
private enum TimeStep: Sendable {
  case seconds(Int)
  /// Counted from Monday, 5 January 1970, so that weeks start on Mondays.
  case days(Int)
  case months(Int)

  static let all: [TimeStep] =
    [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200]
    .map { .seconds($0) }
    + [1, 2, 7, 14].map { .days($0) }
    + [1, 3, 6].map { .months($0) }
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000].map { .months(12 * $0) }

  /// The shortest that two ticks can be apart.
  var seconds: Double {
    switch self {
    case .seconds(let seconds): Double(seconds)
    case .days(let days): Double(days) * 86_400
    case .months(let months): Double(months) * 28 * 86_400
    }
  }

  func label(_ civil: CivilTime) -> String {
    switch self {
    case .seconds(let seconds): seconds < 60 ? civil.timeText : civil.minuteText
    case .days: civil.dateText
    case .months(let months): months < 12 ? "\(civil.monthText) \(civil.year)" : "\(civil.year)"
    }
  }

  /// The whole UTC seconds of a range at which the clock shows a multiple of the step; stops after
  /// one more than `limit`.
  func times(in range: ClosedRange<Int>, zone: TimeZoneRules, limit: Int) -> [Int] {
    switch self {
    case .seconds(let step): clockTimes(step: step, in: range, zone: zone, limit: limit)
    case .days(let step):
      calendarTimes(in: range, zone: zone, limit: limit) { first, index in
        let days = floorDivide(first.secondsOfClock, 86_400)
        return (floorDivide(days - 4, step) + index) * step + 4
      }
    case .months(let step):
      calendarTimes(in: range, zone: zone, limit: limit) { first, index in
        let month = (floorDivide(first.year * 12 + first.month - 1, step) + index) * step
        return CivilTime.days(year: 0, month: month + 1, day: 1)
      }
    }
  }

  /// Steps on in UTC and corrects by what the clock is off a multiple: only across a change of the
  /// zone's offset is there anything to correct.
  private func clockTimes(
    step: Int, in range: ClosedRange<Int>, zone: TimeZoneRules, limit: Int
  ) -> [Int] {
    var times: [Int] = []
    var second = range.lowerBound
    while second <= range.upperBound + step, times.count <= limit {
      let tick = Self.aligned(second, step: step, zone: zone)
      if let tick, range.contains(tick), tick > times.last ?? .min { times.append(tick) }
      second = (tick ?? second) + step
    }
    return times
  }

  /// The nearest second at which the clock shows a multiple of a step, the later of two; nil where
  /// a change of the offset has skipped them.
  private static func aligned(_ second: Int, step: Int, zone: TimeZoneRules) -> Int? {
    func excess(_ second: Int) -> Int { floorModulo(second + zone.offset(at: second), step) }
    let off = excess(second)
    let nearestFirst = 2 * off >= step ? [step - off, -off] : [-off, step - off]
    return nearestFirst.map { second + $0 }.first { excess($0) == 0 }
  }

  /// Local midnights, given as days since 1970 by their index.
  private func calendarTimes(
    in range: ClosedRange<Int>, zone: TimeZoneRules, limit: Int,
    day: (_ first: CivilTime, _ index: Int) -> Int
  ) -> [Int] {
    let first = zone.civil(Double(range.lowerBound))
    var times: [Int] = []
    var index = 0
    while times.count <= limit {
      let time = zone.second(ofClock: day(first, index) * 86_400)
      if time > range.upperBound { break }
      if time >= range.lowerBound { times.append(time) }
      index += 1
    }
    return times
  }
}
