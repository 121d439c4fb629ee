import Metrics

/// The format of the values of one plot, the same for all.
public struct ValueFormat: Hashable, Sendable {
  /// The unit of the values.
  public var unit: Unit
  /// The prefix of all values; nil for what suits each.
  public var scale: UnitScale?
  /// The number of decimals; nil for the unit's own choice.
  public var decimals: Int?

  /// A unit's own way, unless told otherwise.
  public init(unit: Unit, scale: UnitScale? = nil, decimals: Int? = nil) {
    self.unit = unit
    self.scale = scale
    self.decimals = decimals
  }

  /// A value in the common prefix.
  public func callAsFunction(_ value: Double) -> FormattedValue {
    unit.format(value, scale: scale, decimals: decimals)
  }

  /// A value on its own: one that is small for the common prefix has a prefix that suits it.
  public func alone(_ value: Double) -> FormattedValue {
    guard let scale, scale.divisor > 1, value != 0, abs(value) < 0.1 * scale.divisor else {
      return self(value)
    }
    return unit.format(value)
  }
}
