/// The texts of the members that distinguish a line of JSON or of pairs, joined to the name of the line.
struct KeyText {
  private let members: [String]
  private let takesNumbers: Bool
  private var parts: [String?]

  /// - Parameters:
  ///   - members: the names of the members, in the order of their texts in the name.
  ///   - takesNumbers: whether a number is a text, too.
  init(_ members: [String], takesNumbers: Bool) {
    (self.members, self.takesNumbers) = (members, takesNumbers)
    parts = [String?](repeating: nil, count: members.count)
  }

  /// Takes the text of a member.
  /// - Returns: whether the member is one of those that distinguish lines, and its value is a text.
  mutating func take(
    _ name: String, _ value: FieldValue, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    // Most lines have no name.
    guard !members.isEmpty, let place = members.firstIndex(of: name),
      takesNumbers || value == .text
    else { return false }
    // A missing name tells nothing apart.
    if value == .missing { return true }
    let text = shown(text, limit: 128)
    parts[place] = value == .text ? text : Self.numbered(text, of: name)
    return true
  }

  /// The name of the line; nil without any of the members.
  var text: String? {
    if parts.count < 2 { return parts.first ?? nil }
    let found = parts.compactMap { $0 }
    return found.isEmpty ? nil : found.joined(separator: "/")
  }

  /// The name of a thing that has a number: `gpu 3`, or the number alone without the name of its column.
  static func numbered(_ number: String, of name: String) -> String {
    name.isEmpty ? number : name + " " + number
  }
}
