import Dispatch
import Glibc
import Sources

/// Tells when a file has other contents, whichever way the file got them: written in place, renamed over
/// as editors do, or changed behind a symbolic link or a renamed folder as configuration managers do.
public final class FileWatch {
  /// The marks by which one state of a file is told from another.
  public struct Stamp: Equatable, Sendable {
    private var device: dev_t = 0
    private var inode: ino_t = 0
    private var size: off_t = -1
    private var seconds = 0
    private var nanoseconds = 0

    /// The state that a file has now; that it is not there is one as well.
    public init(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return }
      (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  private let path: String
  private let queue: DispatchQueue
  private let watch: PathWatch
  private var events: (any DispatchSourceRead)?
  private let onChange: () -> Void
  /// The state that was told last.
  private var told: Stamp
  /// The look that is due, and the state that the last look saw.
  private var nextLook: (item: DispatchWorkItem, seen: Stamp, deadline: DispatchTime)?

  /// How long a file must stay as it is, so that a half-written one is not read.
  private static let settling = DispatchTimeInterval.milliseconds(60)
  /// How long a file that is written again and again is waited for.
  private static let patience = DispatchTimeInterval.seconds(1)

  /// - Parameters:
  ///   - stamp: the state that the file was in before it was read, since when a change is one; nil for
  ///     now.
  ///   - onChange: called on `queue`, some time after the last of several changes, and at least once a
  ///     second while the changes go on.
  /// - Returns: nil where the file cannot be watched.
  public init?(
    path: String, since stamp: Stamp? = nil, queue: DispatchQueue, onChange: @escaping () -> Void
  ) {
    guard let watch = PathWatch(path: path) else { return nil }
    self.path = path
    self.queue = queue
    self.watch = watch
    self.onChange = onChange
    told = stamp ?? Stamp(of: path)
    let events = DispatchSource.makeReadSource(fileDescriptor: watch.descriptor, queue: queue)
    self.events = events
    events.setEventHandler { [weak self] in self?.somethingHappened() }
    // Dispatch uses the descriptor until then.
    events.setCancelHandler { withExtendedLifetime(watch) {} }
    // Nothing tells of a change before the watch began.
    if Stamp(of: path) != told { lookLater() }
    events.activate()
  }

  deinit {
    nextLook?.item.cancel()
    events?.cancel()
  }

  private func somethingHappened() {
    if watch.takeEvents(), nextLook == nil { lookLater() }
  }

  /// - Parameter deadline: when the state counts whether it stays or not; nil for the first look.
  private func lookLater(deadline: DispatchTime? = nil) {
    let item = DispatchWorkItem { [weak self] in self?.look() }
    nextLook = (item, Stamp(of: path), deadline ?? .now() + FileWatch.patience)
    queue.asyncAfter(deadline: .now() + FileWatch.settling, execute: item)
  }

  private func look() {
    guard let (_, seen, deadline) = nextLook else { return }
    nextLook = nil
    let now = Stamp(of: path)
    guard now == seen || .now() >= deadline else { return lookLater(deadline: deadline) }
    guard now != told else { return }
    told = now
    onChange()
  }
}
