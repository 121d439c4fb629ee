import Messages
import Metrics

/// The answer to a request: one line, `ok`, `ok TEXT`, or `error CODE MESSAGE`.
public enum ControlAnswer: Equatable, Sendable {
  /// The request is done; the text is empty, or the text that the client has asked for.
  case done(String = "")
  /// A refusal with its reason.
  case refused(ControlError)

  /// The line, with its line end.
  var line: String {
    switch self {
    case .done(""): "ok\n"
    case .done(let text): "ok \(text)\n"
    case .refused(let error): "error \(error.code) \(error.message.visible)\n"
    }
  }

  /// Reads a line without its line end; nil for a line that is no answer.
  init?(line: String) {
    if line == "ok" {
      self = .done()
    } else if line.hasPrefix("ok ") {
      self = .done(String(line.dropFirst(3)))
    } else {
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, parts[0] == "error", let code = Int32(parts[1]) else { return nil }
      self = .refused(ControlError(code, Message(verbatim: String(parts[2]))))
    }
  }
}
