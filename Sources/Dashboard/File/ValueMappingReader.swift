import Charts
import Feeds
import Messages
import Metrics

/// Reads the words and colours for values.
///
/// The key of a mapping is a value, a range of values, or a word that a source uses in place of a number. Such words
/// have the numbers of home automation (`off` is 0, and `on` is 1), and otherwise the numbers 0, 1, 2, … that no
/// other key has, in the order of the keys.
struct ValueMappingReader {
  let values: ValueReader

  private var problems: ProblemList { values.problems }

  private static let most = 100

  /// A key of a mapping.
  enum Key {
    case range(ClosedRange<Double>)
    case word(String)
  }

  /// The mappings in their order, and the words among their keys with the numbers of the source.
  func read(
    _ entries: MappingReader, _ unit: StreamUnit
  ) -> (mappings: [ValueMapping], words: StateWords) {
    let pairs = entries.pairs("mappings", atMost: Self.most, form: "0: {text: down, color: red}")
    let keyed = (pairs ?? []).compactMap { node, value in
      key(node).map { (key: $0, mark: node.mark, value: value) }
    }
    let numbers = Self.numbers(of: keyed.map(\.key))
    let mappings = keyed.compactMap { key, mark, value -> ValueMapping? in
      switch key {
      case .range(let range):
        return mapping(range.lowerBound * unit.factor...range.upperBound * unit.factor, value)
      case .word(let word):
        guard let number = numbers[word].map({ $0 * unit.factor }) else {
          problems.add(mark, "the ranges leave no number for the word '\(word.quotation)'")
          return nil
        }
        return mapping(number...number, value, of: word)
      }
    }
    let words = keyed.compactMap { key, _, _ -> (word: String, number: Double)? in
      guard case .word(let word) = key, let number = numbers[word] else { return nil }
      return (word, number)
    }
    return (mappings, StateWords(words))
  }

  /// The number from which on whole numbers have no successor in a Double.
  private static let mostWhole = 0x1p53

  /// The numbers of the words among some keys.
  private static func numbers(of keys: [Key]) -> [String: Double] {
    var ranges = keys.compactMap { if case .range(let range) = $0 { range } else { nil } }
    var numbers: [String: Double] = [:]
    let words = keys.compactMap { if case .word(let word) = $0 { word } else { nil } }
    for word in words {
      guard let number = StateWords.usualNumber(of: word) else { continue }
      numbers[word] = number
      ranges.append(number...number)
    }
    var next = 0.0
    for word in words where numbers[word] == nil {
      while next < Self.mostWhole, let range = ranges.first(where: { $0.contains(next) }) {
        next = range.upperBound.rounded(.down) + 1
      }
      // A range may reach up to infinity, or so far that the numbers of two words would be equal.
      guard next < Self.mostWhole else { break }
      numbers[word] = next
      next += 1
    }
    return numbers
  }

  /// Reads the text and the colour of some values.
  /// - Parameter word: the word that the values stand for, which is their text by default; nil for none.
  private func mapping(
    _ range: ClosedRange<Double>, _ node: YAMLNode, of word: String? = nil
  ) -> ValueMapping? {
    if let word, node.isNull { return ValueMapping(range, text: word) }
    guard case .mapping = node.content else {
      return values.text(node).map { ValueMapping(range, text: $0) }
    }
    guard let entries = MappingReader(node, .mapping, problems: problems) else { return nil }
    guard let text = entries["text"].map({ values.text($0) }) ?? word else {
      if !entries.has("text") {
        entries.reportNeed(of: ["text"], saying: "a mapping needs 'text'")
      }
      return nil
    }
    return ValueMapping(
      range, text: text, color: entries["color"].flatMap { values.color($0) })
  }

  /// Reads a word, a value, or a range of values: `1`, `0..49`, `50..`, `..-1`.
  func key(_ node: YAMLNode) -> Key? {
    guard let text = values.text(node) else { return nil }
    let bare = text.filter { $0 != " " }
    let separator = bare.indices.first { bare[$0...].hasPrefix("..") }
    let parts =
      separator.map { [String(bare[..<$0]), String(bare[$0...].dropFirst(2))] } ?? [bare]
    if parts.count == 1, text.first?.isLetter == true, Double(bare) == nil { return .word(text) }
    func number(_ part: String, or end: Double) -> Double? { part.isEmpty ? end : Double(part) }
    let low = parts.first.flatMap { number($0, or: parts.count > 1 ? -.infinity : .nan) }
    let high = parts.count > 1 ? number(parts[1], or: .infinity) : low
    guard let low, let high, low <= high else {
      problems.add(
        node.mark,
        "a value or a range of values such as 1, 0..49 or 50.. is expected, or a word, "
          + "not '\(text.quotation)'")
      return nil
    }
    return .range(low...high)
  }
}
