import Glibc
import Messages

/// The work of a feed's thread: connections to the broker, one after another, and their messages.
struct MQTTSession: Sendable {
  private let spec: MQTTFeedSpec
  private let context: FeedContext
  private let secret: SecretQuestion

  /// The seconds between attempts to connect, at the start of an outage.
  private static let period = 1.0

  /// - Parameter readSecret: reads the file with the password.
  init(
    _ spec: MQTTFeedSpec, _ context: FeedContext,
    readSecret: @escaping @Sendable (CredentialReader) -> SecretReading = { SecretReading($0) }
  ) {
    (self.spec, self.context) = (spec, context)
    secret = SecretQuestion(
      CredentialReader(spec.login), timeout: spec.timeout,
      wake: { [thread = context.thread] in thread.wake() }, read: readSecret)
  }

  private var thread: FeedThread { context.thread }
  private var clock: FeedClock { context.clock }

  /// Works until the feed is stopped.
  func run() {
    var schedule = AttemptSchedule(period: Self.period)
    var samples = TopicSamples()
    while !thread.isStopped {
      let start = clock.monotonic()
      _ = (context.takeHurry(), context.takeNetworkChange())
      do throws(SourceError) {
        try visit(&samples, &schedule)
      } catch {
        if thread.isStopped { return }
        context.fail(error.description)
      }
      sleep(
        until: schedule.next(startedAt: start, endedAt: clock.monotonic(), succeeded: false),
        after: start)
    }
  }

  /// Waits until a monotonic time, until the network changes, or until `askAtOnce`.
  /// - Parameter start: the start of the last attempt.
  private func sleep(until time: Double, after start: Double) {
    var time = time
    let network = NetworkWatch { [weak context] in context?.noteNetworkChange() }
    withExtendedLifetime(network) {
      while !thread.isStopped {
        let now = clock.monotonic()
        if context.takeNetworkChange() {
          time = AttemptSchedule.networkChanged(time, startedAt: start, at: now)
        }
        let rest = time - now
        if rest <= 0 || context.takeHurry() { return }
        _ = thread.wait(atMost: rest)
      }
    }
  }

  /// Connects to the broker, and receives messages until the connection is lost or the feed is stopped.
  private func visit(
    _ samples: inout TopicSamples, _ schedule: inout AttemptSchedule
  ) throws(SourceError) {
    let library = try LibMosquitto.shared.get()
    guard let authorization = try waitForSecret() else { return }
    var password: String?
    if case .basic(_, .text(let secret)) = authorization { password = secret.value }
    var failure = SourceError(kind: .noInput, description: "the host has no address")
    for target in try targets() {
      let connection = try MQTTConnection(spec, password: password, library)
      do throws(SourceError) {
        try connection.open(
          target.host, from: target.near, port: spec.port, keepAlive: spec.keepAlive)
        try greet(connection)
      } catch {
        failure = error
        continue
      }
      return try receive(connection, &samples, &schedule)
    }
    throw failure
  }

  /// Waits until the password is known.
  /// - Returns: nil if the feed is to stop.
  private func waitForSecret() throws(SourceError) -> HTTPFeedSpec.Authorization? {
    secret.ask(at: clock.monotonic())
    while !thread.isStopped {
      let now = clock.monotonic()
      if let answer = secret.takeAnswer(at: now) { return try answer.get() }
      _ = thread.wait(atMost: (secret.limit ?? now) - now)
    }
    return nil
  }

  /// The hosts to try, each with the local address.
  ///
  /// libmosquitto connects without waiting only to the first address of a name, and verifies a certificate against
  /// exactly the given host. Without TLS, a name is therefore tried address by address; with TLS, the name stays, and
  /// the local address selects first one address family, then the other.
  private func targets() throws(SourceError) -> [(host: String, near: String?)] {
    let addresses = try HostAddresses.numeric(of: spec.host)
    guard spec.security != .none else { return addresses.map { ($0, nil) } }
    var anyAddresses: [String] = []
    for address in addresses {
      let any = address.contains(":") ? "::" : "0.0.0.0"
      if !anyAddresses.contains(any) { anyAddresses.append(any) }
    }
    return anyAddresses.map { (spec.host, $0) }
  }

  /// Waits for the broker's consent.
  private func greet(_ connection: MQTTConnection) throws(SourceError) {
    let end = clock.monotonic() + spec.timeout
    // A socket is writable once it is connected. With TLS, libmosquitto does not wait for the connection.
    var isOpen = false
    while connection.answer == nil, !thread.isStopped {
      let rest = end - clock.monotonic()
      guard rest > 0 else {
        throw SourceError(
          kind: .noInput, description: "no answer within \(secondsText(spec.timeout))")
      }
      let socket = connection.socket
      let ready = thread.wait(
        for: [socket], writing: !isOpen || connection.wantsToWrite ? [socket] : [], atMost: rest)
      guard ready.contains(true) else { continue }
      let error = connection.connectError
      guard error == 0 else {
        throw SourceError(
          kind: .noInput,
          description: Message(verbatim: String(cString: strerror(error)).lowercased()))
      }
      isOpen = true
      try connection.advance(reads: true)
    }
  }

  /// Receives messages until the connection is lost or the feed is stopped.
  ///
  /// An outage ends with the answer to the subscriptions. A broker may accept a connection and close the connection at
  /// once, for example because the client may not read the topics.
  private func receive(
    _ connection: MQTTConnection, _ samples: inout TopicSamples, _ schedule: inout AttemptSchedule
  ) throws(SourceError) {
    var subscribed: Set<String> = []
    var reported: [Query: String]?
    defer { context.holdBack(false) }
    while !thread.isStopped {
      let queries = context.selection.queries
      try subscribe(to: queries, &subscribed, connection)
      samples.setQueries(queries)
      samples.refused = connection.refused
      let new = connection.takeMessages().flatMap { message in
        samples.samples(
          of: .init(
            topic: message.topic, payload: message.payload, isRetained: message.isRetained,
            time: clock.utc()))
      }
      let missing = samples.missing
      if !new.isEmpty || (connection.isSubscribed && missing != reported) {
        if reported == nil { schedule.reset() }
        context.outlet.succeed(new, missing: missing, at: clock.utc())
        reported = missing
      }
      try wait(connection)
    }
    connection.close()
  }

  /// Waits for the broker, and reads messages if the receiver is ready, so that a flood of messages waits at the
  /// broker.
  private func wait(_ connection: MQTTConnection) throws(SourceError) {
    context.holdBack(true)
    let isReady = context.outlet.isReady
    let socket = connection.socket
    let ready = thread.wait(
      for: [isReady ? socket : -1], writing: connection.wantsToWrite ? [socket] : [],
      atMost: Double(spec.keepAlive) / 4)
    try connection.advance(reads: isReady && ready[0])
  }

  private func subscribe(
    to queries: Set<Query>, _ subscribed: inout Set<String>, _ connection: MQTTConnection
  ) throws(SourceError) {
    let wanted = Set(
      queries.compactMap { if case .topic(let filter, _, _, _) = $0 { filter } else { nil } })
    guard wanted != subscribed else { return }
    for filter in subscribed.subtracting(wanted) { try connection.unsubscribe(filter) }
    for filter in wanted.subtracting(subscribed).sorted() { try connection.subscribe(filter) }
    subscribed = wanted
  }
}

extension CredentialReader {
  fileprivate init(_ login: MQTTFeedSpec.Login?) {
    guard let login, let password = login.password else {
      self.init(HTTPFeedSpec.Authorization.none)
      return
    }
    self.init(.basic(user: login.user, password: password))
  }
}
