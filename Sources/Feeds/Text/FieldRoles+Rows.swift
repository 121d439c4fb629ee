/// Rows, as the roles of their fields determine.
extension FieldRoles {
  /// The time of a row, if its time field can still be read as a time. When the numeric time of a table
  /// stops being a time, its column becomes a column of values.
  func time(of row: [TextField]) -> TextTime? {
    guard let clockField else { return timeOrDate(of: row) }
    return clockField < row.count ? timeOrDate(of: row)?.at(row[clockField].time) : nil
  }

  private func timeOrDate(of row: [TextField]) -> TextTime? {
    guard let timeField, timeField < row.count else { return nil }
    if let time = row[timeField].time { return time }
    guard case .number(let value) = row[timeField].value else { return nil }
    return switch timeKind {
    case .years: startOfYear(value)
    case .days: startOfDay(value)
    case .epoch(let scale, _): epochScale(value) == nil ? nil : .date(value * scale)
    case .text: epochScale(value).map { .date(value * $0) }
    }
  }

  /// Whether a row lacks the time that the other rows have. In a table with names, an empty cell repeats the time
  /// above, as in spreadsheets.
  func lacksTime(_ row: [TextField]) -> Bool {
    guard let timeField, time(of: row) == nil else { return false }
    guard timeField < row.count else { return true }
    if row[timeField].value == .missing { return keyField == nil }
    return clockField != nil || !row[timeField].isNumber
  }

  /// Whether a row fits the table: at least one field in the columns of numbers is a number and no more of these fields
  /// are texts than numbers, or all of these fields are missing.
  func fit(_ row: [TextField]) -> Bool {
    var numbers = 0
    var texts = 0
    for (index, field) in row.enumerated() {
      let role = index < count ? self[index] : .label
      let mayBeValue =
        role == .value || role == .label || role == .key && openFields.contains(index)
      if field.isNumber, mayBeValue { numbers += 1 }
      if role == .value, field.isText || field.time != nil { texts += 1 }
      if role == .time, field.isText { texts += 1 }
    }
    return numbers > 0 ? numbers >= texts : isGap(row)
  }

  /// Whether a row has a missing value in each column of numbers, and a time in the column of the time. A row with a
  /// name and without a time counts as text.
  private func isGap(_ row: [TextField]) -> Bool {
    let hasTime = timeField.map { $0 < row.count && row[$0].time != nil } ?? false
    return row.count == count && contains(.value)
      && row.indices.allSatisfy { field in
        switch self[field] {
        case .value: row[field].value == .missing
        case .time: row[field].time != nil || row[field].isNumber
        case .key, .label: hasTime
        }
      }
  }

  /// Whether a row has all cells, and a missing value in each column of numbers.
  func lackNumbers(_ row: [TextField]) -> Bool {
    row.count == count && contains(.value)
      && row.indices.allSatisfy { self[$0] != .value || row[$0].value == .missing }
  }

  /// The value of a row's field, with the unit from another field if there is one.
  func value(of field: Int, in row: [TextField]) -> FieldValue {
    guard let unitField, field + 1 == unitField, unitField < row.count,
      case .number(let number) = row[field].value,
      let unit = attachedUnit(row[unitField].bytes)
    else { return row[field].value }
    return .quantity(number * unit.factor, unit)
  }

  /// Whether a field marks a missing number in a column of numbers.
  func isMissingValue(_ field: TextField, _ index: Int) -> Bool {
    field.value == .missing && index < count && self[index] == .value
  }
}
