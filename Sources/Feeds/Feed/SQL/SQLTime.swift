import Messages
import Metrics

/// The times in the first column of an answer.
enum SQLTime {
  /// The bytes of `2026-11-21`. A text with a time of day is longer.
  private static let longestDate = 10

  /// The times in UTC seconds since 1970, NaN for a row without a time; nil if the first column holds no times.
  ///
  /// A column holds times if it has a type for times, if all its texts are dates, or if it has a name such as `time`
  /// and numbers that can be times. A time without a zone is UTC, but a date without a time of day is a day of the zone
  /// in which dates are shown.
  /// - Parameter isExpected: whether the statement asks for a stretch of time, so that the first column
  ///   must hold times whatever its name is.
  static func times(
    of rows: SQLRows, isExpected: Bool
  ) throws(SQLFailure) -> [Double]? {
    guard let column = rows.columns.first else { return nil }
    if column.kind == .time { return column.numbers }
    guard rows.count > 0 else { return isExpected ? [] : nil }
    if column.isNull { return isExpected ? column.numbers : nil }
    let isCandidate = isExpected || isTimeName(column.name)
    let times =
      if column.isLabel { dates(column, rows.zone) } else if isCandidate { epochs(column) } else {
        [Double]?.none
      }
    if isExpected, times == nil {
      throw SQLFailure(
        .statement,
        String(
          localized:
            "the first column, '\(shown(column.name))', is not a time, as '\(SQLParameter.from.rawValue)' "
            + "and '\(SQLParameter.to.rawValue)' demand"))
    }
    return times
  }

  /// The numbers as seconds, if all of them are times in seconds or in parts of seconds since 1970.
  private static func epochs(_ column: SQLColumn) -> [Double]? {
    let known = column.numbers.filter { !$0.isNaN }
    guard !known.isEmpty, known.allSatisfy({ epochScale($0) != nil }) else { return nil }
    return column.numbers.map { $0 * (epochScale($0) ?? 1) }
  }

  /// The texts as times, if all of them are times.
  private static func dates(_ column: SQLColumn, _ zone: TimeZoneRules) -> [Double]? {
    var times: [Double] = []
    for text in column.texts {
      guard let time = date(text, zone) else { return nil }
      times.append(time)
    }
    guard column.numbers.allSatisfy(\.isNaN) else { return nil }
    return column.textIndices.map { $0 < 0 ? .nan : times[Int($0)] }
  }

  /// The time of a text similar to ISO 8601; nil for another text.
  /// - Parameter zone: the zone of a date without a time of day.
  static func date(_ text: String, _ zone: TimeZoneRules) -> Double? {
    var text = text
    return text.withUTF8 { date($0, zone) }
  }

  static func date(_ text: UnsafeBufferPointer<UInt8>, _ zone: TimeZoneRules) -> Double? {
    switch TimeReader(format: nil).read(text)?.alone {
    case .date(let time): time
    case .local(let time) where text.count <= longestDate:
      Double(zone.seconds(ofClock: Int(time)).first)
    case .local(let time): time
    case .slashed, .ofDay, .ofYear, nil: nil
    }
  }
}
