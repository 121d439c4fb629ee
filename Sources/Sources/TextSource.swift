import Dispatch
import Glibc

/// Rows of a pipe or a file since the last delivery.
public struct TextDelivery: Sendable {
  public var batch = TextBatch()
  /// When rows came, in seconds since 1970: those before `end` that no earlier entry has.
  public var arrivals: [(end: Int, time: Double)] = []
  /// How much of a file has been read, above 0 up to 1; nil where the end is not known.
  public var fractionRead: Double?
  /// Rows have times of their own.
  public var hasTimes = false
  /// Nothing comes after this.
  public var isEnded = false
  /// The input has said `exit`.
  public var wantsExit = false

  public init() {}

  var isEmpty: Bool {
    batch.rowCount == 0 && batch.unreadable == 0 && batch.controls.isEmpty
      && batch.notices.isEmpty && !isEnded
  }
}

/// Text that a command writes into a pipe, or that is in a file, as rows.
///
/// It reads on a queue of its own, and delivers only what was asked for: one delivery for each
/// `request`, with everything that has come since. So a fast writer cannot flood the receiver; one that
/// is faster than the receiver waits, as writers of pipes do.
public final class TextSource: Sendable {
  /// The file's name without its folder; nil for the standard input.
  public let name: String?
  /// It has an end, and its rows did not come one after another.
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

  /// Whether the standard input is a pipe or a file: somebody has connected it to something.
  public static var standardInputIsConnected: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
  }

  /// Whether the standard input is what another program writes.
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

  /// Asks for the next delivery, which comes when there is something.
  public func request() { intake.send(.request) }

  public func stop() { intake.send(.stop) }

  /// How often the source has woken up so far.
  public var wakeups: Int { intake.wakeups.sync { intake.wakeupCount } }
}

/// What goes on on the source's queue.
///
/// It waits in `poll` and not in a Dispatch source: when the writer of a pipe goes away while its source
/// is being rearmed, libdispatch (6.3) reads memory that it has freed.
private final class TextIntake: @unchecked Sendable {
  enum Command: UInt8 { case request, stop }

  /// Guards the count of wake-ups; all else but `send` is used on the source's queue only.
  let wakeups = DispatchQueue(label: "wallchart.text.wakeups")
  private(set) var wakeupCount = 0
  private let descriptor: Int32
  private let isFile: Bool
  /// Bytes of a file when it was opened, and how many have been read.
  private let size: Int
  private var readBytes = 0
  private let reader: TextReader
  private let buffer: UnsafeMutableRawBufferPointer
  /// A pipe for commands, so that waiting for input is waiting for them too: its ends.
  private let commands: (read: Int32, write: Int32)
  private var pending = TextDelivery()
  /// The receiver is ready for the next delivery.
  private var isWanted = true
  private var isStopped = false

  /// The numbers that wait for the receiver, at most and about: a pipe's until the display's next
  /// refresh; a file's receiver asks for more at once.
  private var mostNumbers: Int { isFile ? 1 << 18 : 1 << 20 }
  /// For how many milliseconds a pipe is quiet before what there is of a row counts as one. The first
  /// is shown soon; later a busy machine may hold a command up in the middle of a row.
  private var quietTime: Int32 { reader.hasRows ? 250 : 50 }

  init(descriptor: Int32, isFile: Bool, size: Int, reader: TextReader) {
    self.descriptor = descriptor
    self.isFile = isFile
    self.size = size
    self.reader = reader
    // A file comes in fewer and larger deliveries, for there is always more.
    buffer = .allocate(byteCount: isFile ? 1 << 20 : 1 << 18, alignment: 64)
    var ends: [Int32] = [-1, -1]
    // Without it, which takes a process that has run out of descriptors, requests are not heard.
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
    // A fresh batch takes on the columns, with the names that they have by now.
    let delivery = pending
    pending = TextDelivery()
    // The next one of a file is as large, a few rows more or less.
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
  /// Some of a row has come, of which more may come.
  var hasUnfinishedRow: Bool { assembler.hasRow }
}
