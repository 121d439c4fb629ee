/// Puts the numbers of words in the places of the words in a line of text.
///
/// A word counts where it stands alone, between bytes that are neither letters nor digits. A word in front of `:` or
/// `=` is a name. A line of words alone is one text, which must be equal to a word: `Not charging` contains no
/// `charging`. Below a header, the words are cells, and the cells of wanted columns must be equal to a word.
struct WordNumbers {
  /// The words with their numbers as texts, longer words first.
  private let entries: [(word: [UInt8], number: [UInt8])]

  init(_ words: StateWords) {
    entries = words.entries.map { ($0.word, Array(Self.text(of: $0.number).utf8)) }
      .sorted { $0.word.count > $1.word.count }
  }

  var isEmpty: Bool { entries.isEmpty }

  private static func text(of number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// The line with numbers in place of words; nil if the line contains no word.
  /// - Parameter cells: the number of cells between blanks, and the places of states among them; nil if a line of words
  ///   alone has no cells.
  func replaced(
    _ line: UnsafeBufferPointer<UInt8>,
    cells: @autoclosure () -> (count: Int, states: [Int])? = nil
  ) -> [UInt8]? {
    guard !isText(line) else {
      return replacedWhole(line) ?? cells().flatMap { replaced(line, $0.states, of: $0.count) }
    }
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while index < line.count {
      if let entry = entry(in: line, at: index) {
        result.append(contentsOf: line[copied..<index])
        result.append(contentsOf: entry.number)
        index += entry.word.count
        copied = index
      } else {
        index = line[index...].firstIndex { !Self.isOfWord($0) } ?? line.count
      }
      index = line[index...].firstIndex(where: Self.isOfWord) ?? line.count
    }
    guard copied > 0 else { return nil }
    return result + line[copied...]
  }

  /// The number of a line that is one text.
  private func replacedWhole(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let start = line.firstIndex(where: { !$0.isSpace }),
      let end = line.lastIndex(where: { !$0.isSpace }), let entry = entry(in: line, at: start),
      start + entry.word.count == end + 1
    else { return nil }
    return entry.number
  }

  /// The line with numbers in some of its cells.
  private func replaced(
    _ line: UnsafeBufferPointer<UInt8>, _ places: [Int], of count: Int
  ) -> [UInt8]? {
    let cells = line.split { $0.isSpace }
    guard cells.count == count else { return nil }
    var (result, copied): ([UInt8], Int) = ([], 0)
    for place in places {
      let cell = cells[place]
      guard let entry = entry(in: line, at: cell.startIndex), entry.word.count == cell.count else {
        continue
      }
      result += line[copied..<cell.startIndex]
      result += entry.number
      copied = cell.endIndex
    }
    return copied > 0 ? result + line[copied...] : nil
  }

  /// The entry of the word that starts at an index.
  private func entry(
    in line: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (word: [UInt8], number: [UInt8])? {
    entries.first { entry in
      let end = index + entry.word.count
      return end <= line.count
        && zip(entry.word, line[index..<end]).allSatisfy { $0 == StateWords.folded($1) }
        && (end == line.count || !Self.isOfWord(line[end])) && !isName(line, until: end)
    }
  }

  /// Whether the text that ends at an index is the name of a value, perhaps in quotes.
  private func isName(_ line: UnsafeBufferPointer<UInt8>, until end: Int) -> Bool {
    var rest = line[end...].drop(while: \.isSpace)
    if rest.first == UInt8(ascii: "\"") { rest = rest.dropFirst().drop(while: \.isSpace) }
    return rest.first == .colon || rest.first == UInt8(ascii: "=")
  }

  /// Whether a line consists of letters and spaces.
  private func isText(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.allSatisfy {
      $0.isSpace && $0 != UInt8(ascii: "\t") || Self.isOfWord($0) && $0.digit == nil
    }
  }

  /// Whether a byte is a part of words: a letter, a digit, a joining mark, or a part of a character beyond ASCII.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte.digit != nil || byte > 0x7F
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}
