import CCurl
import Messages
import Metrics

/// The requests of a feed, one after another, on the feed's thread.
final class HTTPSession {
  private let spec: HTTPFeedSpec
  private let context: FeedContext
  private let transfers: HTTPTransfers
  private let exchange: HTTPExchange
  private let secret: SecretQuestion
  private var schedule: AttemptSchedule
  /// The time of the next attempt, in monotonic seconds.
  private var next = -Double.infinity
  /// The start of the last attempt, in monotonic seconds and in UTC.
  private var start = (monotonic: 0.0, utc: 0.0)
  /// Whether the last attempt has failed before its answer was whole, so that another network may help.
  private var isUnreachable = false
  /// The part of the past that the request under way asks for.
  private var request = RowPast.Request(stretch: 0...0, step: 1)
  private var past = RowPast()
  private var counters: [Query: CounterSums] = [:]

  init(_ spec: HTTPFeedSpec, _ context: FeedContext, _ transfers: HTTPTransfers) {
    (self.spec, self.context, self.transfers) = (spec, context, transfers)
    exchange = HTTPExchange(spec, transfers)
    secret = SecretQuestion(
      CredentialReader(spec.authorization), timeout: spec.timeout,
      wake: { [thread = context.thread] in thread.wake() })
    schedule = AttemptSchedule(period: spec.every)
  }

  private var now: Double { context.clock.monotonic() }

  /// Asks until the feed is stopped.
  func run() {
    while !context.isStopped {
      let wait = advance()
      transfers.perform()
      if finishTransfer() { continue }
      transfers.wait(on: context.thread, atMost: wait)
    }
    exchange.cancel()
  }

  // MARK: Asking

  /// Begins an attempt that is due, or goes on with the attempt under way.
  /// - Returns: the seconds until there is more to do.
  private func advance() -> Double {
    if exchange.isUnderWay { return 3600 }
    if secret.limit == nil {
      considerChanges()
      guard next <= now else { return next - now }
      isUnreachable = false
      start = (now, context.clock.utc())
      secret.ask(at: now)
    }
    if let authorization = secret.takeAnswer(at: now) { ask(with: authorization) }
    if exchange.isUnderWay { return 3600 }
    return (secret.limit ?? next) - now
  }

  /// Makes the next attempt earlier for new queries, and for a new network.
  private func considerChanges() {
    if context.takeHurry() { next = now }
    if context.takeNetworkChange(), isUnreachable {
      next = AttemptSchedule.networkChanged(next, startedAt: start.monotonic, at: now)
    }
  }

  /// Sends the request of the attempt under way.
  private func ask(with authorization: SecretQuestion.Answer) {
    request = past.request(context.selection, at: start.utc)
    do throws(SourceError) {
      try exchange.begin(
        RequestTemplate.filled(spec.url, request),
        body: spec.method == .get
          ? nil : RequestTemplate.filled(spec.body?.value ?? "", request),
        authorization: try authorization.get(), at: now)
    } catch {
      fail(error.description)
    }
  }

  // MARK: Answers

  /// Handles the end of the transfer; false if it goes on.
  private func finishTransfer() -> Bool {
    guard let (_, code) = transfers.nextFinished() else { return false }
    switch exchange.finish(code, at: now) {
    case .goesOn: break
    case .failure(let reason, let kind):
      isUnreachable = kind != .tooLarge
      fail(reason)
    case .answer(let status, _) where !(200..<300).contains(status):
      fail(HTTPFailure.reason(ofStatus: status), retryAfter: exchange.retryAfter)
    case .answer(_, let body):
      next = schedule.next(startedAt: start.monotonic, endedAt: now, succeeded: true)
      read(body)
    }
    return true
  }

  private func read(_ body: [UInt8]) {
    let utc = context.clock.utc()
    let queries = context.selection.queries
    do throws(SourceError) {
      if spec.format == .rows {
        let (samples, missing) = try RowAnswer.samples(of: queries, in: body, request, &past)
        return context.outlet.succeed(samples, missing: missing, at: utc)
      }
      // Requests are regular; arrivals depend on the network.
      let (samples, missing) = try HTTPAnswer.samples(
        of: queries, in: body, format: spec.format, at: start.utc, counters: &counters)
      context.outlet.succeed(
        samples, missing: missing, answeredAt: start.utc, asked: queries, at: utc)
    } catch {
      context.outlet.fail(error.description, at: utc)
    }
  }

  private func fail(_ reason: String, retryAfter: Double? = nil) {
    next = schedule.next(
      startedAt: start.monotonic, endedAt: now, succeeded: false, retryAfter: retryAfter)
    context.outlet.fail(reason, retryAfter: retryAfter, at: context.clock.utc())
  }
}
