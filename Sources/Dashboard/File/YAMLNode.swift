/// A place in a file. Line and column count from 1.
struct Mark: Hashable, Sendable, Comparable {
  var line: Int
  var column: Int

  static func < (a: Mark, b: Mark) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A value of a YAML document, with the place of its start.
struct YAMLNode: Sendable {
  indirect enum Content: Sendable {
    /// - isPlain: whether the text has no quotes, so that `null` and `true` are not texts.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  var content: Content
  var mark: Mark

  /// Whether the value is empty, `~` or `null`.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The kind of node, for messages.
  var kind: String {
    switch content {
    case .scalar: isNull ? "nothing" : "a value"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
