import Dispatch
import Glibc

/// Tells when a file has other contents, whichever way it got them: written in place, renamed over as
/// editors do, or changed behind a symbolic link.
public final class FileWatch {
  /// What tells one state of a file from another.
  private struct Stamp: Equatable {
    var device: dev_t = 0
    var inode: ino_t = 0
    var size: off_t = -1
    var seconds = 0
    var nanoseconds = 0
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

  /// - Parameter onChange: called on `queue`, some time after the last of several changes.
  /// - Returns: nil where the folder cannot be watched.
  public init?(path: String, queue: DispatchQueue, onChange: @escaping () -> Void) {
    self.path = path
    self.queue = queue
    self.onChange = onChange
    stamp = FileWatch.stamp(of: path)
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
    events.activate()
  }

  deinit {
    check?.cancel()
    events?.cancel()
  }

  private func somethingHappened() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    check?.cancel()
    let item = DispatchWorkItem { [weak self] in self?.compare() }
    check = item
    queue.asyncAfter(deadline: .now() + FileWatch.settling, execute: item)
  }

  private func compare() {
    let now = FileWatch.stamp(of: path)
    guard now != stamp else { return }
    stamp = now
    onChange()
  }

  private static func stamp(of path: String) -> Stamp {
    var status = stat()
    guard stat(path, &status) == 0 else { return Stamp() }
    return Stamp(
      device: status.st_dev, inode: status.st_ino, size: status.st_size,
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
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
