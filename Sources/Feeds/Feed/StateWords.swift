import Messages

/// The words for states, each with its number.
///
/// The words of home automation, such as `on` and `off`, have numbers by default.
public struct StateWords: Hashable, Sendable {
  /// A word without capital letters of ASCII, in UTF-8, and its number.
  struct Entry: Hashable, Sendable {
    let word: [UInt8]
    let number: Double
  }

  /// The words in their order, without the words of home automation.
  private(set) var entries: [Entry]

  /// The words of home automation alone.
  public init() { entries = [] }

  /// Words with numbers, besides those of home automation. The first of equal words counts; the case of ASCII letters
  /// does not.
  public init(_ numbers: [(word: String, number: Double)]) {
    entries = numbers.map { Entry(word: $0.word.utf8.map(Self.folded), number: $0.number) }
  }

  /// Adds the words of another list that this list does not have.
  public mutating func add(_ other: StateWords) {
    entries += other.entries.filter { new in !entries.contains { $0.word == new.word } }
  }

  /// Whether there are no words besides those of home automation.
  public var isEmpty: Bool { entries.isEmpty }

  /// The number of a word; NaN for `unavailable` and `unknown` without a number of their own; nil for other texts.
  func value(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    let own = entries.first { entry in
      entry.word.count == text.count && zip(entry.word, text).allSatisfy { $0 == Self.folded($1) }
    }
    return own?.number ?? Self.usual(text)
  }

  /// The number of one of `entries`; nil for any other text.
  public func number(of word: String) -> Double? {
    let folded = word.utf8.map(Self.folded)
    return entries.first { $0.word == folded }?.number
  }

  /// The least and the largest number of a word in `entries`; nil without any.
  public var numbers: ClosedRange<Double>? {
    let all = entries.map(\.number).filter(\.isFinite)
    guard let least = all.min(), let largest = all.max() else { return nil }
    return least...largest
  }

  /// The first word that has another number in another list; nil if there is none.
  public func wordInConflict(with other: StateWords) -> String? {
    entries.first { entry in
      other.entries.contains { $0.word == entry.word && $0.number != entry.number }
    }.map { String(decoding: $0.word, as: UTF8.self) }
  }

  /// The number of a word of home automation in any case: 1 for a word such as `on`, 0 for its opposite; nil for other
  /// words.
  public static func usualNumber(of word: String) -> Double? {
    var word = word
    return word.withUTF8 { usual($0) }.flatMap { $0.isNaN ? nil : $0 }
  }

  private static func usual(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard (2...12).contains(text.count) else { return nil }
    return switch String(decoding: text, as: UTF8.self).lowercased() {
    case "on", "true", "online", "connected", "open": 1
    case "off", "false", "offline", "disconnected", "closed": 0
    case "unavailable", "unknown": .nan
    default: nil
    }
  }

  /// A byte of UTF-8, with a capital letter of ASCII made small.
  static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

extension Query {
  /// The query with numbers for words, if texts can be among the query's values. Texts in rows of text get numbers by
  /// `SourceSpec.reading`, because such rows are read once for all queries.
  public func reading(_ words: StateWords) -> Query {
    switch self {
    case .path(let path, let unit, _): return .path(path, unit: unit, words: words)
    case .topic(let filter, let path, let unit, _):
      return .topic(filter, path: path, unit: unit, words: words)
    case .rows(var rows):
      rows.words = words
      return .rows(rows)
    case .metric, .column, .columns, .sample, .sql, .promQL: return self
    }
  }

  /// The words of the query that have numbers.
  public var words: StateWords {
    switch self {
    case .path(_, _, let words), .topic(_, _, _, let words): words
    case .rows(let rows): rows.words
    case .metric, .column, .columns, .sample, .sql, .promQL: StateWords()
    }
  }
}

extension SourceSpec {
  /// The source with numbers in place of the words in its rows of text; the source itself if it has no such rows.
  public func reading(_ words: StateWords) -> SourceSpec {
    guard case .text(var spec) = self else { return self }
    spec.options.words = words
    return .text(spec)
  }

  /// The words in rows of text that have numbers.
  public var words: StateWords {
    if case .text(let spec) = self { spec.options.words } else { StateWords() }
  }
}

extension StateWords {
  /// The end of a message about a text in the place of a number.
  var hint: String {
    isEmpty
      ? String(localized: " (see 'mappings')") : String(localized: ", and no word of 'mappings'")
  }
}
