import Glibc

/// Powers of ten that a Double holds exactly.
private let exactPowers: [Double] = (0...22).map { (exponent: Int) -> Double in
  (0..<exponent).reduce(1.0) { power, _ in power * 10 }
}

/// The powers of ten at a fixed address: an array would be retained and checked for every number.
nonisolated(unsafe) let powersOfTen: UnsafePointer<Double> = {
  let table = UnsafeMutablePointer<Double>.allocate(capacity: exactPowers.count)
  table.initialize(from: exactPowers, count: exactPowers.count)
  return UnsafePointer(table)
}()

/// The locale for `strtod`. Without it `strtod` follows the process's locale, which the window's input
/// method may set.
nonisolated(unsafe) private let cLocale = newlocale(1 << LC_NUMERIC, "C", nil)

@inline(__always)
func digitValue(_ byte: UInt8) -> UInt64? {
  let digit = byte &- 48
  return digit < 10 ? UInt64(digit) : nil
}

/// Reads a number such as `-12.5e3` at `start`, and stops before the first byte that does not belong to the number or
/// at `end`; nil if there is no number.
@inline(__always)
func parseDecimal(
  _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, point: UInt8,
  powers: UnsafePointer<Double> = powersOfTen
) -> (value: Double, next: UnsafePointer<UInt8>)? {
  parseShortDecimal(start, end, point: point, powers: powers)
    ?? parseLongDecimal(start, end, point: point, powers: powers)
}

/// Reads a number of at most seven bytes behind its minus sign, without an exponent; nil for every other number, and if
/// fewer than nine bytes are left. All bytes are handled at once: a branch for each digit is often mispredicted, as
/// numbers have different lengths.
@inline(__always)
private func parseShortDecimal(
  _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, point: UInt8,
  powers: UnsafePointer<Double>
) -> (value: Double, next: UnsafePointer<UInt8>)? {
  guard end - start > 8 else { return nil }
  let isNegative = start.pointee == 0x2D
  let first = isNegative ? start + 1 : start
  let word = UInt64(littleEndian: UnsafeRawPointer(first).loadUnaligned(as: UInt64.self))
  // The value of each digit; more than 9 for other bytes.
  var digits = word ^ 0x3030_3030_3030_3030
  // The highest bit of each byte that is no digit.
  var others =
    (digits & 0x7F7F_7F7F_7F7F_7F7F &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
  guard others != 0 else { return nil }
  var length = others.trailingZeroBitCount / 8
  var count = length
  var fraction = 0
  if first[length] == point {
    others &= others &- 1
    guard others != 0 else { return nil }
    // The digits behind the point move to its place.
    let whole = (1 as UInt64) &<< UInt64(8 * length) &- 1
    digits = digits & whole | digits &>> 8 & ~whole
    fraction = others.trailingZeroBitCount / 8 - length - 1
    length += 1 + fraction
    count = length - 1
  }
  guard count > 0, first[length] | 0x20 != 0x65 else { return nil }
  // Zeros in front make eight digits. Each two neighbours become one number, until one number is left.
  digits = digits &<< UInt64(64 - 8 * count)
  digits = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
  digits = (digits &* 100 &+ digits &>> 16) & 0x0000_FFFF_0000_FFFF
  digits = (digits &* 10_000 &+ digits &>> 32) & 0xFFFF_FFFF
  let value = Double(Int(truncatingIfNeeded: digits)) / powers[fraction]
  return (isNegative ? -value : value, first + length)
}

/// Reads a number of any length.
///
/// The result is the nearest Double. A decimal mantissa below 2^53 and a power of ten of at most 22
/// are both exact, so that one multiplication or division rounds once (Clinger, "How to read
/// floating point numbers accurately", 1990); everything else goes to `strtod`.
@inline(never)
private func parseLongDecimal(
  _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, point: UInt8,
  powers: UnsafePointer<Double>
) -> (value: Double, next: UnsafePointer<UInt8>)? {
  var next = start
  var negative = false
  if next < end, next.pointee == 0x2D || next.pointee == 0x2B {
    negative = next.pointee == 0x2D
    next += 1
  }
  var mantissa: UInt64 = 0
  let digits = next
  while next < end, let digit = digitValue(next.pointee) {
    mantissa = mantissa &* 10 &+ digit
    next += 1
  }
  var count = next - digits
  var exponent = 0
  if next < end, next.pointee == point {
    next += 1
    let fraction = next
    while next < end, let digit = digitValue(next.pointee) {
      mantissa = mantissa &* 10 &+ digit
      next += 1
    }
    exponent = -(next - fraction)
    count -= exponent
  }
  guard count > 0 else { return nil }
  if next < end, next.pointee | 0x20 == 0x65, let (power, after) = parseExponent(next, end) {
    exponent += power
    next = after
  }
  guard count <= 19, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 else {
    return (nearestDouble(start, next, point: point), next)
  }
  let magnitude = Double(mantissa)
  let value = exponent < 0 ? magnitude / powers[-exponent] : magnitude * powers[exponent]
  return (negative ? -value : value, next)
}

/// Reads `e-12` at `start`; nil if no digit follows, because the `e` then does not belong to the number.
private func parseExponent(
  _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
) -> (Int, UnsafePointer<UInt8>)? {
  var next = start + 1
  var negative = false
  if next < end, next.pointee == 0x2D || next.pointee == 0x2B {
    negative = next.pointee == 0x2D
    next += 1
  }
  let digits = next
  var power = 0
  while next < end, let digit = digitValue(next.pointee) {
    // The bound exceeds every Double's exponent and is far from overflow.
    if power < 100_000 { power = power * 10 + Int(digit) }
    next += 1
  }
  return next == digits ? nil : (negative ? -power : power, next)
}

/// The Double nearest to the decimal number between `start` and `end`.
@inline(never)
private func nearestDouble(
  _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, point: UInt8
) -> Double {
  let count = end - start
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { text in
    for index in 0..<count {
      text[index] = CChar(bitPattern: start[index] == point ? 0x2E : start[index])
    }
    text[count] = 0
    guard let text = text.baseAddress else { return .nan }
    let locale = uselocale(cLocale)
    defer { uselocale(locale) }
    return strtod(text, nil)
  }
}
