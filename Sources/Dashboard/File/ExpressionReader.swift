import Expressions
import Messages
import Metrics

/// Reads the expressions over a panel's series, which the expressions refer to by name.
struct ExpressionReader {
  let values: ValueReader
  /// The places of the named series in the panel.
  private(set) var places: [String: Int] = [:]

  init(values: ValueReader) { self.values = values }

  private var problems: ProblemList { values.problems }

  /// Names a series.
  mutating func addName(_ node: YAMLNode, index: Int) {
    guard let name = values.text(node) else { return }
    guard Expression.isName(name) else {
      return problems.add(
        node.mark,
        "a name for expressions has letters, digits, '_' and '.', and begins with a letter or '_'")
    }
    if places.updateValue(index, forKey: name) != nil {
      problems.add(node.mark, "two series of this panel are named '\(name)'")
    }
  }

  /// The entries of a series that is an expression; nil for another series.
  func entries(of node: YAMLNode) -> MappingReader? {
    guard case .mapping(let pairs) = node.content,
      pairs.contains(where: { if case .scalar("expr", _) = $0.key.content { true } else { false } })
    else { return nil }
    return MappingReader(node, .expression, problems: problems)
  }

  /// Reads an expression.
  /// - Returns: its text, and the places of its operands; nil for a mistake.
  func read(_ entries: MappingReader) -> (text: String, operands: [Int])? {
    guard let node = entries["expr"], let text = values.text(node) else { return nil }
    do throws(ExpressionError) {
      let expression = try Expression(text)
      guard !expression.names.isEmpty else {
        problems.add(node.mark, "an expression needs the 'name' of a series of this panel")
        return nil
      }
      var operands: [Int] = []
      for name in expression.names {
        guard let place = places[name.text] else {
          problems.add(
            mark(of: node, after: name.offset),
            "no series of this panel has the name '\(name.text)'"
              + Spelling.hint(for: name.text, among: places.keys.sorted()))
          return nil
        }
        operands.append(place)
      }
      return (text, operands)
    } catch {
      problems.add(mark(of: node, after: error.offset), Message(verbatim: error.description))
      return nil
    }
  }

  /// The place of a character of a text on one line.
  private func mark(of node: YAMLNode, after offset: Int) -> Mark {
    var mark = node.mark
    if case .scalar(_, let isPlain) = node.content { mark.column += offset + (isPlain ? 0 : 1) }
    return mark
  }
}
