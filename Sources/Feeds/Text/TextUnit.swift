/// A unit that follows a number in text.
struct TextUnit: Hashable, Sendable {
  /// The name of the column's unit: `%`, `ms`, `B`.
  var symbol: String
  /// The factor from a number to `symbol`'s unit, or to the base unit of `quantity`.
  var scale: Double
  /// The quantity whose values in a column are converted to the unit of the first one; nil for units
  /// whose `scale` is applied at once.
  var quantity: Quantity?
  /// The factor of a letter for thousands, millions …, that means sizes unless its column counts things; nil for any
  /// other unit.
  var thousands: Double?

  enum Quantity: CaseIterable {
    case time, frequency, voltage, power, current, pressure, mass, energy, timeOrSize

    /// The symbol of the unit without a prefix; nil for no such unit.
    var symbol: String? {
      switch self {
      case .time: "s"
      case .frequency: "Hz"
      case .voltage: "V"
      case .power: "W"
      case .current: "A"
      case .pressure: "Pa"
      case .mass: "g"
      case .energy: "Wh"
      case .timeOrSize: nil
      }
    }

    /// Whether readers expect the prefix that suits a value: kW or MW, but hPa, kg and kWh whatever the value is.
    var takesAnyPrefix: Bool { ![.pressure, .mass, .energy, .timeOrSize].contains(self) }
  }

  /// The letter `m`: minutes beside other durations, and otherwise 2²⁰ bytes.
  static let minutesOrMebibytes = TextUnit(symbol: "MiB", scale: 0x1p20, quantity: .timeOrSize)
  static let minutes = TextUnit(symbol: "min", scale: 60, quantity: .time)

  /// The factor that is applied at once.
  var factor: Double { quantity == nil ? scale : 1 }

  /// The unit of a number to which `factor` has been applied.
  var applied: TextUnit { quantity == nil ? TextUnit(symbol: symbol, scale: 1) : self }

  /// The unit of the same kind without a prefix: seconds for milliseconds. The letter `m` stays, and so do units of
  /// pressure, mass and energy.
  var base: TextUnit {
    guard let quantity, quantity.takesAnyPrefix, let symbol = quantity.symbol else {
      return applied
    }
    return TextUnit(symbol: symbol, scale: 1, quantity: quantity)
  }

  /// The conversion of values from another unit to this unit; nil for a unit of another quantity. Beside rates, a size
  /// is a rate whose `/s` was left out.
  func conversion(from other: TextUnit) -> UnitConversion? {
    if self == other { return UnitConversion() }
    switch (symbol, other.symbol) {
    case ("°C", "°F"): return UnitConversion(before: -32, factor: 5, divisor: 9)
    case ("°F", "°C"): return UnitConversion(factor: 9, divisor: 5, after: 32)
    default: break
    }
    let (own, given) = (read(beside: other).measure, other.read(beside: self).measure)
    guard
      own.quantity == given.quantity
        || (own.quantity, given.quantity) == (.symbol("B/s"), .symbol("B"))
    else { return nil }
    let (to, from) = (own.scale, given.scale)
    let quotient = max(to, from) / min(to, from)
    // Most quotients are whole numbers, apart from rounding.
    let whole = quotient.rounded()
    let exact = abs(quotient - whole) < 1e-9 * quotient ? whole : quotient
    return from > to ? UnitConversion(factor: exact) : UnitConversion(divisor: exact)
  }

  /// The meaning of the letter `m` beside another unit; any other unit itself.
  private func read(beside other: TextUnit) -> TextUnit {
    guard self == .minutesOrMebibytes else { return self }
    return other.quantity == .time ? .minutes : TextUnit(symbol: "B", scale: scale)
  }

  /// The quantity, and the factor to its base unit.
  private var measure: (quantity: Measure, scale: Double) {
    switch (quantity, symbol) {
    case (let quantity?, _): (.quantity(quantity), scale)
    case (nil, "bit"): (.symbol("B"), scale / 8)
    case (nil, "bit/s"): (.symbol("B/s"), scale / 8)
    case (nil, _): (.symbol(symbol), scale)
    }
  }

  private enum Measure: Hashable {
    case quantity(Quantity)
    case symbol(String)
  }
}

/// A factor and a divisor, because the inverse of a whole number is a fraction that a Double does not hold exactly. The
/// zeros of scales of temperatures differ.
struct UnitConversion: Equatable {
  var before = 0.0
  var factor = 1.0
  var divisor = 1.0
  var after = 0.0

  /// Whether both units have the same zero.
  var isScale: Bool { before == 0 && after == 0 }

  func callAsFunction(_ value: Double) -> Double { (value + before) * factor / divisor + after }
}
