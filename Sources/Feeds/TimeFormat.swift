/// A format of times as the C library's `strptime` reads them.
public enum TimeFormat {
  private static let conversions = Set("aAbBcCdDeFgGhHIjklmMnprRsStTuUVwWxXyYzZ%".utf8)
  /// The conversions that have another form of a locale, behind `E` and behind `O`.
  private static let eras = Set("cCxXyY".utf8)
  private static let digits = Set("bBdehHImMSUVwWy".utf8)
  private static let flags = Set("_-^#0123456789".utf8)

  /// The first conversion of a format that `strptime` does not know, with which it reads no time; nil if it knows all.
  public static func unknownConversion(in format: String) -> String? {
    var rest = Array(format.utf8)[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[(start + 1)...].drop { flags.contains($0) }
      var known = conversions
      if let form = rest.first, let others = [0x45: eras, 0x4F: digits][form] {
        known = others
        rest = rest.dropFirst()
      }
      guard let conversion = rest.popFirst(), known.contains(conversion) else {
        // The rest of a character of several bytes.
        let end = rest.firstIndex { $0 & 0xC0 != 0x80 } ?? rest.endIndex
        return String(decoding: Array(format.utf8)[start..<end], as: UTF8.self)
      }
    }
    return nil
  }
}
