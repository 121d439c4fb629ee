import Messages
import Metrics

/// A text of a file, in its original form and with each `${NAME}` replaced by the environment's value.
///
/// The replaced text may be a secret. Messages quote only the original text.
struct SubstitutedText {
  /// The text with its variables replaced; never a part of a message.
  let value: String
  /// The text as written in the file.
  let raw: String

  /// Whether the text contains no variable, so that messages may quote the value.
  var isLiteral: Bool { raw == value }

  /// The beginning of the original text, for messages.
  var quotation: String { raw.quotation }

  /// A hint such as ` (did you mean 'source'?)`, or an empty text. A hint for a replaced text would
  /// reveal a name near to the secret.
  func hint(among words: some Sequence<String>) -> Message {
    isLiteral ? Spelling.hint(for: value, among: words) : ""
  }

  /// A hint among the words of a choice, or an empty text for a replaced text.
  func hint(amongChoices words: [String]) -> Message {
    isLiteral ? OtherWords.hint(for: value, among: words) : ""
  }
}

extension String {
  /// The first characters, for messages.
  var quotation: String { count > 60 ? prefix(60) + "…" : self }
}
