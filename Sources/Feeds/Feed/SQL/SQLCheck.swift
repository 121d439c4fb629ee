/// A check of statements at a database. Each statement is executed read-only, as in a window. Execution finds mistakes
/// that preparation does not find: a statement that writes, and an answer without numbers.
final class SQLCheck {
  private let spec: SQLFeedSpec
  private let thread = FeedThread()
  private let clock = FeedClock.system
  private let database: any SQLDatabase
  /// The columns of numbers in the answers.
  private(set) var columns: [Query: [String]] = [:]

  init(_ spec: SQLFeedSpec) {
    self.spec = spec
    database = spec.connection(on: thread, clock)
  }

  /// The seconds of the past for statements with `$__from`.
  private static let window = 1.0

  /// The database's message about a mistake in a statement; nil for a correct statement.
  func problem(of query: Query) throws(SQLFailure) -> String? {
    let schedule = AttemptSchedule(period: SQLFeedSpec.standardPeriod, seed: 0)
    guard
      var question = SQLQuestion(query, window: Self.window, schedule: schedule, next: 0)
    else { return nil }
    let start = clock.monotonic()
    let limit = SQLLimit(
      statement: spec.timeout, deadline: start + spec.timeout + SQLLimit.grace)
    try database.open(by: start + spec.timeout)
    do throws(SQLFailure) {
      let news = try question.ask(
        database, nil, at: clock.utc(), answerTime: { clock.utc() }, gapAfter: .infinity, limit)
      columns[query] = news.samples.flatMap(\.batch.columns).map(\.metric.name)
      return nil
    } catch {
      guard error.concernsStatement else { throw error }
      return error.reason
    }
  }
}
