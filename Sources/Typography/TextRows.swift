extension String {
  /// The lines of the text on as many rows as they need, broken at blanks, and where Chinese and Japanese, which have
  /// no blanks, may be broken. An empty text has an empty row.
  /// - Parameters:
  ///   - breaksWords: whether a word that is wider than the room is broken anywhere; else it is a row of its own, and
  ///     too wide.
  ///   - most: the number of rows after which the rest is left out. Default all rows.
  ///   - set: makes the line of a text.
  public func rows(
    in room: Double, breaksWords: Bool = false, atMost most: Int = .max,
    set: (String) -> TextLine
  ) -> [String] {
    var rows: [String] = []
    var length = 8
    for line in split(whereSeparator: \.isNewline) {
      let pieces = line.pieces(in: room, breaksWords: breaksWords, set: set)
      var first = 0
      while first < pieces.count, rows.count < most {
        let rest = pieces[first...]
        length = largest(upTo: rest.count, near: length) {
          set(rest.prefix($0).row).width <= room
        }
        rows.append(rest.prefix(length).row)
        first += length
      }
    }
    return rows.isEmpty ? [""] : rows
  }

  /// The lines of the text on at most so many rows, the last of which may be too wide. A path in the text loses its
  /// beginning first, because the words about the file follow the path.
  public func shortenedRows(
    in room: Double, atMost count: Int, set: (String) -> TextLine
  ) -> [String] {
    func broken(_ text: String) -> [String] { text.rows(in: room, breaksWords: true, set: set) }
    func fits(_ text: String) -> Bool {
      // One row more shows that not all have room.
      text.rows(in: room, breaksWords: true, atMost: count + 1, set: set).count <= count
    }
    var rows = broken(self)
    guard rows.count > count else { return rows }
    let paths = split(separator: " ").filter { ShownText(String($0), limit: $0.count).isPath }
    if let path = paths.max(by: { $0.count < $1.count }) {
      func shortened(to length: Int) -> String {
        self[..<path.startIndex] + "\u{2026}" + path.suffix(length) + self[path.endIndex...]
      }
      var (fitting, long) = (Swift.min(Self.leastPath, path.count), path.count)
      while long - fitting > 1 {
        let middle = (fitting + long) / 2
        if fits(shortened(to: middle)) { fitting = middle } else { long = middle }
      }
      if fitting < path.count { rows = broken(shortened(to: fitting)) }
    }
    return rows.count > count
      ? rows.prefix(count - 1) + [rows[(count - 1)...].joined(separator: " ")] : rows
  }

  /// The number of characters of a path that say which file it is.
  private static let leastPath = 12
}

/// A part of a line that stands in one row, and the blank before the part.
private struct RowPiece {
  var text: Substring
  var blank: String
}

extension ArraySlice<RowPiece> {
  /// The text of a row of the pieces.
  fileprivate var row: String {
    var row = first.map { String($0.text) } ?? ""
    for piece in dropFirst() { row += piece.blank + piece.text }
    return row
  }
}

extension Substring {
  /// The parts of a word between which a row may end: before and after each character of a script without blanks,
  /// but not before a mark that ends something, and not after one that begins something.
  fileprivate var unbrokenParts: [Substring] {
    guard unicodeScalars.contains(where: \.standsAlone) else { return [self] }
    var parts: [Substring] = []
    var start = startIndex
    for index in indices.dropFirst() {
      let (before, after) = (self[self.index(before: index)], self[index])
      guard before.standsAlone || after.standsAlone, !before.begins, !after.ends else { continue }
      parts.append(self[start..<index])
      start = index
    }
    return parts + [self[start...]]
  }

  /// The parts of the line between which a row may end.
  fileprivate func pieces(
    in room: Double, breaksWords: Bool, set: (String) -> TextLine
  ) -> [RowPiece] {
    var result: [RowPiece] = []
    for word in split(separator: " ") {
      var blank = " "
      for part in word.unbrokenParts {
        for text in breaksWords ? part.pieces(in: room, set: set) : [part] {
          result.append(RowPiece(text: text, blank: blank))
          blank = ""
        }
      }
    }
    return result
  }

  /// The word in pieces of as many characters as have room, at least one.
  private func pieces(in room: Double, set: (String) -> TextLine) -> [Substring] {
    var pieces: [Substring] = []
    var rest = self
    var length = 64
    while !rest.isEmpty {
      length = largest(upTo: rest.count, near: length) {
        set(String(rest.prefix($0))).width <= room
      }
      pieces.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return pieces
  }
}

extension Unicode.Scalar {
  /// Whether the character is a word, or a syllable, of a script without blanks, or its punctuation.
  fileprivate var standsAlone: Bool {
    properties.isIdeographic || (0x3000...0x30FF).contains(value)
      || (0xFF00...0xFF60).contains(value)
  }
}

extension Character {
  fileprivate var standsAlone: Bool { unicodeScalars.first?.standsAlone ?? false }

  /// Whether the character belongs to the one after it.
  fileprivate var begins: Bool { "([{“‘（［｛「『【〈《〔".contains(self) }

  /// Whether the character belongs to the one before it: ends of brackets and sentences, and the small kana.
  fileprivate var ends: Bool {
    ")]}”’）］｝」』】〉》〕,.:;!?%，．：；！？、。…％ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々".contains(self)
  }
}

/// The largest number, at least 1, for which a condition holds that holds for all smaller numbers.
/// - Parameter guess: a number near the result, with which the search begins.
private func largest(
  upTo most: Int, near guess: Int, _ holds: (Int) -> Bool
) -> Int {
  guard most > 1 else { return 1 }
  var (low, high) = (1, most + 1)
  var (probe, distance) = (min(max(guess, 2), most), 1)
  let isAbove = holds(probe)
  if isAbove { low = probe } else { high = probe }
  while high - low > 1 {
    // Away from the guess, in steps that double, until the result is enclosed.
    if isAbove, high > most {
      probe = min(low + distance, most)
    } else if !isAbove, low == 1 {
      probe = max(high - distance, 2)
    } else {
      probe = (low + high) / 2
    }
    distance *= 2
    if holds(probe) { low = probe } else { high = probe }
  }
  return low
}
