import CCurl
import Glibc
import Messages
import Synchronization

/// The single thread for all concurrent requests of feeds that ask web services. Feeds read their answers on queues of
/// their own, so that neither a server nor an answer blocks another request.
final class HTTPWorker: Sendable {
  static let shared: HTTPWorker = {
    let worker = HTTPWorker()
    worker.start()
    return worker
  }()

  private enum Command {
    case add(HTTPSession)
    case remove(HTTPSession)
    case hurry(HTTPSession)
    case hurryUnreachable
  }

  private struct Inbox {
    var commands: [Command] = []
    /// The reason why requests are impossible; nil if they are possible.
    var problem: String?
  }

  private let inbox = Mutex(Inbox())
  private let thread = FeedThread()
  private let load: @Sendable () throws(SourceError) -> LibCurl

  /// - Parameter load: loads libcurl; called on the thread.
  init(
    load: @escaping @Sendable () throws(SourceError) -> LibCurl = { () throws(SourceError) in
      try LibCurl.shared.get()
    }
  ) {
    self.load = load
  }

  /// Starts the thread. The thread also initializes libcurl, which takes milliseconds.
  func start() {
    let isStarted = thread.start(named: "http") { [self] in
      do throws(SourceError) {
        guard let transfers = HTTPTransfers(try load()) else {
          return refuse(String(localized: "not enough memory"))
        }
        // An unreachable server may be reachable through a new network.
        let network = NetworkWatch { [weak self] in _ = self?.send(.hurryUnreachable) }
        withExtendedLifetime(network) { run(transfers) }
      } catch {
        refuse(error.description)
      }
    }
    if !isStarted { refuse(String(localized: "no thread can be started")) }
  }

  private func refuse(_ problem: String) {
    let commands = inbox.withLock { inbox in
      inbox.problem = problem
      defer { inbox.commands = [] }
      return inbox.commands
    }
    for case .add(let session) in commands { session.fail(problem) }
  }

  func add(_ session: HTTPSession) {
    if let problem = send(.add(session)) { session.fail(problem) }
  }

  /// Ends the requests of a session. An answer under way is dropped.
  func remove(_ session: HTTPSession) { _ = send(.remove(session)) }

  /// Makes the next request of a session now.
  func hurry(_ session: HTTPSession) { _ = send(.hurry(session)) }

  /// Makes the thread check which sessions can continue.
  func wake() { thread.wake() }

  /// - Returns: the reason why no thread will execute the command; nil if a thread will.
  private func send(_ command: Command) -> String? {
    let problem = inbox.withLock { inbox in
      if inbox.problem == nil { inbox.commands.append(command) }
      return inbox.problem
    }
    wake()
    return problem
  }

  // MARK: On the thread

  /// A session with the state of its requests.
  private final class Work {
    let session: HTTPSession
    let exchange: HTTPExchange
    var schedule: AttemptSchedule
    /// The time of the next attempt, in monotonic seconds.
    var next: Double
    /// The start of the attempt under way, in monotonic seconds and in UTC.
    var start = 0.0
    var startUTC = 0.0
    /// Whether another attempt follows the attempt under way at once, because that attempt may lack new queries.
    var isHurried = false
    /// Whether the last attempt has failed before its answer was whole, so that another network may help.
    var isUnreachable = false
    var request = RowPast.Request(stretch: 0...0, step: 1)
    let secret: SecretQuestion
    /// Whether an attempt is under way.
    var isUnderWay: Bool { exchange.isUnderWay || secret.limit != nil }

    init(
      _ session: HTTPSession, now: Double, _ transfers: HTTPTransfers,
      wake: @escaping @Sendable () -> Void
    ) {
      self.session = session
      exchange = HTTPExchange(session.spec, transfers)
      next = now
      secret = SecretQuestion(
        CredentialReader(session.spec.authorization), timeout: session.spec.timeout, wake: wake)
      schedule = AttemptSchedule(period: session.spec.every)
    }
  }

  private func run(_ transfers: HTTPTransfers) {
    var works: [ObjectIdentifier: Work] = [:]
    while true {
      for command in inbox.withLock({ inbox in
        defer { inbox.commands = [] }
        return inbox.commands
      }) {
        obey(command, &works, transfers)
      }
      var wait = 3600.0
      for work in works.values where !work.exchange.isUnderWay {
        let session = work.session
        let now = session.clock.monotonic()
        if session.isReading {
          // The session's queue wakes this thread when it has read the previous answer.
        } else if work.secret.limit == nil, work.next > now {
          wait = min(wait, work.next - now)
        } else {
          if work.secret.limit == nil { begin(work, at: now) }
          if let authorization = work.secret.takeAnswer(at: now) {
            ask(work, with: authorization, at: now)
          } else if let limit = work.secret.limit {
            wait = min(wait, limit - now)
          }
        }
      }
      transfers.perform()
      if finishAll(works, transfers) { continue }
      transfers.wait(on: thread, atMost: wait)
    }
  }

  private func obey(
    _ command: Command, _ works: inout [ObjectIdentifier: Work], _ transfers: HTTPTransfers
  ) {
    switch command {
    case .add(let session):
      works[ObjectIdentifier(session)] = Work(
        session, now: session.clock.monotonic(), transfers, wake: { [weak self] in self?.wake() })
    case .remove(let session):
      works.removeValue(forKey: ObjectIdentifier(session))?.exchange.cancel()
    case .hurry(let session):
      guard let work = works[ObjectIdentifier(session)] else { return }
      if work.isUnderWay {
        work.isHurried = true
      } else {
        work.next = session.clock.monotonic()
      }
    case .hurryUnreachable:
      for work in works.values where work.isUnreachable && !work.isUnderWay {
        work.next = AttemptSchedule.networkChanged(
          work.next, startedAt: work.start, at: work.session.clock.monotonic())
      }
    }
  }

  private func begin(_ work: Work, at now: Double) {
    work.session.countWakeup()
    work.start = now
    work.isUnreachable = false
    work.startUTC = work.session.clock.utc()
    work.secret.ask(at: now)
  }

  /// Sends the request of the attempt under way.
  private func ask(
    _ work: Work, with authorization: SecretQuestion.Answer, at now: Double
  ) {
    let spec = work.session.spec
    let request = work.session.nextRequest(at: work.startUTC)
    work.request = request
    do throws(SourceError) {
      try work.exchange.begin(
        RequestTemplate.filled(spec.url, request),
        body: spec.method == .get
          ? nil : RequestTemplate.filled(spec.body?.value ?? "", request),
        authorization: try authorization.get(), at: now)
    } catch {
      work.isHurried = false
      end(work, failure: error.description)
    }
  }

  /// Handles the requests that have ended; true if there were any.
  private func finishAll(
    _ works: [ObjectIdentifier: Work], _ transfers: HTTPTransfers
  ) -> Bool {
    var hasFinished = false
    while let (handle, code) = transfers.nextFinished() {
      guard let work = works.values.first(where: { $0.exchange.handle == handle }) else { continue }
      hasFinished = true
      finish(work, code)
    }
    return hasFinished
  }

  private func finish(_ work: Work, _ code: CURLcode) {
    work.session.countWakeup()
    let now = work.session.clock.monotonic()
    switch work.exchange.finish(code, at: now) {
    case .goesOn: break
    case .failure(let reason, let kind):
      work.isUnreachable = kind != .tooLarge
      end(work, failure: reason)
    case .answer(let status, _) where !(200..<300).contains(status):
      end(work, failure: HTTPFailure.reason(ofStatus: status), retryAfter: work.exchange.retryAfter)
    case .answer(_, let body):
      work.next = work.schedule.next(startedAt: work.start, endedAt: now, succeeded: true)
      work.session.read(body, asked: work.startUTC, work.request)
    }
    if work.isHurried, !work.isUnderWay { (work.isHurried, work.next) = (false, now) }
  }

  private func end(_ work: Work, failure: String, retryAfter: Double? = nil) {
    work.next = work.schedule.next(
      startedAt: work.start, endedAt: work.session.clock.monotonic(), succeeded: false,
      retryAfter: retryAfter)
    work.session.fail(failure, retryAfter: retryAfter)
  }
}
