import Synchronization

/// A prefix and the smallest magnitude that uses it.
struct Rung: Sendable {
  let from: Double
  let scale: UnitScale
}

extension Unit {
  /// The prefixes of this unit, smallest first; never empty.
  var ladder: [Rung] {
    switch self {
    case .none: Self.plain
    case .custom(let name): name.isEmpty ? Self.plain : Self.ladder(named: name)
    case .percent, .celsius: [Rung(from: 0, scale: UnitScale(divisor: 1, symbol: symbol))]
    case .bytes: Self.binaryBytes
    case .decimalBytes: Self.decimalBytesLadder
    case .bytesPerSecond: Self.byteRates
    case .decimalBytesPerSecond: Self.decimalByteRates
    case .bitsPerSecond: Self.bitRates
    case .seconds: Self.durations
    }
  }

  /// The next smaller prefix; nil for the smallest one, and for a power of ten.
  package func finerScale(than scale: UnitScale) -> UnitScale? {
    guard let rung = ladder.firstIndex(where: { $0.scale == scale }), rung > 0 else { return nil }
    return ladder[rung - 1].scale
  }

  /// The magnitude from which a prefix is used; nil for a power of ten.
  package func start(of scale: UnitScale) -> Double? { ladder.first { $0.scale == scale }?.from }

  private static let plain = millions("")
  private static let binaryBytes = prefixed("B", base: 1024, prefixes: binaryPrefixes)
  private static let decimalBytesLadder = prefixed("B", base: 1000, prefixes: decimalPrefixes)
  private static let byteRates = prefixed("B/s", base: 1024, prefixes: binaryPrefixes)
  private static let decimalByteRates = prefixed("B/s", base: 1000, prefixes: decimalPrefixes)
  private static let bitRates = prefixed("bit/s", base: 1000, prefixes: decimalPrefixes)

  /// The prefixes of named units, which each formatted number needs.
  private static let namedLadders = Mutex<[String: [Rung]]>([:])
  /// The limit of known units. A stream without end may name more.
  private static let mostNamed = 1000

  private static func ladder(named name: String) -> [Rung] {
    namedLadders.withLock { known in
      if let ladder = known[name] { return ladder }
      if known.count >= mostNamed { known = [:] }
      let ladder = named(name)
      known[name] = ladder
      return ladder
    }
  }

  /// The prefixes of a named unit: part of a symbol (12.3 kW), none for a symbol that has one (MB/s), or
  /// a word before any other name (1.23 M req/s).
  private static func named(_ name: String) -> [Rung] {
    let counted = String(name.prefix { $0 != "/" && $0 != "·" })
    if takingPrefixes.contains(counted) {
      return prefixed(name, base: 1000, prefixes: decimalPrefixes)
    }
    return hasPrefix(counted)
      ? [Rung(from: 0, scale: UnitScale(divisor: 1, symbol: name))] : millions(" " + name)
  }

  /// Whether a symbol begins with a prefix: kW, MB, KiB.
  private static func hasPrefix(_ symbol: String) -> Bool {
    (decimalPrefixes + binaryPrefixes + ["K", "m", "µ", "u", "n"]).contains { prefix in
      guard symbol.hasPrefix(prefix) else { return false }
      let rest = String(symbol.dropFirst(prefix.count))
      return takingPrefixes.contains(rest)
        || ["B", "bit", "b", "g", "m", "s", "l", "L"].contains(rest)
    }
  }

  /// No prefix up to a million, where groups of digits are read as easily; then M, G …
  private static func millions(_ unit: String) -> [Rung] {
    var ladder = prefixed(unit, base: 1000, prefixes: decimalPrefixes)
    ladder.remove(at: 1)
    ladder[1] = Rung(from: 999_999.5, scale: ladder[1].scale)
    return ladder
  }

  /// Symbols with prefixes: those of the International System of Units, and some others. The symbols of
  /// mass, length and time are left out, because readers expect them unchanged.
  private static let takingPrefixes: Set<String> = [
    "A", "Bq", "C", "cd", "eV", "F", "Gy", "H", "Hz", "J", "lm", "lx", "N", "Pa", "S", "Sv", "T",
    "V", "VA", "var", "W", "Wb", "Wh", "Ω", "bps", "FLOPS",
  ]

  /// The symbol with the prefix of a small power of ten: `nA`; nil for other powers and other units.
  func prefixedSymbol(_ exponent: Int) -> String? {
    guard case .custom(let name) = self, let prefix = Self.smallPrefixes[exponent],
      Self.takingPrefixes.contains(String(name.prefix { $0 != "/" && $0 != "·" }))
    else { return nil }
    return prefix + name
  }

  private static let smallPrefixes = [-3: "m", -6: "µ", -9: "n", -12: "p", -15: "f"]

  private static let decimalPrefixes = ["k", "M", "G", "T", "P", "E", "Z", "Y"]
  private static let binaryPrefixes = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi"]

  private static let durations: [Rung] = [
    Rung(from: 0, scale: UnitScale(divisor: 1e-9, symbol: "ns")),
    Rung(from: 0.9995e-6, scale: UnitScale(divisor: 1e-6, symbol: "µs")),
    Rung(from: 0.9995e-3, scale: UnitScale(divisor: 1e-3, symbol: "ms")),
    Rung(from: 0.9995, scale: UnitScale(divisor: 1, symbol: "s")),
    // Minutes begin at two: 90 s is easier to read than 1.5 min.
    Rung(from: 120, scale: UnitScale(divisor: 60, symbol: "min")),
    Rung(from: 2 * 3600, scale: UnitScale(divisor: 3600, symbol: "h")),
    Rung(from: 2 * 86_400, scale: UnitScale(divisor: 86_400, symbol: "d")),
  ]

  /// The rungs for prefixes. A prefix begins where the one below would need four digits: at 999.5 of it,
  /// even for binary prefixes (1010 KiB is 1.0 MiB).
  private static func prefixed(_ unit: String, base: Double, prefixes: [String]) -> [Rung] {
    let bare = unit.hasPrefix(" ") ? String(unit.dropFirst()) : unit
    var ladder = [Rung(from: 0, scale: UnitScale(divisor: 1, symbol: bare))]
    var divisor = 1.0
    for prefix in prefixes {
      let from = divisor * 999.5
      divisor *= base
      ladder.append(Rung(from: from, scale: UnitScale(divisor: divisor, symbol: prefix + unit)))
    }
    return ladder
  }
}
