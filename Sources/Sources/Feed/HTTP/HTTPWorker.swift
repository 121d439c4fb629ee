import CCurl
import Glibc
import Synchronization

/// The one thread on which all requests of the program are under way at the same time. Answers are
/// read by their feeds, each on a queue of its own, so that neither a server nor an answer holds up
/// another one.
final class HTTPWorker: Sendable {
  static let shared: HTTPWorker = {
    let worker = HTTPWorker()
    worker.start()
    return worker
  }()

  private enum Command {
    case add(HTTPSession)
    case remove(HTTPSession)
  }

  private let commands = Mutex<[Command]>([])
  private let thread = FeedThread()
  private let isRunning = Atomic<Bool>(false)
  /// The address of libcurl's handle, from when the thread has made it; 0 before. Used by the thread,
  /// and by who wakes it: libcurl allows that.
  private let multi = Atomic<UInt>(0)

  private func start() {
    // The thread prepares libcurl, too: that takes milliseconds.
    let isStarted = thread.start { [self] in
      curl_global_init(Int(CURL_GLOBAL_DEFAULT))
      guard let multi = curl_multi_init() else { return }
      wallchart_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 32)
      self.multi.store(UInt(bitPattern: multi), ordering: .releasing)
      run(multi)
    }
    isRunning.store(isStarted, ordering: .releasing)
  }

  /// Starts the requests of a session; false if there can be none.
  func add(_ session: HTTPSession) -> Bool {
    send(.add(session))
    return isRunning.load(ordering: .acquiring)
  }

  /// Ends them; an answer under way is dropped.
  func remove(_ session: HTTPSession) { send(.remove(session)) }

  /// Looks again which sessions can go on.
  func wake() {
    let handle = UnsafeMutableRawPointer(bitPattern: multi.load(ordering: .acquiring))
    if let handle { curl_multi_wakeup(handle) }
  }

  private func send(_ command: Command) {
    commands.withLock { $0.append(command) }
    wake()
  }

  // MARK: On the thread

  /// A session and what goes on with it.
  private final class Work {
    let session: HTTPSession
    var transfer: HTTPTransfer?
    var schedule: AttemptSchedule
    /// When the next attempt is due, in monotonic seconds.
    var next: Double
    /// When the attempt under way began, and that in UTC.
    var start = 0.0
    var asked = 0.0
    var isUnderWay = false
    /// Where the request goes after redirects.
    var url = ""
    var redirects = 0

    init(_ session: HTTPSession, now: Double) {
      self.session = session
      next = now
      schedule = AttemptSchedule(
        period: session.spec.every, seed: UInt64.random(in: 0...UInt64.max))
    }
  }

  private func run(_ multi: UnsafeMutableRawPointer) {
    var works: [ObjectIdentifier: Work] = [:]
    while true {
      for command in commands.withLock({ commands in
        defer { commands = [] }
        return commands
      }) {
        obey(command, &works, multi)
      }
      var wait = 3600.0
      for work in works.values where !work.isUnderWay {
        let session = work.session
        let now = session.clock.monotonic()
        if session.isReading {
          // Its queue wakes this thread when it has read the answer before.
        } else if work.next <= now {
          begin(work, at: now, multi)
        } else {
          wait = min(wait, work.next - now)
        }
      }
      var count: Int32 = 0
      curl_multi_perform(multi, &count)
      if finishAll(works, multi) { continue }
      let milliseconds = Int32((min(max(wait, 0), 3600) * 1000).rounded(.up))
      if curl_multi_poll(multi, nil, 0, milliseconds, nil) != CURLM_OK { usleep(100_000) }
    }
  }

  private func obey(
    _ command: Command, _ works: inout [ObjectIdentifier: Work], _ multi: UnsafeMutableRawPointer
  ) {
    switch command {
    case .add(let session):
      works[ObjectIdentifier(session)] = Work(session, now: session.clock.monotonic())
    case .remove(let session):
      guard let work = works.removeValue(forKey: ObjectIdentifier(session)) else { return }
      if work.isUnderWay, let transfer = work.transfer {
        curl_multi_remove_handle(multi, transfer.handle)
      }
    }
  }

  private func begin(_ work: Work, at now: Double, _ multi: UnsafeMutableRawPointer) {
    work.session.countWakeup()
    work.start = now
    work.asked = work.session.clock.utc()
    work.url = work.session.spec.url
    work.redirects = 0
    guard let transfer = work.transfer ?? HTTPTransfer() else {
      return end(work, failure: "there is no memory")
    }
    work.transfer = transfer
    transfer.prepare(
      work.session.spec, url: work.url, isSameOrigin: true, seconds: work.session.spec.timeout)
    work.isUnderWay = curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
    if !work.isUnderWay { end(work, failure: "the request cannot be started") }
  }

  /// Takes the requests that have ended; true if there were any.
  private func finishAll(
    _ works: [ObjectIdentifier: Work], _ multi: UnsafeMutableRawPointer
  ) -> Bool {
    var count: Int32 = 0
    var hasFinished = false
    while let message = curl_multi_info_read(multi, &count) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else {
        continue
      }
      let code = wallchart_curl_result(message)
      // The message is gone with this call.
      curl_multi_remove_handle(multi, handle)
      guard let work = works.values.first(where: { $0.transfer?.handle == handle }),
        let transfer = work.transfer
      else { continue }
      work.isUnderWay = false
      hasFinished = true
      finish(work, transfer, code, multi)
    }
    return hasFinished
  }

  private func finish(
    _ work: Work, _ transfer: HTTPTransfer, _ code: CURLcode, _ multi: UnsafeMutableRawPointer
  ) {
    work.session.countWakeup()
    guard code == CURLE_OK else {
      return end(work, failure: HTTPFailure.reason(code, of: transfer, work.session.spec))
    }
    switch transfer.status {
    case 200..<300:
      work.next = work.schedule.next(
        startedAt: work.start, endedAt: work.session.clock.monotonic(), succeeded: true)
      work.session.read(transfer.takeBody(), asked: work.asked)
    case 300..<400:
      guard let url = transfer.redirect else {
        return end(work, failure: "HTTP \(transfer.status)")
      }
      follow(work, transfer, to: url, multi)
    default: end(work, failure: "HTTP \(transfer.status)")
    }
  }

  private func follow(
    _ work: Work, _ transfer: HTTPTransfer, to url: String, _ multi: UnsafeMutableRawPointer
  ) {
    let spec = work.session.spec
    work.redirects += 1
    guard work.redirects <= HTTPFeedSpec.mostRedirects else {
      return end(work, failure: "more than \(HTTPFeedSpec.mostRedirects) redirects")
    }
    let (from, to) = (HTTPFailure.origin(of: work.url), HTTPFailure.origin(of: url))
    if from.hasPrefix("https:"), !to.hasPrefix("https:") {
      return end(work, failure: "redirected from https to http")
    }
    let rest = spec.timeout - (work.session.clock.monotonic() - work.start)
    guard rest > 0 else {
      return end(work, failure: "no answer within \(TextFeedContext.seconds(spec.timeout))")
    }
    work.url = url
    transfer.prepare(
      spec, url: url, isSameOrigin: to == HTTPFailure.origin(of: spec.url), seconds: rest)
    work.isUnderWay = curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
    if !work.isUnderWay { end(work, failure: "the request cannot be started") }
  }

  private func end(_ work: Work, failure: String) {
    work.next = work.schedule.next(
      startedAt: work.start, endedAt: work.session.clock.monotonic(), succeeded: false)
    work.session.fail(failure)
  }
}
