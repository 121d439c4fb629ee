import Glibc

/// The places in the file system that determine the file of a path: the folders on the way to the file, the symbolic
/// links among them, and the folder that holds the file.
enum PathTrail {
  /// A place where the file behind the path can change.
  struct Place: Equatable {
    var folder: String
    /// The relevant entry of the folder; nil for the folder itself. An empty name means that `folder` is a file.
    var name: String?
    /// The relevant events of inotify.
    var events: UInt32
  }

  /// Events of a folder that is moved or removed.
  private static let ownEvents = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
  /// Events after which a name leads to another file, or to none.
  private static let nameEvents = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
  /// Events after which the file has other contents.
  private static let contentEvents = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)
  /// The largest number of symbolic links that Linux follows in one path.
  private static let mostLinks = 40

  /// The places that determine the file of a path now. The trail of a path to no file ends at the folder in which the
  /// first missing name would appear. A relative path starts at the current folder, even after that folder is moved.
  static func places(of path: String) -> [Place] {
    var places: [Place] = []
    var folder = path.hasPrefix("/") ? "/" : "."
    var rest = Array(names(in: path).reversed())
    var links = 0
    while let name = rest.popLast() {
      let here = folder == "/" ? "/" + name : folder + "/" + name
      var status = stat()
      let exists = lstat(here, &status) == 0
      switch status.st_mode & S_IFMT {
      case S_IFLNK where exists:
        places.append(Place(folder: folder, name: name, events: nameEvents))
        links += 1
        guard links <= mostLinks, let target = target(ofLink: here) else { return places }
        if target.hasPrefix("/") { folder = "/" }
        rest += names(in: target).reversed()
      case S_IFDIR where exists && !rest.isEmpty:
        places.append(Place(folder: here, name: nil, events: ownEvents))
        folder = here
      default:
        // The folder does not report changes under another name of the file (a hard link, or a file that is mounted
        // under this name), and reports those of its neighbours. It has to report those of an unreadable file.
        let isWatched = exists && status.st_mode & S_IFMT == S_IFREG && access(here, R_OK) == 0
        let events = exists && !isWatched ? nameEvents | contentEvents : nameEvents
        places.append(Place(folder: folder, name: name, events: events))
        if isWatched { places.append(Place(folder: here, name: "", events: contentEvents)) }
        return places
      }
    }
    return places
  }

  private static func names(in path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }
  }

  private static func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      let count = readlink(path, buffer.baseAddress!, Int(PATH_MAX))
      guard count > 0 else { return nil }
      buffer[count] = 0
      return String(cString: buffer.baseAddress!)
    }
  }
}
