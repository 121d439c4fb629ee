// These functions take the place of those in the standard library's `_StringProcessing`, which would bring its regular
// expressions into the program. They compare bytes, and so tell apart texts that Unicode calls equivalent.

extension StringProtocol {
  /// Whether another string stands somewhere in this one. The empty string does.
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
  /// The first place, from an index on, where other bytes stand, of which there is at least one.
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
