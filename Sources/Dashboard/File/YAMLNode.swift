import Messages

/// A place in a file. Line and column count from 1.
struct Mark: Hashable, Sendable, Comparable {
  var line: Int
  var column: Int
  /// The path of an included file; nil for the dashboard's own file.
  var file: String?

  /// Places of the dashboard's own file come first.
  static func < (a: Mark, b: Mark) -> Bool {
    (a.file ?? "", a.line, a.column) < (b.file ?? "", b.line, b.column)
  }
}

/// A value of a YAML document, with the place of its start.
struct YAMLNode: Sendable {
  typealias Entry = (key: YAMLNode, value: YAMLNode)

  indirect enum Content: Sendable {
    /// - isPlain: whether the text has no quotes, so that `null` and `true` are not texts.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  var content: Content
  var mark: Mark

  /// Whether the value is empty, `~` or `null`.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// Whether the value is a list without items.
  var isEmptyList: Bool {
    if case .sequence(let items) = content { items.isEmpty } else { false }
  }

  /// The text of a value; nil for a list, a mapping or nothing.
  var word: String? {
    guard case .scalar(let text, _) = content, !isNull else { return nil }
    return text
  }

  /// The number of values in the node, the node included.
  var count: Int {
    switch content {
    case .scalar: 1
    case .sequence(let items): items.reduce(1) { $0 + $1.count }
    case .mapping(let entries): entries.reduce(1) { $0 + $1.key.count + $1.value.count }
    }
  }

  /// Whether the node is a text in braces without quotes, such as `{{core}}`.
  var isTextInBraces: Bool {
    guard case .mapping(let entries) = content, entries.count == 1, entries[0].value.isNull else {
      return false
    }
    return entries[0].key.word != nil || entries[0].key.isTextInBraces
  }

  /// The kind of node, for messages.
  var kind: Message {
    switch content {
    case .scalar: isNull ? "nothing" : "a value"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
