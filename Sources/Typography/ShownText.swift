/// The displayed text of one line, with the places where it may be cut.
struct ShownText {
  static let ellipsis: Unicode.Scalar = "\u{2026}"

  /// The Unicode scalar values, in logical order.
  private(set) var scalars: [UInt32]
  /// The start of each grapheme cluster, followed by the number of scalars.
  private(set) var boundaries: [Int]

  var text: String {
    var text = String.UnicodeScalarView()
    // The values are those of scalars.
    text.append(contentsOf: scalars.lazy.map { Unicode.Scalar($0)! })
    return String(text)
  }

  /// The number of grapheme clusters.
  var clusterCount: Int { boundaries.count - 1 }

  /// The text with line breaks and tabs as spaces and without other control characters. A text of more
  /// than `limit` scalars is cut at the end of a grapheme cluster and marked with an ellipsis.
  init(_ text: String, limit: Int) {
    let view = text.unicodeScalars
    let end = view.index(view.startIndex, offsetBy: limit, limitedBy: view.endIndex)
    let isCut = end.map { $0 != view.endIndex } ?? false
    var shown = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in view[..<(end ?? view.endIndex)] {
      defer { previous = scalar }
      if scalar.properties.generalCategory == .control || scalar.isLineSeparator {
        let isSecondHalf = scalar == "\n" && previous == "\r"
        if scalar.properties.isWhitespace && !isSecondHalf { shown.append(" ") }
      } else {
        shown.append(scalar)
      }
    }
    self.init(clustersOf: String(shown))
    // The last cluster may be incomplete.
    if isCut { self = cut(toClusters: max(1, clusterCount - 1)) }
  }

  private init(clustersOf text: String) {
    scalars = text.unicodeScalars.map(\.value)
    boundaries = [0]
    for character in text {
      boundaries.append(boundaries.last! + character.unicodeScalars.count)
    }
  }

  /// Whether the text is the path of a file, which must be cut at its start because paths differ at their ends. A
  /// path is one word that starts at the root or in a folder, or has several folders. The address of a server
  /// (`http://`) is no path, because addresses differ at their starts, and a word with one slash is usually a rate
  /// (`km/h`). A path with blanks starts at the root, and its last word has a slash or a suffix; other words behind
  /// a path say something about the path.
  var isPath: Bool {
    let slash: UInt32 = 0x2F
    guard let first = scalars.firstIndex(of: slash) else { return false }
    let isAddress = scalars[..<first].last == 0x3A && scalars[(first + 1)...].first == slash
    let isRooted = scalars[..<first].allSatisfy { $0 == 0x2E || $0 == 0x7E }
    guard !isAddress, isRooted || scalars[(first + 1)...].contains(slash) else { return false }
    // The values are those of scalars.
    let words = scalars.split { Unicode.Scalar($0)!.properties.isWhitespace }
    guard let last = words.last, words.count > 1 else { return true }
    return isRooted && (last.contains(slash) || Self.hasEnding(last))
      && !words.dropLast().contains { $0.last == 0x3A }
  }

  /// Whether a word has the suffix of a file's name: `report.txt`.
  private static func hasEnding(_ word: ArraySlice<UInt32>) -> Bool {
    guard let dot = word.lastIndex(of: 0x2E), dot > word.startIndex else { return false }
    let ending = word[(dot + 1)...]
    let letters: ClosedRange<UInt32> = 0x61...0x7A
    return (1...5).contains(ending.count) && ending.contains { letters.contains($0 | 0x20) }
  }

  /// The number of grapheme clusters from the start, or of a path from the end, that fit, with the given
  /// distances per scalar.
  func clusterCount(within width: Double, advances: [Double]) -> Int {
    var sum = 0.0
    let isPath = isPath
    for count in 0..<clusterCount {
      let cluster = isPath ? clusterCount - 1 - count : count
      sum += advances[boundaries[cluster]..<boundaries[cluster + 1]].reduce(0, +)
      if sum > width { return count }
    }
    return clusterCount
  }

  /// The part of `count` grapheme clusters with an ellipsis that stands for the text: its beginning, or the
  /// end of a path.
  func shortened(toClusters count: Int) -> ShownText {
    isPath ? cut(toLastClusters: count) : cut(toClusters: count)
  }

  /// An ellipsis, and the last `count` grapheme clusters.
  private func cut(toLastClusters count: Int) -> ShownText {
    let start = boundaries[max(0, clusterCount - count)]
    var result = self
    result.scalars.replaceSubrange(..<start, with: [ShownText.ellipsis.value])
    result.boundaries = [0] + boundaries.filter { $0 >= start }.map { $0 - start + 1 }
    return result
  }

  /// The first `count` grapheme clusters, without the white space and the dots at their end, and an ellipsis.
  func cut(toClusters count: Int) -> ShownText {
    let dot: UInt32 = 0x2E
    var end = boundaries[min(max(count, 0), clusterCount)]
    // The values are those of scalars.
    while end > 0,
      scalars[end - 1] == dot || Unicode.Scalar(scalars[end - 1])!.properties.isWhitespace
    { end -= 1 }
    var result = self
    result.scalars.removeSubrange(end...)
    result.boundaries.removeAll { $0 > end }
    if result.boundaries.last != end { result.boundaries.append(end) }
    result.scalars.append(ShownText.ellipsis.value)
    result.boundaries.append(end + 1)
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isLineSeparator: Bool { value == 0x2028 || value == 0x2029 }

  /// Whether a font need not have the character: the character is invisible, or a space, which HarfBuzz
  /// can synthesize.
  var needsNoGlyph: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .spaceSeparator
  }
}
