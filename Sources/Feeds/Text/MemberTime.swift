/// The member of JSON objects or of `key=value` lines that has the times of rows, although the member's name is not
/// that of a time.
///
/// The first row in which no member is named as a time decides: the only member there with a date and a time of day has
/// the times.
enum MemberTime {
  case open
  /// The member with the times; nil if no member has them.
  case decided(String?)
}

extension TextReader {
  /// The time of a row from a member of any name, and the name of that member; nil without one.
  /// - Parameter texts: the texts of the row's members by their names.
  func memberTime(
    _ texts: some Sequence<(name: String, text: UnsafeBufferPointer<UInt8>)>
  ) -> (time: TextTime, name: String)? {
    switch members.time {
    case .decided(nil): return nil
    case .decided(let name?):
      guard let member = texts.first(where: { $0.name == name }) else { return nil }
      return dateAndTime(member.text).map { ($0, name) }
    case .open:
      let found = texts.compactMap { member in
        dateAndTime(member.text).map { (time: $0, name: member.name) }
      }
      members.time = .decided(found.count == 1 ? found[0].name : nil)
      return found.count == 1 ? found[0] : nil
    }
  }

  /// The time in a text such as `2026-11-26T17:00:00Z`, which starts with a year and has a time of day.
  private func dateAndTime(_ text: UnsafeBufferPointer<UInt8>) -> TextTime? {
    guard text.count >= 16, text[4] == 0x2D, text[7] == 0x2D, text[13] == 0x3A else { return nil }
    return fields.times.read(text)
  }
}
