import Typography

extension String {
  /// The text on as many rows as it needs, broken at blanks. A word that is too wide has a row of its own, and an
  /// empty text has an empty row.
  /// - Parameter set: makes the line of a text.
  func rows(in room: Double, set: (String) -> TextLine) -> [String] {
    var rows: [String] = []
    for word in split(separator: " ").map(String.init) {
      if let last = rows.last, set(last + " " + word).width <= room {
        rows[rows.count - 1] += " " + word
      } else {
        rows.append(word)
      }
    }
    return rows.isEmpty ? [""] : rows
  }
}
