import Dispatch
import Glibc

/// Rows of a pipe or a file since the last delivery.
public struct TextDelivery: Sendable {
  public var batch = TextBatch()
  /// When rows came, in seconds since 1970: those before `end` that no earlier entry has.
  public var arrivals: [(end: Int, time: Double)] = []
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
    name = path.map {
      String($0[($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)...])
    }
    var options = options
    options.isFile = isFile
    intake = TextIntake(
      descriptor: descriptor, isFile: isFile, reader: TextReader(options: options))
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

  /// Starts reading.
  /// - Parameter onDelivery: called on the source's queue, once for each request.
  public func start(onDelivery: @escaping @Sendable (TextDelivery) -> Void) {
    intake.queue.async { [intake] in intake.start(onDelivery) }
  }

  /// Asks for the next delivery, which comes when there is something.
  public func request() {
    intake.queue.async { [intake] in intake.request() }
  }

  public func stop() {
    intake.queue.async { [intake] in intake.stop() }
  }

  /// How often the source has woken up so far.
  public var wakeups: Int { intake.queue.sync { intake.wakeups } }
}

/// What goes on on the source's queue; used there only.
private final class TextIntake: @unchecked Sendable {
  let queue = DispatchQueue(label: "wallchart.text", qos: .userInitiated)
  var wakeups = 0
  private let descriptor: Int32
  private let isFile: Bool
  private let reader: TextReader
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: TextIntake.chunk, alignment: 64)
  private var pending = TextDelivery()
  private var isWanted = false
  private var isWaiting = false
  private var isStopped = false
  private var receiver: (@Sendable (TextDelivery) -> Void)?
  private var readable: (any DispatchSourceRead)?
  private var quiet: (any DispatchSourceTimer)?

  private static let chunk = 1 << 18
  /// The numbers that wait for the receiver, at most and about.
  private static let mostNumbers = 1 << 20
  /// How long a pipe is quiet before what there is of a row counts as one.
  private static let quietTime = DispatchTimeInterval.milliseconds(50)

  init(descriptor: Int32, isFile: Bool, reader: TextReader) {
    self.descriptor = descriptor
    self.isFile = isFile
    self.reader = reader
  }

  deinit { buffer.deallocate() }

  func start(_ receiver: @escaping @Sendable (TextDelivery) -> Void) {
    self.receiver = receiver
    isWanted = true
    guard !isFile else { return readOn() }
    let readable = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    readable.setEventHandler { [unowned self] in readOnce() }
    self.readable = readable
    let quiet = DispatchSource.makeTimerSource(queue: queue)
    quiet.setEventHandler { [unowned self] in pause() }
    quiet.schedule(deadline: .distantFuture)
    quiet.activate()
    self.quiet = quiet
    readable.activate()
  }

  func request() {
    isWanted = true
    deliver()
    guard isWaiting else { return }
    isWaiting = false
    if isFile { readOn() } else { readable?.resume() }
  }

  func stop() {
    isStopped = true
    if isWaiting { readable?.resume() }
    isWaiting = false
    readable?.cancel()
    quiet?.cancel()
  }

  /// A file is always readable: it is read piece by piece, so that requests get their turn.
  private func readOn() {
    readOnce()
    guard !isStopped, !isWaiting else { return }
    queue.async { [self] in readOn() }
  }

  private func readOnce() {
    wakeups += 1
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    let now = TextIntake.now
    if count > 0 {
      reader.feed(
        UnsafeRawBufferPointer(rebasing: buffer[..<count]), arrival: now, into: &pending.batch)
      pending.arrivals.append((end: pending.batch.rowCount, time: now))
    }
    if count <= 0 || pending.batch.controls.last?.control == .exit {
      pending.wantsExit = pending.batch.controls.last?.control == .exit
      return end(at: now)
    }
    if reader.hasUnfinishedRow, !isFile {
      quiet?.schedule(deadline: .now() + TextIntake.quietTime, leeway: .milliseconds(5))
    }
    deliver()
    if pending.batch.rowCount * max(1, pending.batch.columns.count) > TextIntake.mostNumbers {
      isWaiting = true
      readable?.suspend()
    }
  }

  private func pause() {
    wakeups += 1
    reader.pause(into: &pending.batch)
    pending.arrivals.append((end: pending.batch.rowCount, time: TextIntake.now))
    deliver()
  }

  private func end(at time: Double) {
    reader.finish(into: &pending.batch)
    pending.arrivals.append((end: pending.batch.rowCount, time: time))
    pending.isEnded = true
    stop()
    deliver()
  }

  private func deliver() {
    guard isWanted, !pending.isEmpty, let receiver else { return }
    isWanted = false
    pending.hasTimes = reader.hasTimeColumn
    // A fresh batch takes on the columns, with the names that they have by now.
    let delivery = pending
    pending = TextDelivery()
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
