import Glibc
import Metrics

/// The C library's `strptime`. The C headers declare it only with `_XOPEN_SOURCE`, and the module `Glibc` does not
/// define that macro. Swift and C use the same calling convention for pointers.
@_silgen_name("strptime")
private func strptime(
  _ text: UnsafePointer<CChar>, _ format: UnsafePointer<CChar>, _ parts: UnsafeMutablePointer<tm>
) -> UnsafePointer<CChar>?

/// A time found in text.
enum TextTime: Equatable {
  /// Seconds since 1970 UTC.
  case date(Double)
  /// A date and time without a zone: the seconds from 1970-01-01 00:00:00 to the time on the local clock.
  case local(Double)
  /// A date and time whose day and month may be in either order, which other rows show.
  case slashed(SlashedTime)
  /// A date without a year, and seconds since midnight.
  case ofYear(month: Int, day: Int, seconds: Double)
  /// Seconds since midnight.
  case ofDay(Double)
}

/// Reads times. A time without a zone is a reading of the local clock.
struct TimeReader {
  /// The user's format for `strptime`, ended by NUL.
  private let format: [CChar]?
  /// The parts of a time that the format contains.
  private let parts: TimeFormat.Parts

  init(format: String?) {
    self.format = format.map { Array($0.utf8CString) }
    parts = format.map(TimeFormat.parts(of:)) ?? .whole
  }

  var hasFormat: Bool { format != nil }

  /// The time in the user's format at the start of `text`, and its length in bytes.
  func readFormatted(_ text: UnsafeBufferPointer<UInt8>) -> (time: TextTime, length: Int)? {
    guard let format, !text.isEmpty else { return nil }
    let count = min(text.count, 256)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { copy in
      for index in 0..<count { copy[index] = CChar(bitPattern: text[index]) }
      copy[count] = 0
      guard let start = copy.baseAddress else { return nil }
      var read = tm()
      read.tm_mday = 1
      read.tm_year = 70
      read.tm_isdst = -1
      read.tm_gmtoff = Int.min
      guard let end = strptime(start, format, &read) else { return nil }
      let offset = read.tm_gmtoff
      let reading = Double(timegm(&read))
      return (time(read, reading: reading, offset: offset), end - UnsafePointer(start))
    }
  }

  /// The time that the user's format has read. A time without a year, or without a date, means the instant nearest to
  /// the row's arrival, like a time that is read without a format.
  private func time(_ read: tm, reading: Double, offset: Int) -> TextTime {
    // %s gives the local time of an instant and, as %z, the offset from UTC.
    if offset != Int.min { return .date(reading - Double(offset)) }
    let clock = Double(read.tm_hour * 3600 + read.tm_min * 60 + read.tm_sec)
    return switch parts {
    case .whole: .local(reading)
    case .clock: .ofDay(clock)
    case .withoutYear:
      .ofYear(month: Int(read.tm_mon) + 1, day: Int(read.tm_mday), seconds: clock)
    }
  }

  /// The time that the whole `text` states: `2026-11-21T04:47:21.5Z`, `2026-11-21 04:47:21,123`, with a zone (`Z`,
  /// `UTC`, `+01:00`) or without, `20261121T044721Z`, a date alone, `21.11.2026 04:47`, `21.11.26 04:47`, `11/21/2026
  /// 04:47:21 PM`, `11/21/26`, `21-11-2026`, `04:47:21`, `04:47:21 AM`, `04时47分21秒`, or a date with the name of its
  /// month (`readNamed`).
  /// - Parameter dayFirst: whether the day is assumed to be first in dates with slashes until a row shows the order.
  func read(_ text: UnsafeBufferPointer<UInt8>, dayFirst: Bool = false) -> TextTime? {
    readNumeric(text, dayFirst: dayFirst) ?? readNamed(text)
  }

  private func readNumeric(_ text: UnsafeBufferPointer<UInt8>, dayFirst: Bool) -> TextTime? {
    // The lengths of `1/2/26` and `2026-11-21T04:47:21.123456789 +01:00`, and a few bytes more.
    guard text.count >= 6, text.count <= 48, digitValue(text[0]) != nil else { return nil }
    var scanner = TimeScanner(text)
    guard let first = scanner.digits(upTo: 4), let separator = scanner.peek else { return nil }
    if separator == 0xE6 { return scanner.chineseClock(hour: first.value).map { .ofDay($0) } }
    if separator == 0x3A {
      guard first.count <= 2, let time = scanner.clock(hour: first.value), scanner.isAtEnd else {
        return nil
      }
      return .ofDay(time)
    }
    let isBasic = digitValue(separator) != nil
    let found =
      isBasic ? scanner.basicDate(year: first) : scanner.date(first: first, separator: separator)
    guard let date = found else { return nil }
    var clock = 0.0
    if let byte = scanner.peek {
      guard byte | 0x20 == 0x74 || !isBasic && (byte == 0x20 || byte == 0x5F) else { return nil }
      scanner.skip()
      guard let hour = scanner.digits(upTo: 2),
        let time = isBasic ? scanner.basicClock(hour) : scanner.clock(hour: hour.value)
      else { return nil }
      clock = time
    } else if isBasic {
      // Eight digits alone are more likely a number.
      return nil
    }
    if scanner.isAtEnd { return date.time(clock: clock, offset: nil, dayFirst: dayFirst) }
    guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
    return date.time(clock: clock, offset: offset, dayFirst: dayFirst)
  }
}

struct CivilDate: Equatable {
  var year: Int
  var month: Int
  var day: Int

  /// Fails for a year before 1, and for a day that the calendar does not have.
  init?(_ year: Int, _ month: Int, _ day: Int) {
    guard (1...12).contains(month), (1...31).contains(day), year >= 1,
      day <= 28 || day <= Self.length(ofMonth: month, of: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  private static func length(ofMonth month: Int, of year: Int) -> Int {
    CivilTime.days(year: year, month: month + 1, day: 1)
      - CivilTime.days(year: year, month: month, day: 1)
  }

  /// The seconds from 1970-01-01 to the start of the date, on the same clock.
  var start: Double { Double(CivilTime.days(year: year, month: month, day: day) * 86_400) }
}

/// A date as a text states it.
enum StatedDate {
  case civil(CivilDate)
  /// Two numbers and a year with slashes between them.
  case slashed(first: Int, second: Int, year: Int)

  /// The time on the date; nil if there is no such date.
  /// - Parameter offset: the time zone in seconds east of UTC; nil for the local clock.
  func time(clock: Double, offset: Double?, dayFirst: Bool = false) -> TextTime? {
    switch self {
    case .civil(let date):
      let reading = date.start + clock
      return offset.map { .date(reading - $0) } ?? .local(reading)
    case .slashed(let first, let second, let year):
      return SlashedTime(
        first, second, year: year, clock: clock, offset: offset, prefersDayFirst: dayFirst
      ).map { .slashed($0) }
    }
  }
}

/// Parses a time byte by byte.
struct TimeScanner {
  let text: UnsafeBufferPointer<UInt8>
  private(set) var index = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  var isAtEnd: Bool { index == text.count }
  var peek: UInt8? { index < text.count ? text[index] : nil }
  mutating func skip() { index += 1 }

  /// Moves to another position.
  mutating func back(to place: Int) { index = place }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  mutating func digits(upTo limit: Int) -> (value: Int, count: Int)? {
    let start = index
    var value = 0
    while index < text.count, index - start < limit, let digit = digitValue(text[index]) {
      value = value * 10 + Int(digit)
      index += 1
    }
    return index > start ? (value, index - start) : nil
  }

  /// Reads the rest of a date after its first number.
  mutating func date(
    first: (value: Int, count: Int), separator: UInt8, hasShortYears: Bool = false
  ) -> StatedDate? {
    guard separator == 0x2D || separator == 0x2F || separator == 0x2E else { return nil }
    skip()
    guard let second = digits(upTo: 2), skip(separator), let third = digits(upTo: 4) else {
      return nil
    }
    var date: CivilDate?
    if first.count == 4, third.count <= 2 {
      date = CivilDate(first.value, second.value, third.value)
    } else if hasShortYears, first.count == 2, third.count == 2, separator != 0x2E {
      date = CivilDate(2000 + first.value, second.value, third.value)
    } else if first.count == 2, second.count == 2, third.count == 2, separator == 0x2E,
      precedesClock
    {
      // Without a time of day, such numbers may be those of a version.
      date = CivilDate(2000 + third.value, second.value, first.value)
    } else if first.count <= 2, third.count == 4, separator == 0x2E {
      date = CivilDate(third.value, second.value, first.value)
    } else if first.count <= 2, third.count == 4, separator != 0x2E {
      return .slashed(first: first.value, second: second.value, year: third.value)
    } else if first.count <= 2, third.count == 2, separator == 0x2F {
      return .slashed(first: first.value, second: second.value, year: 2000 + third.value)
    }
    return date.map { .civil($0) }
  }

  /// Whether a blank and a time of day follow.
  private var precedesClock: Bool {
    guard index + 4 < text.count, text[index] == 0x20, digitValue(text[index + 1]) != nil else {
      return false
    }
    return text[index + 2] == 0x3A || text[index + 3] == 0x3A
  }

  /// Reads `MMDD` after a year of four digits, as in `20261121T044721Z`.
  mutating func basicDate(year: (value: Int, count: Int)) -> StatedDate? {
    guard year.count == 4, let month = digits(upTo: 2), let day = digits(upTo: 2), day.count == 2
    else { return nil }
    return CivilDate(year.value, month.value, day.value).map { .civil($0) }
  }

  /// Reads `MM[SS[.fff]]` after an hour of two digits.
  mutating func basicClock(_ hour: (value: Int, count: Int)) -> Double? {
    guard hour.count == 2, let minute = digits(upTo: 2), minute.count == 2 else { return nil }
    var seconds = 0.0
    if let second = digits(upTo: 2) {
      guard second.count == 2, let fraction = fraction() else { return nil }
      seconds = Double(second.value) + fraction
    }
    return secondsOfDay(hour.value, minute.value, seconds)
  }

  /// Reads a part of a second after a point or a comma: 0 without one, nil if no digit follows.
  private mutating func fraction() -> Double? {
    guard skip(0x2E) || skip(0x2C) else { return 0 }
    return digits(upTo: 9).map { Double($0.value) / powersOfTen[$0.count] }
  }

  /// Reads `:MM[:SS[.fff]] [AM|PM]` after the hour.
  mutating func clock(hour: Int) -> Double? {
    guard skip(0x3A), let minute = digits(upTo: 2), minute.count == 2 else { return nil }
    var seconds = 0.0
    let hasSeconds = skip(0x3A)
    if hasSeconds {
      guard let second = digits(upTo: 2), second.count == 2 else { return nil }
      guard let fraction = fraction() else { return nil }
      seconds = Double(second.value) + fraction
    }
    guard let half = halfOfDay() else { return secondsOfDay(hour, minute.value, seconds) }
    guard (1...12).contains(hour) else { return nil }
    return secondsOfDay(hour % 12 + half, minute.value, seconds)
  }

  /// The seconds from midnight to a time of day, which may be a leap second or the midnight at the end of the day; nil
  /// for no time of day.
  private func secondsOfDay(_ hour: Int, _ minute: Int, _ seconds: Double) -> Double? {
    guard hour <= 24, minute < 60, seconds < 61 else { return nil }
    let all = Double(hour * 3600 + minute * 60) + seconds
    return hour < 24 || all == 86_400 ? all : nil
  }

  /// Reads the rest of `06时12分27秒`, the whole text.
  mutating func chineseClock(hour: Int) -> Double? {
    guard skip("时"), let minute = digits(upTo: 2), skip("分"), let second = digits(upTo: 2),
      skip("秒"), isAtEnd
    else { return nil }
    return secondsOfDay(hour, minute.value, Double(second.value))
  }

  private mutating func skip(_ character: Character) -> Bool {
    character.utf8.allSatisfy { skip($0) }
  }

  /// Reads `AM` (0) or `PM` (12), optionally after a blank.
  private mutating func halfOfDay() -> Int? {
    var next = index
    if next < text.count, text[next] == 0x20 { next += 1 }
    guard next + 1 < text.count, text[next + 1] | 0x20 == 0x6D else { return nil }
    let letter = text[next] | 0x20
    guard letter == 0x61 || letter == 0x70 else { return nil }
    index = next + 2
    return letter == 0x61 ? 0 : 12
  }

  /// Reads a time zone, optionally after a blank, in seconds east of UTC: `Z`, `UTC`, `GMT`, `+HH`, `+HHMM`, `+HH:MM`.
  mutating func zone() -> Double? {
    _ = skip(0x20)
    guard let byte = peek else { return nil }
    if byte == 0x2B || byte == 0x2D {
      skip()
      guard let hours = digits(upTo: 2), hours.count == 2 else { return nil }
      _ = skip(0x3A)
      let minutes = digits(upTo: 2)?.value ?? 0
      let seconds = Double(hours.value * 3600 + minutes * 60)
      return byte == 0x2D ? -seconds : seconds
    }
    let rest = String(decoding: text[index...], as: UTF8.self).uppercased()
    guard ["Z", "UTC", "GMT"].contains(rest) else { return nil }
    index = text.count
    return 0
  }
}
