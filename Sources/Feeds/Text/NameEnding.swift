/// The unit in the last words of a column's name: `latency_ms`, `power_W`, `rss_kb`, `tokens_per_sec`.
enum NameEnding {
  /// The unit in the last of several words; nil if they state none.
  static func unit(of words: [Substring]) -> String? {
    guard let last = words.last else { return nil }
    let before = words.dropLast()
    if before.last?.lowercased() == "per" { return rate(of: before.dropLast(), per: last) }
    return units[String(last)] ?? units(beside: before)[String(last)]
  }

  /// The unit of a rate, which is known for sizes only: `bytes_per_sec` has B/s, `tokens_per_sec` has none.
  private static func rate(of words: ArraySlice<Substring>, per span: Substring) -> String? {
    guard ["s", "sec", "secs", "second", "seconds"].contains(span.lowercased()),
      let stem = words.last.flatMap({ sizes[$0.lowercased()] })
    else { return nil }
    return stem + "/s"
  }

  private static let sizes: [String: String] = {
    var sizes = ["byte": "B", "bytes": "B", "bit": "bit", "bits": "bit"]
    for prefix in ["k", "M", "G", "T"] {
      let letter = prefix.lowercased()
      sizes[letter + "b"] = prefix + "B"
      sizes[letter + "ib"] = prefix.uppercased() + "iB"
      for ending in ["bit", "bits"] { sizes[letter + ending] = prefix + "bit" }
    }
    return sizes
  }()

  /// The units of words that mean nothing else at the end of a name.
  private static let units: [String: String] = {
    var units = [
      "bytes": "B", "celsius": "°C", "Celsius": "°C", "degC": "°C", "degc": "°C",
      "watts": "W", "joules": "J", "volts": "V", "amps": "A", "milliseconds": "ms", "msec": "ms",
      "microseconds": "us", "usec": "us", "nanoseconds": "ns", "nsec": "ns",
      "hz": "Hz", "khz": "kHz", "mhz": "MHz", "ghz": "GHz",
      "kbps": "kbit/s", "mbps": "Mbit/s", "gbps": "Gbit/s", "Mbps": "Mbit/s", "Gbps": "Gbit/s",
    ]
    for word in ["ns", "us", "ms", "s", "sec", "secs", "seconds", "Hz", "MHz", "GHz", "rpm"] {
      units[word] = usualSymbol(word)
    }
    for symbol in [
      "°C", "°F", "hPa", "kPa", "mbar", "ppm", "dB", "dBm", "mV", "mA", "mW", "kW", "kWh", "Wh",
      "kJ",
    ] {
      units[symbol] = symbol
    }
    for word in ["kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib"] { units[word] = sizes[word] }
    return units
  }()

  /// The units of letters that mean something else without the name of their quantity before them: `group_C`.
  private static func units(beside words: ArraySlice<Substring>) -> [String: String] {
    func follows(_ names: String...) -> Bool {
      words.contains { names.contains($0.lowercased()) }
    }
    if follows("temp", "temps", "tmp", "temperature", "temperatures") {
      return ["C": "°C", "c": "°C", "F": "°F", "f": "°F"]
    }
    if follows("power", "pwr", "watt", "watts") { return ["W": "W", "w": "W"] }
    if follows("energy") { return ["J": "J", "j": "J"] }
    if follows("volt", "volts", "voltage") { return ["V": "V", "v": "V"] }
    if follows("current") { return ["A": "A"] }
    return [:]
  }
}
