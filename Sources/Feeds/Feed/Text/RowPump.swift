import Glibc

/// Reads the rows of a stream and delivers readings at most twenty times a second. A writer that fills
/// its pipe in the meantime has to wait.
final class RowPump {
  enum End {
    case ended, stopped, timedOut
    /// The input contained the line `exit`, and ends there.
    case exited
  }

  private var reader: TextReader
  private let options: TextOptions
  private var batch = TextBatch()
  private var arrivals: [(end: Int, time: Double)] = []
  private let context: TextFeedContext
  private var columns: ColumnReadings
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
  private var nextDelivery = 0.0
  /// Whether the rows are of one time, and are delivered when all of them have been read.
  private var isBurst = false
  /// The time of the burst; nil for the time when the rows have been read.
  private var burstTime: Double?
  /// Whether rows have been read since the last `restart`.
  private(set) var hasRows = false
  /// The last line that could not be read; nil if a row has come since.
  private(set) var unreadable: UnreadableLine?

  private static let mostRows = 5000
  private static let pace = 0.05

  /// - Parameter endsAtExit: whether the line `exit` ends the input. Only the standard input has a writer
  ///   who can mean this program.
  init(context: TextFeedContext, endsAtExit: Bool = false) {
    self.context = context
    options = TextOptions(timeFormat: context.spec.timeFormat, endsAtExit: endsAtExit)
    reader = TextReader(options: options)
    columns = ColumnReadings(selectors: context.selectors)
  }

  deinit { buffer.deallocate() }

  /// Begins a new text, unrelated to the text before.
  func restart(isBurst: Bool) {
    reader = TextReader(options: options)
    batch = TextBatch()
    arrivals = []
    hasRows = false
    unreadable = nil
    self.isBurst = isBurst
    burstTime = nil
  }

  /// Marks the next rows as old: they existed before, and are of the given time.
  func beginBurst(at time: Double) {
    isBurst = true
    burstTime = time
  }

  func endBurst() {
    reader.pause(into: &batch)
    deliverBurst()
    isBurst = false
  }

  // MARK: A stream

  /// Reads a descriptor until it ends, the feed is stopped or the monotonic time has come.
  /// - Parameter watch: the name under which the descriptor was opened. When another file gets that name,
  ///   reading ends after everything written to this descriptor has been read. When the name disappears,
  ///   reading ends after the last writer has gone.
  func run(
    _ descriptor: Int32, errors: LineTail? = nil, until deadline: Double? = nil,
    named watch: PathWatch? = nil
  ) -> End {
    var errorDescriptor = errors?.descriptor.number ?? -1
    var name = NameState.same
    while true {
      if context.thread.isStopped { return .stopped }
      var now = context.clock.monotonic()
      if let deadline, now >= deadline { return .timedOut }
      // Rows are fetched when they can be delivered, not one by one.
      let isEarly = !isBurst && hasNews && now < nextDelivery
      let ready = context.thread.wait(
        for: [isEarly ? -1 : descriptor, errorDescriptor, watch?.descriptor ?? -1],
        atMost: longestWait(now, deadline))
      now = context.clock.monotonic()
      if ready[2], let watch, watch.takeEvents() {
        name = NameState(of: watch.path, openAs: descriptor)
      }
      if ready[1], let errors, !errors.read(into: buffer) { errorDescriptor = -1 }
      if ready[0] || name != .same {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 {
          feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
          return .ended
        } else if errno == EAGAIN {
          if name == .other { return .ended }
          name = .same
        }
        if batch.controls.last?.control == .exit { return .exited }
        batch.controls.removeAll()
      } else if !isBurst, reader.hasUnfinishedRow {
        reader.pause(into: &batch)
        arrivals.append((batch.rowCount, context.clock.utc()))
      }
      if !isBurst, now >= nextDelivery { deliver() }
    }
  }

  private func longestWait(_ now: Double, _ deadline: Double?) -> Double? {
    var limit = deadline.map { $0 - now }
    if !isBurst, reader.hasUnfinishedRow || hasNews {
      limit = min(
        limit ?? Self.pace, max(nextDelivery - now, reader.hasUnfinishedRow ? Self.pace : 0))
    }
    return limit
  }

  // MARK: Bytes and rows

  func feed(_ bytes: UnsafeRawBufferPointer) {
    let arrival = context.clock.utc()
    reader.feed(bytes, arrival: arrival, into: &batch)
    if arrivals.last?.end != batch.rowCount { arrivals.append((batch.rowCount, arrival)) }
    if isBurst, batch.rowCount >= Self.mostRows { deliverBurst() }
  }

  /// Ends an unfinished line. The line counts if it is whole.
  func endLine(isWhole: Bool) {
    guard !reader.splitter.isEmpty else { return }
    if isWhole {
      let arrival = context.clock.utc()
      reader.endLine(into: &batch)
      if arrivals.last?.end != batch.rowCount { arrivals.append((batch.rowCount, arrival)) }
    } else {
      _ = reader.splitter.take()
    }
  }

  /// Forgets rows, and keeps the names of columns.
  func dropRows() {
    batch.removeAll()
    arrivals = []
  }

  func finish() {
    reader.finish(into: &batch)
    if isBurst { deliverBurst() } else { deliver() }
  }

  /// Completes the current row, because nothing more will come for a moment.
  func flush() {
    reader.pause(into: &batch)
    deliver()
  }

  var isFull: Bool { batch.rowCount >= Self.mostRows }

  private var hasNews: Bool { batch.rowCount > 0 || batch.unreadable > 0 }

  private func deliver() {
    guard hasNews else { return }
    nextDelivery = context.clock.monotonic() + Self.pace
    if arrivals.isEmpty || arrivals[arrivals.count - 1].end < batch.rowCount {
      arrivals.append((batch.rowCount, context.clock.utc()))
    }
    columns.updateSelectors(context.selectors)
    let readings = columns.live(batch, arrivals: arrivals)
    send(readings)
  }

  private func deliverBurst() {
    guard hasNews else { return }
    columns.updateSelectors(context.selectors)
    send(columns.burst(batch, at: burstTime ?? context.clock.utc()))
  }

  private func send(_ readings: [Reading]) {
    if batch.rowCount > 0 {
      hasRows = true
      unreadable = nil
    } else if let line = batch.lastUnreadable {
      unreadable = line
    }
    let now = context.clock.utc()
    if let unreadable, !isBurst {
      context.outlet.fail(Self.reason(unreadable), at: now)
    } else if batch.rowCount > 0 {
      context.outlet.succeed(readings, missing: columns.missing, at: now)
    }
    batch.removeAll()
    arrivals.removeAll(keepingCapacity: true)
  }

  static func reason(_ line: UnreadableLine) -> String {
    "line \(line.lineNumber): \(line.reason): '\(line.line)'"
  }
}

/// Whether a name still leads to the file that was opened under it.
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

extension ColumnReadings {
  mutating func updateSelectors(_ newSelectors: Set<Selector>) {
    if selectors != newSelectors { selectors = newSelectors }
  }
}

/// The last line written to a pipe.
final class LineTail {
  let descriptor: Descriptor
  private var bytes: [UInt8] = []

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Reads once; false at the end of the pipe.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    let count = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    bytes += buffer[..<count].suffix(4096)
    if bytes.count > 4096 { bytes.removeFirst(bytes.count - 4096) }
    return true
  }

  /// The last line that is not empty; nil if there is none.
  var line: String? {
    let lines = bytes.split(whereSeparator: { $0 == .newline || $0 == 0x0D })
    guard let last = lines.last(where: { !$0.allSatisfy(\.isSpace) }) else { return nil }
    return last.withUnsafeBufferPointer { shown($0, limit: 160) }
  }
}
