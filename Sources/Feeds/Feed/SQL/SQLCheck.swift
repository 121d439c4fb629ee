/// A database that is asked whether it understands statements. Each statement is executed as in a window, and so can
/// only read. Executing a statement finds mistakes that preparing does not: a statement that writes, and an answer
/// without numbers.
final class SQLCheck {
  private let spec: SQLFeedSpec
  private let thread = FeedThread()
  private let clock = FeedClock.system
  private let database: any SQLDatabase

  init(_ spec: SQLFeedSpec) {
    self.spec = spec
    database = spec.connection(on: thread, clock)
  }

  /// The seconds of the past that statements with `$__from` ask for.
  private static let window = 1.0

  /// The database's words about a mistake in a statement; nil for a correct one.
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
      _ = try question.ask(database, nil, at: clock.utc(), gapAfter: .infinity, limit)
      return nil
    } catch {
      guard error.concernsStatement else { throw error }
      return error.reason
    }
  }
}
