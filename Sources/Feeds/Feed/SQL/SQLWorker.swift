/// The work of a feed's thread: asks the queries one after another, each on its own schedule, over one
/// connection.
final class SQLWorker {
  private let context: SQLFeedContext
  private let database: any SQLDatabase
  private let watch: SQLiteWatch?
  private var questions: [Query: SQLQuestion] = [:]
  /// The schedule of attempts to open the database, and the time before which there is none.
  private var opening: AttemptSchedule
  private var openNext = -Double.infinity
  /// The reasons of the queries that have no answer, or not all of it.
  private var problems: [Query: String] = [:]
  /// The version of the data that has been looked at last.
  private var seen: SQLVersion?
  /// The time before which changes of the data are not followed.
  private var changeNext = -Double.infinity
  /// The next look at the version of the data, and the wait before that look. A writer tells its readers of
  /// a change after the write that is reported, so that one look at the time of the report may be too
  /// early.
  private var look = (next: Double.infinity, wait: 0.0)

  /// Seconds between answers to changes of the data; between looks where changes are not reported; until
  /// the last look after a report; and between attempts to open a database that is only asked when it
  /// changes.
  private static let paces = (change: 0.25, look: 1.0, lastLook: 20.0, retry: 1.0)
  /// Seconds beyond the time limit in which a server can tell that it has kept the limit.
  private static let grace = 1.0

  init(_ context: SQLFeedContext) {
    self.context = context
    database = context.makeDatabase()
    watch = SQLiteWatch(context.spec)
    opening = Self.schedule(context.spec)
  }

  private static func schedule(_ spec: SQLFeedSpec) -> AttemptSchedule {
    AttemptSchedule(
      period: spec.every ?? paces.retry, seed: UInt64.random(in: 0...UInt64.max))
  }

  private var spec: SQLFeedSpec { context.spec }
  private var now: Double { context.clock.monotonic() }

  /// Works until the feed is stopped.
  func run() {
    defer { database.close() }
    while !context.thread.isStopped {
      if context.takeHurry() { hurry() }
      adopt(context.selection)
      if !dueQuestions.isEmpty, openNext <= now { askDueQuestions() }
      rest()
    }
  }

  // MARK: Time

  /// Takes over the queries that are wanted now.
  private func adopt(_ selection: Selection) {
    for query in questions.keys where selection.pasts[query] == nil {
      questions[query] = nil
      problems[query] = nil
    }
    for (query, past) in selection.pasts {
      guard questions[query] != nil else {
        questions[query] = SQLQuestion(
          query, window: past.window, schedule: Self.schedule(spec), next: now)
        continue
      }
      if past.window > questions[query]!.window, questions[query]!.asksForStretch {
        questions[query]!.next = now
      }
      questions[query]!.window = past.window
    }
  }

  private func hurry() {
    openNext = -.infinity
    for query in problems.keys { questions[query]?.next = now }
  }

  /// The queries to ask now; those that fail come last, because they may take the longest.
  private var dueQuestions: [Query] {
    let now = now
    return questions.values.filter { $0.next <= now }.sorted {
      ($0.schedule.isFailing ? 1 : 0, $0.statement) < ($1.schedule.isFailing ? 1 : 0, $1.statement)
    }.map(\.query)
  }

  /// Waits until something is to be done.
  private func rest() {
    var next = max(questions.values.map(\.next).min() ?? .infinity, openNext)
    if let watch { next = min(next, watch.reportsAll ? look.next : now + Self.paces.look) }
    guard context.isIdle else { return }
    let ready = context.thread.wait(
      for: watch?.descriptors ?? [], atMost: next.isFinite ? next - now : nil)
    guard let watch, !context.thread.isStopped else { return }
    if ready.contains(true), watch.takeEvents() {
      look.wait = Self.paces.change
      openNext = min(openNext, now)
    } else if now >= look.next {
      look.wait *= 4
    } else if watch.reportsAll {
      return
    }
    followChange()
    look.next = look.wait < Self.paces.lastLook ? now + look.wait : .infinity
  }

  /// Makes all queries due if the data has changed.
  private func followChange() {
    while now < changeNext, !context.thread.isStopped {
      _ = context.thread.wait(atMost: changeNext - now)
    }
    let version = try? database.version(by: now + spec.timeout)
    if let version, version == seen { return }
    for query in questions.keys { questions[query]!.next = now }
  }

  // MARK: Questions

  private func askDueQuestions() {
    let start = now
    do throws(SQLFailure) {
      try database.open(by: start + spec.timeout)
      let version = try database.version(by: start + spec.timeout)
      seen = version
      for query in dueQuestions where !context.thread.isStopped {
        try ask(query, version)
      }
      _ = opening.next(startedAt: start, endedAt: now, succeeded: true)
      openNext = -.infinity
    } catch {
      failAll(error, startedAt: start)
    }
    changeNext = now + Self.paces.change
  }

  private func ask(_ query: Query, _ version: SQLVersion?) throws(SQLFailure) {
    guard var question = questions[query] else { return }
    let start = now
    let utc = context.clock.utc()
    var news: SQLQuestion.News?
    do throws(SQLFailure) {
      news = try answer(to: &question, version, at: utc)
      problems[query] = news?.problem
    } catch {
      guard error.kind == .statement else { throw error }
      problems[query] = error.reason
    }
    question.end(
      startedAt: start, at: now, succeeded: news != nil, isRepeated: spec.every != nil)
    questions[query] = question
    context.outlet.succeed(news?.samples ?? [], missing: problems, at: context.clock.utc())
  }

  /// Asks; once more over a new connection if the old one has been lost in the meantime.
  private func answer(
    to question: inout SQLQuestion, _ version: SQLVersion?, at utc: Double
  ) throws(SQLFailure) -> SQLQuestion.News {
    let gapAfter = spec.every.map { $0 + max($0 / 2, spec.timeout) } ?? .infinity
    let start = now
    let wasOpenBefore = database.isOld
    do throws(SQLFailure) {
      return try question.ask(
        database, version, at: utc, gapAfter: gapAfter, by: start + spec.timeout + Self.grace)
    } catch {
      guard error.kind == .database, wasOpenBefore, now - start < spec.timeout / 2 else {
        throw error
      }
      database.close()
      try database.open(by: start + spec.timeout)
      return try question.ask(
        database, nil, at: utc, gapAfter: gapAfter, by: start + spec.timeout + Self.grace)
    }
  }

  /// Notes that no query can be asked.
  private func failAll(_ failure: SQLFailure, startedAt start: Double) {
    database.close()
    seen = nil
    guard failure.kind != .stopped else { return }
    openNext = opening.next(startedAt: start, endedAt: now, succeeded: false)
    for query in questions.keys { questions[query]!.interrupt() }
    context.outlet.fail(failure.reason, at: context.clock.utc())
  }
}
