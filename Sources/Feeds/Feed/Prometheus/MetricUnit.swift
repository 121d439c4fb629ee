/// The units that names of metrics state, by the naming practice of Prometheus and OpenMetrics: a base unit in the plural
/// at the end of the name, before `_total`.
package enum MetricUnit {
  /// The symbols of units by the words in names.
  private static let symbols = [
    "seconds": "s", "milliseconds": "ms", "bytes": "B", "percent": "%", "celsius": "°C",
    "volts": "V", "amperes": "A", "watts": "W", "joules": "J", "hertz": "Hz",
  ]

  /// The symbol of the unit of a metric's numbers: `B` for `node_memory_MemFree_bytes`; nil for a name without a unit,
  /// for the counts of a histogram, and for points in time.
  package static func symbol(of name: String) -> String? {
    var words = name.split(separator: "_" as Character)
    if let last = words.last, last == "total" || last == "sum" { words.removeLast() }
    guard words.count > 1, let symbol = symbols[String(words[words.count - 1])] else { return nil }
    return symbol == "s" && isPointInTime(words) ? nil : symbol
  }

  /// The symbol of the unit of the bounds of a histogram: `s` for `http_request_duration_seconds_bucket`; nil for any
  /// other metric.
  package static func symbol(ofBucketsOf name: String) -> String? {
    name.hasSuffix("_bucket") ? symbol(of: String(name.dropLast("_bucket".count))) : nil
  }

  /// The unit of the growth per second of a counter; nil for a unit without a symbol for its growth.
  package static func rate(of symbol: String?) -> String? {
    switch symbol {
    case "B": "B/s"
    case "J": "W"
    default: nil
    }
  }

  /// Whether seconds are those since 1970: `node_boot_time_seconds`, `push_timestamp_seconds`.
  static func isPointInTime(_ name: String) -> Bool {
    let words = name.split(separator: "_" as Character)
    return words.last == "seconds" && isPointInTime(words)
  }

  private static func isPointInTime(_ words: [Substring]) -> Bool {
    let before = words.dropLast().last
    return before == "time" && words.contains { $0 == "boot" || $0 == "start" || $0 == "node" }
      || before == "timestamp"
  }
}
