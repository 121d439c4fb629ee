import Messages
import Metrics

/// The reason why a request is refused, with the exit status (sysexits) for the client.
public struct ControlError: Error, Equatable, Sendable {
  /// The exit status of `sysexits.h`, such as 64 for a wrong request.
  public let code: Int32
  /// One line without secrets.
  public let message: String

  /// A reason with an exit status of `sysexits.h`. The message is translated at once.
  public init(_ code: Int32, _ message: Message) {
    (self.code, self.message) = (code, message.text)
  }

  static func usage(_ message: Message) -> ControlError { ControlError(64, message) }
}

/// A request to a running window: one line of words.
///
///     page next|previous|NUMBER|NAME
///     pause
///     resume
///     reload
///     dim
///     blank
///     wake
///     snapshot [png|svg]
///     message SECONDS TEXT
///     status
///
/// A line end in a text is written as U+2028. The message with `snapshot` carries the descriptor of a regular file,
/// into which the window writes the picture.
public enum ControlRequest: Equatable, Sendable {
  /// A page to turn to.
  public enum Page: Equatable, Sendable {
    /// The page after the current one.
    case next
    /// The page before the current one.
    case previous
    /// A page by its name, or by its number from 1.
    case named(String)
  }

  /// The format of a picture that a window writes.
  public enum Picture: String, CaseIterable, Sendable { case png, svg }

  /// The turn to another page.
  case page(Page)
  /// A pause of the display, until `resume`.
  case pause
  /// The end of a pause.
  case resume
  /// The reload of the dashboard's file.
  case reload
  /// A dimmed screen, until `wake`.
  case dim
  /// A screen that is turned off, until `wake`.
  case blank
  /// Lights the screen again; at night, for some time.
  case wake
  /// A picture of the page, written to a descriptor that comes with the request.
  case snapshot(Picture)
  /// A text over the page for a number of seconds.
  case message(String, seconds: Double)
  /// The state of the window, as an answer in JSON.
  case status

  /// The words of the requests, in the order of the manual.
  public static let words = [
    "page", "pause", "resume", "snapshot", "reload", "dim", "blank", "wake", "message", "status",
  ]

  /// The limit of bytes of a line.
  public static let longestLine = 4096
  /// The seconds for which a message may be shown.
  public static let messageTimes = 1.0...86_400

  /// Reads a line, without its end.
  public init(line: some Collection<UInt8>) throws(ControlError) {
    guard line.count <= Self.longestLine else {
      throw .usage("a request has at most \(Self.longestLine) bytes")
    }
    let (word, rest) = try Self.cut(Array(line)[...])
    switch word {
    case "page": self = .page(try Self.page(try Self.text(rest)))
    case "message": self = try Self.message(rest)
    case "snapshot": self = .snapshot(try Self.picture(try Self.text(rest)))
    default:
      guard let plain = Self.plain[word] else {
        throw .usage("unknown request: the requests are \(Self.words.joined(separator: ", "))")
      }
      guard rest.isEmpty else { throw .usage("unexpected words after '\(word)'") }
      self = plain
    }
  }

  /// The line from which `init(line:)` reads this request.
  public var line: String {
    switch self {
    case .page(.next): "page next"
    case .page(.previous): "page previous"
    case .page(.named(let name)): "page " + Self.oneLine(name)
    case .message(let text, let seconds):
      "message " + JSONText.decimal(seconds, 3) + " " + Self.oneLine(text)
    // A window of an earlier version knows only the bare word.
    case .snapshot(.png): "snapshot"
    case .snapshot(let picture): "snapshot " + picture.rawValue
    // All other requests are words without arguments.
    default: Self.plain.first { $0.value == self }!.key
    }
  }

  private static let plain: [String: ControlRequest] = [
    "pause": .pause, "resume": .resume, "reload": .reload, "dim": .dim, "blank": .blank,
    "wake": .wake, "status": .status,
  ]

  private static func page(_ name: String) throws(ControlError) -> Page {
    switch name {
    case "": throw .usage("page needs next, previous, a number or a name")
    case "next": .next
    case "previous": .previous
    default: .named(name)
    }
  }

  private static func picture(_ name: String) throws(ControlError) -> Picture {
    if name.isEmpty { return .png }
    if let picture = Picture(rawValue: name) { return picture }
    let names = Picture.allCases.map(\.rawValue).joined(separator: ", ")
    throw .usage("snapshot takes one of \(names)")
  }

  private static func message(_ rest: ArraySlice<UInt8>) throws(ControlError) -> ControlRequest {
    let (time, text) = try cut(rest)
    guard let seconds = Double(time), messageTimes.contains(seconds) else {
      throw .usage("message needs a number of seconds from 1 to 86400, and a text")
    }
    let lines = try self.text(text)
    guard !lines.allSatisfy(\.isWhitespace) else { throw .usage("message needs a text") }
    return .message(lines, seconds: seconds)
  }

  /// The first word, and the rest without blanks around it.
  private static func cut(
    _ bytes: ArraySlice<UInt8>
  ) throws(ControlError) -> (word: String, rest: ArraySlice<UInt8>) {
    func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? bytes.startIndex
      return bytes[..<end].drop(while: isBlank)
    }
    let bytes = trimmed(bytes)
    let word = bytes.prefix { !isBlank($0) }
    return (try text(word), trimmed(bytes[word.endIndex...]))
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  private static func text(_ bytes: ArraySlice<UInt8>) throws(ControlError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .usage("a request is text in UTF-8")
    }
    return String(text.map { $0 == lineSeparator ? "\n" : $0 })
  }

  /// The text with U+2028 in place of each line end, because a line end would end the request.
  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? lineSeparator : $0 })
  }

  /// Unicode's character between lines.
  private static let lineSeparator: Character = "\u{2028}"
}
