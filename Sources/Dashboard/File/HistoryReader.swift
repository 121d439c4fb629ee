import History

/// Reads the settings of the history on the disk: `off`, or `{raw: 24h, minute: 31d, quarter: 2y, size: 500 MB}`.
struct HistoryReader {
  let values: ValueReader

  private var problems: ProblemList { values.problems }

  /// The limits of ages in seconds, and of the size in bytes.
  private static let ages = 7200.0...3_653 * 86_400.0
  private static let sizes = 1_000_000...1_000_000_000_000

  /// The specification; the default after a mistake, which is reported.
  func history(_ node: YAMLNode) -> HistorySpec {
    var result = HistorySpec()
    if case .scalar = node.content {
      result.isOn = values.boolean(node) ?? true
      return result
    }
    guard let entries = MappingReader(node, .history, problems: problems) else { return result }
    func age(_ key: String) -> Double? {
      entries[key].flatMap { values.duration($0, in: Self.ages) }
    }
    if let age = age("raw") { result.limits.raw = age }
    if let age = age("minute") { result.limits.minute = age }
    if let age = age("quarter") { result.limits.quarter = age }
    if let size = entries["size"].flatMap({ size($0) }) { result.limits.size = size }
    if let node = entries["path"], let path = values.text(node) {
      if !path.hasPrefix("/") {
        problems.add(node.mark, "an absolute path, such as /run/wall.db, is expected")
      }
      result.path = path
    }
    return result
  }

  /// Reads a number of bytes: `500 MB`, `2GB`, `64 MiB`.
  private func size(_ node: YAMLNode) -> Int? {
    guard let text = values.scalar(node) else { return nil }
    let units = ["MB": 1e6, "GB": 1e9, "MiB": 1_048_576, "GiB": 1_073_741_824]
    guard let size = ValueReader.quantity(text.value, units),
      let bytes = Int(exactly: size.rounded()), Self.sizes.contains(bytes)
    else {
      problems.add(
        node.mark, "a size from 1 MB to 1000 GB is expected, not '\(text.quotation)'")
      return nil
    }
    return bytes
  }
}
