/// The unit of a number, which decides the form of its text.
public enum Unit: Hashable, Sendable {
  /// A plain number, in groups of three digits from ten thousand up; from a million up in M, G …
  case none
  /// A share from 0 to 100.
  case percent
  /// Bytes with binary prefixes: KiB, MiB, GiB …
  case bytes
  /// Bytes with decimal prefixes, as disks are sold: kB, MB, GB …
  case decimalBytes
  /// Bytes per second with binary prefixes: KiB/s …
  case bytesPerSecond
  /// Bytes per second with decimal prefixes: kB/s …
  case decimalBytesPerSecond
  /// Bits per second with decimal prefixes: kbit/s …
  case bitsPerSecond
  /// A temperature in degrees Celsius: °C.
  case celsius
  /// A duration: ns, µs, ms, s, min, h, d.
  case seconds
  /// A unit with a given name, written after the number. Symbols of the International System of Units
  /// take prefixes (12.3 kW), a symbol with a prefix takes no other one, and other words count in
  /// millions (1.23 M req/s).
  case custom(String)
}

/// A number and its unit as two texts, because they are set in different sizes.
public struct FormattedValue: Hashable, Sendable {
  /// `48.6`, `−3`, or `–` for a missing value; never empty.
  public let digits: String
  /// `Mbit/s`; empty for a plain number.
  public let unit: String

  /// A number and a unit as texts.
  public init(digits: String, unit: String) {
    self.digits = digits
    self.unit = unit
  }

  /// The number and the unit with a space between them; a missing value has no unit.
  public var text: String { unit.isEmpty || digits == "–" ? digits : digits + " " + unit }
}

/// One prefix of a unit: the value divided by `divisor` is followed by `symbol`.
public struct UnitScale: Hashable, Sendable {
  /// The number of units without a prefix in one unit with the prefix: 1024 for KiB.
  public let divisor: Double
  /// The unit with the prefix, such as `KiB`; empty for a plain number.
  public let symbol: String

  /// A prefix with its divisor and its symbol.
  public init(divisor: Double, symbol: String) {
    self.divisor = divisor
    self.symbol = symbol
  }
}

extension Unit {
  /// A value in a readable form: about three digits with a suitable prefix.
  ///
  /// - Parameters:
  ///   - scale: a given prefix, so that several numbers agree (a panel's note with its value, the value
  ///     with its axis).
  ///   - decimals: the number of decimals; nil for the unit's own choice.
  /// - Returns: `–` for a value that is NaN or infinite.
  public func format(_ value: Double, scale: UnitScale? = nil, decimals: Int? = nil)
    -> FormattedValue
  {
    let scale = scale ?? self.scale(of: value, resolvesTiny: usesPlainDigits)
    guard value.isFinite else { return FormattedValue(digits: "–", unit: scale.symbol) }
    var scaled = value / scale.divisor
    var decimals = decimals ?? self.decimals(of: scaled, isBase: scale.divisor == 1)
    if self == .percent { (scaled, decimals) = Self.incomplete(scaled, decimals) }
    let digits = NumberText.fixed(scaled, decimals: decimals, isGrouped: true)
    return FormattedValue(digits: digits, unit: scale.symbol)
  }

  /// The percents from which on a share is the whole, but for rounding.
  private static let whole = 100 - 1e-6

  /// A share that is not rounded up to the whole, and its decimals: an availability of 99.96 % is not one of 100 %, and
  /// not one of 99.999 %. A share with decimals has as many more as it needs, and one without is at most 99 %. A share
  /// that is below the whole only by the rounding errors of a sum is whole.
  private static func incomplete(_ share: Double, _ decimals: Int) -> (Double, Int) {
    func isRoundedUp(_ decimals: Int) -> Bool {
      share < whole && share > 100 - NumberText.powerOfTen(-decimals) / 2 - 1e-9
    }
    if decimals == 0 { return (isRoundedUp(0) ? 99 : share, 0) }
    var decimals = decimals
    while isRoundedUp(decimals) { decimals += 1 }
    return (share, decimals)
  }

  /// The prefix for an axis that reaches `maximum` (of either sign): the largest prefix that leaves the
  /// maximum at least one digit before the point. The unit without a prefix if the maximum is zero or not
  /// finite.
  public func tickScale(forMaximum maximum: Double) -> UnitScale {
    scale(of: maximum, resolvesTiny: true)
  }

  /// The prefix for a value. Beyond every prefix, a power of ten is used; for values far below the smallest prefix,
  /// only with `resolvesTiny`: an axis must distinguish its ticks, but a person reads 0.000 02 bit/s as zero.
  private func scale(of value: Double, resolvesTiny: Bool) -> UnitScale {
    let magnitude = abs(value)
    let ladder = self.ladder
    guard magnitude > 0, magnitude.isFinite else { return UnitScale(divisor: 1, symbol: symbol) }
    let rung = (ladder.last { magnitude >= $0.from } ?? ladder[0]).scale
    let isTiny = resolvesTiny && magnitude < ladder[0].scale.divisor * 0.000_999_5
    if isTiny || magnitude / rung.divisor >= 999_999.5 { return powerScale(magnitude) }
    return rung
  }

  /// A power of ten, `×10⁻⁶`, whose exponent is a multiple of three, or the prefix of such a power.
  private func powerScale(_ magnitude: Double) -> UnitScale {
    var exponent = -306
    while exponent < 306, magnitude >= NumberText.powerOfTen(exponent) * 999.5 { exponent += 3 }
    let divisor = NumberText.powerOfTen(exponent)
    if let prefixed = prefixedSymbol(exponent) {
      return UnitScale(divisor: divisor, symbol: prefixed)
    }
    let power = "×10" + NumberText.superscript(exponent)
    return UnitScale(
      divisor: divisor, symbol: symbol.isEmpty ? power : power + " " + symbol)
  }

  /// Three digits for plain numbers; at most one decimal where a prefix or a small range is exact enough;
  /// none for whole bytes and bits.
  private func decimals(of scaled: Double, isBase: Bool) -> Int {
    let magnitude = abs(scaled)
    if magnitude >= (self == .percent && scaled > 0 ? Self.whole : 99.95) { return 0 }
    if usesPlainDigits {
      if magnitude == 0 || magnitude >= 0.0995 { return magnitude < 9.995 ? 2 : 1 }
      return magnitude >= 0.00995 ? 3 : 4
    }
    switch self {
    case .bytes, .decimalBytes, .bytesPerSecond, .decimalBytesPerSecond, .bitsPerSecond:
      return isBase ? 0 : 1
    default: return 1
    }
  }

  private var usesPlainDigits: Bool {
    switch self {
    case .none, .custom: true
    default: false
    }
  }

  /// Whether zero means that there is nothing of the quantity, which is not so for temperatures, frequencies and
  /// voltages.
  public var hasNaturalZero: Bool {
    switch self {
    case .celsius: false
    case .custom(let name):
      !["°C", "℃", "°F", "K", "Hz", "kHz", "MHz", "GHz", "mHz", "V", "mV", "kV", "MV", "µV", "uV"]
        .contains(name)
    default: true
    }
  }

  /// The unit without a prefix.
  package var symbol: String {
    switch self {
    case .none: ""
    case .percent: "%"
    case .bytes, .decimalBytes: "B"
    case .bytesPerSecond, .decimalBytesPerSecond: "B/s"
    case .bitsPerSecond: "bit/s"
    case .celsius: "°C"
    case .seconds: "s"
    case .custom(let name): name
    }
  }
}
