extension String {
  /// The lines of the text on as many rows as they need, broken at blanks, and where Chinese and Japanese, which have
  /// no blanks, may be broken. An empty text has an empty row.
  /// - Parameters:
  ///   - breaksWords: whether a word that is wider than the room is broken anywhere; else it is a row of its own, and
  ///     too wide.
  ///   - set: makes the line of a text.
  public func rows(
    in room: Double, breaksWords: Bool = false, set: (String) -> TextLine
  ) -> [String] {
    var rows: [String] = []
    for line in split(whereSeparator: \.isNewline) {
      let first = rows.count
      for word in line.split(separator: " ") {
        var blank = " "
        for part in word.unbrokenParts {
          for piece in breaksWords ? part.pieces(in: room, set: set) : [part] {
            if rows.count > first, set(rows[rows.count - 1] + blank + piece).width <= room {
              rows[rows.count - 1] += blank + piece
            } else {
              rows.append(String(piece))
            }
            blank = ""
          }
        }
      }
    }
    return rows.isEmpty ? [""] : rows
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

  /// The word in pieces of as many characters as have room, at least one.
  fileprivate func pieces(in room: Double, set: (String) -> TextLine) -> [Substring] {
    var pieces: [Substring] = []
    var rest = self
    while set(String(rest)).width > room, rest.count > 1 {
      var (fitting, wide) = (1, rest.count)
      while wide - fitting > 1 {
        let middle = (fitting + wide) / 2
        if set(String(rest.prefix(middle))).width <= room {
          fitting = middle
        } else {
          wide = middle
        }
      }
      pieces.append(rest.prefix(fitting))
      rest = rest.dropFirst(fitting)
    }
    return pieces + [rest]
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
