import Messages
import Metrics

/// Replaces variables in the nodes of a file, and repeats the items with `repeat`.
///
/// The variables are replaced as texts, before anything is read: a value may be a number, a colour, a part of a query
/// or of a command. A reference to a variable of the environment stays a reference, so that no message shows a secret.
struct FileVariables {
  let problems: ProblemList
  /// The number of values that repetitions have made.
  private var count = 0
  /// The number of bytes of the texts with references so far.
  private var length = 0
  /// Whether `length` is beyond its limit.
  private var isTooLong = false
  /// Whether repetitions have left a list empty. Such a list would be taken for a missing one.
  private var isEmptied = false

  private static let key = "repeat"
  /// The limit of variables.
  private static let most = 1000
  /// The limit of bytes of all texts with references, after the references are replaced.
  private static let longest = 4 << 20
  /// The keys whose texts distinguish copies, by the list that contains the copies.
  private static let names = ["pages": "name", "panels": "title", "series": "label"]

  init(problems: ProblemList) { self.problems = problems }

  /// The file's node without references to its variables; nil if its texts are too long, or if a list is left empty,
  /// which is reported.
  mutating func expanded(_ root: YAMLNode) -> YAMLNode? {
    guard case .mapping(let entries) = root.content else { return root }
    var variables = Variables()
    if let node = entries.first(where: { $0.key.word == "variables" })?.value, !node.isNull {
      read(node, into: &variables)
    }
    var result = root
    result.content = .mapping(
      entries.map { entry in
        guard entry.key.word != "variables" else { return entry }
        return (entry.key, replaced(entry.value, variables, list: entry.key.word))
      })
    return isTooLong || isEmptied ? nil : result
  }

  // MARK: Definitions

  /// Reads the variables. A value may refer to the variables above it.
  private mutating func read(_ node: YAMLNode, into variables: inout Variables) {
    guard case .mapping(let entries) = node.content else {
      return problems.add(node.mark, "variables are expected as 'name: value', not \(node.kind)")
    }
    if entries.count > Self.most {
      problems.add(entries[Self.most].key.mark, "there are at most \(Self.most) variables")
    }
    // Variables of included files come last, wherever the file is included.
    variables.later = Set(
      entries.lazy.map(\.key).filter { $0.mark.file == node.mark.file }.compactMap(\.word))
    for (key, value) in entries.prefix(Self.most) {
      guard let name = key.word, Self.isName(name) else {
        problems.add(
          key.mark, "a variable's name has letters, digits and '_', and begins with a letter or '_'"
        )
        continue
      }
      // A variable may have the name of a variable of the environment, and refer to it.
      variables.later.remove(name)
      if let value = self.value(value, variables) { variables[name] = value }
    }
    variables.later = []
  }

  private static func isName(_ text: String) -> Bool {
    let rest = text.drop { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return rest.isEmpty && text.first.map { !$0.isNumber } ?? false
  }

  private mutating func value(_ node: YAMLNode, _ variables: Variables) -> Variables.Value? {
    switch node.content {
    case .scalar: return text(node, variables).map { .text($0) }
    case .sequence(let items):
      return .several(
        items.compactMap { item in
          if case .sequence = item.content {
            problems.add(item.mark, "a text, or a mapping of texts, is expected, not \(item.kind)")
            return nil
          }
          return value(item, variables)
        })
    case .mapping(let entries):
      var fields: [String: String] = [:]
      for (key, value) in entries {
        guard let name = key.word, let text = text(value, variables) else { continue }
        fields[name] = text
      }
      return .fields(fields)
    }
  }

  private mutating func text(_ node: YAMLNode, _ variables: Variables) -> String? {
    guard case .scalar(let text, _) = node.content, !node.isNull else {
      problems.add(node.mark, "a text is expected, not \(node.kind)")
      return nil
    }
    return replaced(text, variables, node.mark)
  }

  private mutating func replaced(
    _ text: String, _ variables: Variables, _ mark: Mark
  ) -> String {
    guard !isTooLong, text.contains("${") else { return text }
    var result: String?
    do throws(Variables.Mistake) {
      result = try variables.replaced(in: text, atMost: Self.longest - length)
    } catch {
      problems.add(mark, error.message)
      result = text.replacing("${", with: "$${")
    }
    length += result?.utf8.count ?? 0
    if let result, length <= Self.longest { return result }
    isTooLong = true
    problems.add(
      mark, "too long: all texts with variables have more than \(Self.longest >> 20) MiB")
    return text
  }

  // MARK: References

  /// - Parameter list: the key that leads to the node, if there is one.
  private mutating func replaced(
    _ node: YAMLNode, _ variables: Variables, list: String?
  ) -> YAMLNode {
    var node = node
    switch node.content {
    case .scalar(let text, let isPlain):
      guard text.contains("${") else { break }
      node.content = .scalar(replaced(text, variables, node.mark), isPlain: isPlain)
    case .sequence(let items):
      node.content = .sequence(repeated(items, variables, list: list))
    case .mapping(let entries):
      if Self.repetition(of: node) != nil, list.flatMap({ Self.names[$0] }) != nil {
        // A list of one item can be written as that item.
        let items = repeated([node], variables, list: list)
        if items.count != 1 { return YAMLNode(content: .sequence(items), mark: node.mark) }
        return items[0]
      }
      node.content = .mapping(
        entries.map { (key($0.key, variables), replaced($0.value, variables, list: $0.key.word)) })
    }
    return node
  }

  private mutating func key(_ node: YAMLNode, _ variables: Variables) -> YAMLNode {
    guard case .scalar(let text, let isPlain) = node.content, text.contains("${") else {
      return node
    }
    return YAMLNode(
      content: .scalar(replaced(text, variables, node.mark), isPlain: isPlain), mark: node.mark)
  }

  /// The name in the `repeat` of an item; nil for an item that is not repeated by a variable.
  private static func repetition(of node: YAMLNode) -> YAMLNode? {
    guard case .mapping(let entries) = node.content,
      let value = entries.first(where: { $0.key.word == key })?.value, value.word != nil
    else { return nil }
    return value
  }

  /// The items of a list, each repeated for every value of its `repeat`.
  private mutating func repeated(
    _ items: [YAMLNode], _ variables: Variables, list: String?
  ) -> [YAMLNode] {
    let result = items.flatMap { repeated($0, variables, list: list) }
    if result.isEmpty, let variable = items.first.flatMap(Self.repetition),
      let name = variable.word,
      variables[name]?.each.isEmpty == true
    {
      problems.add(
        variable.mark,
        "the variable '\(name.quotation)' has no values, so that 'repeat' leaves nothing here")
      isEmptied = true
    }
    return result
  }

  /// An item of a list, repeated for every value of its `repeat`.
  private mutating func repeated(
    _ item: YAMLNode, _ variables: Variables, list: String?
  ) -> [YAMLNode] {
    guard let variable = Self.repetition(of: item), let name = variable.word,
      case .mapping(let entries) = item.content
    else { return [replaced(item, variables, list: nil)] }
    let rest = entries.filter { $0.key.word != Self.key }
    guard let value = variables[name] else {
      problems.addLack(
        variable.mark,
        "no variable is named '\(name.quotation)'"
          + Spelling.hint(for: name, among: variables.names)
          + "; a label is written 'repeat: {label: \(name.quotation)}'")
      // The rest of the item is still read, for its own mistakes.
      var (inner, copy) = (variables, item)
      inner[name] = .text("")
      copy.content = .mapping(rest)
      return [replaced(copy, inner, list: nil)]
    }
    return value.each.compactMap { value in
      var inner = variables
      inner[name] = value
      var copy = item
      copy.content = .mapping(Self.distinguished(rest, from: list, by: name, value))
      count += copy.count
      guard count <= YAMLParser.mostNodes else {
        problems.add(variable.mark, "repetitions make more than \(YAMLParser.mostNodes) values")
        return nil
      }
      return replaced(copy, inner, list: nil)
    }
  }

  /// Adds a reference to the variable to the name of a copy, unless the name already has one, so that the copies can
  /// be distinguished.
  private static func distinguished(
    _ entries: [YAMLNode.Entry], from list: String?, by name: String, _ value: Variables.Value
  ) -> [YAMLNode.Entry] {
    guard case .text = value, let key = list.flatMap({ names[$0] }),
      let place = entries.firstIndex(where: { $0.key.word == key }),
      let own = entries[place].value.word, !own.contains("${\(name)}")
    else { return entries }
    var entries = entries
    entries[place].value.content = .scalar("\(own) · ${\(name)}", isPlain: false)
    return entries
  }
}
