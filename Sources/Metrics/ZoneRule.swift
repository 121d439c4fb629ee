/// The rule of a zone for all years, as the variable TZ of POSIX has it: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable {
  private let standard: ZoneFile.Offset
  /// Summer time, and the moments of its start and its end; nil without summer time.
  private let summer: (offset: ZoneFile.Offset, begin: Moment, end: Moment)?

  /// A moment of each year: a day, and the seconds of the local clock.
  private struct Moment {
    enum Day {
      /// A day of the year from 1 to 365, without leap days.
      case ordinal(Int)
      /// A day of the year from 0 to 365, with leap days.
      case number(Int)
      /// A weekday of a month: the month, the week from 1 to 5 (5 is the last), the day from 0 for Sunday.
      case weekday(month: Int, week: Int, day: Int)
    }

    var day: Day
    var seconds = 7200

    /// The seconds of the clock since 1970-01-01 00:00:00 in a year.
    func clock(in year: Int) -> Int {
      let newYear = CivilTime.days(year: year, month: 1, day: 1)
      let days: Int
      switch day {
      case .ordinal(let day):
        let isLeap = CivilTime.days(year: year, month: 3, day: 1) - newYear == 60
        days = newYear + day - 1 + (isLeap && day >= 60 ? 1 : 0)
      case .number(let day): days = newYear + day
      case .weekday(let month, let week, let weekday):
        let first = CivilTime.days(year: year, month: month, day: 1)
        let next = CivilTime.days(year: year, month: month + 1, day: 1)
        // 1970-01-01 was a Thursday.
        var day = first + floorModulo(weekday - floorModulo(first + 4, 7), 7) + (week - 1) * 7
        if day >= next { day -= 7 }
        days = day
      }
      return days * 86_400 + seconds
    }
  }

  init?(_ text: String) {
    var rest = Substring(text)
    guard let name = Self.name(&rest), let west = Self.time(&rest) else { return nil }
    standard = ZoneFile.Offset(seconds: -west, abbreviation: name)
    guard !rest.isEmpty else {
      summer = nil
      return
    }
    guard let summerName = Self.name(&rest) else { return nil }
    let summerWest = rest.hasPrefix(",") ? west - 3600 : Self.time(&rest)
    guard let summerWest, let begin = Self.moment(&rest), let end = Self.moment(&rest),
      rest.isEmpty
    else { return nil }
    summer = (ZoneFile.Offset(seconds: -summerWest, abbreviation: summerName), begin, end)
  }

  func offset(at second: Int) -> ZoneFile.Offset {
    guard let summer else { return standard }
    let year = CivilTime(
      secondsOfClock: second + standard.seconds, zoneAbbreviation: ""
    ).year
    let begin = summer.begin.clock(in: year) - standard.seconds
    let end = summer.end.clock(in: year) - summer.offset.seconds
    // In the south summer time lasts over the end of the year.
    let isSummer =
      begin < end ? (begin..<end).contains(second) : !(end..<begin).contains(second)
    return isSummer ? summer.offset : standard
  }

  // MARK: Words of a rule

  /// Letters, or any name in angle brackets: `<+03>`.
  private static func name(_ rest: inout Substring) -> String? {
    if rest.hasPrefix("<") {
      let name = rest.dropFirst().prefix { $0 != ">" }
      rest = rest.dropFirst(name.count + 2)
      return name.isEmpty ? nil : String(name)
    }
    let name = rest.prefix { $0.isLetter }
    rest = rest.dropFirst(name.count)
    return name.count < 3 ? nil : String(name)
  }

  private static func number(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return digits.count < 6 ? Int(digits) : nil
  }

  /// Hours, minutes and seconds, with a sign: `-5:30`.
  private static func time(_ rest: inout Substring) -> Int? {
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest = rest.dropFirst() }
    guard var seconds = number(&rest).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where rest.hasPrefix(":") {
      rest = rest.dropFirst()
      guard let part = number(&rest) else { return nil }
      seconds += part * unit
    }
    guard seconds <= 168 * 3600 else { return nil }
    return isNegative ? -seconds : seconds
  }

  private static func moment(_ rest: inout Substring) -> Moment? {
    guard rest.hasPrefix(",") else { return nil }
    rest = rest.dropFirst()
    var result: Moment
    if rest.hasPrefix("M") {
      rest = rest.dropFirst()
      var parts: [Int] = []
      for i in 0..<3 {
        if i > 0 {
          guard rest.hasPrefix(".") else { return nil }
          rest = rest.dropFirst()
        }
        guard let part = number(&rest) else { return nil }
        parts.append(part)
      }
      guard (1...12).contains(parts[0]), (1...5).contains(parts[1]), (0...6).contains(parts[2])
      else { return nil }
      result = Moment(day: .weekday(month: parts[0], week: parts[1], day: parts[2]))
    } else {
      let isOrdinal = rest.hasPrefix("J")
      if isOrdinal { rest = rest.dropFirst() }
      guard let day = number(&rest), day <= 366 else { return nil }
      result = Moment(day: isOrdinal ? .ordinal(day) : .number(day))
    }
    if rest.hasPrefix("/") {
      rest = rest.dropFirst()
      guard let seconds = time(&rest) else { return nil }
      result.seconds = seconds
    }
    return result
  }
}
