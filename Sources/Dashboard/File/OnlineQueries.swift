import Feeds
import Messages

/// The queries of a file that a server can check, with their places.
final class OnlineQueries {
  private var found: [(mark: Mark, source: SourceSpec, query: Query, column: String?)] = []

  /// Adds a query, or a column that the query's answer must have.
  func add(_ mark: Mark, _ source: SourceSpec, _ query: Query, column: String? = nil) {
    found.append((mark, source, query, column))
  }

  /// Reports the servers' messages about the queries. A server without an answer is reported once.
  func check(by check: QueryCheck, _ problems: ProblemList) {
    var lost: Set<SourceSpec> = []
    for (mark, source, query, column) in found {
      if let column {
        guard let lack = check.lack(of: column, in: query, of: source) else { continue }
        problems.add(mark, Message(verbatim: lack))
        continue
      }
      guard let problem = check.problem(of: query, of: source) else { continue }
      if check.lost[source] == nil || lost.insert(source).inserted {
        problems.add(mark, Message(verbatim: problem))
      }
    }
  }
}
