/// A code for integers that are mostly small, which takes few bits for each.
///
/// A number is coded as its quotient by a power of two in ones, a zero, and the remainder (Rice, Plaunt: Adaptive
/// Variable-Length Coding for Efficient Compression of Spacecraft Television Data, 1971). The power is chosen for all
/// numbers together. A number whose quotient is too large follows in full.
enum RiceCode {
  /// The quotient from which on a number is stored in full.
  private static let mostOnes = 20
  private static let largestPower = 40

  /// Maps a signed number to an unsigned one: 0, −1, 1, −2 … become 0, 1, 2, 3 …
  static func folded(_ number: Int) -> UInt64 {
    UInt64(bitPattern: Int64(number << 1 ^ number >> 63))
  }

  static func unfolded(_ number: UInt64) -> Int {
    Int(Int64(bitPattern: number >> 1)) ^ -Int(number & 1)
  }

  /// The power of two that codes numbers in the fewest bits, and the number of these bits.
  static func best(for numbers: [UInt64]) -> (power: Int, bits: Int) {
    var best = (power: 0, bits: bits(numbers, power: 0))
    for power in 1...largestPower {
      let bits = bits(numbers, power: power)
      if bits < best.bits { best = (power, bits) } else if bits > best.bits * 2 { break }
    }
    return best
  }

  private static func bits(_ numbers: [UInt64], power: Int) -> Int {
    var total = 6
    for number in numbers {
      let quotient = number >> UInt64(power)
      total += quotient < UInt64(mostOnes) ? Int(quotient) + 1 + power : mostOnes + 64
    }
    return total
  }

  /// Writes the power and the numbers.
  static func write(_ numbers: [UInt64], power: Int, to writer: inout BitWriter) {
    writer.write(UInt64(power), bits: 6)
    for number in numbers {
      let quotient = number >> UInt64(power)
      if quotient < UInt64(mostOnes) {
        writer.write(~1 & (1 << (quotient + 1) - 1), bits: Int(quotient) + 1)
        writer.write(number, bits: power)
      } else {
        writer.write(1 << UInt64(mostOnes) - 1, bits: mostOnes)
        writer.write(whole: number)
      }
    }
  }

  /// Reads `count` numbers.
  static func read(
    _ count: Int, from reader: inout BitReader, _ receive: (UInt64) -> Void
  ) {
    let power = Int(reader.read(bits: 6))
    for _ in 0..<count {
      let ones = reader.readOnes(most: mostOnes)
      guard ones < mostOnes else {
        receive(reader.readWhole())
        continue
      }
      receive(UInt64(ones) << UInt64(power) | reader.read(bits: power))
    }
  }
}
