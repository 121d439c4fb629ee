/// Something that is wrong with a dashboard's file, said as compilers say it.
public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  /// Counted from 1; 0 where the file as a whole is meant.
  public var line: Int
  public var column: Int
  /// What, and what was probably meant.
  public var message: String

  /// `rack4.yaml:12:5: unknown key 'soruce' (did you mean 'source'?)`
  public var description: String {
    line > 0 ? "\(file):\(line):\(column): \(message)" : "\(file): \(message)"
  }
}

/// Collects problems while a file is read, so that all of them are told in one go.
final class ProblemList {
  private(set) var entries: [(mark: Mark, message: String)] = []

  func add(_ mark: Mark, _ message: String) {
    guard !entries.contains(where: { $0.mark == mark && $0.message == message }) else { return }
    entries.append((mark, message))
  }

  /// In the order of the file.
  func problems(file: String) -> [Problem] {
    entries.sorted { $0.mark < $1.mark }.map {
      Problem(file: file, line: $0.mark.line, column: $0.mark.column, message: $0.message)
    }
  }
}
