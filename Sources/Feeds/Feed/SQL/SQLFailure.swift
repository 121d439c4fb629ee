import Messages

/// The reason why a database did not answer.
struct SQLFailure: Error {
  enum Kind {
    /// The statement cannot be executed, or its answer cannot be shown. Other statements may succeed.
    case statement
    /// The statement has been ended at its time limit. Other statements may succeed.
    case slow
    /// The database cannot be asked until it is opened again.
    case database
    /// The feed is being stopped.
    case stopped
  }

  let kind: Kind
  /// The reason in one line, without secrets.
  let reason: String

  init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }

  /// Whether other statements may succeed.
  var concernsStatement: Bool { kind == .statement || kind == .slow }

  static let stopped = SQLFailure(.stopped, "stopped")

  static func late(_ kind: Kind, after seconds: Double) -> SQLFailure {
    SQLFailure(kind, String(localized: "no answer within \(secondsText(seconds))"))
  }

  /// A text of a database in one line of readable characters.
  static func line(_ text: String) -> String {
    let words = text.split { $0 == "\n" || $0 == "\t" || $0 == " " || $0 == "\r\n" }
    return shown(words.joined(separator: " "), limit: 300)
  }

  /// The place of a character in a statement: ` at character 8`, or ` at line 2, character 8`.
  static func place(of character: Int, in statement: String) -> String {
    let before = statement.prefix(max(0, character))
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let column = (lines.last?.count ?? 0) + 1
    return statement.contains("\n")
      ? String(localized: " at line \(lines.count), character \(column)")
      : String(localized: " at character \(column)")
  }
}
