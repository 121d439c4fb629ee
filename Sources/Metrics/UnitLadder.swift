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
    case .custom(let name): name.isEmpty ? Self.plain : Self.named(name)
    case .percent, .celsius: [Rung(from: 0, scale: UnitScale(divisor: 1, symbol: symbol))]
    case .bytes: Self.binaryBytes
    case .decimalBytes: Self.decimalBytesLadder
    case .bytesPerSecond: Self.byteRates
    case .bitsPerSecond: Self.bitRates
    case .seconds: Self.durations
    }
  }

  private static let plain = prefixed("", base: 1000, prefixes: decimalPrefixes, from: 10_000)
  private static let binaryBytes = prefixed("B", base: 1024, prefixes: binaryPrefixes)
  private static let decimalBytesLadder = prefixed("B", base: 1000, prefixes: decimalPrefixes)
  private static let byteRates = prefixed("B/s", base: 1024, prefixes: binaryPrefixes)
  private static let bitRates = prefixed("bit/s", base: 1000, prefixes: decimalPrefixes)

  /// The prefixes of a named unit: part of a symbol (12.3 kW), or a word before any other name (12.3 k
  /// req/s).
  private static func named(_ name: String) -> [Rung] {
    let counted = name.prefix { $0 != "/" && $0 != "·" }
    return takingPrefixes.contains(String(counted))
      ? prefixed(name, base: 1000, prefixes: decimalPrefixes)
      : prefixed(" " + name, base: 1000, prefixes: decimalPrefixes, from: 10_000)
  }

  /// Symbols with prefixes: those of the International System of Units, and some others. The symbols of
  /// mass, length and time are left out, because readers expect them unchanged.
  private static let takingPrefixes: Set<String> = [
    "A", "Bq", "C", "cd", "eV", "F", "Gy", "H", "Hz", "J", "lm", "lx", "N", "Pa", "S", "Sv", "T",
    "V", "VA", "var", "W", "Wb", "Wh", "Ω", "bps", "FLOPS",
  ]

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
  /// even for binary prefixes (1010 KiB is 1.0 MiB). The first prefix begins at `from`.
  private static func prefixed(
    _ unit: String, base: Double, prefixes: [String], from first: Double = 1000
  ) -> [Rung] {
    let bare = unit.hasPrefix(" ") ? String(unit.dropFirst()) : unit
    var ladder = [Rung(from: 0, scale: UnitScale(divisor: 1, symbol: bare))]
    var divisor = 1.0
    for (index, prefix) in prefixes.enumerated() {
      let from = index == 0 ? first - 0.5 : divisor * 999.5
      divisor *= base
      ladder.append(Rung(from: from, scale: UnitScale(divisor: divisor, symbol: prefix + unit)))
    }
    return ladder
  }
}
