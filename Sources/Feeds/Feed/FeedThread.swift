import CProcess
import Glibc
import Synchronization

/// The thread of one feed. The thread waits in `poll` for descriptors, a time, or a wake-up.
///
/// A Dispatch source is unsuitable: if the writer of a pipe closes the pipe while the source is being rearmed,
/// libdispatch (6.3) reads freed memory.
package final class FeedThread: Sendable {
  /// The ends of a pipe that wakes the thread.
  private let event: (read: OwnedDescriptor, write: OwnedDescriptor)
  private let stopped = Atomic<Bool>(false)
  private let count = Atomic<Int>(0)

  package init() {
    var ends: [Int32] = [-1, -1]
    if pipe2(&ends, O_CLOEXEC | O_NONBLOCK) != 0 { ends = [-1, -1] }
    event = (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
  }

  /// Whether `stop` has been called.
  package var isStopped: Bool { stopped.load(ordering: .acquiring) }
  var wakeups: Int { count.load(ordering: .relaxed) }

  /// Starts the thread; false if the system offers no thread.
  /// - Parameter name: the name that `top -H` and a debugger show, of at most 15 bytes.
  package func start(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 1 << 20)
    // The main thread handles signals. A write to a closed socket is then an error, not a signal.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A crash of this thread is reported like any other.
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] { sigdelset(&all, fault) }
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Body(name: name, run: body))
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        pthread_setname_np(pthread_self(), body.name)
        body.run()
        return nil
      }, box.toOpaque())
    if result != 0 { box.release() }
    return result == 0
  }

  private final class Body {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      (self.name, self.run) = (name, run)
    }
  }

  /// Makes `isStopped` true, and ends the current wait.
  package func stop() {
    stopped.store(true, ordering: .releasing)
    wake()
  }

  /// Ends the current wait, or otherwise the next one.
  package func wake() {
    var byte: UInt8 = 0
    _ = write(event.write.number, &byte, 1)
  }

  /// Waits until a descriptor can be read, can be written, or has been closed, until the given seconds have
  /// passed (nil waits without limit), or until `wake`. Negative descriptors are skipped.
  /// - Returns: for each descriptor to read, and then for each one to write, whether it is ready.
  package func wait(
    for descriptors: [Int32] = [], writing: [Int32] = [], atMost seconds: Double?
  ) -> [Bool] {
    wait(
      descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        + writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }, atMost: seconds)
  }

  /// Waits for events of descriptors, within the same limits.
  /// - Returns: for each descriptor, whether it has an event.
  private func wait(_ descriptors: [pollfd], atMost seconds: Double?) -> [Bool] {
    var waits = descriptors
    waits.append(pollfd(fd: event.read.number, events: Int16(POLLIN), revents: 0))
    // Without a descriptor for wake-ups, the thread checks once a second.
    let longest = event.read.number < 0 ? 1.0 : 86_400
    let limit = min(max(0, seconds ?? longest), longest)
    let milliseconds =
      seconds == nil && event.read.number >= 0 ? -1 : Int32((limit * 1000).rounded(.up))
    let result = poll(&waits, nfds_t(waits.count), milliseconds)
    count.add(1, ordering: .relaxed)
    if result > 0, waits[descriptors.count].revents != 0 {
      var bytes = (UInt64(0), UInt64(0))
      _ = read(event.read.number, &bytes, 16)
    }
    return waits.dropLast().map { result > 0 && $0.revents != 0 }
  }

  /// Waits in a function of a library, which ends its wait when the given descriptor is readable, because `wake` has
  /// been called. With a negative descriptor, the function must wait at most a second.
  func wait(in library: (_ wakeUp: Int32) -> Void) {
    library(event.read.number)
    count.add(1, ordering: .relaxed)
    var bytes = (UInt64(0), UInt64(0))
    _ = read(event.read.number, &bytes, 16)
  }

  /// Waits until a connection can be read, or written if that is wanted, until the given seconds have
  /// passed, or until `wake`.
  func wait(forConnection descriptor: Int32, toWrite: Bool, atMost seconds: Double) {
    let events = Int16(toWrite ? POLLIN | POLLOUT : POLLIN)
    _ = wait([pollfd(fd: descriptor, events: events, revents: 0)], atMost: seconds)
  }
}
