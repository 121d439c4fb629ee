/// The factor from a numeric time to seconds, if the time lies in the years 2001 to 2096.
func epochScale(_ value: Double) -> Double? {
  switch value {
  case 1e9..<4e9: return 1
  case 1e12..<4e12: return 1e-3
  case 1e15..<4e15: return 1e-6
  case 1e18..<4e18: return 1e-9
  default: return nil
  }
}

/// Whether a number without a name may be the time of a row, because the number is within a year of the row's arrival.
/// Counters of bytes reach numbers of the same size.
/// - Parameters:
///   - value: the number, in seconds or in parts of seconds.
///   - arrival: the arrival of the row in seconds since 1970; nil for a row of a file, which may be of any year.
///   - orEarlier: whether any earlier time counts as well, because the rows are likely to come from a file.
func isNearTime(_ value: Double, arrival: Double?, orEarlier: Bool = false) -> Bool {
  guard let scale = epochScale(value) else { return false }
  guard let arrival else { return true }
  let distance = value * scale - arrival
  return distance < 366 * 86_400 && (orEarlier || distance > -366 * 86_400)
}

/// Whether a column of this name holds times, if its values can be times.
func isTimeName(_ name: String) -> Bool {
  timeNames.contains(withoutPartOfSecond(name)) || isWallTime(name)
}

/// Whether a name is the one of TensorBoard's files: `Wall time`.
private func isWallTime(_ name: String) -> Bool {
  name.utf8.count == 9 && name.lowercased() == "wall time"
}

private let timeNames: Set<String> = [
  "time", "timestamp", "@timestamp", "_time", "_timestamp", "wall_time", "date", "datetime",
  "date_time", "ts", "epoch",
  "utc", "unix", "unixtime", "unix_time", "zeit", "datum", "heure", "fecha", "hora", "data",
  "created_at", "at", "day", "hour", "uhrzeit", "日期", "时间",
  "__realtime_timestamp",
]

/// Whether a column of this name may hold times, if its values are times that grow: `t` may be a temperature, and
/// `clock` a frequency.
func mayNameTimes(_ name: String) -> Bool { ["t", "clock"].contains(withoutPartOfSecond(name)) }

/// Whether a column of this name holds the time since some start, if its numbers only grow.
func isElapsedName(_ name: String) -> Bool {
  let name = withoutPartOfSecond(name)
  return ["time", "t", "elapsed", "elapsed_time", "sec", "secs", "second", "seconds", "zeit"]
    .contains(name)
}

/// The words at the start of a name in small letters, without the part of a second that its numbers count. Each member
/// of each line of JSON is asked for its name, so that bytes are compared.
private func withoutPartOfSecond(_ name: String) -> String {
  let start = name.utf8.prefix {
    (0x61...0x7A).contains($0 | 0x20) || $0 == 0x40 || $0 == 0x5F || $0 > 0x7F
  }
  let words = String(Substring(start)).lowercased()
  guard words.utf8.last == 0x73 else { return words }
  let ending = ["_ms", "_us", "_ns", "_s"].first { words.hasSuffix($0) }
  return String(words.dropLast(ending?.utf8.count ?? 0))
}

/// Whether a column of this name holds years, if its values can be years.
func isYearName(_ name: String) -> Bool {
  ["year", "jahr", "année", "año", "ano", "anno", "年", "年份"].contains(name.lowercased())
}

/// The start of a year; nil for a number that is not a whole number from 1000 to 2999.
func startOfYear(_ value: Double) -> TextTime? {
  guard value == value.rounded(), (1000..<3000).contains(value) else { return nil }
  return CivilDate(Int(value), 1, 1).map { .local($0.start) }
}

/// The start of the day that a number of eight digits states: `20261127`; nil for any other number.
func startOfDay(_ value: Double) -> TextTime? {
  guard value == value.rounded(), (18_000_101..<22_000_000).contains(value) else { return nil }
  let number = Int(value)
  return CivilDate(number / 10_000, number / 100 % 100, number % 100).map { .local($0.start) }
}
