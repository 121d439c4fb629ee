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
