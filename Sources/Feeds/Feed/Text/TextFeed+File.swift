import Glibc

extension TextFeedContext {
  /// Reads a file from its start to its end, where the feed ends until the file grows.
  func readOnce(_ path: String) {
    // `O_NONBLOCK` prevents a wait for the writer of a pipe that `stop` could not end.
    let file = OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
    guard file.number >= 0 else { return fail("\(shown(path)): \(systemReason())") }
    guard let pump = readToEnd(file.number, called: shown(path)), isRegularFile(file.number)
    else { return }
    continueReading(path, from: Int(lseek(file.number, 0, SEEK_CUR)), pump)
  }

  /// Reads a descriptor until its end, where the feed ends.
  /// - Returns: the reader of the rows at the end of the text; nil for another end.
  @discardableResult func readToEnd(_ descriptor: Int32, called name: String) -> RowPump? {
    let pump = RowPump(context: self, isFile: isRegularFile(descriptor))
    switch pump.run(descriptor) {
    case .stopped, .timedOut: return nil
    case .failed(let reason):
      pump.finish()
      fail("\(name): \(reason)")
      return nil
    case .exited:
      pump.finish()
      outlet.end()
      return nil
    case .ended:
      pump.finish()
      outlet.end()
      return pump
    }
  }

  /// Reads the text that is appended to a file, whenever the file grows, and the whole file after it was saved again.
  /// - Parameter offset: the number of bytes that have been read.
  private func continueReading(_ path: String, from offset: Int, _ pump: RowPump) {
    var follower = FileFollower(path: path, isWhole: true)
    let watch = PathWatch(path: path)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
    defer { buffer.deallocate() }
    guard case .opened = follower.next(into: buffer) else { return }
    follower.skip(to: offset)
    pump.resume()
    var state = FileState.unchanged
    while !thread.isStopped {
      switch follower.next(into: buffer) {
      case .bytes(let count):
        pump.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        state = .unfinished
        if !pump.isFull { continue }
      case .opened: continue
      case .continues:
        pump.endLine(isWhole: true)
        fallthrough
      case .restarts:
        pump.beginAnew()
        state = .unfinished
        continue
      // All rows of a removed file have been read.
      case .nothing, .failed:
        if state == .unfinished { state = .grown }
      case .generated: return
      }
      if state != .unchanged {
        pump.flush()
        guard waitUntilReady() else { return }
        outlet.end()
      }
      guard rest(from: state, missingSince: nil, watch) else { return }
      state = .unchanged
    }
  }

  /// The least number of bytes that are read from the end of an existing file.
  static let oldBytes = 1 << 20
  /// The limit of that number if the panels' window needs more.
  static let mostOldBytes = 64 << 20
  /// The number of bytes that are read from the start of a file, where the names of columns are.
  static let headBytes = 4096
  /// The seconds between checks of a file: while the file changes; at rest, if its changes are not reported; and after
  /// it has been missing for long.
  static let paces = (growing: 0.25, resting: 1.0, missing: 5.0)
  /// The seconds for which a file may be missing during its rotation.
  static let patience = 5.0
  /// The seconds between reads of a file that the system generates at each read.
  private static let generatedPeriod = 1.0

  func followFile(_ path: String) {
    var follower = FileFollower(path: path)
    let watch = PathWatch(path: path)
    let pump = RowPump(context: self)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
    defer { buffer.deallocate() }
    // The times of files are coarse.
    let start = clock.utc() - 1
    var (isFirst, isOpened) = (true, false)
    var state = FileState.unchanged
    var (missingSince, replacedSince): (Double?, Double?)
    while !thread.isStopped {
      switch follower.next(into: buffer) {
      case .bytes(let count):
        missingSince = nil
        pump.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        state = .unfinished
        if !pump.isFull { continue }
      case .opened:
        // A file that comes later is new, unless it is long, or older than the feed: its file system was mounted.
        if !isOpened, isFirst || isOld(follower, at: start) { readOldRows(&follower, pump, buffer) }
        (isFirst, isOpened) = (false, true)
        continue
      case .generated: return readRepeatedly(path, period: Self.generatedPeriod)
      case .continues:
        pump.endFile(isWhole: true)
        continue
      case .restarts:
        pump.endFile(isWhole: false)
        continue
      case .nothing:
        missingSince = nil
        replacedSince = follower.isReplaced ? replacedSince ?? clock.monotonic() : nil
        if state == .unfinished { state = .grown }
      case .failed(let reason):
        let now = clock.monotonic()
        missingSince = missingSince ?? now
        // If nothing has been read yet, the file is not being rotated.
        if isFirst || now - (missingSince ?? now) >= Self.patience {
          fail("\(shown(path)): \(reason)")
        }
        isFirst = false
      }
      pump.flush()
      // The rest of the file waits until the receiver has accepted these rows.
      let since = missingSince ?? replacedSince
      guard waitUntilReady(),
        rest(from: state, missingSince: since, watch, atMostUntil: pump.bannerEnd ?? .infinity)
      else { return }
      state = .unchanged
    }
  }

  private func isOld(_ follower: FileFollower, at time: Double) -> Bool {
    guard let status = follower.status else { return false }
    return status.size > Self.oldBytes || status.modified < time
  }

  /// Waits until the file may have changed.
  /// - Parameters:
  ///   - missingSince: the monotonic time since which the read file is not the one with the name.
  ///   - end: the monotonic time at which the wait ends if nothing changes.
  /// - Returns: false if the feed is to stop.
  private func rest(
    from state: FileState, missingSince: Double?, _ watch: PathWatch?,
    atMostUntil end: Double = .infinity
  ) -> Bool {
    // The next check finds the changes of all events so far.
    defer { _ = watch?.takeEvents() }
    let now = clock.monotonic()
    let earliest = now + Self.paces.growing
    // No event reports bytes that already exist.
    if state == .unfinished { return sleep(until: earliest) }
    if let missingSince {
      // The writer of a file under rotation may still write to the old file, and mounts are not reported.
      let isLong = now - missingSince >= Self.patience
      let next = now + (isLong ? Self.paces.missing : Self.paces.resting)
      return sleep(until: next, orChangeOf: watch) && sleep(until: earliest)
    }
    guard let watch, watch.reportsAll else {
      return sleep(until: state == .grown ? earliest : now + Self.paces.resting)
    }
    return sleep(until: end, orChangeOf: watch) && sleep(until: earliest)
  }

  /// Reads the contents of an existing file: the names at its start, and the rows at its end.
  private func readOldRows(
    _ follower: inout FileFollower, _ pump: RowPump, _ buffer: UnsafeMutableRawBufferPointer
  ) {
    guard let status = follower.status, status.size > 0 else { return }
    // Rows that are counted have places of their own without times.
    let areCounted = spec.numbersRows
    if !areCounted { pump.beginBurst(at: status.modified) }
    if status.size > Self.oldBytes {
      var head: [UInt8] = []
      if case .bytes(let count) = follower.next(into: buffer) {
        let bytes = buffer[..<min(count, Self.headBytes)]
        head = bytes.lastIndex(of: .newline).map { Array(bytes[...$0]) } ?? []
        head.withUnsafeBytes { pump.feed($0) }
        pump.dropRows()
      }
      let start = oldStart(status.size, since: status.modified - window) { place in
        follower.skip(to: place)
        guard case .bytes(let count) = follower.next(into: buffer) else { return nil }
        return firstTime(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]), after: head)
      }
      follower.skip(to: start)
      if start > 0, case .bytes(let count) = follower.next(into: buffer),
        let end = buffer[..<count].firstIndex(of: .newline)
      {
        pump.feed(UnsafeRawBufferPointer(rebasing: buffer[(end + 1)..<count]))
      }
    }
    while follower.offset < status.size, !thread.isStopped,
      case .bytes(let count) = follower.next(into: buffer)
    {
      pump.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    if !areCounted { pump.endBurst() }
  }

  /// The offset from which the rows of a file are read: early enough for the panels' window, if the rows have times.
  /// - Parameters:
  ///   - start: the start of the window.
  ///   - firstTime: the time of the first row after an offset; nil for rows without times.
  private func oldStart(
    _ size: Int, since start: Double, firstTime: (Int) -> Double?
  ) -> Int {
    var length = Self.oldBytes
    while length < min(size, Self.mostOldBytes), let time = firstTime(size - length), time > start {
      length *= 4
    }
    return max(0, size - min(length, Self.mostOldBytes))
  }

  /// The time of the first complete row in a part of a file.
  /// - Parameter head: the start of the file, with the names of columns.
  private func firstTime(in part: UnsafeRawBufferPointer, after head: [UInt8]) -> Double? {
    guard let start = part.firstIndex(of: .newline), let end = part.lastIndex(of: .newline),
      start < end
    else { return nil }
    let reader = TextReader(options: options)
    var batch = TextBatch()
    head.withUnsafeBytes { reader.feed($0, arrival: clock.utc(), into: &batch) }
    reader.pause(into: &batch)
    batch.removeAll()
    let rows = UnsafeRawBufferPointer(rebasing: part[(start + 1)...end])
    reader.feed(rows, arrival: clock.utc(), into: &batch)
    reader.pause(into: &batch)
    return batch.times.first { $0.isFinite }
  }
}

/// The news of a followed file since the last rest.
private enum FileState {
  case unchanged
  /// The file has been read to its end.
  case grown
  /// There may be more to read.
  case unfinished
}
