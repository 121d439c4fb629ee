import Messages

/// A JSON document with access to numbers by their paths.
///
/// The document keeps only its text and no parsed values, so that an answer takes no memory besides its bytes.
struct JSONDocument {
  private let text: JSONReader.Bytes
  private let name: String

  /// Checks a text. The document is valid as long as the memory of its bytes. The error is one line that quotes nothing
  /// of the text.
  /// - Parameter name: the description of the text, for messages.
  init(
    _ text: UnsafeRawBufferPointer, called name: String = "the answer"
  ) throws(SourceError) {
    self.text = text.bindMemory(to: UInt8.self)
    self.name = name
    guard !text.isEmpty else {
      throw SourceError(kind: .badData, description: "\(name) is empty")
    }
    var reader = JSONReader(self.text)
    guard reader.skipValue(), reader.isAtEnd else {
      if Self.isWebPage(self.text) {
        // Usually the page of a login.
        throw SourceError(kind: .badData, description: "\(name) is a web page, not JSON")
      }
      let before = self.text[...min(reader.index, text.count - 1)]
      let line = before.count { $0 == .newline } + (before.last == .newline ? 0 : 1)
      let start = before.dropLast().lastIndex(of: .newline).map { $0 + 1 } ?? 0
      // A character of several bytes counts once.
      let column = max(1, before[start...].count { $0 & 0xC0 != 0x80 })
      throw SourceError(
        kind: .badData,
        description: "\(name) is not JSON (line \(line), column \(column))")
    }
  }

  /// Whether a text begins as a page of HTML does.
  private static func isWebPage(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = text.drop { $0 <= 0x20 }.prefix(14).map {
      (0x41...0x5A).contains($0) ? $0 | 0x20 : $0
    }
    return start.starts(with: "<html".utf8) || start.starts(with: "<!doctype html".utf8)
  }

  /// The numbers at some paths, found in one pass: NaN for `null`, 0 and 1 for `false` and `true`, and the number in a
  /// string that contains only a number, perhaps with a unit, or a word that has a number. An error states the actual
  /// value, or the key that was probably meant.
  /// - Parameters:
  ///   - words: the words of each path; by default those of home automation.
  ///   - units: the unit of each path to which numbers with units of their own are converted; nil for the base of
  ///     their kind.
  func numbers(
    at paths: [JSONPath], _ words: [StateWords]? = nil, in units: [ColumnUnit?]? = nil
  ) -> [Result<UnitNumber, SourceError>] {
    let words = words ?? paths.map { _ in StateWords() }
    var search = JSONSearch(paths, words, units ?? paths.map { _ in nil }, name: name)
    var reader = JSONReader(text)
    _ = search.read(&reader, for: Array(paths.indices), depth: 0)
    return search.results.map { $0 ?? .failure(JSONSearch.failure("no number in \(name)")) }
  }
}

/// A pass over a JSON text that collects the numbers at some paths.
private struct JSONSearch {
  let paths: [JSONPath]
  /// The words of each path.
  let words: [StateWords]
  /// The unit of each path.
  let units: [ColumnUnit?]
  /// The description of the text, for messages.
  let name: String
  var results: [Result<UnitNumber, SourceError>?]

  init(_ paths: [JSONPath], _ words: [StateWords], _ units: [ColumnUnit?], name: String) {
    self.paths = paths
    self.words = words
    self.units = units
    self.name = name
    results = paths.map { _ in nil }
  }

  /// Reads a value.
  /// - Parameters:
  ///   - asked: the paths whose first steps lead to the value.
  ///   - depth: the number of those steps.
  mutating func read(_ reader: inout JSONReader, for asked: [Int], depth: Int) -> Bool {
    var deeper: [Int] = []
    for path in asked {
      // A key may occur twice; the last value counts.
      results[path] = nil
      if paths[path].steps.count > depth {
        deeper.append(path)
      } else {
        results[path] = number(reader, path)
      }
    }
    guard !deeper.isEmpty else { return reader.skipValue() }
    let start = reader
    let isRead =
      switch reader.next {
      case 0x7B: readMembers(&reader, for: deeper, depth)
      case 0x5B: readElements(&reader, for: deeper, depth)
      default: reader.skipValue()
      }
    for path in deeper where results[path] == nil {
      results[path] = .failure(missing(start, paths[path], depth))
    }
    return isRead
  }

  private mutating func readMembers(
    _ reader: inout JSONReader, for asked: [Int], _ depth: Int
  ) -> Bool {
    var wanted: [String: [Int]] = [:]
    for path in asked {
      if case .key(let key) = paths[path].steps[depth] { wanted[key, default: []].append(path) }
    }
    let longest = 6 * (wanted.keys.lazy.map(\.utf8.count).max() ?? 0)
    return reader.members { key, reader in
      guard key.count <= longest, let paths = wanted[JSONReader.string(key)] else {
        return reader.skipValue()
      }
      return read(&reader, for: paths, depth: depth + 1)
    }
  }

  private mutating func readElements(
    _ reader: inout JSONReader, for asked: [Int], _ depth: Int
  ) -> Bool {
    var wanted: [Int: [Int]] = [:]
    var count: Int?
    for path in asked {
      guard case .index(let index) = paths[path].steps[depth] else { continue }
      if index < 0, count == nil { count = reader.count }
      wanted[index < 0 ? index + (count ?? 0) : index, default: []].append(path)
    }
    guard !wanted.isEmpty else { return reader.skipValue() }
    return reader.elements { place, reader in
      guard let paths = wanted[place] else { return reader.skipValue() }
      return read(&reader, for: paths, depth: depth + 1)
    }
  }

  private func number(_ start: JSONReader, _ place: Int) -> Result<UnitNumber, SourceError> {
    let (path, words) = (paths[place], words[place])
    var reader = start
    switch (reader.next, reader.scalar()) {
    case (_, .number(let value)): return .success(UnitNumber(value))
    case (_, .boolean(let value)): return .success(UnitNumber(value ? 1 : 0))
    case (_, .null): return .success(UnitNumber(.nan))
    case (_, .string(let text)):
      let text = JSONReader.string(text)
      switch PlainNumber(text, words, in: units[place]) {
      case .number(let number): return .success(number)
      case .misfit(let unit):
        return .failure(
          Self.failure(
            "'\(shown("\(path)"))' is in \(unit), which does not fit its panel's unit"))
      case .text:
        let (quoted, hint) = (
          shown(text, limit: PlainNumber.shownText), Message(verbatim: words.hint)
        )
        return .failure(
          Self.failure("'\(shown("\(path)"))' is the text '\(quoted)', not a number" + hint))
      }
    case (0x5B, _):
      return .failure(Self.failure("'\(shown("\(path)"))' is an array, not a number"))
    default: return .failure(Self.failure("'\(shown("\(path)"))' is an object, not a number"))
    }
  }

  // MARK: Missing numbers

  /// The reason why the value at `start` has no next step of a path.
  private func missing(_ start: JSONReader, _ path: JSONPath, _ depth: Int) -> SourceError {
    var reader = start
    var walked = path
    walked.steps = Array(path.steps[...depth])
    switch (path.steps[depth], reader.next) {
    case (.key(let key), 0x7B):
      let reason: Message = "no '\(shown("\(path)"))' in \(name)"
      guard let meant = nearest(to: key, among: start.keys) else {
        return Self.failure(reason)
      }
      var near = path
      near.steps[depth] = .key(meant)
      return Self.failure(reason + " (did you mean '\(shown("\(near)"))'?)")
    case (.key, _): return wrongKind("an object", walked)
    case (.index, 0x5B):
      return Self.failure(
        "no '\(shown("\(walked)"))' in \(name): there are \(start.count) elements")
    case (.index, _): return wrongKind("an array", walked)
    }
  }

  private func wrongKind(_ wanted: Message, _ walked: JSONPath) -> SourceError {
    var parent = walked
    parent.steps.removeLast()
    let place = parent.steps.isEmpty ? name : "'\(shown("\(parent)"))'"
    return Self.failure("no '\(shown("\(walked)"))' in \(name): \(place) is not \(wanted)")
  }

  static func failure(_ reason: Message) -> SourceError {
    SourceError(kind: .badData, description: reason)
  }
}
