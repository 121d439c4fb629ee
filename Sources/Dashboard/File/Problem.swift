import Messages

/// A mistake in a dashboard's file, reported in the form of compilers.
public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file with the mistake.
  public var file: String
  /// The line, counted from 1; 0 for the file as a whole.
  public var line: Int
  /// The column, counted from 1; 0 for the file as a whole.
  public var column: Int
  /// The mistake, and the probable intention.
  public var message: String

  /// `rack4.yaml:12:5: unknown key 'soruce' (did you mean 'source'?)`
  public var description: String {
    line > 0 ? "\(file):\(line):\(column): \(message)" : "\(file): \(message)"
  }
}

/// Collects problems while a file is read, so that all of them are reported together.
final class ProblemList {
  private struct Entry: Hashable {
    let mark: Mark
    let message: String
  }

  /// The limit of problems. Nobody reads more; the number of further problems is reported.
  static let most = 200

  private var notes: [Entry] = []
  private var entries: [Entry] = []
  private var known: Set<Entry> = []
  private var untold = 0
  /// Whether a file that is included could not be read, which is reported.
  var lacksFile = false

  var isEmpty: Bool { entries.isEmpty }

  func add(_ mark: Mark, _ message: Message) {
    let entry = Entry(mark: mark, message: message.text)
    guard entries.count < ProblemList.most else {
      untold += 1
      return
    }
    if known.insert(entry).inserted { entries.append(entry) }
  }

  /// Adds the mistake that something is missing, unless it may be in a file that could not be read.
  func addLack(_ mark: Mark, _ message: Message) {
    if !lacksFile { add(mark, message) }
  }

  /// Adds a remark about something that works, such as an old name of a key.
  func note(_ mark: Mark, _ message: Message) {
    guard notes.count < ProblemList.most else { return }
    let entry = Entry(mark: mark, message: String(localized: "note: \(message)"))
    if known.insert(entry).inserted { notes.append(entry) }
  }

  /// The remarks in the order of the file.
  func notes(file: String) -> [Problem] {
    notes.sorted { $0.mark < $1.mark }.map { Problem($0.mark, $0.message, file: file) }
  }

  /// The problems in the order of the file.
  func problems(file: String) -> [Problem] {
    var problems = entries.sorted { $0.mark < $1.mark }
      .map { Problem($0.mark, $0.message, file: file) }
    if untold > 0 {
      problems.append(
        Problem(file: file, line: 0, column: 0, message: Message("and \(untold) more").text))
    }
    return problems
  }
}

extension Problem {
  /// A mistake that concerns a file as a whole.
  public init(file: String, message: String) {
    self.init(file: file, line: 0, column: 0, message: message)
  }

  /// - Parameter file: the dashboard's file, for a place that names no other one.
  fileprivate init(_ mark: Mark, _ message: String, file: String) {
    self.init(
      file: mark.file ?? file, line: mark.line, column: mark.column, message: message)
  }
}
