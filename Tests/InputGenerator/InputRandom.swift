import TestSupport

/// Choices that are the same for the same seed.
public struct InputRandom {
  private var generator: SeededGenerator

  public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A number in 0..<count.
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &generator) }

  mutating func chance(_ probability: Double) -> Bool { generator.unit() < probability }

  mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }

  mutating func byte() -> UInt8 { UInt8.random(in: .min ... .max, using: &generator) }

  /// A text that somebody may have forgotten: numbers at the ends of their ranges, characters that
  /// separate or turn, words of several alphabets, and nothing.
  mutating func scalar() -> String {
    switch below(4) {
    case 0: pick(Self.numbers)
    case 1: pick(Self.texts)
    case 2: String(Double(below(2_000_000) - 1_000_000) / pick([1, 10, 1e3, 1e6]))
    default: String((0..<below(12)).map { _ in Character(pick(Self.scalars)) })
    }
  }

  private static let numbers = [
    "0", "-0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "18446744073709551616", "1e308", "-1e308", "1e309", "1e-320", "5e-324", "nan", "inf", "-inf",
    "0x10", "1_000", "1,5", "1.234.567", "1e9999999999", "2147483648", "-2147483649", "1e15", "NaN",
  ]
  private static let texts = [
    "", " ", ".", "..", ",", ",,", ":", "-", "--", "~", "null", "true", "[", "{", "}", "\"", "'",
    "\\",
    "%", "ms", "5 TB", "1h30m", "-5s", "1e300d", "${HOME}", "${", "$${", "&a", "*a", "<<", "a b",
    "a.b.c",
    "\u{1B}[31m", "\u{202E}", "\u{FEFF}", "\u{0}", "\n", "\r\n", "\t", "日本語", "𝄞𝄞", "é", "e\u{301}",
    "#", "# x", "replot", "clear", "exit", "2024-01-01T00:00:00Z", "23:59:60", "0000-00-00", "1e11",
    String(repeating: "9", count: 400), String(repeating: "x", count: 300),
  ]
  private static let scalars: [Unicode.Scalar] = Array(
    " ,.;:=\t-+eE%/#[]{}\"'0123456789abcxyz\u{e9}\u{4e2d}\u{1b}".unicodeScalars)

  /// The text in pieces of random lengths.
  mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    // Each piece is shown: of a long text, byte by byte, that would take minutes.
    let longest = bytes.count < 400 ? pick([1, 7, 100]) : pick([60, 500, 5000])
    var (pieces, start) = ([[UInt8]](), 0)
    while start < bytes.count {
      let end = min(bytes.count, start + 1 + below(longest))
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    return pieces
  }

  /// Points and scale of a picture, as small as one point.
  mutating func size() -> (width: Int, height: Int, scale: Double) {
    let sides = [1, 2, 17, 90, 320, 500]
    return (pick(sides), pick(sides), pick([0.5, 1, 1.5]))
  }
}
