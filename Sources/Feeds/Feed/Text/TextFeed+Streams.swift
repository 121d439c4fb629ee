import Glibc
import Messages

extension TextFeedContext {
  /// Reads a named pipe, one writer after another, and reopens the pipe by its name.
  func readPipe(_ path: String) {
    let pump = RowPump(context: self)
    let watch = PathWatch(path: path)
    var schedule = AttemptSchedule(period: 1)
    var previous: OwnedDescriptor?
    while !thread.isStopped {
      do throws(SourceError) {
        // The pipe is opened again before the old end is closed, so that the bytes of a new writer are
        // not lost.
        let pipe = try Self.openPipe(path)
        withExtendedLifetime(previous) { previous = pipe }
        schedule.reset()
        let end = pump.run(pipe.number, named: watch)
        if case .stopped = end { return }
        pump.endLine(isWhole: true)
        guard waitUntilReady() else { return }
        pump.flush()
        if case .failed(let reason) = end {
          throw SourceError(kind: .noInput, description: "\(shown(path)): \(reason)")
        }
      } catch {
        fail(error.description)
        let now = clock.monotonic()
        let next = schedule.next(startedAt: now, endedAt: now, succeeded: false)
        guard sleep(until: next, orChangeOf: watch) else { return }
      }
    }
  }

  private static func openPipe(_ path: String) throws(SourceError) -> OwnedDescriptor {
    let pipe = OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    guard pipe.number >= 0 else {
      throw SourceError(kind: .noInput, description: "\(shown(path)): \(systemReason())")
    }
    var status = stat()
    fstat(pipe.number, &status)
    guard status.st_mode & S_IFMT == S_IFIFO else {
      throw SourceError(kind: .noInput, description: "\(shown(path)): it is not a named pipe")
    }
    return pipe
  }

  // MARK: Commands

  /// Runs a command that is expected never to end. A command that ends is started again, after a wait that grows if the
  /// command does not work for long.
  func keepRunning(_ command: String) {
    let pump = RowPump(context: self)
    var schedule = AttemptSchedule(period: 1)
    while !thread.isStopped {
      let start = beginAttempt()
      pump.trialEnd = schedule.outage(at: start).map { start + Self.trial(after: $0) }
      do throws(SourceError) {
        let process = try CommandProcess(command, in: spec.folder)
        current.withLock { $0 = process }
        defer { current.withLock { $0 = nil } }
        let errors = LineTail(process.errors)
        let end = pump.run(process.output.number, errors: errors)
        if case .stopped = end { return process.end() }
        let reason =
          reason(of: settle(process), errors) ?? String(localized: "the command has ended")
        // A command that keeps ending must not outrun the receiver.
        guard waitUntilReady() else { return }
        pump.finish()
        pump.restart(isBurst: false)
        fail(reason)
      } catch {
        fail(error.description)
      }
      let now = clock.monotonic()
      let hasWorked = now - start > Self.longestTrial
      if hasWorked { schedule.reset() }
      guard sleep(until: schedule.next(startedAt: start, endedAt: now, succeeded: false)) else {
        return
      }
    }
  }

  /// The seconds for which a restarted command must run before its outage is over. Otherwise, a command that keeps
  /// ending would start a new outage each time. The longer the outage, the less a start proves.
  private static func trial(after outage: Double) -> Double {
    min(max(shortestTrial, outage), longestTrial)
  }

  /// The limits of a trial in seconds. The shortest trial is shorter than the time after which panels report a failure;
  /// a command that runs for the longest trial has worked.
  private static let (shortestTrial, longestTrial) = (2.0, 10.0)

  func runRepeatedly(_ command: String, period: Double) {
    let pump = RowPump(context: self)
    var schedule = AttemptSchedule(period: period)
    let timeout = max(spec.timeout ?? period, 0.05)
    while !thread.isStopped {
      let start = beginAttempt()
      var failure: String?
      do throws(SourceError) {
        let process = try CommandProcess(command, in: spec.folder)
        current.withLock { $0 = process }
        defer { current.withLock { $0 = nil } }
        let errors = LineTail(process.errors)
        pump.restart(isBurst: true)
        var end = pump.run(process.output.number, errors: errors, until: start + timeout)
        // A child that the command has left behind may keep its output open.
        if case .timedOut = end, process.ending != nil { end = .ended }
        switch end {
        case .stopped: return process.end()
        case .timedOut:
          process.end()
          pump.dropRows()
          failure = String(localized: "the command took longer than \(secondsText(timeout))")
          if let cause = self.cause(errors) { failure?.append(": \(cause)") }
        case .ended, .exited, .failed:
          pump.endPeriod()
          let reason = reason(of: settle(process), errors)
          // `grep -c` prints 0 and exits with 1 if no line matches.
          if let reason, !pump.hasRows || errors.line != nil { failure = reason }
          if failure == nil { failure = pump.unknownState.map(RowPump.reason) }
          if failure == nil, !pump.hasRows, !pump.endList() {
            failure =
              (pump.unreadable ?? pump.lastBanner).map(RowPump.reason)
              ?? String(localized: "the command has printed no numbers")
          }
        }
      } catch {
        failure = error.description
      }
      if thread.isStopped { return }
      pump.conclude(failure)
      let next = schedule.next(
        startedAt: start, endedAt: clock.monotonic(), succeeded: failure == nil)
      guard sleep(until: next) else { return }
    }
  }

  /// The ending of a command that has closed its output. A command that still runs is ended.
  private func settle(_ process: CommandProcess) -> CommandProcess.Ending {
    for _ in 0..<100 {
      if let ending = process.ending { return ending }
      usleep(2_000)
    }
    process.end()
    return process.ending ?? .unknown
  }

  /// The cause in the command's standard error, or otherwise its status; nil for a success.
  private func reason(of ending: CommandProcess.Ending, _ errors: LineTail) -> String? {
    guard let reason = ending.reason else { return nil }
    return cause(errors) ?? reason
  }

  /// The most telling line of the command's standard error so far; nil for none.
  private func cause(_ errors: LineTail) -> String? {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
      // The loop reads at most the capacity of a pipe.
      for _ in 0..<16 where !errors.read(into: buffer) { break }
    }
    return errors.line
  }
}
