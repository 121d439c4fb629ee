import Glibc

extension SeededGenerator {
  /// Any finite Double, of every magnitude alike.
  public mutating func anyDouble() -> Double {
    while true {
      let value = Double(bitPattern: next())
      if value.isFinite { return value }
    }
  }

  /// A value with a magnitude of 10^-range to 10^range, of either sign.
  public mutating func spread(_ range: Double) -> Double {
    let exponent = Double.random(in: -range...range, using: &self)
    return (Bool.random(using: &self) ? 1 : -1) * pow(10, exponent)
  }
}
