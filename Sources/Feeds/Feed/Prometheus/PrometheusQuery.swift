import Messages
import Metrics

/// The state of one query of a server. Only the session's thread uses a query.
final class PrometheusQuery {
  /// The reason why a query has no answer.
  enum Problem {
    /// The server's message about the query itself, or about its answer.
    case server(String)
    /// The reason why there is no answer of the query API.
    case failed(String)

    var reason: String {
      switch self {
      case .server(let reason), .failed(let reason): reason
      }
    }
  }

  let query: Query
  let expression: String
  var past: Selection.Past
  let exchange: HTTPExchange
  var problem: Problem?
  /// The time of the next attempt after a failure, in monotonic seconds; nil while attempts succeed.
  private(set) var retry: Double?
  /// The seconds that the server asked to wait after the last failure; nil if it asked for none.
  private(set) var retryAfter: Double?
  private var coverage: QueryCoverage
  private var series = PresentSeries()
  private var schedule: AttemptSchedule
  /// The start of the last attempt, in monotonic seconds.
  private(set) var start = 0.0
  /// The question under way, and the wanted past at that time.
  private var question: QueryCoverage.Question?
  private var askedPast = Selection.Past(window: 0, resolution: 0)
  /// Whether an attempt has failed since the last answer, so that lines may have been ended.
  private var isInterrupted = false

  /// Makes the state of a query.
  /// - Returns: nil for a query of another kind of source.
  init?(
    _ query: Query, _ past: Selection.Past, _ spec: HTTPFeedSpec, _ transfers: HTTPTransfers
  ) {
    guard case .promQL(let expression, let step) = query else { return nil }
    (self.query, self.expression, self.past) = (query, expression, past)
    exchange = HTTPExchange(spec, transfers)
    coverage = QueryCoverage(beat: spec.every, step: step)
    schedule = AttemptSchedule(period: spec.every)
  }

  /// Starts an attempt.
  /// - Returns: the times to ask for.
  func nextGrid(utc: Double, monotonic: Double) -> QueryGrid {
    let next = coverage.question(for: past, at: utc, isInterrupted: isInterrupted)
    (question, askedPast, start) = (next, past, monotonic)
    return next.grid
  }

  /// Seconds until the next attempt; zero or less if one is due.
  /// - Parameter delay: the delay of live questions after their times, in seconds.
  func wait(utc: Double, monotonic: Double, delay: Double) -> Double {
    if let retry { return retry - monotonic }
    return coverage.lacksPast(past, at: utc) ? 0 : coverage.due(for: past) + delay - utc
  }

  /// Reads the answer to the question under way.
  /// - Returns: the samples; nil if the answer is the server's error, which sets the problem.
  /// - Throws: the reason if the answer has another format.
  func read(_ body: [UInt8], at monotonic: Double) throws(SourceError) -> FeedUpdate.Samples? {
    guard let question else { return nil }
    let answer = try PrometheusAnswer(
      body, grid: question.grid, name: query.name, known: series.metrics)
    if let error = answer.error {
      fail(.server(error), at: monotonic)
      return nil
    }
    problem = Self.problem(of: answer).map { .server($0) }
    (retry, isInterrupted) = (nil, false)
    schedule.reset()
    coverage.cover(question, for: askedPast)
    return FeedUpdate.Samples(query, series.batch(of: answer, to: question))
  }

  /// The problem with an answer that is shown nevertheless.
  private static func problem(of answer: PrometheusAnswer) -> String? {
    if answer.seriesCount > answer.columns.count {
      return String(
        localized: "\(answer.seriesCount) series, of which \(answer.columns.count) are shown: "
          + "aggregate them with sum, avg or topk")
    }
    return answer.unreadable ?? answer.warning.map { String(localized: "the server warns: \($0)") }
  }

  /// Notes a failed attempt, after which the next one has to wait.
  /// - Parameter retryAfter: the seconds that the server asks to wait; nil if it asks for none.
  func fail(_ problem: Problem, at monotonic: Double, retryAfter: Double? = nil) {
    (self.problem, self.retryAfter) = (problem, retryAfter)
    isInterrupted = true
    retry = schedule.next(
      startedAt: start, endedAt: monotonic, succeeded: false, retryAfter: retryAfter)
  }

  /// Notes that an answer was too large. The next question is smaller.
  func failTooLarge(_ reason: String, at monotonic: Double) {
    guard let question, coverage.halve(question) else {
      return fail(.failed(reason), at: monotonic)
    }
    retry = monotonic
  }

  /// Notes that the server cannot be reached, which is the source's problem.
  func interrupt() { (problem, isInterrupted) = (nil, true) }

  /// Makes the next attempt due now if the last attempt has failed.
  func hurry() { if retry != nil { retry = -.infinity } }
}
