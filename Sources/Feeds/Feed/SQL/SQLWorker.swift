import Messages

/// The work of a feed's thread, which asks the queries of its lane one after another, each on its own schedule, over
/// one connection.
final class SQLWorker {
  private let spec: SQLFeedSpec
  private let context: FeedContext
  private let lanes: SQLLanes
  private let lane: SQLLanes.Lane
  private let database: any SQLDatabase
  private let watch: SQLiteWatch?
  private var questions: [Query: SQLQuestion] = [:]
  /// The schedule of attempts to open the database, and the time before which there is none.
  private var opening: AttemptSchedule
  private var openNext = -Double.infinity
  /// The last seen version of the data.
  private var seen: SQLVersion?
  /// The time before which changes of the data are not followed.
  private var changeNext = -Double.infinity
  /// The next check of the version of the data, and the wait before this check. A writer publishes a change after the
  /// write that is reported, so that a single check at the time of the report may be too early.
  private var look = (next: Double.infinity, wait: 0.0)

  /// The seconds between answers to changes of the data; between checks if changes are not reported; until the last
  /// check after a report; and between attempts to open a database that is queried only after changes.
  private static let paces = (change: 0.25, look: 1.0, lastLook: 20.0, retry: 1.0)
  init(_ spec: SQLFeedSpec, _ context: FeedContext, _ lanes: SQLLanes, _ lane: SQLLanes.Lane) {
    (self.spec, self.context, self.lanes, self.lane) = (spec, context, lanes, lane)
    database = spec.connection(on: context.thread, context.clock)
    watch = SQLiteWatch(spec)
    opening = Self.schedule(spec)
  }

  private static func schedule(_ spec: SQLFeedSpec) -> AttemptSchedule {
    AttemptSchedule(period: spec.every ?? paces.retry)
  }

  private var now: Double { context.clock.monotonic() }

  /// Works until the feed is stopped.
  func run() {
    defer { database.close() }
    while !context.thread.isStopped {
      if context.takeHurry() { hurry() }
      adopt(lanes.pasts(of: context.selection, in: lane))
      if !dueQuestions.isEmpty, openNext <= now { askDueQuestions() }
      rest()
    }
  }

  // MARK: Time

  /// Adopts the queries that are wanted now.
  private func adopt(_ pasts: [Query: Selection.Past]) {
    for query in questions.keys where pasts[query] == nil { questions[query] = nil }
    if questions.isEmpty, pasts.isEmpty { database.close() }
    for (query, past) in pasts {
      guard questions[query] != nil else {
        questions[query] =
          lanes.takeMoved(query)
          ?? SQLQuestion(query, window: past.window, schedule: Self.schedule(spec), next: now)
        continue
      }
      // The question exists, as checked above.
      if past.window > questions[query]!.window, questions[query]!.asksForStretch {
        questions[query]!.next = now
      }
      questions[query]!.window = past.window
    }
  }

  private func hurry() {
    openNext = -.infinity
    for query in lanes.troubled { questions[query]?.next = now }
  }

  /// The queries to ask now; those that fail come last, because they may take the longest.
  private var dueQuestions: [Query] {
    let now = now
    return questions.values.filter { $0.next <= now }.sorted {
      ($0.schedule.isFailing ? 1 : 0, $0.statement) < ($1.schedule.isFailing ? 1 : 0, $1.statement)
    }.map(\.query)
  }

  /// Waits until there is something to do.
  private func rest() {
    var next = max(questions.values.map(\.next).min() ?? .infinity, openNext)
    if let watch, !questions.isEmpty {
      next = min(next, watch.reportsAll ? look.next : now + Self.paces.look)
    }
    // A wait for an answer may have consumed the wake-up for a question that has moved here.
    guard context.isIdle, !lanes.hasArrivals(in: lane) else { return }
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
      opening.reset()
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
    var mustMove = false
    do throws(SQLFailure) {
      news = try answer(to: &question, version, at: utc)
      lanes.setProblem(news?.problem, of: query)
      mustMove = lane == .late && now - start < SQLLanes.patience / 2
    } catch {
      guard error.concernsStatement else { throw error }
      mustMove = lane == .prompt && error.kind == .slow
      // A statement that was ended before its time limit is asked again.
      if mustMove, spec.timeout > SQLLanes.patience { return move(question) }
      lanes.setProblem(error.reason, of: query)
    }
    question.end(
      startedAt: start, at: now, succeeded: news != nil, isRepeated: spec.every != nil)
    questions[query] = question
    lanes.report(news?.samples ?? [], from: lane)
    if mustMove { move(question) }
  }

  /// Moves a question to the other lane.
  private func move(_ question: SQLQuestion) {
    questions[question.query] = nil
    lanes.move(question, to: lane == .prompt ? .late : .prompt) { [spec, lanes] late in
      let isStarted = late.thread.start(named: "sql late") {
        SQLWorker(spec, late, lanes, .late).run()
      }
      return isStarted
    }
  }

  /// Asks a question, and asks again over a new connection if the old one has been lost in the meantime.
  private func answer(
    to question: inout SQLQuestion, _ version: SQLVersion?, at utc: Double
  ) throws(SQLFailure) -> SQLQuestion.News {
    let gapAfter = spec.every.map { $0 + max($0 / 2, spec.timeout) } ?? .infinity
    let start = now
    let wasOpenBefore = database.isOld
    let seconds = lane == .prompt ? min(SQLLanes.patience, spec.timeout) : spec.timeout
    let limit = SQLLimit(statement: seconds, deadline: start + spec.timeout + SQLLimit.grace)
    do throws(SQLFailure) {
      return try question.ask(
        database, version, at: utc, answerTime: context.clock.utc, gapAfter: gapAfter, limit)
    } catch {
      guard error.kind == .database, wasOpenBefore, now - start < spec.timeout / 2 else {
        throw error
      }
      database.close()
      try database.open(by: start + spec.timeout)
      return try question.ask(
        database, nil, at: utc, answerTime: context.clock.utc, gapAfter: gapAfter, limit)
    }
  }

  /// Notes a failure that concerns all queries.
  private func failAll(_ failure: SQLFailure, startedAt start: Double) {
    database.close()
    seen = nil
    guard failure.kind != .stopped else { return }
    openNext = opening.next(startedAt: start, endedAt: now, succeeded: false)
    for query in questions.keys { questions[query]!.interrupt() }
    lanes.report([], from: lane, failure: failure.reason)
  }
}
