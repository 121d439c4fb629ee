extension String {
  /// The text on as many rows as it needs, broken at blanks, and where Chinese and Japanese, which have no blanks,
  /// may be broken. A word that is too wide has a row of its own, and an empty text has an empty row.
  /// - Parameter set: makes the line of a text.
  public func rows(in room: Double, set: (String) -> TextLine) -> [String] {
    var rows: [String] = []
    for word in split(separator: " ") {
      var blank = " "
      for part in word.unbrokenParts {
        if let last = rows.last, set(last + blank + part).width <= room {
          rows[rows.count - 1] += blank + part
        } else {
          rows.append(String(part))
        }
        blank = ""
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
