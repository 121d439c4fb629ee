extension CivilTime {
  /// A date of the Gregorian calendar at midnight, without a zone. Months and days may lie outside their
  /// ranges and carry over. Figures beyond ten million are clamped.
  public init(year: Int, month: Int, day: Int) {
    self.init(
      secondsOfClock: Self.heldDays(year, month, day) * 86_400, zoneAbbreviation: "")
  }

  /// The number of days from 1970-01-01 to this date.
  public var dayNumber: Int { Self.heldDays(year, month, day) }

  private static func heldDays(_ year: Int, _ month: Int, _ day: Int) -> Int {
    func held(_ number: Int) -> Int { min(max(number, -10_000_000), 10_000_000) }
    return days(year: held(year), month: held(month), day: held(day))
  }

  /// The date a number of calendar days later, at midnight, whatever the length of the days; at most a
  /// million days.
  public func addingDays(_ count: Int) -> CivilTime {
    CivilTime(
      year: year, month: month,
      day: min(max(day, -10_000_000), 10_000_000) + min(max(count, -1_000_000), 1_000_000))
  }

  /// `01-07`: month and day.
  public var monthDayText: String { month.padded(to: 2) + "-" + day.padded(to: 2) }
}
