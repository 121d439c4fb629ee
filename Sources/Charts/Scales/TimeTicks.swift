import Messages
import Metrics

/// A time axis: ticks at round local times and their labels.
public struct TimeTicks: Hashable, Sendable {
  /// A moment that is marked on the axis.
  public struct Tick: Hashable, Sendable {
    /// The time in UTC seconds since 1970.
    public let time: Double
    /// `14:20:05.25` where ticks are less than a second apart, `14:20:05` up to a minute, `14:20`
    /// up to a day, `21 Nov` up to a month, `Nov 2026` up to a year, then `2026`.
    public fileprivate(set) var label: String
  }

  /// The ticks, strictly increasing, within the domain.
  public let ticks: [Tick]

  /// The ticks of the smallest round step (1, 2, 5 × 10ⁿ of a second from a microsecond up, 1, 2, 5, 10, 15, 30
  /// seconds or minutes, 1, 2, 3, 6, 12 hours, 1, 2, 7, 14 days, 1, 2, 3, 4, 6 months, 1, 2, 5 … years) with no more
  /// than `maximum` ticks between two times; if that step has no tick there, one tick of the next smaller step.
  /// Steps are aligned with the clock of `zone`, even across a change of daylight saving time. There are no ticks if
  /// the domain is empty, not finite, or beyond the years ±9999.
  /// - Parameter now: UTC seconds. A day that begins within the axis has its date in place of `00:00`. An axis that
  ///   ends on another day than this names the date at the first tick, too, and in another year also the year, at the
  ///   first tick and where a year begins. Nil for no such names.
  public init(
    from start: Double, through end: Double, maximum: Int, zone: TimeZoneRules, now: Double? = nil
  ) {
    let horizon = TimeZoneRules.horizon
    guard start < end, abs(start) <= horizon, abs(end) <= horizon, maximum >= 1 else {
      ticks = []
      return
    }
    func marked(by step: TimeStep, limit: Int) -> [Tick]? {
      guard (end - start) / step.seconds < Double(limit) else { return nil }
      return step.ticks(in: start...end, zone: zone, limit: limit)
    }
    var found: [Tick] = []
    for (i, step) in TimeStep.all.enumerated() {
      guard let fitting = marked(by: step, limit: maximum), fitting.count <= maximum else {
        continue
      }
      found = fitting
      if found.isEmpty, i > 0, let finer = marked(by: TimeStep.all[i - 1], limit: 8 * maximum) {
        // A domain of several days may contain no start of a week or of a month.
        found = finer.isEmpty ? [] : [finer[finer.count / 2]]
      }
      break
    }
    if let now {
      found.nameDates(from: zone.civil(start), until: zone.civil(end), today: zone.civil(now), zone)
    }
    ticks = found
  }
}

extension [TimeTicks.Tick] {
  /// Adds the date of a day other than today, and the year if it is not the present year, to labels without them.
  fileprivate mutating func nameDates(
    from start: CivilTime, until end: CivilTime, today: CivilTime, _ zone: TimeZoneRules
  ) {
    guard !end.isSameDay(as: today) else { return nameMidnights(after: start, zone) }
    let isThisYear = end.year == today.year
    var last: CivilTime?
    for i in indices {
      let day = zone.civil(self[i].time)
      defer { last = day }
      let date = isThisYear || last?.year == day.year ? day.dateText : day.dateTextWithYear
      if self[i].isMidnight {
        self[i].label = date
      } else if self[i].label.contains(":") {
        if last.map({ !$0.isSameDay(as: day) }) ?? true {
          self[i].label = date + " " + self[i].label
        }
      } else if self[i].label == day.dateText {
        self[i].label = date
      }
    }
  }
}

extension [TimeTicks.Tick] {
  /// Names each day that begins after the start of the axis.
  fileprivate mutating func nameMidnights(after start: CivilTime, _ zone: TimeZoneRules) {
    for i in indices where self[i].isMidnight {
      let day = zone.civil(self[i].time)
      if !day.isSameDay(as: start) { self[i].label = day.dateText }
    }
  }
}

extension TimeTicks.Tick {
  /// Whether the label is the time at which a day begins.
  fileprivate var isMidnight: Bool { ["00:00", "00:00:00"].contains(label) }
}

extension CivilTime {
  fileprivate func isSameDay(as other: CivilTime) -> Bool {
    (year, month, day) == (other.year, other.month, other.day)
  }
}

/// A step of a time axis.
private enum TimeStep: Sendable {
  /// A part of a second, by the number of parts: 10 for a tenth.
  case parts(Int)
  case seconds(Int)
  /// A number of days, counted from Monday, 5 January 1970, so that weeks start on Mondays.
  case days(Int)
  case months(Int)

  static let all: [TimeStep] =
    [100_000, 10_000, 1000, 100, 10, 1].flatMap { [10 * $0, 5 * $0, 2 * $0] }.map { .parts($0) }
    + [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200]
    .map { .seconds($0) }
    + [1, 2, 7, 14].map { .days($0) }
    + [1, 2, 3, 4, 6].map { .months($0) }
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000].map { .months(12 * $0) }

  /// The shortest distance between two ticks, in seconds, or a little less.
  var seconds: Double {
    switch self {
    case .parts(let count): 1 / Double(count)
    case .seconds(let seconds): Double(seconds)
    case .days(let days): Double(days) * 86_400
    case .months(let months): (Double(months) * 30.4375 - 2.5) * 86_400
    }
  }

  private func label(_ civil: CivilTime) -> String {
    switch self {
    case .parts: civil.timeText
    case .seconds(let seconds): seconds < 60 ? civil.timeText : civil.minuteText
    case .days: civil.dateText
    case .months(let months): months < 12 ? civil.monthTextWithYear : "\(civil.year)"
    }
  }

  /// The ticks of a domain; stops after one more than `limit`.
  func ticks(
    in domain: ClosedRange<Double>, zone: TimeZoneRules, limit: Int
  ) -> [TimeTicks.Tick] {
    let (start, end) = (domain.lowerBound, domain.upperBound)
    if case .parts(let count) = self {
      return parts(count, in: domain, zone: zone, limit: limit)
    }
    let seconds = Int(start.rounded(.up))...max(Int(start.rounded(.up)), Int(end.rounded(.down)))
    return times(in: seconds, zone: zone, limit: limit).filter { domain.contains(Double($0)) }.map {
      TimeTicks.Tick(time: Double($0), label: label(zone.civil(Double($0))))
    }
  }

  /// The multiples of a part of a second, with as many decimals as the part needs.
  private func parts(
    _ count: Int, in domain: ClosedRange<Double>, zone: TimeZoneRules, limit: Int
  ) -> [TimeTicks.Tick] {
    let decimals = "\(count - 1)".count
    let unit = Int(NumberText.powerOfTen(decimals))
    let point = String(RegionalFormat.current.decimalSeparator)
    var ticks: [TimeTicks.Tick] = []
    var multiple = Int((domain.lowerBound * Double(count)).rounded(.down))
    while ticks.count <= limit {
      let time = Double(multiple) / Double(count)
      if time > domain.upperBound { break }
      if domain.contains(time), time > ticks.last?.time ?? -.infinity {
        let second = floorDivide(multiple, count)
        let digits = "\(unit + floorModulo(multiple, count) * unit / count)".dropFirst()
        ticks.append(
          TimeTicks.Tick(
            time: time, label: label(zone.civil(Double(second))) + point + digits))
      }
      multiple += 1
    }
    return ticks
  }

  /// The whole UTC seconds of a range at which the clock shows a multiple of the step; stops after
  /// one more than `limit`.
  private func times(in range: ClosedRange<Int>, zone: TimeZoneRules, limit: Int) -> [Int] {
    switch self {
    case .parts: []
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

  /// Advances in UTC, and corrects the distance of the clock from a multiple of the step, which changes only with the
  /// zone's offset.
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

  /// The nearest second at which the clock shows a multiple of a step, the later of two; nil if a change of the offset
  /// skips these times.
  private static func aligned(_ second: Int, step: Int, zone: TimeZoneRules) -> Int? {
    func excess(_ second: Int) -> Int { floorModulo(second + zone.offset(at: second), step) }
    let off = excess(second)
    let nearestFirst = 2 * off >= step ? [step - off, -off] : [-off, step - off]
    return nearestFirst.map { second + $0 }.first { excess($0) == 0 }
  }

  /// The local midnights of the days, counted since 1970, that `day` returns for ascending indices.
  private func calendarTimes(
    in range: ClosedRange<Int>, zone: TimeZoneRules, limit: Int,
    day: (_ first: CivilTime, _ index: Int) -> Int
  ) -> [Int] {
    let first = zone.civil(Double(range.lowerBound))
    var times: [Int] = []
    var index = 0
    while times.count <= limit {
      let time = zone.seconds(ofClock: day(first, index) * 86_400).first
      if time > range.upperBound { break }
      if time >= range.lowerBound { times.append(time) }
      index += 1
    }
    return times
  }
}
