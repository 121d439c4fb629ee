import Messages
import Metrics

/// A query with the state of its answers.
struct SQLQuestion {
  let query: Query
  let statement: String
  /// The seconds of the past that are shown.
  var window: Double
  private(set) var schedule: AttemptSchedule
  /// The monotonic time of the next request.
  var next: Double
  private var past = SQLPast()
  private var poll = SQLPoll()
  /// The version of the data behind the last answer, if the answer depends only on the data.
  private var version: SQLVersion?
  private var hasTimes = false
  private var omission: String?
  /// Whether an attempt has failed since the last answer.
  private var isInterrupted = false

  init?(_ query: Query, window: Double, schedule: AttemptSchedule, next: Double) {
    guard case .sql(let statement) = query else { return nil }
    (self.query, self.statement, self.window) = (query, statement, window)
    (self.schedule, self.next) = (schedule, next)
  }

  /// Whether the statement contains placeholders for a stretch of time.
  var asksForStretch: Bool { SQLParameter.isUsed(in: statement) }

  /// The outcome of a question.
  struct News {
    var samples: [FeedUpdate.Samples] = []
    /// The reason of a failure, or a description of the part of the answer that was left out.
    var problem: String?
  }

  /// Asks the database unless its data is certainly unchanged.
  /// - Parameters:
  ///   - now: the time in UTC seconds.
  ///   - answerTime: returns the time after the answer, which is the time of rows without times: a slow statement must
  ///     not seem to set back the clock of the others.
  ///   - gapAfter: seconds without an answer after which the lines are interrupted.
  mutating func ask(
    _ database: some SQLDatabase, _ version: SQLVersion?, at now: Double,
    answerTime: () -> Double, gapAfter: Double, _ limit: SQLLimit
  ) throws(SQLFailure) -> News {
    let gapAfter = isInterrupted ? 0 : gapAfter
    let stretches = asksForStretch ? past.missing(window: window, at: now) : [0...now]
    if let version, version == self.version, stretches.count == 1 {
      isInterrupted = false
      let repeated = hasTimes ? [] : poll.repetition(at: now, gapAfter: gapAfter)
      return News(samples: samples(repeated), problem: omission)
    }
    self.version = nil
    omission = nil
    var news = News()
    // The samples of a stretch are lost if the next stretch fails.
    var past = past
    var isRepeatable = true
    for stretch in stretches {
      let rows = try database.rows(of: statement, in: stretch, limit)
      let answer = try SQLAnswer(rows, at: now, isPast: asksForStretch)
      hasTimes = answer.hasTimes || hasTimes && rows.count == 0
      isRepeatable = isRepeatable && rows.isRepeatable
      let batches =
        hasTimes
        ? past.news(in: answer.series, of: asksForStretch ? stretch : nil, at: now)
        : poll.samples(of: answer.series, at: answerTime(), gapAfter: gapAfter)
      news.samples += samples(batches)
      omission = omission ?? answer.omission
    }
    if isRepeatable, omission == nil || !asksForStretch { self.version = version }
    self.past = past
    news.problem = omission
    isInterrupted = false
    return news
  }

  /// Notes that the database could not be asked.
  mutating func interrupt() { isInterrupted = true }

  private func samples(_ batches: [SampleBatch]) -> [FeedUpdate.Samples] {
    batches.map { FeedUpdate.Samples(query, $0) }
  }

  /// Notes the end of an attempt, and the time of the next one.
  /// - Parameter isRepeated: whether the query is repeated periodically.
  mutating func end(startedAt start: Double, at now: Double, succeeded: Bool, isRepeated: Bool) {
    next = schedule.next(startedAt: start, endedAt: now, succeeded: succeeded)
    if succeeded, !isRepeated { next = .infinity }
    if !succeeded { interrupt() }
  }
}
