extension CivilTime {
  /// A date of the Gregorian calendar at midnight, in no zone. Months and days may lie outside of
  /// their ranges and carry over; figures beyond ten million are held there.
  public init(year: Int, month: Int, day: Int) {
    func held(_ number: Int) -> Int { min(max(number, -10_000_000), 10_000_000) }
    let days = CivilTime.days(year: held(year), month: held(month), day: held(day))
    self.init(secondsOfClock: days * 86_400, zoneAbbreviation: "")
  }

  /// The days from 1970-01-01 to this date.
  public var dayNumber: Int { CivilTime.days(year: year, month: month, day: day) }

  /// The date so many days later, at midnight: days of the calendar, whatever their length.
  public func addingDays(_ count: Int) -> CivilTime {
    CivilTime(year: year, month: month, day: day + min(max(count, -10_000_000), 10_000_000))
  }

  /// `01-07`: month and day.
  public var monthDayText: String {
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return twoDigits(month) + "-" + twoDigits(day)
  }
}
