import Dispatch
import Glibc

/// Rows of a pipe or a file since the last delivery.
public struct TextDelivery: Sendable {
  public var batch = TextBatch()
  /// Arrival times of rows, in seconds since 1970. An entry covers the rows before `end` that no earlier
  /// entry covers.
  public var arrivals: [(end: Int, time: Double)] = []
  /// The share of a file that has been read, above 0 up to 1; nil where the end is not known.
  public var fractionRead: Double?
  /// Whether rows have times of their own.
  public var hasTimes = false
  /// Whether this delivery is the last one.
  public var isEnded = false
  /// Whether the input contained the line `exit`.
  public var wantsExit = false

  public init() {}

  var isEmpty: Bool {
    batch.rowCount == 0 && batch.unreadable == 0 && batch.controls.isEmpty
      && batch.notices.isEmpty && !isEnded
  }
}

/// Text from a pipe or a file, as rows.
///
/// The source reads on a queue of its own, and answers each `request` with one delivery of everything
/// that has come since the last one. So a fast writer cannot flood the receiver: a writer that is faster
/// than the receiver has to wait, as at any pipe.
public final class TextSource: Sendable {
  /// The file's name without its folder; nil for the standard input.
  public let name: String?
  /// Whether the text is in a file: the text has an end, and its rows did not come one after another.
  public let isFile: Bool
  private let intake: TextIntake

  /// - Parameter path: a file, or nil or `-` for the standard input.
  public init(path: String?, options: TextOptions) throws(SourceError) {
    let path = path == "-" ? nil : path
    var descriptor = STDIN_FILENO
    if let path {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw TextSource.noInput(path, errno) }
    }
    var status = stat()
    fstat(descriptor, &status)
    guard status.st_mode & S_IFMT != S_IFDIR else { throw TextSource.noInput(path ?? "-", EISDIR) }
    isFile = status.st_mode & S_IFMT == S_IFREG
    let size = isFile ? Int(status.st_size) : 0
    name = path.map {
      String($0[($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)...])
    }
    var options = options
    options.isFile = isFile
    intake = TextIntake(
      descriptor: descriptor, isFile: isFile, size: size, reader: TextReader(options: options))
  }

  private static func noInput(_ path: String, _ error: Int32) -> SourceError {
    SourceError(kind: .noInput, description: "\(path): \(String(cString: strerror(error)))")
  }

  /// Whether the standard input is a pipe or a file, so that somebody has connected it.
  public static var standardInputIsConnected: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
  }

  /// Whether the standard input comes from another program.
  public static var standardInputIsPipe: Bool {
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Starts reading.
  /// - Parameter onDelivery: called on the source's queue, once for each request.
  public func start(onDelivery: @escaping @Sendable (TextDelivery) -> Void) {
    DispatchQueue(label: "wallchart.text", qos: .userInitiated).async { [intake] in
      intake.run(onDelivery)
    }
  }

  /// Asks for the next delivery. The delivery comes as soon as there is something to deliver.
  public func request() { intake.send(.request) }

  public func stop() { intake.send(.stop) }

  /// The number of times that the source has woken up so far.
  public var wakeups: Int { intake.wakeups.sync { intake.wakeupCount } }
}

/// The work on the source's queue.
///
/// The queue waits in `poll` and not in a Dispatch source: when the writer of a pipe goes away while its
/// source is being rearmed, libdispatch (6.3) reads memory that it has freed.
private final class TextIntake: @unchecked Sendable {
  enum Command: UInt8 { case request, stop }

  /// Guards the count of wake-ups. Everything else except `send` is used on the source's queue only.
  let wakeups = DispatchQueue(label: "wallchart.text.wakeups")
  private(set) var wakeupCount = 0
  private let descriptor: Int32
  private let isFile: Bool
  /// The size in bytes of a file when the file was opened. `readBytes` counts the bytes read so far.
  private let size: Int
  private var readBytes = 0
  private let reader: TextReader
  private let buffer: UnsafeMutableRawBufferPointer
  /// The ends of a pipe for commands, so that one `poll` waits for input and commands.
  private let commands: (read: Int32, write: Int32)
  private var pending = TextDelivery()
  /// Whether the receiver is ready for the next delivery.
  private var isWanted = true
  private var isStopped = false

  /// The approximate limit of numbers that wait for the receiver. A pipe's numbers wait for the next
  /// refresh of the display; the receiver of a file asks again at once.
  private var mostNumbers: Int { isFile ? 1 << 18 : 1 << 20 }
  /// Milliseconds of silence after which an unfinished row of a pipe counts as a row. The first row is
  /// shown soon; later a busy machine may hold up a command in the middle of a row.
  private var quietTime: Int32 { reader.hasRows ? 250 : 50 }

  init(descriptor: Int32, isFile: Bool, size: Int, reader: TextReader) {
    self.descriptor = descriptor
    self.isFile = isFile
    self.size = size
    self.reader = reader
    // A file comes in fewer and larger deliveries, because more input is always available.
    buffer = .allocate(byteCount: isFile ? 1 << 20 : 1 << 18, alignment: 64)
    var ends: [Int32] = [-1, -1]
    // Without the pipe (a process may run out of descriptors), requests are not heard.
    if pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    commands = (ends[0], ends[1])
  }

  deinit {
    buffer.deallocate()
    close(commands.read)
    close(commands.write)
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  func send(_ command: Command) {
    withUnsafeBytes(of: command.rawValue) { _ = write(commands.write, $0.baseAddress, 1) }
  }

  func run(_ receiver: @Sendable (TextDelivery) -> Void) {
    while !isStopped {
      let (hasInput, hasCommands, isQuiet) = wait()
      if hasCommands { obey() }
      if hasInput, !isStopped { readOnce() }
      if isQuiet { pause() }
      deliver(to: receiver)
    }
  }

  private func wait() -> (input: Bool, commands: Bool, isQuiet: Bool) {
    let isFull =
      pending.batch.rowCount * max(1, pending.batch.columns.count)
      > mostNumbers
    var waits = [
      pollfd(
        fd: isFull || pending.isEnded ? -1 : descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: commands.read, events: Int16(POLLIN), revents: 0),
    ]
    let hasPart = reader.hasUnfinishedRow && !isFile && !isFull
    let count = poll(&waits, 2, hasPart ? quietTime : -1)
    wakeups.sync { wakeupCount += 1 }
    return (waits[0].revents != 0, waits[1].revents != 0, count == 0)
  }

  private func obey() {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(commands.read, &bytes, bytes.count)
    for byte in bytes.prefix(max(0, count)) {
      switch Command(rawValue: byte) {
      case .request: isWanted = true
      case .stop: isStopped = true
      case nil: break
      }
    }
  }

  private func readOnce() {
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    let now = TextIntake.now
    if count > 0 {
      readBytes += count
      reader.feed(
        UnsafeRawBufferPointer(rebasing: buffer[..<count]), arrival: now, into: &pending.batch)
    }
    pending.wantsExit = pending.batch.controls.last?.control == .exit
    if count <= 0 || pending.wantsExit {
      reader.finish(into: &pending.batch)
      pending.isEnded = true
    }
    pending.arrivals.append((end: pending.batch.rowCount, time: now))
  }

  private func pause() {
    reader.pause(into: &pending.batch)
    pending.arrivals.append((end: pending.batch.rowCount, time: TextIntake.now))
  }

  private func deliver(to receiver: (TextDelivery) -> Void) {
    guard isWanted, !pending.isEmpty else { return }
    isWanted = false
    pending.hasTimes = reader.hasTimeColumn
    if size > 0, readBytes > 0 { pending.fractionRead = min(1, Double(readBytes) / Double(size)) }
    isStopped = pending.isEnded
    // A new batch adopts the columns with their current names.
    let delivery = pending
    pending = TextDelivery()
    // The next delivery of a file is about as large.
    if isFile { pending.batch = TextBatch(expectedRows: delivery.batch.rowCount * 9 / 8) }
    receiver(delivery)
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension TextReader {
  /// Whether part of a row has come, and more of the row may follow.
  var hasUnfinishedRow: Bool { assembler.hasRow }
}
