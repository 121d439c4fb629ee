import Dispatch
import Glibc

/// Tells when a file has other contents, whichever way it got them: written in place, renamed over as
/// editors do, or changed behind a symbolic link.
public final class FileWatch {
  /// What tells one state of a file from another.
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
  private let descriptor: Int32
  private var events: (any DispatchSourceRead)?
  private var stamp: Stamp
  private var check: DispatchWorkItem?
  private let onChange: () -> Void

  /// How long a file must be left alone, so that a half-written one is not read.
  private static let settling = DispatchTimeInterval.milliseconds(60)

  /// - Parameters:
  ///   - stamp: the state that the file was in before it was read, since when a change is one; nil for
  ///     now.
  ///   - onChange: called on `queue`, some time after the last of several changes.
  /// - Returns: nil where the folder cannot be watched.
  public init?(
    path: String, since stamp: Stamp? = nil, queue: DispatchQueue, onChange: @escaping () -> Void
  ) {
    self.path = path
    self.queue = queue
    self.onChange = onChange
    self.stamp = stamp ?? Stamp(of: path)
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    // The folder and not the file: a file that is renamed over is another one.
    var watched = 0
    for folder in FileWatch.folders(of: path) {
      let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MODIFY | IN_ATTRIB
      if inotify_add_watch(descriptor, folder, UInt32(mask)) >= 0 { watched += 1 }
    }
    guard watched > 0 else {
      close(descriptor)
      return nil
    }
    let events = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    self.events = events
    events.setEventHandler { [weak self] in self?.somethingHappened() }
    events.setCancelHandler { [descriptor] in close(descriptor) }
    // Of what has happened before the folder was watched nothing tells.
    if Stamp(of: path) != self.stamp { scheduleCheck() }
    events.activate()
  }

  deinit {
    check?.cancel()
    events?.cancel()
  }

  private func somethingHappened() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    scheduleCheck()
  }

  private func scheduleCheck() {
    check?.cancel()
    let item = DispatchWorkItem { [weak self] in self?.compare() }
    check = item
    queue.asyncAfter(deadline: .now() + FileWatch.settling, execute: item)
  }

  private func compare() {
    let now = Stamp(of: path)
    guard now != stamp else { return }
    stamp = now
    onChange()
  }

  /// The file's folder, and that of what it links to.
  private static func folders(of path: String) -> Set<String> {
    var folders = [folder(of: path)]
    if let real = realpath(path, nil) {
      folders.append(folder(of: String(cString: real)))
      free(real)
    }
    return Set(folders)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
