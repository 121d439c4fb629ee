import CCurl
import Messages
import Metrics

/// The requests of a feed, on the feed's thread: up to six at a time, over connections that stay open.
final class PrometheusSession {
  private let spec: HTTPFeedSpec
  private let context: FeedContext
  private var selection = Selection()
  private let transfers: HTTPTransfers
  private var queries: [Query: PrometheusQuery] = [:]
  private let secret: SecretQuestion
  /// The queries of an impossible kind, each with the reason.
  private var impossible: [Query: String] = [:]
  /// The schedule while the server cannot be reached. One query is then asked at a time.
  private var schedule: AttemptSchedule
  private var retry: (start: Double, next: Double)?
  /// The delay of live questions after their times, in seconds, so that many screens do not ask at the same moment.
  private let delay: Double

  /// The limit of requests under way; browsers have the same limit for a server.
  private static let mostRequests = 6

  /// - Parameter readSecret: reads the file with the secret.
  init(
    _ spec: HTTPFeedSpec, _ context: FeedContext, _ transfers: HTTPTransfers,
    readSecret: @escaping @Sendable (CredentialReader) -> SecretReading = { SecretReading($0) }
  ) {
    (self.spec, self.context, self.transfers) = (spec, context, transfers)
    secret = SecretQuestion(
      CredentialReader(spec.authorization), timeout: spec.timeout,
      wake: { [thread = context.thread] in thread.wake() }, read: readSecret)
    schedule = AttemptSchedule(period: spec.every)
    delay = Double.random(in: 0...min(0.1 * spec.every, 1))
  }

  /// Asks until the feed is stopped.
  func run() {
    while !context.isStopped {
      if selection != context.selection { select(context.selection) }
      if context.takeHurry() { hurry() }
      if context.takeNetworkChange(), let (start, next) = retry {
        retry?.next = AttemptSchedule.networkChanged(
          next, startedAt: start, at: context.clock.monotonic())
      }
      let wait = beginDue()
      transfers.perform()
      if finishAll() { continue }
      transfers.wait(on: context.thread, atMost: wait)
    }
    for query in queries.values { query.exchange.cancel() }
  }

  private func select(_ selection: Selection) {
    self.selection = selection
    for (query, state) in queries where selection.pasts[query] == nil {
      state.exchange.cancel()
      queries[query] = nil
    }
    impossible = [:]
    for (query, past) in selection.pasts {
      if let state = queries[query] {
        state.past = past
      } else if let state = PrometheusQuery(query, past, spec, transfers) {
        queries[query] = state
      } else {
        impossible[query] = String(
          localized: "'\(shown(query.name))' is not a query for Prometheus")
      }
    }
  }

  /// Makes failing queries ask at once.
  private func hurry() {
    retry?.next = -.infinity
    for query in queries.values { query.hurry() }
  }

  // MARK: Asking

  /// Starts the requests that are due.
  /// - Returns: the seconds until the next one.
  private func beginDue() -> Double {
    var underWay = queries.values.count { $0.exchange.isUnderWay }
    var next = 3600.0
    var authorization: SecretQuestion.Answer?
    let (utc, monotonic) = (context.clock.utc(), context.clock.monotonic())
    // The query that has waited longest comes first: no query may take every turn of an outage.
    for query in queries.values.sorted(by: { $0.start < $1.start })
    where !query.exchange.isUnderWay {
      let wait =
        retry.map { $0.next - monotonic }
        ?? query.wait(utc: utc, monotonic: monotonic, delay: delay)
      // A query without room is considered again when a request has ended.
      guard wait <= 0 else {
        next = min(next, wait)
        continue
      }
      guard underWay < (retry == nil ? Self.mostRequests : 1) else { continue }
      authorization = authorization ?? askForSecret(at: monotonic)
      guard let authorization else {
        next = min(next, (secret.limit ?? monotonic) - monotonic)
        continue
      }
      begin(query, authorization, utc: utc, monotonic)
      if query.exchange.isUnderWay { underWay += 1 } else { next = 0 }
    }
    return next
  }

  /// The answer about the secret, which all requests that are due share; nil before the answer.
  private func askForSecret(at now: Double) -> SecretQuestion.Answer? {
    if secret.limit == nil { secret.ask(at: now) }
    return secret.takeAnswer(at: now)
  }

  private func begin(
    _ query: PrometheusQuery, _ authorization: SecretQuestion.Answer, utc: Double,
    _ monotonic: Double
  ) {
    let grid = query.nextGrid(utc: utc, monotonic: monotonic)
    let url = PrometheusRequest.url(spec.url, query.expression, grid, timeout: spec.timeout)
    do throws(SourceError) {
      try query.exchange.begin(url, authorization: try authorization.get(), at: monotonic)
    } catch {
      if retry != nil { return lose(error.description, at: monotonic) }
      query.fail(.failed(error.description), at: monotonic)
      report()
    }
  }

  // MARK: Answers

  /// Handles the requests that have ended; true if there were any.
  private func finishAll() -> Bool {
    var hasFinished = false
    while let (handle, code) = transfers.nextFinished() {
      guard let query = queries.values.first(where: { $0.exchange.handle == handle }) else {
        continue
      }
      hasFinished = true
      finish(query, code)
    }
    return hasFinished
  }

  private func finish(_ query: PrometheusQuery, _ code: CURLcode) {
    let now = context.clock.monotonic()
    switch query.exchange.finish(code, at: now) {
    case .goesOn: break
    case .failure(let reason, .unreachable): lose(reason, at: now)
    case .failure(let reason, .tooLarge):
      isReached()
      query.failTooLarge(reason, at: now)
      report()
    // No answer is no end of an outage.
    case .failure(let reason, .other) where retry != nil: lose(reason, at: now)
    case .failure(let reason, .other):
      query.fail(.failed(reason), at: now)
      report()
    case .answer(let status, let body):
      isReached()
      take(body, status: status, of: query, at: now)
    }
  }

  /// Notes that the server cannot be reached, which concerns all queries.
  private func lose(_ reason: String, at now: Double) {
    // Requests that were under way together fail together, and count as one attempt.
    if retry?.next ?? -.infinity <= now {
      retry = (now, schedule.next(startedAt: now, endedAt: now, succeeded: false))
    }
    for query in queries.values { query.interrupt() }
    context.outlet.fail(reason, at: context.clock.utc())
  }

  private func isReached() {
    guard retry != nil else { return }
    retry = nil
    schedule.reset()
    hurry()
  }

  private func take(_ body: [UInt8], status: Int, of query: PrometheusQuery, at now: Double) {
    guard (200..<300).contains(status) else {
      let words = PrometheusAnswer.words(in: body)
      query.fail(
        words.map { .server($0) } ?? .failed(HTTPFailure.reason(ofStatus: status)), at: now,
        retryAfter: query.exchange.retryAfter)
      return report()
    }
    do throws(SourceError) {
      let samples = try query.read(body, at: now)
      report(samples.map { [$0] } ?? [])
    } catch {
      query.fail(.failed(error.description), at: now)
      report()
    }
  }

  /// Sends samples and the problems of all queries.
  private func report(_ samples: [FeedUpdate.Samples] = []) {
    let now = context.clock.utc()
    let failures = queries.values.compactMap { query in
      if case .failed(let reason)? = query.problem { reason } else { nil }
    }
    if samples.isEmpty, failures.count == queries.count, let reason = failures.first {
      let retryAfter = queries.values.compactMap(\.retryAfter).min()
      return context.outlet.fail(reason, retryAfter: retryAfter, at: now)
    }
    var missing = impossible
    for query in queries.values {
      if let problem = query.problem { missing[query.query] = problem.reason }
    }
    context.outlet.succeed(samples, missing: missing, at: now)
  }
}
