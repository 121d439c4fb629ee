import Glibc
import Messages
import Synchronization

extension ThreadFeed {
  /// A feed of rows of text.
  convenience init(
    _ spec: TextFeedSpec, _ selection: Selection, clock: FeedClock = .system
  ) {
    let context = FeedContext(selection, clock: clock)
    let text = TextFeedContext(spec, context)
    self.init(context, named: "rows", work: text.run, willStop: text.endCommand)
  }
}

/// The work of a feed's thread: rows of text from their origin.
final class TextFeedContext: Sendable {
  let spec: TextFeedSpec
  private let context: FeedContext
  let current = Mutex<CommandProcess?>(nil)

  init(_ spec: TextFeedSpec, _ context: FeedContext) {
    (self.spec, self.context) = (spec, context)
  }

  var clock: FeedClock { context.clock }
  var outlet: FeedOutlet { context.outlet }
  var thread: FeedThread { context.thread }
  var queries: Set<Query> { context.selection.queries }
  /// The seconds of the past that are shown.
  var window: Double { context.selection.window }

  /// The user's hints about the text, with those of the origin.
  var options: TextOptions {
    var options = spec.options
    switch spec.origin {
    case .standardInput, .wholeFile: options.endsAtExit = true
    case .file, .fifo, .command: options.endsAtExit = false
    }
    if case .command = spec.origin {
      options.isOneNumber = queries.allSatisfy { query in
        if case .column(nil, _) = query { true } else { false }
      }
    }
    if !options.words.isEmpty {
      options.stateColumns = queries.compactMap { query in
        if case .column(let name, _) = query { name } else { nil }
      }
    }
    return options
  }

  /// Notes that rows wait for the receiver, or no longer wait.
  func holdBack(_ isHeldBack: Bool) { context.holdBack(isHeldBack) }

  /// Waits until the receiver accepts rows.
  /// - Returns: false if the feed is to stop.
  func waitUntilReady() -> Bool {
    holdBack(true)
    defer { holdBack(false) }
    while !thread.isStopped {
      if outlet.isReady { return true }
      _ = thread.wait(atMost: nil)
    }
    return false
  }

  /// Notes the start of an attempt, which covers all queries so far.
  /// - Returns: the monotonic time.
  func beginAttempt() -> Double {
    _ = context.takeHurry()
    return clock.monotonic()
  }

  func fail(_ reason: String) { context.fail(reason) }

  /// Asks a running command to end at once, because the program may be about to end.
  func endCommand() { current.withLock { $0?.send(SIGTERM) } }

  /// Works until the feed is stopped, or its source has ended for good.
  func run() {
    switch spec.origin {
    case .standardInput: readToEnd(STDIN_FILENO, called: String(localized: "the standard input"))
    case .wholeFile(let path): readOnce(path)
    case .file(let path, nil): followFile(path)
    case .file(let path, let period?): readRepeatedly(path, period: period)
    case .fifo(let path): readPipe(path)
    case .command(let command, nil): keepRunning(command)
    case .command(let command, let period?): runRepeatedly(command, period: period)
    }
  }

  /// Waits until a monotonic time, or until a watched file has changed.
  /// - Returns: false if the feed is to stop.
  func sleep(until time: Double, orChangeOf watch: PathWatch? = nil) -> Bool {
    while !thread.isStopped {
      let rest = time - clock.monotonic()
      if rest <= 0 || context.takeHurry() { return true }
      let ready = thread.wait(for: [watch?.descriptor ?? -1], atMost: rest)
      if ready[0], watch?.takeEvents() == true { return true }
    }
    return false
  }
}
