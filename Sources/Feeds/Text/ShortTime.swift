/// Times that are so short that they are recognized only in the first field of a row.
extension TimeReader {
  /// The time that a text states: `10:00`, `2025-01`, `Jan 2025`, or `26-11 17:00:00` (`dstat`) and `Nov-30 17:00:00`
  /// (`dool`); nil for any other text.
  func readShort(_ text: UnsafeBufferPointer<UInt8>) -> TextTime? {
    guard !hasFormat, (5...18).contains(text.count) else { return nil }
    var scanner = TimeScanner(text)
    guard digitValue(text[0]) != nil else {
      if let time = scanner.dayAndClock() { return time }
      scanner.back(to: 0)
      return scanner.monthOfYear()
    }
    guard let first = scanner.digits(upTo: 4), let separator = scanner.peek else { return nil }
    if separator == 0x3A {
      guard first.count == 2, let clock = scanner.clock(hour: first.value), scanner.isAtEnd else {
        return nil
      }
      return .ofDay(clock)
    }
    guard separator == 0x2D else { return nil }
    scanner.skip()
    guard let second = scanner.digits(upTo: 2), second.count == 2 else { return nil }
    if first.count == 4, scanner.isAtEnd { return Self.month(second.value, of: first.value) }
    guard first.count == 2, scanner.skip(0x20), let hour = scanner.digits(upTo: 2),
      let clock = scanner.clock(hour: hour.value), scanner.isAtEnd,
      (1...12).contains(second.value), (1...31).contains(first.value)
    else { return nil }
    return .ofYear(month: second.value, day: first.value, seconds: clock)
  }

  /// The start of a month; nil for years outside 1800 to 2199, because such numbers with a dash are hardly ever months.
  fileprivate static func month(_ month: Int, of year: Int) -> TextTime? {
    guard (1800...2199).contains(year) else { return nil }
    return CivilDate(year, month, 1).map { .local($0.start) }
  }
}

extension TimeScanner {
  /// Reads the whole text as the name of a month, a day and a time of day: `Nov-30 17:00:00`.
  fileprivate mutating func dayAndClock() -> TextTime? {
    guard let month = month(), skip(0x2D), let day = digits(upTo: 2), (1...31).contains(day.value),
      skip(0x20), let hour = digits(upTo: 2), let clock = clock(hour: hour.value), isAtEnd
    else { return nil }
    return .ofYear(month: month, day: day.value, seconds: clock)
  }

  /// Reads the whole text as the name of a month and a year: `Jan 2025`, `January 2025`.
  fileprivate mutating func monthOfYear() -> TextTime? {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let word = String(decoding: text.prefix { $0 | 0x20 >= 0x61 }, as: UTF8.self)
    guard let month = names.firstIndex(where: { $0 == word || $0.prefix(3) == word }) else {
      return nil
    }
    back(to: word.utf8.count)
    guard skip(0x20) || skip(0x2D), let year = digits(upTo: 4), year.count == 4, isAtEnd else {
      return nil
    }
    return TimeReader.month(month + 1, of: year.value)
  }
}
