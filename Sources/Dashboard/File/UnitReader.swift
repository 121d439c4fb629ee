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
    if text.value == StreamUnit.oldDecimalBytes {
      problems.note(node.mark, "'\(text.value)' is now 'bytes_si'; the old name is still read")
    }
    let known = StreamUnit(StreamUnit.symbol(of: text.value))
    if case .custom = known.unit, let near = Self.misspelt(text.value) {
      // A hint for a replaced text would reveal part of the secret.
      let hint: Message = text.isLiteral ? "did you mean '\(near)'? " : ""
      problems.add(
        node.mark,
        "unknown unit '\(text.quotation)' (\(hint)a new unit is written '{name: …}')")
      return nil
    }
    return known
  }

  /// The known unit that a text misspells, such as `Mbit/s` for `Mbits/s` and `kbit`; nil for a unit of the user's own,
  /// such as `req/s`.
  private static func misspelt(_ text: String) -> String? {
    if let own = grafanaUnits[text] { return own }
    // Short words near a known unit are mostly units themselves: rpm, mm/s.
    guard text.count > 3 else { return nil }
    let stem = text.hasSuffix("s") && !text.contains("/") ? String(text.dropLast()) : text
    let variants = [stem + "/s", text.replacing("b/s", with: "bit/s")]
    if let variant = variants.first(where: StreamUnit.isKnown) { return variant }
    let slips = text.count < 5 ? 0 : text.count < 8 ? 1 : 2
    return (StreamUnit.words.keys + StreamUnit.symbols)
      .filter { !["none", StreamUnit.oldDecimalBytes].contains($0) && begins(text, like: $0) }
      .map { (Spelling.distance(text, $0), $0) }.filter { $0.0 <= slips }.min(by: <)?.1
  }

  /// The units for names of Grafana's units, which would be shown as they are.
  private static let grafanaUnits = [
    "percentunit": "percent' with 'factor: 100", "Bps": "bytes/s", "bps": "bits/s",
    "decbytes": "bytes_si",
    "binBps": "bytes/s", "binbps": "bits/s", "decbits": "bits/s", "KBs": "KB/s", "MBs": "MB/s",
    "reqps": "req/s", "rps": "req/s", "ops": "ops/s", "iops": "ops/s", "cps": "1/s",
    "short": "none",
    "dtdurations": "seconds", "clocks": "seconds", "dtdurationms": "ms",
    "dateTimeFromNow": "seconds", "dateTimeAsIso": "seconds", "bool": "none",
    "bool_yes_no": "none", "bool_on_off": "none",
  ]

  /// Whether two units have the same first letters, before and after the stroke: slips are seldom there, but hits/s and
  /// bytes/h are units of their own.
  private static func begins(_ a: String, like b: String) -> Bool {
    func letters(_ text: String) -> [Character?] {
      text.lowercased().split(separator: "/", omittingEmptySubsequences: false).map(\.first)
    }
    return letters(a) == letters(b)
  }
}
