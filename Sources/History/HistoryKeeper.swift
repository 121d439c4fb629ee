import Dispatch
import Glibc
import Messages

/// Maintains a history while a program runs: writes batches on a queue of its own, and reads on another queue.
package final class HistoryKeeper: Sendable {
  /// The state of a history.
  package enum State: Sendable, Equatable {
    /// Nothing has been tried yet.
    case starting
    case writing
    /// Another process writes the file; this process only reads the file.
    case reading
    /// Nothing is kept, for the associated reason.
    case off(String)
  }

  /// The functions that the owner supplies.
  package struct Owner: Sendable {
    /// Returns the samples that have come since the last call. Called on the writer's queue.
    package var takeBatch: @Sendable () -> HistoryBatch
    /// Called on the writer's queue when the state has changed.
    package var stateChanged: @Sendable (State) -> Void
    /// Called on the writer's queue with a message about the file for the user.
    package var report: @Sendable (String) -> Void

    package init(
      takeBatch: @escaping @Sendable () -> HistoryBatch,
      stateChanged: @escaping @Sendable (State) -> Void = { _ in },
      report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      (self.takeBatch, self.stateChanged, self.report) = (takeBatch, stateChanged, report)
    }
  }

  /// The values that only the writer's queue uses.
  struct Writing {
    var limits: HistoryLimits
    var file: HistoryFile?
    var identity: [UInt64]?
    /// Whether the open file had a log after the last write.
    var hadLog = false
    var lock: Int32 = -1
    var state = State.starting
    /// Samples that could not be written yet.
    var rest = HistoryBatch()
    /// The names of the reported breaches; nil before they are known.
    var breaches: Set<String>?
    /// The names of the reported breaches that the open file has; nil if unknown.
    var writtenBreaches: Set<String>?
    /// Whether the samples have waited while another process wrote the file.
    var wasTaken = false
    var nextCare = -Double.infinity
    var trust = ClockTrust()
    /// The damaged blocks that have been reported.
    var reported: Set<HistoryFile.BlockName> = []
    /// Whether a failure to read has been reported since the last success.
    var hasReportedFailure = false
    /// Whether the loss of samples because of their times has been reported.
    var hasReportedTimes = false
    /// Whether the loss of samples that come faster than they are written has been reported since the last batch that
    /// lost none.
    var hasReportedCut = false
    /// Whether the loss of waiting samples has been reported since the last batch was written.
    var hasReportedLoss = false
    var timer: (any DispatchSourceTimer)?
    var isOver = false
  }

  private let place: HistoryPlace
  private let owner: Owner
  private let period: Double
  private let clock: @Sendable () -> Double
  private let sinceBoot: @Sendable () -> Double
  let writer = DispatchQueue(label: "wallchart.history", qos: .utility)
  private let reader = DispatchQueue(label: "wallchart.history.read", qos: .userInitiated)
  // Only the writer's queue uses the state, one task after another.
  nonisolated(unsafe) private(set) var writing: Writing

  /// The standard period between batches, in seconds.
  package static let standardPeriod = 60.0
  /// The seconds between the calls that make coarse tiers and drop old samples.
  private static let care = 600.0
  /// The largest number of samples that wait while the disk cannot be written.
  static let mostWaiting = 200_000

  /// - Parameters:
  ///   - period: seconds between batches.
  ///   - clock: returns the current time in UTC seconds.
  ///   - sinceBoot: returns the seconds since the start of the system, including those of its sleep.
  package init(
    path: String, limits: HistoryLimits, period: Double = HistoryKeeper.standardPeriod,
    clock: @escaping @Sendable () -> Double,
    sinceBoot: @escaping @Sendable () -> Double = { SystemClock.sinceBoot }, owner: Owner
  ) {
    place = HistoryPlace(path: path)
    (self.owner, self.period, self.clock, self.sinceBoot) = (owner, period, clock, sinceBoot)
    writing = Writing(limits: limits)
  }

  /// Opens the file and starts to write, asynchronously on the writer's queue.
  package func start() {
    writer.async { [self] in
      step()
      let timer = DispatchSource.makeTimerSource(queue: writer)
      let distance = DispatchTimeInterval.milliseconds(Int(period * 1000))
      timer.schedule(
        deadline: .now() + distance, repeating: distance,
        leeway: .milliseconds(Int(period * 100)))
      timer.setEventHandler { [weak self] in self?.step() }
      timer.activate()
      writing.timer = timer
    }
  }

  /// Writes the samples so far without waiting for the next batch.
  /// - Parameter done: called on the writer's queue when the samples have been written, or cannot be written now.
  package func hurry(_ done: @escaping @Sendable () -> Void = {}) {
    writer.async { [weak self] in
      self?.step()
      done()
    }
  }

  /// Replaces the names of the reported breaches, and writes them without waiting for the next batch.
  package func setBreaches(_ names: Set<String>) {
    writer.async { [weak self] in
      guard let self else { return }
      writing.breaches = names
      step()
    }
  }

  /// Reads the names of the breaches that an earlier run reported, and whose end was not reported; empty without a
  /// history.
  /// - Parameter receive: called on the reader's queue.
  package func readBreaches(_ receive: @escaping @Sendable (Set<String>) -> Void) {
    reader.async { [self] in
      var names: Set<String> = []
      readFile { file throws(HistoryFailure) in names = try file.breaches() }
      receive(names)
    }
  }

  /// Replaces the limits.
  package func setLimits(_ limits: HistoryLimits) {
    writer.async { [weak self] in
      guard let self else { return }
      (writing.limits, writing.nextCare) = (limits, -.infinity)
    }
  }

  /// Writes the remaining samples, closes the file, and returns when both are done.
  package func finish() { writer.sync { end() } }

  /// Writes the remaining samples and closes the file, on the writer's queue.
  package func retire() { writer.async { [self] in end() } }

  private func end() {
    guard !writing.isOver else { return }
    step()
    writing.timer?.cancel()
    writing.isOver = true
    close(&writing)
  }

  /// Reads the past of series on the reader's queue.
  /// - Parameters:
  ///   - stretches: the intervals of time, in ascending order.
  ///   - wanted: see `HistoryFile.past`.
  ///   - receive: called on the reader's queue, with an empty past if there is no history.
  package func read(
    _ stretches: [HistoryPast.Stretch], where wanted: @escaping @Sendable (String) -> Bool,
    _ receive: @escaping @Sendable (HistoryPast) -> Void
  ) {
    reader.async { [self] in
      var past = HistoryPast()
      readFile { file throws(HistoryFailure) in
        for part in stretches {
          past.append(
            try file.past(in: part.range, resolution: part.resolution, where: wanted))
        }
      }
      receive(past)
    }
  }

  /// Reads the first and the last time in the history; nil without a history.
  package func readSpan(_ receive: @escaping @Sendable (ClosedRange<Double>?) -> Void) {
    reader.async { [self] in
      var span: ClosedRange<Double>?
      readFile { file throws(HistoryFailure) in span = try file.span() }
      receive(span)
    }
  }

  /// Lends the file to a closure on the reader's queue, and reports a failure and damaged blocks.
  private func readFile(_ body: (HistoryFile) throws(HistoryFailure) -> Void) {
    // The writer migrates an older file before the file is read.
    writer.sync {}
    // A missing file has no past. Another process may create the file before the failure is reported.
    let isThere = place.identity != nil
    do throws(HistoryFailure) {
      let file = try HistoryFile(place.path, .reading)
      defer { reportDamage(of: file) }
      try body(file)
      writer.async { [self] in writing.hasReportedFailure = false }
    } catch {
      if isThere { writer.async { [self] in report(error, &writing) } }
    }
  }

  /// Reports the damaged blocks that a reader has found.
  private func reportDamage(of file: HistoryFile) {
    let damaged = file.damagedBlocks
    guard !damaged.isEmpty else { return }
    writer.async { [self] in reportDamage(of: damaged, &writing) }
  }

  // MARK: On the writer's queue

  private func step() {
    guard !writing.isOver else { return }
    let before = writing.state
    work(&writing)
    limitRest(&writing)
    if writing.state != before { owner.stateChanged(writing.state) }
  }

  private func work(_ state: inout Writing) {
    var batch = state.rest
    let new = owner.takeBatch()
    batch.series += new.series
    if new.isCut { reportCut(&state) }
    state.rest = batch
    // A second attempt uses a new file, if this one is damaged.
    for _ in 0..<2 {
      do throws(HistoryFailure) {
        try open(&state)
        try writeBreaches(&state)
        if batch.sampleCount > 0 { try state.file?.write(batch, isLeftover: state.wasTaken) }
        state.wasTaken = false
        // The batch is on the disk: after a later failure, the batch must not be written again.
        state.rest = HistoryBatch()
        state.hasReportedLoss = false
        if !new.isCut, batch.sampleCount > 0 { state.hasReportedCut = false }
        reportTimes(&state)
        try takeCare(&state)
        (state.state, state.hadLog) = (.writing, place.hasLog)
        return
      } catch {
        switch error {
        case .damaged(let reason):
          state.rest = batch
          close(&state)
          guard place.hasRoomAside else {
            state.state = .off(String(localized: "too many damaged files are beside it"))
            return
          }
          mend(&state, reason)
        case .taken:
          close(&state)
          // The samples wait: another window may show other series, or end at once.
          (state.state, state.wasTaken) = (.reading, true)
          return
        case .newer, .foreign, .unavailable:
          close(&state)
          state.state = .off(error.description)
          return
        }
      }
    }
    state.state = .off(String(localized: "the file is damaged again and again"))
  }

  private func writeBreaches(_ state: inout Writing) throws(HistoryFailure) {
    guard let names = state.breaches, names != state.writtenBreaches else { return }
    try state.file?.setBreaches(names)
    state.writtenBreaches = names
  }

  /// Drops the oldest samples if too many wait, and reports the loss once until the file can be written again.
  private func limitRest(_ state: inout Writing) {
    // Another process that writes the file usually has the same samples.
    guard state.rest.dropOldest(beyond: Self.mostWaiting), state.state != .reading,
      !state.hasReportedLoss
    else { return }
    state.hasReportedLoss = true
    owner.report(
      String(localized: "the history lacks its oldest waiting samples: it cannot be written"))
  }

  private func open(_ state: inout Writing) throws(HistoryFailure) {
    // The disk may have been removed, or the file deleted. Closing a file without its log moves what was in the log to
    // the database.
    let hasChanged =
      place.identity == nil || place.identity != state.identity || state.hadLog && !place.hasLog
    if state.file != nil, hasChanged { close(&state) }
    guard state.file == nil else { return }
    try place.makeFolder()
    state.lock = try place.lock()
    state.file = try HistoryFile(place.path, .writing)
    state.identity = place.identity
    // The earlier run's samples and breaches are read first, which waits for this queue.
    state.nextCare = clock() + period
  }

  private func close(_ state: inout Writing) {
    state.file?.close()
    (state.file, state.writtenBreaches, state.hadLog) = (nil, nil, false)
    if state.lock >= 0 {
      // A child process that is being started has a copy of the descriptor for a moment, which would keep the lock.
      flock(state.lock, LOCK_UN)
      Glibc.close(state.lock)
    }
    state.lock = -1
  }

  /// Reports once that the file cannot be read. The state has the reason of a history that is off.
  private func report(_ failure: HistoryFailure, _ state: inout Writing) {
    if case .off = state.state { return }
    // A file may have been removed, and one that another process has just created has no tables.
    let isNew = place.identity == nil || failure == .foreign && state.state == .reading
    guard !isNew, !state.hasReportedFailure else { return }
    state.hasReportedFailure = true
    owner.report("\(place.path): \(failure)")
  }

  /// Reports damaged blocks, each once.
  private func reportDamage(of damaged: Set<HistoryFile.BlockName>, _ state: inout Writing) {
    let new = damaged.subtracting(state.reported)
    guard !new.isEmpty else { return }
    state.reported.formUnion(new)
    owner.report("\(place.path): \(HistoryFile.words(forDamaged: new.count))")
  }

  /// Reports once that samples are left out because of their times.
  private func reportTimes(_ state: inout Writing) {
    guard !state.hasReportedTimes, state.file?.hasLeftTimesOut == true else { return }
    state.hasReportedTimes = true
    owner.report(String(localized: "the history keeps no samples from before 1970 or after 9999"))
  }

  /// Reports once that the oldest waiting samples are left out because of their number.
  private func reportCut(_ state: inout Writing) {
    guard !state.hasReportedCut else { return }
    state.hasReportedCut = true
    owner.report(
      String(localized: "the history lacks its oldest waiting samples: new ones come too fast"))
  }

  /// Renames a damaged file, which is closed, and reports the new name.
  private func mend(_ state: inout Writing, _ reason: String) {
    state.reported = []
    if let name = place.putAside(at: clock()) {
      owner.report(
        String(
          localized:
            "the history was damaged (\(reason)): it is now \(name), and a new one has begun"))
    }
  }

  /// Makes coarse tiers and drops old samples, if the next time for this work has come.
  private func takeCare(_ state: inout Writing) throws(HistoryFailure) {
    let now = clock()
    guard now >= state.nextCare || state.nextCare - now > 2 * Self.care, let file = state.file
    else { return }
    let isRight = state.trust.isRight(
      now, sinceBoot: sinceBoot(), after: try file.endOfMinutes())
    let isDone = isRight ? try file.rollUp(now: now) : true
    reportDamage(of: file.damagedBlocks, &state)
    try file.prune(state.limits, now: isRight ? now : nil)
    state.nextCare = isDone ? now + Self.care : now
  }
}
