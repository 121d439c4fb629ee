import Dispatch
import Glibc
import Messages

/// Reports the program's state to systemd by the protocol of sd_notify(3), a line in a datagram. The protocol is
/// implemented here because it is stable, and libsystemd would load five more libraries.
@MainActor
final class ServiceNotifier {
  private let address: String
  private let descriptor: Int32
  private var watchdog: (any DispatchSourceTimer)?
  private var status = ""
  /// The states for which the manager's socket had no room yet.
  private var waiting: [String] = []
  private var isPausing = false
  /// The seconds until waiting states are sent again.
  private static let pause = 0.2
  /// Whether all due frames come. The watchdog is notified only if the function returns true.
  var isRight: () -> Bool = { true }

  /// - Returns: nil if no service manager expects reports.
  init?(environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
    guard let address = environment("NOTIFY_SOCKET"), ["/", "@"].contains(address.prefix(1)) else {
      return nil
    }
    self.address = address
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    let process = environment("WATCHDOG_PID")
    if process == nil || process == String(getpid()),
      let period = environment("WATCHDOG_USEC").flatMap({ Int($0) }), period > 0
    {
      startWatchdog(microseconds: period)
    }
  }

  isolated deinit {
    watchdog?.cancel()
    close(descriptor)
  }

  /// Sends a description of the state, if the description has changed.
  func notify(status: String) {
    guard status != self.status else { return }
    self.status = status
    waiting.removeAll { $0.hasPrefix("STATUS=") }
    notify("STATUS=" + status)
  }

  /// Executes the body, which reads the configuration again, and reports the start and the end.
  func notifyReload(_ body: () -> Void) {
    let microseconds = Int(SystemClock.monotonic * 1_000_000)
    notify("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
    body()
    notify("READY=1")
  }

  /// Sends a state, such as `READY=1` when the first frame is on screen, and `STOPPING=1` at the end.
  func notify(_ state: String) {
    waiting.append(state)
    sendWaiting()
  }

  /// Sends the waiting states in order, without blocking the main queue if the manager does not read.
  private func sendWaiting() {
    guard !isPausing else { return }
    while let state = waiting.first, send(state) { waiting.removeFirst() }
    guard !waiting.isEmpty else { return }
    isPausing = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
      MainActor.assumeIsolated {
        self?.isPausing = false
        self?.sendWaiting()
      }
    }
  }

  /// - Returns: false if there is no room for the state now.
  private func send(_ state: String) -> Bool {
    var socketAddress = sockaddr_un()
    socketAddress.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(address.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: socketAddress.sun_path) else { return true }
    withUnsafeMutableBytes(of: &socketAddress.sun_path) { path in
      path.copyBytes(from: bytes)
      // A leading `@` means an abstract name, which starts with a zero byte.
      if bytes[0] == UInt8(ascii: "@") { path[0] = 0 }
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let message = Array(state.utf8)
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    let count = withUnsafePointer(to: &socketAddress) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, message, message.count, flags, $0, length)
      }
    }
    return count >= 0 || ![EAGAIN, ENOBUFS, EINTR].contains(errno)
  }

  /// Notifies the watchdog from the main queue, which also draws frames. If the queue hangs, or due frames do not come,
  /// the watchdog restarts the program.
  private func startWatchdog(microseconds: Int) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.feedWatchdog() }
    }
    let half = DispatchTimeInterval.microseconds(microseconds / 2)
    timer.schedule(deadline: .now(), repeating: half, leeway: .microseconds(microseconds / 20))
    timer.activate()
    watchdog = timer
  }

  private func feedWatchdog() {
    // One waiting notification is enough.
    if isRight(), waiting.isEmpty { notify("WATCHDOG=1") }
  }
}
