/// The date or the time that a separate line states for the rows below: the first line of `sar` has the date of the
/// times of day, and `iostat -t` prints a line with the time above each report.
///
/// A second line with a time, below rows, shows that such lines are times of rows. If the rows of another report come
/// first, the line was a remark, such as that of `date; vmstat 1`.
struct TimeAbove {
  /// The midnight before the times of day that follow, on the local clock, and the first such midnight.
  private var midnight: Double?
  private var firstMidnight: Double?
  /// The last time of day.
  private var lastOfDay = 0.0
  /// Whether a row has come when it was made, as all later rows do.
  private var isLive = false
  private var lines = Lines.none

  /// The seconds by which a row may come later than it was made: its program collects output for a pipe.
  private static let mostDelay = 3600.0

  private enum Lines {
    case none
    case first(TextTime, hasRows: Bool)
    case known(TextTime)
    case refused
  }

  /// Whether rows have the time of a line above.
  var isKnown: Bool { if case .known = lines { true } else { false } }

  /// Whether lines are not times of rows.
  fileprivate var isRefused: Bool { if case .refused = lines { true } else { false } }

  // MARK: Dates

  /// Starts with the date of the times of day that follow.
  fileprivate mutating func begin(_ midnight: Double) {
    (self.midnight, firstMidnight, lastOfDay, isLive) = (midnight, midnight, 0, false)
  }

  /// Starts with the same date again, because the times of day begin again behind a summary.
  mutating func restart() { (midnight, lastOfDay, isLive) = (firstMidnight, 0, false) }

  /// The reading of the local clock at the next time of day, on the next day if the time has gone back by more than
  /// half a day, or on the day of the arrival of a live row, because the machine may have slept; nil without a date.
  /// - Parameter arrival: the reading of the local clock at the arrival of the row; nil for a row of a file, and for
  ///   a header.
  mutating func reading(ofDay seconds: Double, arrival: Double?) -> Double? {
    guard var midnight else { return nil }
    if seconds < lastOfDay - 43_200 { midnight += 86_400 }
    if let arrival {
      let delay = arrival - midnight - seconds
      let days = ((delay + Self.mostDelay) / 86_400).rounded(.down)
      if isLive { midnight += 86_400 * max(0, days) }
      isLive = isLive || abs(delay) <= Self.mostDelay
    }
    (self.midnight, lastOfDay) = (midnight, seconds)
    return midnight + seconds
  }

  // MARK: Times

  /// Takes the time of a line.
  /// - Returns: the time of the line before, whose rows had no time until now; nil without such rows.
  fileprivate mutating func take(_ time: TextTime) -> TextTime? {
    switch lines {
    case .refused: return nil
    case .none, .first(_, false): lines = .first(time, hasRows: false)
    case .first(let before, true):
      lines = .known(time)
      return before
    case .known: lines = .known(time)
    }
    return nil
  }

  /// The time for a row without a time of its own; nil unless lines are known to be times of rows.
  /// - Parameter isRepeated: whether the row shows that another report has begun, or the table has times of its own.
  mutating func time(isRepeated: Bool) -> TextTime? {
    switch lines {
    case .known(let time): return time
    case .first(let time, _): lines = isRepeated ? .refused : .first(time, hasRows: true)
    case .none, .refused: break
    }
    return nil
  }

  /// The time of the line above the only report.
  var onlyTime: TextTime? { if case .first(let time, true) = lines { time } else { nil } }
}

extension TextReader {
  /// Notes the date or the time that a line states for the rows below.
  /// - Returns: whether the line needs no further reading.
  func noteTimeAbove(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    if let midnight = dateOfHead(line) {
      timeAbove.begin(midnight)
      return false
    }
    guard style == .none || style == .table && table?.roles.timeField == nil,
      !timeAbove.isRefused, let time = timeOfLine(line)
    else { return false }
    if let before = timeAbove.take(time), assembler.hasRow, assembler.time.isNaN {
      assembler.time = instant(before)
    }
    return timeAbove.isKnown
  }

  /// Sets the time of a text's only row to the time of the line above.
  func takeOnlyTime() {
    guard assembler.hasRow, assembler.time.isNaN, let time = timeAbove.onlyTime else { return }
    assembler.time = instant(time)
  }

  /// The midnight on the local clock that begins the day in the first line of the tools of sysstat: `Linux
  /// 6.1.0-18-amd64 (orion) 	11/23/26 	_x86_64_	(2 CPU)`.
  private func dateOfHead(_ line: UnsafeBufferPointer<UInt8>) -> Double? {
    guard line.count < 256, line.starts(with: "Linux ".utf8) else { return nil }
    let times = line.split { $0 == 0x20 || $0 == 0x09 }.lazy
      .compactMap { self.date(UnsafeBufferPointer(rebasing: $0)) }
    switch times.first {
    case .local(let reading): return reading
    case .slashed(let time):
      // The date cannot be later than the day of the reading.
      return [false, dates.isDayFirst ?? time.prefersDayFirst, true].lazy.compactMap { isDayFirst in
        if case .local(let reading) = time.time(dayFirst: isDayFirst) { reading } else { nil }
      }.first { $0 < self.arrival + 2 * 86_400 }
    default: return nil
    }
  }

  /// The date without a time of day that a word states.
  private func date(_ word: UnsafeBufferPointer<UInt8>) -> TextTime? {
    guard word.count >= 8, !word.contains(0x3A) else { return nil }
    var scanner = TimeScanner(word)
    if let date = scanner.slashedDate() {
      return scanner.isAtEnd ? date.time(clock: 0, offset: nil) : nil
    }
    return fields.times.read(word)
  }

  /// The date and time that a whole line states: `11/23/26 06:12:20`, or a time that `TimeReader` reads.
  private func timeOfLine(_ line: UnsafeBufferPointer<UInt8>) -> TextTime? {
    guard (14...40).contains(line.count), line.contains(0x3A) else { return nil }
    var scanner = TimeScanner(line)
    if let date = scanner.slashedDate() {
      guard scanner.skip(0x20), let hour = scanner.digits(upTo: 2),
        let clock = scanner.clock(hour: hour.value), scanner.isAtEnd
      else { return nil }
      return date.time(clock: clock, offset: nil)
    }
    switch fields.times.read(line) {
    case .ofDay, .ofYear, nil: return nil
    case let time?: return time
    }
  }
}

extension TimeScanner {
  /// Reads a date with slashes whose year comes last and may have two digits: `11/27/26`.
  fileprivate mutating func slashedDate() -> StatedDate? {
    guard let first = digits(upTo: 2), skip(0x2F), let second = digits(upTo: 2), skip(0x2F),
      let year = digits(upTo: 4), year.count == 2 || year.count == 4
    else { return nil }
    let century = year.count == 2 ? 2000 : 0
    return .slashed(first: first.value, second: second.value, year: century + year.value)
  }
}
