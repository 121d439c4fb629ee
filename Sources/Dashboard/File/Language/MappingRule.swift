import Messages

/// A kind of mapping in dashboards' files.
///
/// The rules are the only table of the language: the readers of files, the explanations of mistakes and the JSON Schema
/// follow the table.
struct MappingRule: Sendable {
  /// The name in the JSON Schema.
  let name: String
  /// The thing that the mapping describes, with its article, for messages.
  let owner: Message
  let keys: [KeyRule]
  /// Words that users look for in this mapping although they belong beside it, each with its correct form.
  let elsewhere: [String: String]

  init(
    _ name: String, _ owner: Message, _ keys: [KeyRule], elsewhere: [String: String] = [:]
  ) {
    self.name = name
    self.owner = owner
    self.keys = keys
    self.elsewhere = elsewhere
  }

  /// The rule of a key, by its present or by an earlier name; nil for an unknown key.
  func key(named name: String) -> KeyRule? {
    keys.first { $0.name == name } ?? keys.first { $0.oldNames.contains(name) }
  }
}

/// A key of a mapping.
struct KeyRule: Sendable {
  let name: String
  let value: ValueRule
  /// The meaning in a few words, for editors.
  let meaning: String
  /// Former names of the key. Files with such a name are read, and the new name is reported.
  var oldNames: [String]
  /// Words that other programs use for the same thing, or that users try, for suggestions.
  var synonyms: [String]

  init(
    _ name: String, _ value: ValueRule, _ meaning: String, oldNames: [String] = [],
    synonyms: [String] = []
  ) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.oldNames = oldNames
    self.synonyms = synonyms
  }
}

/// The values that a key can have.
indirect enum ValueRule: Sendable {
  case text, boolean, number, duration
  /// No value: the key alone matters.
  case nothing
  case integer(ClosedRange<Int>)
  /// One of some words.
  case choice([String])
  /// A mapping. The rule is a closure because a mapping can contain mappings of its own kind.
  case mapping(@Sendable () -> MappingRule)
  /// A list, or one item.
  case list(ValueRule)
  /// A mapping with free keys.
  case map(ValueRule)
  /// Any of some kinds.
  case either([ValueRule])

  static func words<Choice: RawRepresentable & CaseIterable>(of _: Choice.Type) -> ValueRule
  where Choice.RawValue == String {
    .choice(Choice.allCases.map(\.rawValue))
  }

  /// Whether a list can stand at this place.
  var isList: Bool {
    switch self {
    case .list: true
    case .either(let rules): rules.contains { $0.isList }
    case .text, .boolean, .number, .duration, .nothing, .integer, .choice, .mapping, .map: false
    }
  }

  /// The rules of the mappings that can stand at this place.
  var mappings: [MappingRule] {
    switch self {
    case .mapping(let rule): [rule()]
    case .list(let item), .map(let item): item.mappings
    case .either(let rules): rules.flatMap(\.mappings)
    case .text, .boolean, .number, .duration, .nothing, .integer, .choice: []
    }
  }
}
