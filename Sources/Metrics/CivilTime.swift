/// A moment on a calendar and a clock in a time zone.
public struct CivilTime: Hashable, Sendable {
  /// The year of the Gregorian calendar.
  public var year: Int
  /// 1 to 12.
  public var month: Int
  /// 1 to 31.
  public var day: Int
  /// The hour of the clock, 0 to 23.
  public var hour: Int
  /// The minute of the clock, 0 to 59.
  public var minute: Int
  /// Whole seconds, 0 to 59 (60 in a leap second, if the system reports leap seconds).
  public var second: Int
  /// 0 is Sunday.
  public var weekday: Int
  /// `CET`, `UTC`.
  public var zoneAbbreviation: String

  /// A moment of the given parts, which are not checked.
  public init(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, weekday: Int,
    zoneAbbreviation: String
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.weekday = weekday
    self.zoneAbbreviation = zoneAbbreviation
  }
}

extension CivilTime {
  /// `Sat 21 Nov 14:25:08 CET`.
  public var clockText: String { clockText(dateText, timeText) }

  /// `Sat 21 Nov 14:25 CET`.
  public var clockTextOfMinute: String { clockText(dateText, minuteText) }

  /// `Sat 21 Nov 2026 14:25:08 CET`.
  public var clockTextWithYear: String { clockText(dateTextWithYear, timeText) }

  private func clockText(_ date: String, _ time: String) -> String {
    "\(shortWeekdayText) \(date) \(time) \(zoneAbbreviation)"
  }

  /// `Sat 21 Nov 2026`.
  public var dayTextWithYear: String { "\(shortWeekdayText) \(dateTextWithYear)" }

  /// Whether the clock shows the start of a day.
  public var isMidnight: Bool { hour == 0 && minute == 0 && second == 0 }

  /// `Sat 21 Nov`.
  public var dayText: String { "\(shortWeekdayText) \(dateText)" }

  private var shortWeekdayText: String {
    RegionalFormat.current.weekdays[floorModulo(weekday, 7)]
  }

  /// `Sat, 21 Nov 2026 13:25:08 +0000` of a time in UTC, as in the headers of mail (RFC 5322), whatever the region.
  public var mailText: String {
    let region = RegionalFormat()
    let (weekday, month) = (region.weekdays[floorModulo(weekday, 7)], region.month(of: self))
    return "\(weekday), \(day) \(month) \(year) \(timeText) +0000"
  }

  /// `14:25:08`.
  public var timeText: String { minuteText + ":" + second.padded(to: 2) }

  /// `14:25`.
  public var minuteText: String { hour.padded(to: 2) + ":" + minute.padded(to: 2) }

  /// `2026-11-21T14:25:08`, in the format of ISO 8601.
  package var isoText: String { year.padded(to: 4) + "-" + monthDayText + "T" + timeText }

  /// `20261121-142508`, for names of files.
  package var compactText: String {
    let date = year.padded(to: 4) + month.padded(to: 2) + day.padded(to: 2)
    return date + "-" + hour.padded(to: 2) + minute.padded(to: 2) + second.padded(to: 2)
  }

  /// `21 Nov`.
  public var dateText: String { RegionalFormat.current.date(self) }

  /// `21 Nov 2026`.
  public var dateTextWithYear: String { RegionalFormat.current.dateAndYear(self) }

  /// `Nov 2026`.
  public var monthTextWithYear: String { RegionalFormat.current.monthAndYear(self) }

  /// `Saturday`.
  public var weekdayText: String { RegionalFormat.current.fullWeekdays[floorModulo(weekday, 7)] }
}

extension CivilTime {
  /// The seconds from 1970-01-01 00:00:00 to this reading of the clock, ignoring the zone.
  package var secondsOfClock: Int {
    Self.days(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  /// Days from 1970-01-01 to a date of the proleptic Gregorian calendar; the month may lie outside
  /// 1 to 12 and carries over. Years are counted from March, so that the leap day is the last one.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let months = year * 12 + month - 3
    let (marchYear, marchMonth) = (floorDivide(months, 12), floorModulo(months, 12))
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let leapDays =
      floorDivide(marchYear, 4) - floorDivide(marchYear, 100) + floorDivide(marchYear, 400)
    // 719 468 days lie between 0000-03-01 and 1970-01-01.
    return marchYear * 365 + leapDays + dayOfYear - 719_468
  }

  /// The reading of the clock a number of seconds after 1970-01-01 00:00:00.
  package init(secondsOfClock seconds: Int, zoneAbbreviation: String) {
    let days = floorDivide(seconds, 86_400)
    let second = floorModulo(seconds, 86_400)
    // Inverse of `days(year:month:day:)`, within a 400-year era of 146 097 days.
    let era = floorDivide(days + 719_468, 146_097)
    let dayOfEra = floorModulo(days + 719_468, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    self.init(
      year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * marchMonth + 2) / 5 + 1,
      hour: second / 3600, minute: second / 60 % 60, second: second % 60,
      weekday: floorModulo(days + 4, 7), zoneAbbreviation: zoneAbbreviation)
  }
}

package func floorDivide(_ number: Int, _ divisor: Int) -> Int {
  let quotient = number / divisor
  return number % divisor < 0 ? quotient - 1 : quotient
}

package func floorModulo(_ number: Int, _ divisor: Int) -> Int {
  number - floorDivide(number, divisor) * divisor
}
