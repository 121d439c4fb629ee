// These functions take the place of those in the standard library's `_StringProcessing`, which would bring its
// regular expressions into the program. They compare bytes, so two spellings that Unicode calls equivalent are
// different texts here.

extension StringProtocol {
  /// Whether this string contains another string. Every string contains the empty string.
  package func contains(_ other: String) -> Bool {
    other.isEmpty || utf8.place(of: other.utf8, from: utf8.startIndex) != nil
  }
}

extension String {
  /// This string with a replacement for each occurrence of another string, from the beginning on; the string itself
  /// if the other one is empty.
  package func replacing(_ other: String, with replacement: String) -> String {
    if other.isEmpty { return self }
    var result = ""
    var start = startIndex
    while let place = utf8.place(of: other.utf8, from: start) {
      result += self[start..<place] + replacement
      start = utf8.index(place, offsetBy: other.utf8.count)
    }
    return result + self[start...]
  }
}

extension Collection where Element == UInt8 {
  /// The index of the first occurrence of other bytes at or after an index. `other` must not be empty.
  fileprivate func place(of other: some Collection<UInt8>, from start: Index) -> Index? {
    var start = start
    // Both callers look for something that is not empty.
    while let place = self[start...].firstIndex(of: other.first!) {
      if self[place...].starts(with: other) { return place }
      start = index(after: place)
    }
    return nil
  }
}
