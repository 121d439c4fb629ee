import Glibc

/// Numbers as people read them: a true minus sign, groups of three digits where asked, and the separators of the
/// region.
package enum NumberText {
  static let minus = "\u{2212}"

  /// A value with a fixed number of decimals (0 to 12), rounded half away from zero. A value that rounds
  /// to zero has no sign. A value beyond 10¹⁵ is a power of ten, `1.80×10³⁰⁸`, so that the text stays
  /// short.
  /// - Parameter isGrouped: whether groups of three digits are parted from 10,000 up.
  package static func fixed(_ value: Double, decimals: Int, isGrouped: Bool = false) -> String {
    let decimals = min(max(0, decimals), 12)
    let magnitude = abs(value)
    guard magnitude < 1e15 else { return scientific(value) }
    let power = powerOfTen(decimals)
    let scaled = (magnitude * power).rounded(.toNearestOrAwayFromZero)
    // 2⁶³ is 9.2e18. A value too large for its decimals has no digits there to show anyway.
    guard scaled < 9e18 else {
      return fixed(value, decimals: decimals - 1, isGrouped: isGrouped)
    }
    let sign = value < 0 && scaled > 0 ? minus : ""
    let region = RegionalFormat.current
    let digits = UInt64(scaled).padded(to: decimals + 1)
    let point = digits.index(digits.endIndex, offsetBy: -decimals)
    let whole =
      isGrouped ? grouped(digits[..<point], region.groupSeparator) : String(digits[..<point])
    return sign + whole + (decimals > 0 ? String(region.decimalSeparator) + digits[point...] : "")
  }

  /// Digits in groups of three; fewer than five digits are one group.
  private static func grouped(_ digits: Substring, _ separator: String) -> String {
    guard digits.utf8.count > 4 else { return String(digits) }
    var result = ""
    for (i, digit) in digits.enumerated() {
      if i > 0, (digits.utf8.count - i) % 3 == 0 { result += separator }
      result.append(digit)
    }
    return result
  }

  private static func scientific(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    var exponent = Int(log10(abs(value)))
    var mantissa = value / powerOfTen(exponent)
    if abs(mantissa) >= 9.995 {
      mantissa /= 10
      exponent += 1
    }
    return fixed(mantissa, decimals: 2) + "×10" + superscript(exponent)
  }

  /// An exponent in superscript digits: `⁻⁶`.
  package static func superscript(_ exponent: Int) -> String {
    let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
    return String(
      String(exponent).map { $0 == "-" ? "⁻" : digits[$0.wholeNumberValue ?? 0] })
  }

  package static func powerOfTen(_ exponent: Int) -> Double { pow(10, Double(exponent)) }
}
