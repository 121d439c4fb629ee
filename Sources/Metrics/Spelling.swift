import Messages

/// The nearest known word to an unknown one.
public enum Spelling {
  /// The nearest of some words; nil if no word is near enough.
  public static func suggestion<Words: Sequence>(for word: String, among words: Words) -> String?
  where Words.Element == String {
    let nearest = words.map { (word: $0, distance: distance(word, $0)) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= mostSlips(in: word) else { return nil }
    return nearest.word
  }

  /// A hint such as ` (did you mean 'source'?)`, or an empty text.
  /// - Parameter prefix: the text before each of the words, such as the dashes of an option.
  public static func hint<Words: Sequence>(
    for word: String, among words: Words, after prefix: String = ""
  ) -> Message where Words.Element == String {
    suggestion(for: word, among: words).map { " (did you mean '\(prefix + $0)'?)" } ?? ""
  }

  /// The largest distance at which a known word may be meant: about a third of a short word, and less of a long one. A
  /// word of one letter is near to no other word.
  package static func mostSlips(in word: String) -> Int {
    let length = word.utf8.count
    return min((length + 1) / 3, 2 + length / 5)
  }

  /// The number of bytes to insert, remove, replace or swap with the next one to turn one word into the
  /// other (the optimal string alignment distance). Only the first 64 bytes count, and case does not.
  package static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (
      Array(a.lowercased().utf8.prefix(64)), Array(b.lowercased().utf8.prefix(64))
    )
    var (before, row) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var next = [i + 1]
      for j in b.indices {
        var least = min(next[j] + 1, row[j + 1] + 1, row[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, before[j - 1] + 1)
        }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[b.count]
  }
}
