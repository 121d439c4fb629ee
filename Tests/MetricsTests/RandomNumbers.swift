import Glibc
import TestSupport

extension SeededGenerator {
  /// Any finite Double, of every magnitude alike.
  mutating func anyDouble() -> Double {
    while true {
      let value = Double(bitPattern: next())
      if value.isFinite { return value }
    }
  }

  /// A value with a magnitude of 10^-range to 10^range, of either sign.
  mutating func spread(_ range: Double) -> Double {
    let exponent = Double.random(in: -range...range, using: &self)
    return (Bool.random(using: &self) ? 1 : -1) * power(10, exponent)
  }
}

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
