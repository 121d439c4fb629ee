import Glibc
import Messages

extension TextFeedContext {
  /// The limit of bytes of a file that is read as a whole.
  private static let largestWhole = 16 << 20

  /// Reads a whole file once in each period, each time as a separate text whose rows share one time.
  func readRepeatedly(_ path: String, period: Double) {
    let pump = RowPump(context: self)
    var schedule = AttemptSchedule(period: period)
    while !thread.isStopped {
      let start = beginAttempt()
      var failure: String?
      do throws(SourceError) {
        pump.restart(isBurst: true)
        try Self.readWhole(path) { pump.feed($0) }
        pump.endPeriod()
        if let state = pump.unknownState {
          failure = RowPump.reason(state)
        } else if !pump.hasRows, !pump.endList() {
          failure =
            (pump.unreadable ?? pump.lastBanner).map(RowPump.reason)
            ?? String(localized: "there are no numbers in the file")
        }
      } catch {
        pump.dropRows()
        failure = error.description
      }
      pump.conclude(failure.map { "\(shown(path)): \($0)" })
      let next = schedule.next(
        startedAt: start, endedAt: clock.monotonic(), succeeded: failure == nil)
      guard sleep(until: next) else { return }
    }
  }

  /// Passes on the bytes of a file, piece by piece.
  private static func readWhole(
    _ path: String, into receive: (UnsafeRawBufferPointer) -> Void
  ) throws(SourceError) {
    // `O_NONBLOCK` prevents a wait for the writer of a pipe, or for events of the kernel.
    let file = OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
    guard file.number >= 0 else { throw noInput(systemReason()) }
    var status = stat()
    fstat(file.number, &status)
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw noInput(String(localized: "it is not a file"))
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
    defer { buffer.deallocate() }
    var total = 0
    while true {
      let count = read(file.number, buffer.baseAddress, buffer.count)
      if count == 0 || count < 0 && errno == EAGAIN { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw noInput(systemReason()) }
      total += count
      guard total <= largestWhole else {
        throw noInput(
          String(
            localized: "larger than \(largestWhole >> 20) MiB: leave out 'every' to follow the file"
          ))
      }
      receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private static func noInput(_ reason: String) -> SourceError {
    SourceError(kind: .noInput, description: Message(verbatim: reason))
  }
}
