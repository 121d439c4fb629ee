import Messages
import Metrics

extension ValueReader {
  /// The unit of a panel: a word, a symbol (`%`, `ms`, `MB/s`), or `{name: orders}` for a new unit.
  func unit(_ node: YAMLNode) -> StreamUnit? {
    if case .mapping = node.content {
      guard
        let entries = MappingReader(node, .unit, problems: problems),
        let name = entries["name"].flatMap({ text($0) })
      else { return nil }
      return StreamUnit(unit: .custom(name), factor: 1)
    }
    guard let text = scalar(node) else { return nil }
    if text.value == Self.oldDecimalBytes {
      problems.note(
        node.mark, "'\(Self.oldDecimalBytes)' is now 'bytes_si'; the old name is still read")
      return StreamUnit(unit: .decimalBytes, factor: 1)
    }
    if let unit = Self.units[text.value] { return StreamUnit(unit: unit, factor: 1) }
    let known = StreamUnit(text.value)
    if case .custom = known.unit, text.value.count > 3,
      let near = Spelling.suggestion(for: text.value, among: Self.units.keys.sorted())
    {
      // A hint for a replaced text would reveal part of the secret.
      let hint: Message = text.isLiteral ? "did you mean '\(near)'? " : ""
      problems.add(
        node.mark,
        "unknown unit '\(text.quotation)' (\(hint)a new unit is written '{name: …}')")
      return nil
    }
    return known
  }

  private static let oldDecimalBytes = "decimal bytes"

  private static let units: [String: Unit] = [
    "none": .none, "percent": .percent, "bytes": .bytes, "bytes_si": .decimalBytes,
    "bytes/s": .bytesPerSecond, "bits/s": .bitsPerSecond, "bit/s": .bitsPerSecond,
    "celsius": .celsius, "seconds": .seconds,
  ]
}
