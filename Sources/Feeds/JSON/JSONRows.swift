/// The rows of a JSON text: the elements of one array, or of many. `.results[].series[].values` selects an array in
/// every series of every result.
struct JSONRows {
  /// The paths between the elements.
  private let parts: [JSONPath]

  /// Reads a path to rows.
  /// - Returns: nil for another text.
  init?(_ text: String) {
    var paths: [JSONPath] = []
    var rest = text[...]
    while true {
      let end = Self.firstEach(in: rest)
      let part = rest[..<(end ?? rest.endIndex)]
      // In `.[]` and `.[][]`, nothing is between the elements.
      guard let path = JSONPath(part.isEmpty ? "." : String(part)) else { return nil }
      paths.append(path)
      guard let end else { break }
      rest = rest[end...].dropFirst(2)
    }
    // `[]` at the end means that the elements are arrays of rows.
    parts = paths
  }

  private static func firstEach(in text: Substring) -> Substring.Index? {
    text.indices.first { text[$0...].hasPrefix("[]") }
  }

  /// Calls a function for each row, with the values around the row, the innermost last.
  /// - Returns: false if the path leads to no array.
  func forEach(
    in root: JSONReader, _ body: (_ row: JSONReader, _ around: [JSONReader]) -> Void
  ) -> Bool {
    walk(root, parts[...], [root], body)
  }

  private func walk(
    _ reader: JSONReader, _ parts: ArraySlice<JSONPath>, _ around: [JSONReader],
    _ body: (JSONReader, [JSONReader]) -> Void
  ) -> Bool {
    guard let path = parts.first, var array = reader.value(at: path.steps), array.next == 0x5B
    else {
      return false
    }
    var (isFound, count) = (false, 0)
    _ = array.elements { place, reader in
      count = place + 1
      if parts.count == 1 {
        body(reader, around)
      } else if walk(reader, parts.dropFirst(), around + [reader], body) {
        isFound = true
      }
      return reader.skipValue()
    }
    // An empty array has no rows, which is not a mistake.
    return isFound || count == 0 || parts.count == 1
  }

  /// The path to the first array, for messages.
  var first: JSONPath { parts[0] }
}
