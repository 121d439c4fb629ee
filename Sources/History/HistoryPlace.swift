import Files
import Glibc
import Metrics

/// The files of a history: the database, its log, and the lock file of the writing process.
struct HistoryPlace: Sendable {
  /// The path of the database.
  let path: String

  /// Creates the directory of the database, if the directory is missing.
  func makeFolder() throws(HistoryFailure) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = path[..<slash]
    var end = folder.startIndex
    while end < folder.endIndex {
      end = folder[folder.index(after: end)...].firstIndex(of: "/") ?? folder.endIndex
      // Only the user may use the directories.
      guard mkdir(String(folder[..<end]), 0o700) != 0 else { continue }
      let reason = errno
      var status = stat()
      guard stat(String(folder[..<end]), &status) == 0 else {
        throw .unavailable("\(folder[..<end]): \(String(cString: strerror(reason)))")
      }
    }
  }

  /// Takes the writer's lock, which is held until the descriptor is closed.
  /// - Returns: the descriptor.
  func lock() throws(HistoryFailure) -> Int32 {
    let name = path + ".lock"
    let descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .unavailable("\(name): \(String(cString: strerror(errno)))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw isTaken ? .taken : .unavailable("\(name): \(reason)")
    }
    return descriptor
  }

  /// The device and inode number of the database; nil if the file is missing.
  var identity: [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// Whether the log is there in which SQLite keeps what is not yet in the database.
  var hasLog: Bool { access(path + "-wal", F_OK) == 0 }

  /// The largest number of damaged databases that are kept beside this one.
  static let mostAside = 5
  private static let aside = ".damaged-"

  /// Whether another damaged database may be kept. A failing disk damages one file after another. No damaged file is
  /// deleted for the next one, because the first may hold a long past.
  var hasRoomAside: Bool { countAside() < Self.mostAside }

  private func countAside() -> Int {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
    guard let name = parts.last else { return 0 }
    return (entryNames(in: folder) ?? []).count {
      $0.hasPrefix(name + Self.aside) && !$0.hasSuffix("-wal")
    }
  }

  /// Renames a damaged database and its log.
  /// - Parameter time: the time in the new name, in UTC seconds.
  /// - Returns: the new path; nil if the renaming fails.
  func putAside(at time: Double) -> String? {
    let name = path + Self.aside + TimeZoneRules.utc.civil(time).compactText
    // Two files may be damaged within the same second.
    let names = [name] + (2...Self.mostAside).map { name + "-\($0)" }
    guard let target = names.first(where: { access($0, F_OK) != 0 }), rename(path, target) == 0
    else { return nil }
    _ = rename(path + "-wal", target + "-wal")
    _ = unlink(path + "-shm")
    return target
  }
}
