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

/// Whether a column of this name holds times, if its values can be times.
func isTimeName(_ name: String) -> Bool {
  var start = name.lowercased().prefix { $0.isLetter || $0 == "@" || $0 == "_" }
  for ending in ["_ms", "_us", "_ns", "_s"] where start.hasSuffix(ending) {
    start = start.dropLast(ending.count)
  }
  return [
    "time", "timestamp", "@timestamp", "_time", "date", "datetime", "date_time", "ts", "epoch",
    "utc",
    "unixtime", "unix_time", "zeit", "datum", "heure", "fecha",
    "hora", "data", "created_at", "at",
  ].contains(String(start))
}
