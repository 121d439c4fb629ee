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
///
/// The result is the nearest Double. A decimal mantissa below 2^53 and a power of ten of at most 22
/// are both exact, so that one multiplication or division rounds once (Clinger, "How to read
/// floating point numbers accurately", 1990); everything else goes to `strtod`.
@inline(__always)
func parseDecimal(
  _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, point: UInt8,
  powers: UnsafePointer<Double> = powersOfTen
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
