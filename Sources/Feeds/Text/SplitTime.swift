/// Times whose dates and times of day are in two fields of a row: `2026-11-27,10:00:00,5`.
extension TextTime {
  /// The time of day of a date; nil unless this time is a date and the other one a time of day.
  func at(_ clock: TextTime?) -> TextTime? {
    guard case .ofDay(let seconds)? = clock else { return nil }
    return switch self {
    case .local(let reading): .local(reading + seconds)
    case .slashed(let time): .slashed(time.adding(seconds))
    case .date, .ofYear, .ofDay: nil
    }
  }
}

extension TextField {
  /// Whether the field is a date without a time of day.
  var isDate: Bool {
    switch time {
    case .local(let reading):
      reading.truncatingRemainder(dividingBy: 86_400) == 0 && !bytes.contains(0x3A)
    case .slashed: !bytes.contains(0x3A)
    default: false
    }
  }

  /// Whether the field is a time of day.
  var isClock: Bool { if case .ofDay = time { true } else { false } }

  /// Whether the field is a number that may be a date: `20261127`.
  var isDayNumber: Bool {
    if case .number(let value) = value { startOfDay(value) != nil } else { false }
  }

  /// Whether the field is a duration with an hour of one digit: `1:02:03`.
  var hasShortHour: Bool { bytes.count > 1 && bytes[1] == 0x3A && duration != nil }

  /// The seconds of a duration such as `1:02:03.5`; nil for any other text.
  var duration: Double? {
    guard bytes.count(where: { $0 == 0x3A }) == 2 else { return nil }
    var scanner = TimeScanner(bytes)
    guard let hours = scanner.digits(upTo: 5), let rest = scanner.clock(hour: 0), scanner.isAtEnd
    else { return nil }
    return Double(hours.value * 3600) + rest
  }
}

/// Whether a column of this name holds durations, if its values can be durations or times of day.
func isDurationName(_ name: String) -> Bool {
  name.lowercased().split { !$0.isLetter }.contains {
    ["duration", "elapsed", "etime", "uptime", "runtime", "took", "lap", "dauer", "laufzeit"]
      .contains($0)
  }
}

extension FieldSplitter {
  /// Makes the durations in some fields numbers of seconds.
  mutating func readDurations(in places: [Int]) {
    for place in places where place < fields.count {
      guard let seconds = fields[place].duration else { continue }
      fields[place].value = .quantity(
        seconds, TextUnit(symbol: "s", scale: 1, quantity: .time))
      fields[place].time = nil
    }
  }
}

extension FieldRoles {
  /// The fields of a date and of its time of day: neighbours, the date first, or two fields whose names are those of
  /// times. A field whose name is not the name of a time holds other times of day.
  static func splitTime(
    _ fields: [TextField], _ names: [String]
  ) -> (date: Int, clock: Int)? {
    func name(_ field: Int) -> String { field < names.count ? names[field] : "" }
    func isClock(_ field: Int) -> Bool {
      field < fields.count && fields[field].isClock
        && (name(field).isEmpty || isTimeName(name(field)))
    }
    let date = fields.indices.first {
      fields[$0].isDate
        || fields[$0].isDayNumber
          && (isTimeName(name($0)) || name($0).isEmpty && isClock($0 + 1))
    }
    guard let date else { return nil }
    if isClock(date + 1) { return (date, date + 1) }
    guard isTimeName(name(date)),
      let clock = fields.indices.first(where: { isClock($0) && isTimeName(name($0)) })
    else { return nil }
    return (date, clock)
  }
}
