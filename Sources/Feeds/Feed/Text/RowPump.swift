import Glibc
import Messages
import Metrics

/// Reads the rows of a stream, and delivers their samples as soon as the receiver is ready. A writer that is faster
/// than the receiver has to wait, as with any pipe.
final class RowPump {
  enum End {
    case ended, stopped, timedOut
    /// The input cannot be read, for the system's reason.
    case failed(String)
    /// The input contained the line `exit`, and ends there.
    case exited
  }

  private var reader: TextReader
  /// The user's hints about the text, as the selection was at the start of the text.
  private var options: TextOptions
  /// The monotonic time at which an unfinished row counts as a row.
  private var quietEnd = 0.0
  private var batch = TextBatch()
  private var arrivals: [(end: Int, time: Double)] = []
  private let context: TextFeedContext
  private var rows: RowSamples
  private let buffer: UnsafeMutableRawBufferPointer
  /// Whether the rows share one time, and are delivered only when all, or very many, have been read.
  private var isBurst = false
  /// The time of the burst; nil for the time of reading.
  private var burstTime: Double?
  /// Whether the last read filled a large part of its buffer, so that the writer soon has to wait.
  private var isFlooded = false
  /// Whether rows have been read since the last `restart`.
  private(set) var hasRows = false
  /// The monotonic time until which rows do not count as a success, because an earlier run of the command has failed;
  /// nil for none.
  var trialEnd: Double?
  /// The last line that could not be read; nil if a row has come since, unless that row is this line.
  private(set) var unreadable: UnreadableLine?
  /// The last row of the text whose state has no word; nil if there is none.
  private(set) var unknownState: UnreadableLine?
  /// The lines in front of the first row.
  private var banners = Banners()
  /// The last of these lines; nil for none.
  var lastBanner: UnreadableLine? { banners.last }

  /// The limit of rows that a burst delivers together.
  private static let mostRows = 5000

  /// - Parameter isFile: whether the text is a regular file that is read once; false for a stream and for a followed
  ///   file.
  init(context: TextFeedContext, isFile: Bool = false) {
    self.context = context
    var options = context.options
    options.isFile = isFile
    self.options = options
    reader = TextReader(options: options)
    rows = RowSamples(
      queries: context.queries, numbersRows: context.spec.numbersRows, isFile: options.isFile,
      horizontal: options.horizontal, haveNames: !options.rowNames.isEmpty)
    // A file comes in fewer and larger deliveries, because more input is always available.
    buffer = .allocate(byteCount: options.isFile ? 1 << 20 : 1 << 18, alignment: 64)
  }

  deinit { buffer.deallocate() }

  /// Starts a new text, unrelated to the previous one.
  func restart(isBurst: Bool) {
    var options = context.options
    options.isFile = self.options.isFile
    options.isOfOneTime = isBurst
    if isBurst { options.knownMember = reader.members.keyed.search.member }
    self.options = options
    reader = TextReader(options: options)
    batch = TextBatch()
    arrivals = []
    hasRows = false
    (unreadable, unknownState) = (nil, nil)
    banners = Banners()
    self.isBurst = isBurst
    burstTime = nil
    if isBurst { rows.beginBurst() }
  }

  /// Marks the next rows as old, because the rows existed before the feed. The rows without times become one sample at
  /// `time`.
  func beginBurst(at time: Double) {
    isBurst = true
    burstTime = time
    rows.beginBurst()
  }

  func endBurst() {
    reader.pause(into: &batch)
    deliverBurst()
    isBurst = false
  }

  // MARK: A stream

  /// Reads a descriptor until its end, until the feed is stopped, or until a monotonic time.
  /// - Parameter watch: the watch of the name under which the descriptor was opened. When another file gets the name,
  ///   reading ends after everything written to this descriptor has been read. When the name disappears, reading ends
  ///   after the last writer has closed it.
  func run(
    _ descriptor: Int32, errors: LineTail? = nil, until deadline: Double? = nil,
    named watch: PathWatch? = nil
  ) -> End {
    var errorDescriptor = errors?.descriptor.number ?? -1
    var name = NameState.same
    while true {
      if context.thread.isStopped { return .stopped }
      // A request after this check ends the wait.
      context.holdBack(hasNews)
      if !isBurst, context.outlet.isReady {
        // Rows that came while other rows waited are delivered together with those.
        if hasNews, !isFlooded, Self.hasInput(descriptor), let end = read(descriptor, &name) {
          return end
        }
        deliver()
      }
      let now = context.clock.monotonic()
      if let deadline, now >= deadline { return .timedOut }
      if let trialEnd, now >= trialEnd { endTrial() }
      if let bannerEnd, now >= bannerEnd { endBanner() }
      let mayRead = mayRead
      let waitsForRest = mayRead && hasUnfinishedRow
      let ready = context.thread.wait(
        for: [mayRead ? descriptor : -1, errorDescriptor, watch?.descriptor ?? -1],
        atMost: [deadline, trialEnd, bannerEnd, waitsForRest ? quietEnd : nil]
          .compactMap { $0.map { $0 - now } }.min())
      if ready[2], let watch, watch.takeEvents() {
        name = NameState(of: watch.path, openAs: descriptor)
      }
      if ready[1], let errors, !errors.read(into: buffer) { errorDescriptor = -1 }
      if ready[0] || name != .same {
        if let end = read(descriptor, &name) { return end }
      } else if waitsForRest, context.clock.monotonic() >= quietEnd {
        reader.pause(into: &batch)
        noteArrival()
      }
    }
  }

  /// Whether a descriptor can be read without a wait.
  private static func hasInput(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// Reads once.
  /// - Returns: the reason why reading ends; nil if there may be more.
  private func read(_ descriptor: Int32, _ name: inout NameState) -> End? {
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 {
      isFlooded = count >= buffer.count / 8
      feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      // The first row is shown soon. Later, a busy machine may delay a command in the middle of a row.
      quietEnd = context.clock.monotonic() + (reader.hasRows ? 0.25 : 0.05)
    } else if count == 0 {
      return .ended
    } else if errno == EAGAIN {
      if name == .other { return .ended }
      name = .same
    } else if errno != EINTR {
      return .failed(systemReason())
    }
    return batch.controls.last?.control == .exit ? .exited : nil
  }

  /// Whether to read more now. Few rows are read only when they can be delivered, not one by one; a flood is read until
  /// it fills a delivery.
  private var mayRead: Bool {
    if isBurst || !hasNews { return true }
    return isFlooded && batch.rowCount * max(1, batch.columns.count) <= mostNumbers
  }

  /// The approximate limit of numbers that wait for the receiver. A pipe's numbers wait for the next
  /// refresh of the display; the receiver of a file asks again at once.
  private var mostNumbers: Int { options.isFile ? 1 << 18 : 1 << 20 }

  /// Whether there is a partial row that counts as a row if nothing more comes for a moment.
  private var hasUnfinishedRow: Bool {
    !isBurst && !options.isFile && reader.assembler.hasRow
  }

  // MARK: Bytes and rows

  func feed(_ bytes: UnsafeRawBufferPointer) {
    reader.feed(bytes, arrival: context.clock.utc(), into: &batch)
    noteArrival()
    guard isBurst, batch.rowCount >= Self.mostRows else { return }
    deliverBurst()
    _ = context.waitUntilReady()
  }

  private func noteArrival() {
    if (arrivals.last?.end ?? 0) < batch.rowCount {
      arrivals.append((batch.rowCount, context.clock.utc()))
    }
  }

  /// Ends an unfinished line. The line counts if it is complete.
  func endLine(isWhole: Bool) {
    guard !reader.splitter.isEmpty else { return }
    if isWhole {
      reader.endLine(into: &batch)
      noteArrival()
    } else {
      _ = reader.splitter.take()
    }
  }

  /// Ends the text of a file. The text of another file follows.
  /// - Parameter isWhole: whether an unfinished line is complete.
  func endFile(isWhole: Bool) {
    endLine(isWhole: isWhole)
    reader.beginFile(into: &batch)
    noteArrival()
  }

  /// Begins the text of a new or a rewritten file, which takes the place of the rows before unless its rows are later.
  func beginAnew() {
    endFile(isWhole: false)
    batch.controls.append((row: batch.rowCount, control: .anew))
  }

  /// Forgets rows, also one that may not be complete, and keeps the names of columns.
  func dropRows() {
    reader.pause(into: &batch)
    batch.removeAll()
    arrivals = []
  }

  func finish() {
    reader.finish(into: &batch)
    deliver()
  }

  /// Ends the text of a period. The last rows of the text wait for `conclude`.
  func endPeriod() {
    reader.finish(into: &batch)
    noteRows()
  }

  /// Ends the rows with names of the text before, if the text is an empty list: `[]`, or the header of a table alone.
  /// - Returns: whether the text is an empty list, which is no failure.
  func endList() -> Bool {
    guard let line = unreadable ?? lastBanner, line.lineNumber == 1, banners.count <= 1,
      line.line == "[]" ? rows.hasLists : rows.isHeader(line.line)
    else { return false }
    unreadable = nil
    rows.endLists()
    return true
  }

  /// Delivers the remaining rows of a period, and reports whether its source has failed.
  /// - Parameter failure: the reason why the source has failed; nil for a success.
  func conclude(_ failure: String?) {
    // The rows of a failure may be a part of the text, which says nothing about the clock.
    send(takeBurst(isLast: failure == nil), failure.map(Outcome.failure) ?? .success)
  }

  /// Continues after the end of a text that has grown.
  func resume() { reader.resume() }

  /// Completes the current row, because nothing more will come for a moment.
  func flush() {
    reader.pause(into: &batch)
    deliver()
    if let bannerEnd, context.clock.monotonic() >= bannerEnd { endBanner() }
  }

  var isFull: Bool { batch.rowCount >= Self.mostRows }

  /// Whether there is anything to deliver. Lines before the first row are delivered together with the row that has
  /// started after them. A delivery of these lines alone would make the row wait for the receiver's next request.
  private var hasNews: Bool {
    batch.rowCount > 0 || batch.unreadable > 0 || batch.banners > 0 && !hasUnfinishedRow
      || !batch.leftOut.isEmpty || !batch.controls.isEmpty || !batch.notices.isEmpty
  }

  // MARK: Deliveries

  /// The state of a source after a delivery.
  private enum Outcome {
    case success
    case failure(String)
    /// The state does not change until the period, or the trial, ends. A success before the failure of a command that
    /// prints something would start a new outage in each period.
    case undecided
  }

  private func deliver() {
    guard hasNews else { return }
    noteArrival()
    noteRows()
    rows.queries = context.queries
    let update = rows.update(
      of: batch, arrivals: arrivals, hasTimes: reader.hasTimeColumn,
      obeysClear: options.endsAtExit)
    // A text with some unreadable lines is still a source of rows.
    let failure = context.spec.numbersRows ? nil : unreadable.map(Self.reason)
    send(update, failure.map(Outcome.failure) ?? (trialEnd == nil ? .success : .undecided))
  }

  /// Counts the rows so far as a success. Waiting rows count when they are delivered.
  private func endTrial() {
    trialEnd = nil
    if hasRows, unreadable == nil, !hasNews { send(FeedUpdate(), .success) }
  }

  /// The monotonic time at which delivered lines without a row become a failure; nil if there are no such lines.
  var bannerEnd: Double? {
    isBurst || hasRows || hasNews || hasUnfinishedRow || unreadable != nil
      || context.spec.numbersRows ? nil : banners.end
  }

  /// Reports the failure of a text that has lines but no row.
  private func endBanner() {
    noteRows()
    if let unreadable { send(FeedUpdate(), .failure(Self.reason(unreadable))) }
  }

  private func deliverBurst() {
    guard hasNews else { return }
    noteRows()
    send(takeBurst(isLast: false), burstTime == nil ? .undecided : .success)
  }

  /// Returns the rows of a burst that have not been delivered.
  private func takeBurst(isLast: Bool) -> FeedUpdate {
    rows.queries = context.queries
    let time = burstTime ?? context.clock.utc()
    var update = FeedUpdate(samples: rows.burst(batch, at: time, isLast: isLast))
    update.missing = rows.missing
    update.text = rows.news(of: batch)
    return update
  }

  /// Notes whether rows have come, and the last line that could not be read.
  private func noteRows() {
    banners.note(batch, at: context.clock.monotonic())
    unknownState = batch.unknownState ?? unknownState
    if batch.rowCount > 0 {
      hasRows = true
      unreadable = batch.unknownState
    } else if !hasRows, !isBurst, banners.areMore(at: context.clock.monotonic()) {
      // One line represents all, so that the reason stays the same.
      unreadable = unreadable ?? banners.last
    } else if let line = batch.lastUnreadable {
      unreadable = line
    }
  }

  private func send(_ new: FeedUpdate, _ outcome: Outcome) {
    var new = new
    new.text?.form = reader.form
    if let name = options.horizontal, let columns = new.text?.columns, !columns.isEmpty,
      !rows.hasHorizontal(columns, isTime: reader.hasChosenField),
      // A selection of columns includes the column of the axis, and names the missing columns by itself.
      new.text?.form.missing.contains(name) == false
    {
      new.text?.form.missing.append(name)
      new.text?.form.offered = columns.map(\.name)
    }
    if !options.rowNames.isEmpty, new.text?.columns.isEmpty == false {
      let missing = reader.missingRowNames
      if !missing.isEmpty {
        new.text?.form.missing += missing
        new.text?.form.offered = reader.possibleRowNames
      }
    }
    let now = context.clock.utc()
    let hasNews = hasNews
    context.outlet.send { status in
      var update: FeedUpdate
      switch outcome {
      case .success: update = status.succeed(new.samples, missing: new.missing, at: now)
      case .failure(let reason):
        guard let failed = status.fail(reason, at: now) ?? (hasNews ? status.unchanged : nil) else {
          return nil
        }
        update = failed
      case .undecided: update = status.unchanged
      }
      update.samples = new.samples
      update.text = new.text
      update.isNewStart = new.isNewStart
      return update
    }
    batch.removeAll(keepingCapacity: false)
    arrivals.removeAll(keepingCapacity: true)
  }

  static func reason(_ line: UnreadableLine) -> String {
    String(localized: "line \(line.lineNumber): \(line.reason): '\(line.line)'")
  }
}

/// The lines in front of the first row of a text.
private struct Banners {
  private(set) var count = 0
  private(set) var last: UnreadableLine?
  /// The monotonic time of the first line.
  private var start: Double?

  /// The number of lines above which a text without rows is more than a banner.
  private static let most = 100
  /// The number of lines, and their seconds, after which a row is late.
  private static let few = (count: 5, seconds: 5.0)

  mutating func note(_ batch: TextBatch, at now: Double) {
    // Lines that 'match' leaves out are no failure: the match may be a rare event.
    guard batch.banners > 0 else { return }
    count += batch.banners
    last = batch.lastBanner ?? last
    start = start ?? now
  }

  /// The monotonic time after which the lines are more than a banner; nil for a few lines.
  var end: Double? { count < Self.few.count ? nil : start.map { $0 + Self.few.seconds } }

  /// Whether the lines are more than a banner.
  func areMore(at now: Double) -> Bool { count >= Self.most || end.map { now >= $0 } ?? false }
}

/// The relation of a name to the file that was opened under this name.
private enum NameState {
  case same, other, gone

  init(of path: String, openAs descriptor: Int32) {
    var (named, opened) = (stat(), stat())
    guard stat(path, &named) == 0, fstat(descriptor, &opened) == 0 else {
      self = .gone
      return
    }
    self = (named.st_dev, named.st_ino) == (opened.st_dev, opened.st_ino) ? .same : .other
  }
}
