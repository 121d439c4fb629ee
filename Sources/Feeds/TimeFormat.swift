/// A format of times for the C library's `strptime`.
public enum TimeFormat {
  private static let conversions = Set("aAbBcCdDeFgGhHIjklmMnprRsStTuUVwWxXyYzZ%".utf8)
  /// The conversions with alternative forms of a locale: after `E`, and after `O`.
  private static let eras = Set("cCxXyY".utf8)
  private static let digits = Set("bBdehHImMSUVwWy".utf8)
  private static let flags = Set("_-^#0123456789".utf8)

  /// The first conversion of a format that `strptime` does not know, so that it reads no time; nil if all are known.
  public static func unknownConversion(in format: String) -> String? { walk(format) { _ in } }

  /// The parts of a time that a format can state.
  enum Parts {
    /// A date with its year, or seconds since 1970.
    case whole
    /// A date without its year.
    case withoutYear
    /// A time of day alone.
    case clock
  }

  /// The parts of the times that a format reads.
  static func parts(of format: String) -> Parts {
    var letters: Set<UInt8> = []
    _ = walk(format) { letters.insert($0) }
    if !letters.isDisjoint(with: "cCDFgGsxyY".utf8) { return .whole }
    return letters.isDisjoint(with: "bBdehjm".utf8) ? .clock : .withoutYear
  }

  /// Calls a function for each conversion of a format.
  /// - Returns: the first conversion that is not known.
  private static func walk(_ format: String, _ body: (UInt8) -> Void) -> String? {
    var rest = Array(format.utf8)[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[(start + 1)...].drop { flags.contains($0) }
      var known = conversions
      if let form = rest.first, let others = [0x45: eras, 0x4F: digits][form] {
        known = others
        rest = rest.dropFirst()
      }
      guard let conversion = rest.popFirst(), known.contains(conversion) else {
        // A character may have several bytes.
        let end = rest.firstIndex { $0 & 0xC0 != 0x80 } ?? rest.endIndex
        return String(decoding: Array(format.utf8)[start..<end], as: UTF8.self)
      }
      body(conversion)
    }
    return nil
  }
}
