import Metrics

/// The meaning of sums of values in a unit.
extension Unit {
  /// Whether a sum of several values has a meaning.
  var isAdditive: Bool { hasNaturalZero && self != .percent && self != .seconds && !isIntensity }

  /// Whether the unit is that of a flow at a moment: power, or a current.
  var isFlow: Bool { if case .custom(let name) = self { Self.flows.contains(name) } else { false } }

  /// The unit of a rate multiplied by a time, and the seconds of the rate's time: litres and 60 for L/min; nil for a unit
  /// that is not a rate.
  var amount: (unit: Unit, seconds: Double)? {
    switch self {
    case .bytesPerSecond: (.bytes, 1)
    case .decimalBytesPerSecond: (.decimalBytes, 1)
    case .bitsPerSecond: (.custom("bit"), 1)
    case .custom(let name): Self.amount(ofRate: name)
    default: nil
    }
  }

  private static func amount(ofRate name: String) -> (unit: Unit, seconds: Double)? {
    guard let slash = name.lastIndex(of: "/"),
      let seconds = times[String(name[name.index(after: slash)...])]
    else { return nil }
    let part = String(name[..<slash])
    // The distance that a wind has covered is of no interest.
    return lengths.contains(part) ? nil : (part.isEmpty ? .none : .custom(part), seconds)
  }

  /// Whether several values in the unit have a mean, but no sum: prices, concentrations, speeds, levels, pressures.
  private var isIntensity: Bool {
    guard case .custom(let name) = self else { return false }
    return Self.intensities.contains(name) || name.hasPrefix("%")
      || name.contains("/") && amount == nil
  }

  /// The times of rates, in seconds.
  private static let times = ["s": 1.0, "sec": 1, "min": 60, "h": 3600, "hr": 3600, "d": 86_400]
  /// The lengths whose rates are speeds.
  private static let lengths: Set = ["m", "km", "cm", "mi", "ft", "nmi"]
  /// The symbols of pressures, levels, speeds and concentrations.
  private static let intensities: Set = [
    "Pa", "hPa", "kPa", "mbar", "bar", "psi", "lx", "dB", "dBm", "rpm", "ppm", "ppb", "pH", "kn",
    "mph",
  ]
  private static let flows: Set = [
    "mW", "W", "kW", "MW", "GW", "VA", "kVA", "var", "kvar", "mA", "A", "kA",
  ]
}
