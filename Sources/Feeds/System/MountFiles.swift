import Files
import Glibc

/// The local file systems in `/proc/mounts`: those on a block device, and some without one. Network file
/// systems are left out, because a server that does not answer would block all other readings.
struct MountFiles {
  private let path: String
  private var points: [String] = []
  /// The number of samples until the list is read again.
  private var countdown = 0

  init(root: String) { path = root + "/mounts" }

  /// Lines with a mount point and its total, used and available bytes.
  mutating func text() -> [UInt8] {
    countdown -= 1
    if countdown <= 0 {
      countdown = 10
      points = Self.mountPoints(of: (try? WholeFile.read(path, atMost: 1 << 22)) ?? [])
    }
    return points.flatMap { point in
      let unescaped = MountSpace.unescaped(Array(point.utf8))
      guard let space = Self.space(of: unescaped) else { return [UInt8]() }
      return Array("\(point) \(space.total) \(space.used) \(space.available)\n".utf8)
    }
  }

  /// The mount points of the listed file systems, each once.
  static func mountPoints(of text: [UInt8]) -> [String] {
    var points: [String] = []
    for line in text.split(separator: .newline) {
      let fields = line.split(separator: .space, maxSplits: 3).map(\.text)
      guard fields.count == 4, isLocal(device: fields[0], type: fields[2]),
        !points.contains(fields[1]), points.count < 200
      else { continue }
      points.append(fields[1])
    }
    return points
  }

  private static func isLocal(device: String, type: String) -> Bool {
    if device.hasPrefix("/dev/loop") || type == "squashfs" || type.hasPrefix("fuse.") {
      return false
    }
    return device.hasPrefix("/dev/")
      || ["btrfs", "zfs", "bcachefs", "overlay", "ubifs"].contains(type)
  }

  /// The space that `df` reports for a folder; nil for a path that is not a folder (containers have mounted files), and
  /// for a file system without a size.
  static func space(of point: [UInt8]) -> (total: UInt64, used: UInt64, available: UInt64)? {
    var file = stat()
    var status = statvfs()
    let path = point.map { CChar(bitPattern: $0) } + [0]
    guard stat(path, &file) == 0, file.st_mode & S_IFMT == S_IFDIR, statvfs(path, &status) == 0,
      status.f_blocks > 0
    else { return nil }
    let block = UInt64(status.f_frsize)
    return (
      UInt64(status.f_blocks) &* block, UInt64(status.f_blocks &- status.f_bfree) &* block,
      UInt64(status.f_bavail) &* block
    )
  }
}
