import Messages
import Metrics

/// The entries of a mapping with known keys.
struct MappingReader {
  let mark: Mark
  private let values: [String: YAMLNode]
  /// The known keys that unknown keys probably mean.
  private let meant: Set<String>
  let problems: ProblemList

  /// - Parameter rule: the kind of mapping. Unknown keys are reported, except keys that start with `x-`: users may add
  ///   such keys, for example as a place for anchors.
  init?(_ node: YAMLNode, _ rule: MappingRule, problems: ProblemList) {
    guard case .mapping(let entries) = node.content else {
      problems.add(
        node.mark,
        "\(rule.owner) is expected (a mapping), not \(node.kind)")
      return nil
    }
    mark = node.mark
    self.problems = problems
    var values: [String: YAMLNode] = [:]
    var merged: [YAMLNode] = []
    var meant: Set<String> = []
    for (key, value) in entries {
      guard case .scalar(let name, _) = key.content else {
        problems.add(key.mark, "a key is expected to be a word, not \(key.kind)")
        continue
      }
      if name == "<<" {
        merged.append(value)
      } else if let known = rule.key(named: name) {
        if known.name != name {
          problems.note(key.mark, "'\(name)' is now '\(known.name)'; the old name is still read")
        }
        if values.updateValue(value, forKey: known.name) != nil {
          problems.add(key.mark, "the key '\(name.quotation)' is given twice")
        }
      } else {
        MappingReader.reportUnknown((name, key.mark, value), &meant, rule, problems: problems)
      }
    }
    for node in merged {
      MappingReader.merge(node, into: &values, &meant, rule, problems: problems, depth: 0)
    }
    MappingReader.removeEmptyLists(from: &values, &meant, rule, problems: problems)
    self.values = values
    self.meant = meant
  }

  /// Reports a key that the rule does not know, unless the key starts with `x-`.
  private static func reportUnknown(
    _ entry: (name: String, mark: Mark, value: YAMLNode), _ meant: inout Set<String>,
    _ rule: MappingRule, problems: ProblemList
  ) {
    let (name, mark, value) = entry
    guard !name.hasPrefix("x-") else { return }
    if value.isNull, name.first?.isNumber == true {
      // The comma of `{min: 1,5}` begins a new entry.
      return problems.add(
        mark,
        "unknown key '\(name.quotation)' of \(rule.owner) (use a decimal point, not a comma)")
    }
    meant.formUnion(rule.proposals(for: name).map(\.key))
    problems.add(
      mark, "unknown key '\(name.quotation)' of \(rule.owner)" + rule.hint(for: name))
  }

  /// Reports lists without items. Their keys count as missing, and are not reported as such.
  private static func removeEmptyLists(
    from values: inout [String: YAMLNode], _ meant: inout Set<String>, _ rule: MappingRule,
    problems: ProblemList
  ) {
    for key in rule.keys where key.value.isList {
      guard let node = values[key.name], node.isEmptyList else { continue }
      values[key.name] = nil
      meant.insert(key.name)
      problems.addLack(node.mark, "'\(key.name)' is an empty list")
    }
  }

  /// Adds the entries of the mappings named by `<<`, unless the mapping itself has an entry with the same key.
  private static func merge(
    _ node: YAMLNode, into values: inout [String: YAMLNode], _ meant: inout Set<String>,
    _ rule: MappingRule, problems: ProblemList, depth: Int
  ) {
    guard depth < YAMLParser.deepest else {
      return problems.add(node.mark, "'<<' is nested more than \(YAMLParser.deepest) deep")
    }
    switch node.content {
    case .mapping(let entries):
      for (key, value) in entries {
        guard case .scalar(let name, _) = key.content else { continue }
        if name == "<<" {
          merge(value, into: &values, &meant, rule, problems: problems, depth: depth + 1)
        } else if let known = rule.key(named: name) {
          if values[known.name] == nil { values[known.name] = value }
        } else {
          reportUnknown((name, key.mark, value), &meant, rule, problems: problems)
        }
      }
    case .sequence(let nodes):
      for node in nodes {
        merge(node, into: &values, &meant, rule, problems: problems, depth: depth + 1)
      }
    case .scalar: problems.add(node.mark, "'<<' merges mappings, not \(node.kind)")
    }
  }

  /// The value of a key; nil for a missing or null value.
  subscript(key: String) -> YAMLNode? { values[key].flatMap { $0.isNull ? nil : $0 } }

  /// Whether the key is present, with any value.
  func has(_ key: String) -> Bool { values[key] != nil }

  /// Reports that one of some keys is needed. An unknown key that probably means one of them is reported already, and
  /// is the cause.
  func reportNeed(of keys: [String], saying message: Message) {
    if !misspells(anyOf: keys) { problems.addLack(mark, message) }
  }

  /// Whether an unknown key probably means one of some keys.
  func misspells(anyOf keys: [String]) -> Bool { !meant.isDisjoint(with: keys) }

  /// The items of a list; a single value is a list of one item.
  /// - Parameters:
  ///   - most: the limit of items; the first item beyond the limit is reported.
  ///   - owner: the owner of the list, with its article, for messages.
  func items(_ key: String, atMost most: Int, of owner: Message) -> [YAMLNode] {
    guard let node = self[key] else { return [] }
    guard case .sequence(let items) = node.content else { return [node] }
    if items.count > most {
      problems.add(items[most].mark, "\(owner) has at most \(most) entries in '\(key)'")
    }
    return Array(items.prefix(most))
  }

  /// The entries of a mapping with free keys.
  /// - Parameters:
  ///   - most: the limit of entries; the first entry beyond the limit is reported.
  ///   - form: the form of an entry, for messages.
  func pairs(
    _ key: String, atMost most: Int, form: String
  ) -> [(key: YAMLNode, value: YAMLNode)]? {
    guard let node = self[key] else { return nil }
    guard case .mapping(let pairs) = node.content else {
      problems.add(node.mark, "\(key) are expected as '\(form)', not \(node.kind)")
      return nil
    }
    if pairs.count > most {
      problems.add(pairs[most].key.mark, "there are at most \(most) \(key)")
    }
    var known: Set<String> = []
    for (key, _) in pairs.prefix(most) {
      guard let name = key.word, !known.insert(name).inserted else { continue }
      problems.add(key.mark, "the key '\(name.quotation)' is given twice")
    }
    return Array(pairs.prefix(most))
  }
}
