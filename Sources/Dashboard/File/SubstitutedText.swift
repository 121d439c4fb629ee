import Metrics

/// A text of a file, as it stands there and with each `${NAME}` replaced by the environment's value.
///
/// The replaced text may be a secret. Messages quote the text of the file, and nothing else.
struct SubstitutedText {
  /// The text with its variables replaced; never a part of a message.
  let value: String
  /// The text as the file has it.
  let raw: String

  /// Whether no variable is in the text: then the value may be quoted, too.
  var isLiteral: Bool { raw == value }

  /// The beginning of the file's text, for messages.
  var quotation: String { raw.quotation }

  /// ` (did you mean 'source'?)`, or nothing. A hint for a replaced text would tell what is near to it.
  func hint(among words: some Sequence<String>) -> String {
    isLiteral ? Spelling.hint(for: value, among: words) : ""
  }
}

extension String {
  /// The first characters, for messages.
  var quotation: String { count > 60 ? prefix(60) + "…" : self }
}
