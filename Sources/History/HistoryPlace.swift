import Glibc

/// The files of a history beside one another: the database, its log, and the lock of the one who writes.
struct HistoryPlace: Sendable {
  /// The path of the database.
  let path: String

  /// Makes the folder of the database, if it is missing.
  func makeFolder() throws(HistoryFailure) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = path[..<slash]
    var end = folder.startIndex
    while end < folder.endIndex {
      end = folder[folder.index(after: end)...].firstIndex(of: "/") ?? folder.endIndex
      // The folders belong to the user alone.
      guard mkdir(String(folder[..<end]), 0o700) != 0 else { continue }
      let reason = errno
      var status = stat()
      guard stat(String(folder[..<end]), &status) == 0 else {
        throw .unavailable("\(folder[..<end]): \(String(cString: strerror(reason)))")
      }
    }
  }

  /// Takes the lock of the one who writes, until the descriptor is closed.
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

  /// The identity of the database's file; nil if it is missing.
  var identity: [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// Renames a damaged database and its log.
  /// - Parameter time: UTC seconds, which the new name has.
  /// - Returns: the new path; nil if that fails.
  func putAside(at time: Double) -> String? {
    var seconds = time_t(time)
    var civil = tm()
    gmtime_r(&seconds, &civil)
    let digits = String(unsafeUninitializedCapacity: 32) { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        strftime($0.baseAddress!, $0.count, "%Y%m%d-%H%M%S", &civil)
      }
    }
    let target = path + ".damaged-" + digits
    guard rename(path, target) == 0 else { return nil }
    _ = rename(path + "-wal", target + "-wal")
    _ = unlink(path + "-shm")
    return target
  }
}
