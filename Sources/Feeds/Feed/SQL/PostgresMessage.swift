/// Messages of libpq about a connection, in one line.
enum PostgresMessage {
  /// The reasons in a message about a connection, without the addresses, which are in the panel's title, and without
  /// the hints in indented lines.
  static func connection(_ message: String) -> String {
    var reasons: [String] = []
    for line in message.split(separator: "\n") where !line.hasPrefix("\t") {
      var text = line[...]
      if text.hasPrefix("connection to server "), let end = end(of: " failed: ", in: text) {
        text = text[end...]
      }
      for prefix in ["FATAL:  ", "ERROR:  "] where text.hasPrefix(prefix) {
        text = text.dropFirst(prefix.count)
      }
      let reason = SQLFailure.line(text.prefix(1).lowercased() + text.dropFirst())
      if !reasons.contains(reason), !reason.isEmpty { reasons.append(reason) }
    }
    return reasons.joined(separator: "; ")
  }

  private static func end(of part: String, in text: Substring) -> Substring.Index? {
    text.indices.first { text[$0...].hasPrefix(part) }
      .map { text.index($0, offsetBy: part.count) }
  }
}
