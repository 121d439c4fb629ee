import Glibc

/// A column of numbers.
///
/// Numbers that all have few decimals are stored exactly, as integers. Other numbers keep at least 21 significant bits,
/// about six digits, and eight bits of their usual difference, because a chart of a counter shows only its growth. They
/// keep all 64 bits if their magnitudes are too far apart for a common step. NaN is a missing number;
/// infinite numbers count as missing.
enum NumberColumn {
  /// The stored form of the numbers.
  private enum Form: UInt64 {
    /// Integers, in steps of a power of ten.
    case decimal
    /// Integers, in steps of a power of two.
    case binary
    /// All bits.
    case whole
  }

  private static let mostDecimals = 6
  private static let powers = [1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000]
  /// The significant bits of the smallest number of a column, those of the usual difference between neighbours, and the
  /// largest number of bits of the largest number.
  private static let bits = (least: 21, difference: 8, most: 40)
  /// The limit below which all integers are exact in a Double, 2⁵³.
  private static let largestExact = 9_007_199_254_740_992.0

  /// Writes a column, up to a whole byte.
  static func write(_ values: [Double], to writer: inout BitWriter) {
    let missing = values.indices.filter { !values[$0].isFinite }
    writer.write(missing.isEmpty ? 0 : 1, bits: 1)
    let present = missing.isEmpty ? values : values.filter(\.isFinite)
    if !missing.isEmpty {
      writer.write(varint: missing.count)
      // Missing samples come in runs, so most distances between neighbours are 1.
      IntegerColumn.write(missing, orders: 0...2, to: &writer)
    }
    if let (decimals, numbers) = decimal(present) {
      writer.write(Form.decimal.rawValue, bits: 2)
      writer.write(UInt64(decimals), bits: 3)
      IntegerColumn.write(numbers, orders: 0...1, to: &writer)
    } else if let (exponent, numbers) = binary(present) {
      writer.write(Form.binary.rawValue, bits: 2)
      writer.write(UInt64(exponent + 2048), bits: 12)
      IntegerColumn.write(numbers, orders: 0...1, to: &writer)
    } else {
      writer.write(Form.whole.rawValue, bits: 2)
      for value in present { writer.write(whole: value.bitPattern) }
    }
    writer.finishByte()
  }

  /// The numbers as integers in steps of the largest power of ten for which all of them are exact; nil if there is
  /// none.
  private static func decimal(_ values: [Double]) -> (decimals: Int, numbers: [Int])? {
    var decimals = 0
    for value in values {
      while !isExact(value, powers[decimals]) {
        decimals += 1
        if decimals > mostDecimals { return nil }
      }
    }
    let power = powers[decimals]
    var numbers: [Int] = []
    numbers.reserveCapacity(values.count)
    for value in values {
      guard isExact(value, power) else { return nil }
      numbers.append(Int((value * power).rounded()))
    }
    return (decimals, numbers)
  }

  private static func isExact(_ value: Double, _ power: Double) -> Bool {
    let integer = (value * power).rounded()
    return abs(integer) < largestExact && integer / power == value
  }

  /// The numbers as integers in steps of a power of two that preserves the significant bits of each, and of their
  /// differences; nil if there is none. A counter at rest has no difference, and keeps the most bits.
  private static func binary(_ values: [Double]) -> (exponent: Int, numbers: [Int])? {
    var (least, most) = (Double.infinity, 0.0)
    for value in values where value != 0 {
      least = min(least, abs(value))
      most = max(most, abs(value))
    }
    guard least.isFinite, least.isNormal else { return nil }
    let finest = Int(most.exponent) - bits.most + 1
    let growth =
      usualDifference(values, above: most * roundingNoise).map {
        Int($0.exponent) - bits.difference + 1
      } ?? finest
    let exponent = min(Int(least.exponent) - bits.least + 1, growth)
    guard exponent >= finest, exponent > -1000 else { return nil }
    let step = scalbn(1.0, Int32(exponent))
    return (exponent, values.map { Int(($0 / step).rounded()) })
  }

  /// The share of a number below which a difference comes from rounding.
  private static let roundingNoise = 0x1p-44

  /// The median of the differences between neighbours that are larger than a limit; nil if there is none.
  private static func usualDifference(_ values: [Double], above limit: Double) -> Double? {
    let differences = zip(values.dropFirst(), values).map { abs($0 - $1) }.filter { $0 > limit }
    return differences.isEmpty ? nil : differences.sorted()[differences.count / 2]
  }

  /// Reads a column of `count` numbers.
  static func read(_ count: Int, from reader: inout BitReader) -> [Double] {
    var missing: [Int] = []
    if reader.read(bits: 1) == 1 {
      let missingCount = min(max(0, reader.readVarint()), count)
      IntegerColumn.read(missingCount, from: &reader) { missing.append($0) }
    }
    let present = count - missing.count
    var values: [Double] = []
    values.reserveCapacity(count)
    switch Form(rawValue: reader.read(bits: 2)) {
    case .decimal:
      let power = powers[min(Int(reader.read(bits: 3)), mostDecimals)]
      IntegerColumn.read(present, from: &reader) { values.append(Double($0) / power) }
    case .binary:
      let step = scalbn(1.0, Int32(reader.read(bits: 12)) - 2048)
      IntegerColumn.read(present, from: &reader) { values.append(Double($0) * step) }
    default:
      for _ in 0..<present { values.append(Double(bitPattern: reader.readWhole())) }
    }
    reader.finishByte()
    return missing.isEmpty ? values : inserted(missing, into: values)
  }

  /// The numbers with NaN at the positions of missing ones.
  private static func inserted(_ missing: [Int], into values: [Double]) -> [Double] {
    var result = [Double](repeating: .nan, count: values.count + missing.count)
    var next = 0
    var place = 0
    for value in values {
      while next < missing.count, missing[next] == place {
        next += 1
        place += 1
      }
      guard place < result.count else { break }
      result[place] = value
      place += 1
    }
    return result
  }
}
