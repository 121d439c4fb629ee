import Messages

/// Units by their spellings. Single letters are the powers of 1024 that `df -h`, `top` and `dstat` print, apart from
/// `s`, `h` and `d`, and from `m`, which is minutes in a column of durations; `kB`, `MB` are powers of 1000; `KiB`,
/// `MiB` (and `Ki`, `Mi`) are powers of 1024. Sizes become bytes (`B`, `B/s`) or bits (`bit/s`).
let unitsBySpelling: [String: TextUnit] = {
  var units: [String: TextUnit] = ["%": TextUnit(symbol: "%", scale: 1)]
  for (spellings, seconds) in [
    (["ns"], 1e-9), (["us", "\u{B5}s", "\u{3BC}s", "usec"], 1e-6), (["ms", "msec"], 1e-3),
    (["s", "sec", "secs", "seconds"], 1), (["min"], 60), (["h"], 3600), (["d"], 86_400),
  ] {
    for spelling in spellings {
      units[spelling] = TextUnit(symbol: spellings[0], scale: seconds, quantity: .time)
    }
  }
  for quantity in TextUnit.Quantity.allCases {
    for (prefix, scale) in prefixes(of: quantity) {
      let symbol = prefix + (quantity.symbol ?? "")
      units[symbol] = TextUnit(symbol: symbol, scale: scale, quantity: quantity)
    }
  }
  for (symbol, scale, quantity) in [
    ("mbar", 100, TextUnit.Quantity.pressure), ("bar", 1e5, .pressure),
    ("psi", 6894.757, .pressure),
    ("kJ", 1 / 3.6, .energy), ("MJ", 1e3 / 3.6, .energy),
  ] {
    units[symbol] = TextUnit(symbol: symbol, scale: scale, quantity: quantity)
  }
  for symbol in ["dB", "dBm", "rpm", "/s", "/min", "/h"] {
    units[symbol] = TextUnit(symbol: symbol, scale: 1)
  }
  for spelling in ["°C", "°F"] { units[spelling] = TextUnit(symbol: spelling, scale: 1) }
  // The Raspberry Pi's `vcgencmd measure_temp`.
  units["'C"] = units["°C"]
  units["RPM"] = units["rpm"]
  func add(_ spelling: String, _ scale: Double, bits: Bool = false) {
    let symbol = bits ? "bit" : "B"
    units[spelling] = TextUnit(symbol: symbol, scale: scale)
    for suffix in ["/s", "/sec"] {
      units[spelling + suffix] = TextUnit(symbol: symbol + "/s", scale: scale)
    }
  }
  for spelling in ["B", "Byte", "Bytes"] { add(spelling, 1) }
  for spelling in ["bit", "bits"] { add(spelling, 1, bits: true) }
  units["bps"] = TextUnit(symbol: "bit/s", scale: 1)
  var binary = 1.0
  var decimal = 1.0
  for prefix in ["K", "M", "G", "T", "P", "E"] {
    binary *= 1024
    decimal *= 1000
    let lower = prefix.lowercased()
    for spelling in [prefix, lower, prefix + "i", prefix + "iB"] { add(spelling, binary) }
    for letter in [prefix, lower] { units[letter]?.thousands = decimal }
    for letter in prefix == "K" ? ["K", "k"] : [prefix] {
      for spelling in ["B", "Bytes"] { add(letter + spelling, decimal) }
      for spelling in ["bit", "bits", "b"] { add(letter + spelling, decimal, bits: true) }
      units[letter + "bps"] = TextUnit(symbol: "bit/s", scale: decimal)
    }
  }
  units["m"] = .minutesOrMebibytes
  // Go's benchmarks.
  for spelling in ["ns/op", "B/op", "allocs/op"] {
    units[spelling] = TextUnit(symbol: spelling, scale: 1)
  }
  // Packets and events: no size is written with these letters.
  for spelling in ["p/s", "e/s"] { units[spelling] = TextUnit(symbol: spelling, scale: 1) }
  return units
}()

/// The prefixes of a quantity's units in texts, with their factors. A `g` without a prefix is a size in texts.
private func prefixes(of quantity: TextUnit.Quantity) -> [(String, Double)] {
  let large = [("k", 1e3), ("M", 1e6), ("G", 1e9)]
  let small = [("m", 1e-3), ("\u{B5}", 1e-6), ("\u{3BC}", 1e-6)]
  return switch quantity {
  case .time, .timeOrSize: []
  case .frequency: [("", 1)] + large
  case .voltage, .power, .current: small + [("", 1)] + large
  case .pressure: [("", 1), ("h", 100)] + large
  case .mass: small + [("k", 1e3)]
  case .energy: [("", 1)] + large
  }
}

/// The length of the longest word that may be a unit, in bytes; the known spellings are shorter.
private let longestSpelling = 12

/// The unit right after a number, as in `12ms`, `1013hPa` and `12req/s`.
func attachedUnit(_ bytes: UnsafeBufferPointer<UInt8>) -> TextUnit? {
  guard !bytes.isEmpty, bytes.count <= longestSpelling else { return nil }
  let word = String(decoding: bytes, as: UTF8.self)
  if let unit = unitsBySpelling[word] { return unit }
  guard bytes[0] >= 0x41 else { return nil }
  switch word {
  case "C", "F": return TextUnit(symbol: "°" + word, scale: 1)
  case "pct": return unitsBySpelling["%"]
  default: break
  }
  let isRate = word.hasSuffix("/s") && word.dropLast(2).allSatisfy(\.isLetter)
  // Other single letters, hexadecimal digits, and words with more digits may be parts of names.
  let isSymbol =
    bytes.count > 1 && word.contains { !$0.isHexDigit } && UnitsRow.isSymbol(word)
    && !word.contains { "^-".contains($0) || $0.isASCII && $0.isNumber }
  return isRate || isSymbol ? TextUnit(symbol: word, scale: 1) : nil
}

/// The unit in a word of its own, as in `0.043 ms`. Single letters other than `s`, `B`, `V`, `W`, `A` and `C` are not
/// units here, because they may be states or flags.
func separateUnit(_ bytes: UnsafeBufferPointer<UInt8>) -> TextUnit? {
  if bytes.count == 1 {
    switch bytes[0] {
    case UInt8(ascii: "C"): return TextUnit(symbol: "°C", scale: 1)
    case UInt8(ascii: "%"), UInt8(ascii: "s"), UInt8(ascii: "B"), UInt8(ascii: "V"),
      UInt8(ascii: "W"), UInt8(ascii: "A"):
      break
    default: return nil
    }
  }
  guard bytes.count <= longestSpelling else { return nil }
  return unitsBySpelling[String(decoding: bytes, as: UTF8.self)]
}

/// The unit in a word behind a number. Symbols of other units than those of `separateUnit` count, too: `1.5 m3/h`.
func unitOfWord(_ bytes: UnsafeBufferPointer<UInt8>) -> TextUnit? {
  if let unit = separateUnit(bytes) { return unit }
  let word = String(decoding: bytes, as: UTF8.self)
  guard bytes.count > 1, bytes.count <= longestSpelling, UnitsRow.isSymbol(word) else { return nil }
  return TextUnit(symbol: word, scale: 1)
}

/// The unit in a column's name: `Use%`, `%user`, `rkB/s`, `speed (MB/s)`, `latency_ms`, `1K-blocks`,
/// `kbmemfree`; in the name of a counter, before `_total`.
func unitHint(inName name: String) -> String? {
  if let open = openingBracket(in: name) {
    let inner = name[name.index(after: open)...].dropLast()
    if inner.isEmpty || inner.count > 12 || inner.contains(" ") { return nil }
    if inner == "C", hasAttachedBracket(name), namesCounts(name) { return nil }
    // A remark may follow the unit: `lat (ms,95%)`.
    guard let comma = inner.firstIndex(of: ",") else { return usualSymbol(String(inner)) }
    let unit = String(inner[..<comma])
    return unitsBySpelling[unit] == nil ? nil : usualSymbol(unit)
  }
  if name.hasSuffix("_total") { return unitHint(inName: String(name.dropLast(6))) }
  if name.hasPrefix("%") || name.hasSuffix("%") || name.hasSuffix("pct")
    || name.hasSuffix("percent")
  {
    return "%"
  }
  return wordHint(name)
}

/// The usual symbol of a unit in a header: `s` for `seconds`; the word itself for any other word, and for a size whose
/// prefix would be lost.
func usualSymbol(_ word: String) -> String {
  if word == "C" { return "°C" }
  guard word.utf8.count > 1, let unit = unitsBySpelling[word],
    unit.quantity != nil || unit.scale == 1
  else { return word }
  return unit.symbol
}

/// The index of the last opening bracket of a name, if the name ends with the closing one.
private func openingBracket(in name: String) -> String.Index? {
  guard let close = name.last, close == ")" || close == "]" else { return nil }
  return name.lastIndex { $0 == "(" || $0 == "[" }
}

/// Whether the bracket at the end of a name follows a word without a blank: `mAP50(B)`.
func hasAttachedBracket(_ name: String) -> Bool {
  guard let open = openingBracket(in: name), open > name.startIndex else { return false }
  return name[name.index(before: open)] != " "
}

/// The name without the unit in brackets at its end: `speed` for `speed (MB/s)`; the name itself without such a unit.
func withoutUnit(inName name: String) -> String {
  guard let open = openingBracket(in: name), unitHint(inName: name) != nil,
    !name[open...].contains(","), let end = name[..<open].lastIndex(where: { $0 != " " })
  else { return name }
  return String(name[...end])
}

extension TextColumn {
  /// The name without a unit in brackets at its end, for displays that show the unit separately: `speed` for `speed
  /// (MB/s)`.
  public var nameWithoutUnit: String {
    guard let unit, let hint = unitHint(inName: name),
      hint == unit || unitsBySpelling[hint]?.symbol == unit
    else { return name }
    return withoutUnit(inName: name)
  }
}

/// Whether a column of this name holds durations, if its values have a unit that may be one of time: `AGE`, `uptime`,
/// `request_time`.
func mayNameDurations(_ name: String) -> Bool {
  let words = name.lowercased().split { !$0.isLetter }
  return isDurationName(name)
    || words.contains { word in
      ["age", "lat", "rtt", "eta", "ttl", "lag", "wait"].contains { $0 == word }
        || ["time", "latency", "delay", "timeout"].contains { word.hasSuffix($0) }
    }
}

/// Whether a column of this name counts things, so that letters behind its numbers are thousands and millions:
/// `operations`, `requests`.
func namesCounts(_ name: String) -> Bool {
  name.lowercased().split { !$0.isLetter }.contains { countedThings.contains(String($0)) }
}

private let countedThings: Set<String> = [
  "operations", "ops", "op", "iops", "requests", "request", "reqs", "req", "packets", "pkts",
  "queries",
  "transactions", "objects",
  "tps", "qps", "rps", "messages", "msgs", "events", "errors", "calls", "hits", "misses",
  "connections", "conns", "rows", "interrupts", "int", "csw", "count", "counts",
]

/// The unit in a name of `sar`, `iostat` and `pidstat`, whose kB are 1024 bytes: `kbmemfree`, `kB_rd/s`, `rkB/s`,
/// `rareq-sz`.
private func unitOfSysstat(_ name: String) -> String? {
  if name.hasPrefix("kb") && name.count > 4 || name.hasSuffix("req-sz") { return "KiB" }
  let rate = name.hasSuffix("/s") ? "/s" : ""
  for (spelling, unit) in [("kB", "KiB"), ("MB", "MiB")] {
    let isRate = ["r", "w", "d", "rx", "tx"].contains { name == $0 + spelling + "/s" }
    if isRate || name.hasPrefix(spelling + "_") { return unit + rate }
  }
  return nil
}

private func wordHint(_ name: String) -> String? {
  // `iostat -x`.
  if name.hasSuffix("_await") { return "ms" }
  if name == "1K-blocks" || name == "1024-blocks" { return "KiB" }
  if let unit = unitOfSysstat(name) { return unit }
  let words = name.split { $0 == "_" || $0 == "-" || $0 == " " || $0 == "." }
  for word in words.reversed() {
    for (ending, unit) in [
      ("kB/s", "kB/s"), ("KB/s", "KB/s"), ("MB/s", "MB/s"), ("GB/s", "GB/s"), ("B/s", "B/s"),
      ("Kbit/s", "kbit/s"), ("Mbit/s", "Mbit/s"),
    ] where word.hasSuffix(ending) {
      return unit
    }
  }
  let perSecond = name.hasSuffix("/s") ? "/s" : ""
  for word in words {
    let stem = word.hasSuffix("/s") ? word.dropLast(2) : word
    if ["kB", "KB", "MB", "GB", "KiB", "MiB", "GiB"].contains(stem) { return stem + perSecond }
  }
  return words.count > 1 ? NameEnding.unit(of: words) : nil
}
