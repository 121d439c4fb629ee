import Dispatch
import Feeds
import Glibc

/// Watches a file for new contents, whether the contents are written in place, a new file is renamed over the old
/// one (as editors do), or a symbolic link or a folder is replaced (as configuration managers do).
public final class FileWatch {
  /// The properties that distinguish two states of a file.
  public struct Stamp: Equatable, Sendable {
    private var device: dev_t = 0
    private var inode: ino_t = 0
    private var size: off_t = -1
    private var seconds = 0
    private var nanoseconds = 0

    /// The current state of a file. A missing file has a state, too.
    public init(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return }
      (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  private let path: String
  private let queue: DispatchQueue
  /// The watch of the file; nil if the system offers no more watches.
  private let watch: PathWatch?
  private var events: (any DispatchSourceRead)?
  /// Looks at the file from time to time; nil while the watch reports every change.
  private(set) var timer: (any DispatchSourceTimer)?
  private let period: DispatchTimeInterval
  private let onChange: () -> Void
  /// The last state that was reported.
  private var reported: Stamp
  /// The next look at the file, and the state at the last look.
  private var nextLook: (item: DispatchWorkItem, seen: Stamp, deadline: DispatchTime)?

  /// The time for which a file must stay unchanged, so that a half-written file is not read.
  private static let settling = DispatchTimeInterval.milliseconds(60)
  /// The longest wait for a file that is written again and again.
  private static let patience = DispatchTimeInterval.seconds(1)

  /// Starts to watch a file.
  /// - Parameters:
  ///   - stamp: the state of the file before it was read, for comparison; nil for the current state.
  ///   - onChange: called on `queue`, some time after the last of several changes, and at least once a
  ///     second while changes continue.
  public convenience init(
    path: String, since stamp: Stamp? = nil, queue: DispatchQueue, onChange: @escaping () -> Void
  ) {
    self.init(
      path: path, since: stamp, queue: queue, watch: PathWatch(path: path), period: .seconds(2),
      onChange: onChange)
  }

  /// - Parameter period: the time between looks at a file whose watch may miss changes, or that has no watch.
  init(
    path: String, since stamp: Stamp?, queue: DispatchQueue, watch: PathWatch?,
    period: DispatchTimeInterval, onChange: @escaping () -> Void
  ) {
    self.path = path
    self.queue = queue
    self.watch = watch
    self.period = period
    self.onChange = onChange
    reported = stamp ?? Stamp(of: path)
    // No event reports a change before the watch began.
    lookIfChanged()
    adaptTimer()
    if let watch { follow(watch) }
  }

  deinit {
    nextLook?.item.cancel()
    events?.cancel()
    timer?.cancel()
  }

  private func follow(_ watch: PathWatch) {
    let events = DispatchSource.makeReadSource(fileDescriptor: watch.descriptor, queue: queue)
    events.setEventHandler { [weak self] in
      guard watch.takeEvents(), let self else { return }
      // The path may now lead to another file system.
      adaptTimer()
      if nextLook == nil { lookLater() }
    }
    // Dispatch uses the descriptor until the source is cancelled.
    events.setCancelHandler { withExtendedLifetime(watch) {} }
    self.events = events
    events.activate()
  }

  /// Runs the timer only while the watch may miss changes, because each wake-up costs power.
  private func adaptTimer() {
    let isNeeded = watch?.reportsAll != true
    guard isNeeded != (timer != nil) else { return }
    timer?.cancel()
    timer = nil
    guard isNeeded else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + period, repeating: period, leeway: .seconds(1))
    timer.setEventHandler { [weak self] in self?.lookIfChanged() }
    self.timer = timer
    timer.activate()
  }

  private func lookIfChanged() {
    if nextLook == nil, Stamp(of: path) != reported { lookLater() }
  }

  /// - Parameter deadline: the time after which a new state is reported even if it does not stay; nil for
  ///   the first look.
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
    guard now != reported else { return }
    reported = now
    onChange()
  }
}
