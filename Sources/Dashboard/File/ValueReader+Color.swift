import Charts
import Geometry
import Messages

extension ValueReader {
  /// The colours by name, which have shades of their own on each theme.
  private static let colors: [(name: String, color: SeriesColor)] =
    SignalColor.allCases.map { ($0.rawValue, .signal($0)) } + [("gray", .gray)]
    + SeriesColor.Hue.allCases.map { ($0.rawValue, .hue($0)) }

  /// Reads a colour: a name, or `#rrggbb`.
  func color(_ node: YAMLNode) -> SeriesColor? {
    guard let text = scalar(node) else { return nil }
    let word = text.value.lowercased()
    if let known = Self.colors.first(where: { $0.name == word }) { return known.color }
    let digits = word.dropFirst()
    if word.hasPrefix("#"), digits.count == 6, let hex = UInt32(digits, radix: 16) {
      return .fixed(Color(hex: hex))
    }
    let names = Self.colors.map(\.name)
    problems.add(
      node.mark,
      "'\(text.quotation)' is not a colour; use \(names.joined(separator: ", ")) or '#rrggbb'"
        + text.hint(amongChoices: names))
    return nil
  }
}
