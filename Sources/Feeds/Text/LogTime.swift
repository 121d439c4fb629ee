/// Times at the start of a log's lines, in the formats of common loggers.
extension TimeReader {
  /// The time at the start of `text`, and its length in bytes; nil if the line starts with something else.
  ///
  /// The time may be in brackets. Besides the formats of `read`, these are accepted: `Nov 22 04:49:11` (syslog), `Fri
  /// Nov 22 04:49:11.123 2024`, `Fri Nov 22 04:49:11 UTC 2024` (`date`), `Nov 22, 2024 4:49:11 PM`, `22 Nov 2024
  /// 04:49:11 +0000`, `22/Nov/2024:04:49:11 +0000` (web servers), `24/11/22 04:49:11`, `I1122 04:49:11.123456` (glog),
  /// and seconds since 1970 in brackets.
  func readStart(_ text: UnsafeBufferPointer<UInt8>) -> (time: TextTime, length: Int)? {
    if hasFormat {
      let isOpen = text.first == 0x5B
      let inner = UnsafeBufferPointer(rebasing: text.dropFirst(isOpen ? 1 : 0))
      guard let (time, length) = readFormatted(inner), length > 0 else { return nil }
      let end = length + (isOpen ? 1 : 0)
      return (time, end < text.count && text[end] == 0x5D ? end + 1 : end)
    }
    // Most lines of pairs start with a lowercase letter.
    guard text.count >= 7, let first = text.first,
      digitValue(first) != nil || first == 0x5B || (0x41...0x5A).contains(first)
    else { return nil }
    var scanner = TimeScanner(UnsafeBufferPointer(rebasing: text.prefix(64)))
    let isBracketed = scanner.skip(0x5B)
    guard let time = isBracketed ? scanner.seconds() ?? scanner.logTime() : scanner.logTime()
    else { return nil }
    if isBracketed, !scanner.skip(0x5D) { return nil }
    if let next = scanner.peek, ![0x20, 0x09, 0x2C, 0x3B, 0x3A, 0x7C].contains(next) { return nil }
    return (time, scanner.index)
  }

  /// The date, with or without a time of day, that the whole `text` states with the name of its month, as at a line's
  /// start: `Nov 22, 2024 4:49:11 PM`, `Fri, 22 Nov 2024 04:49:11 +0000`, `22-Nov-2024`.
  func readNamed(_ text: UnsafeBufferPointer<UInt8>) -> TextTime? {
    guard (8...48).contains(text.count), text.prefix(4).contains(where: { $0 >= 0x41 }) else {
      return nil
    }
    var scanner = TimeScanner(text)
    guard let time = scanner.logTime(), scanner.isAtEnd else { return nil }
    if case .ofDay = time { return nil }
    return time
  }
}

extension TimeScanner {
  /// Reads seconds since 1970, such as `1795236440.437553]`.
  fileprivate mutating func seconds() -> TextTime? {
    let start = index
    // More digits would overflow.
    guard let whole = digits(upTo: 18) else { return nil }
    var value = Double(whole.value)
    if skip(0x2E), let part = digits(upTo: 9) {
      value += Double(part.value) / powersOfTen[part.count]
    }
    guard let scale = epochScale(value), peek == 0x5D else {
      back(to: start)
      return nil
    }
    return .date(value * scale)
  }

  fileprivate mutating func logTime() -> TextTime? {
    guard let first = peek else { return nil }
    if digitValue(first) == nil { return startsWithName ? namedTime() : timeOfGlog() }
    guard let number = digits(upTo: 4), let separator = peek else { return nil }
    switch separator {
    case 0x3A:
      guard number.count <= 2, let clock = clock(hour: number.value) else { return nil }
      return .ofDay(clock)
    case 0x20, 0x2F, 0x2D:
      let place = index
      skip()
      if let month = month() { return dateOfMonth(day: number.value, month, separator) }
      back(to: place)
      guard separator != 0x20 else { return nil }
    case 0x2E: break
    default: return nil
    }
    guard let date = date(first: number, separator: separator, hasShortYears: true)
    else { return nil }
    return withClock(date)
  }

  /// Reads the level, the month, the day and the time of day of glog: `I1122 04:49:11.123456`.
  private mutating func timeOfGlog() -> TextTime? {
    guard let level = peek, "IWEF".utf8.contains(level) else { return nil }
    skip()
    guard let date = digits(upTo: 4), date.count == 4, skip(0x20),
      (1...12).contains(date.value / 100), (1...31).contains(date.value % 100),
      let hour = digits(upTo: 2), let clock = clock(hour: hour.value)
    else { return nil }
    return .ofYear(month: date.value / 100, day: date.value % 100, seconds: clock)
  }

  /// Reads the rest of `22/Nov/2024:04:49:11 +0000` or `22 Nov 2024 04:49:11` after the month.
  private mutating func dateOfMonth(day: Int, _ month: Int, _ separator: UInt8) -> TextTime? {
    guard skip(separator), let year = digits(upTo: 4), year.count == 4,
      let date = CivilDate(year.value, month, day)
    else { return nil }
    return withClock(.civil(date))
  }

  /// Whether the next three characters may be the name of a weekday or a month.
  private var startsWithName: Bool {
    index + 3 < text.count && (0x41...0x5A).contains(text[index])
      && (text[index + 3] == 0x20 || text[index + 3] == 0x2C)
  }

  /// Reads a time that starts with the name of a weekday or a month.
  private mutating func namedTime() -> TextTime? {
    if weekday() {
      _ = skip(0x2C)
      guard skip(0x20) else { return nil }
      if let next = peek, digitValue(next) != nil { return logTime() }
    }
    guard let month = month(), skip(0x20) else { return nil }
    _ = skip(0x20)
    guard let day = digits(upTo: 2), (1...31).contains(day.value) else { return nil }
    let hasComma = skip(0x2C)
    guard skip(0x20), let number = digits(upTo: 4) else { return nil }
    if number.count == 4 {
      return CivilDate(number.value, month, day.value).flatMap { withClock(.civil($0)) }
    }
    guard !hasComma, let clock = clock(hour: number.value) else { return nil }
    let place = index
    let zone = zoneName()
    if skip(0x20), let year = digits(upTo: 4), year.count == 4, (1970...2100).contains(year.value) {
      guard let date = CivilDate(year.value, month, day.value) else { return nil }
      let reading = date.start + clock
      return zone == "UTC" || zone == "GMT" ? .date(reading) : .local(reading)
    }
    back(to: place)
    return .ofYear(month: month, day: day.value, seconds: clock)
  }

  /// Reads the time of day after a date, and a zone, if there are any.
  private mutating func withClock(_ date: StatedDate) -> TextTime? {
    let place = index
    guard let byte = peek, byte == 0x20 || byte == 0x3A || byte | 0x20 == 0x74 || byte == 0x5F
    else { return date.time(clock: 0, offset: nil) }
    skip()
    guard let hour = digits(upTo: 2), let clock = clock(hour: hour.value) else {
      back(to: place)
      return date.time(clock: 0, offset: nil)
    }
    let end = index
    let offset = zoneAtStart()
    if offset == nil { back(to: end) }
    return date.time(clock: clock, offset: offset)
  }

  /// Reads the name of a time zone before a year, as `date` prints: `UTC`, `CEST`; nil if there is none.
  private mutating func zoneName() -> String? {
    let place = index
    guard skip(0x20) else { return nil }
    let start = index
    while let byte = peek, (0x41...0x5A).contains(byte) { skip() }
    guard (2...5).contains(index - start), peek == 0x20 else {
      back(to: place)
      return nil
    }
    return String(decoding: text[start..<index], as: UTF8.self)
  }

  /// Reads a time zone that other words may follow.
  private mutating func zoneAtStart() -> Double? {
    let hasBlank = skip(0x20)
    guard let byte = peek else { return nil }
    if byte == 0x5A, !hasBlank {
      skip()
      return 0
    }
    if byte == 0x2B || byte == 0x2D {
      let place = index
      skip()
      guard let hours = digits(upTo: 2), hours.count == 2 else { return nil }
      let hasColon = skip(0x3A)
      guard let minutes = digits(upTo: 2), minutes.count == 2 else {
        if hasColon { back(to: place) }
        return hasColon ? nil : Double(hours.value * 3600) * (byte == 0x2D ? -1 : 1)
      }
      let seconds = Double(hours.value * 3600 + minutes.value * 60)
      return byte == 0x2D ? -seconds : seconds
    }
    for name in ["UTC", "GMT"] where word(name) { return 0 }
    return nil
  }

  private mutating func weekday() -> Bool {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].contains { word($0) }
  }

  mutating func month() -> Int? {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    for (number, name) in names.enumerated() where word(name) { return number + 1 }
    return nil
  }

  /// Reads the given word, if the text continues with that word.
  private mutating func word(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard index + bytes.count <= text.count,
      text[index..<index + bytes.count].elementsEqual(bytes)
    else { return false }
    back(to: index + bytes.count)
    return true
  }
}
