import CProcess
import Glibc

/// The kind of a file system, for a reader that follows a file.
enum FileSystemKind {
  /// The files change only on this machine, so that inotify reports all changes.
  case local
  /// Another machine, or another program, may change the files without an event of inotify.
  case remote
  /// The system generates the contents of a file at each read. There are no events, and sizes and times are
  /// meaningless.
  case generated

  /// The numbers of `statfs` (linux/magic.h, and the file systems' own sources): NFS, SMB, SMB 2, CIFS,
  /// 9P, FUSE, AFS twice, Ceph, Coda, VirtualBox, VMware, OCFS2, GFS2, Lustre, BeeGFS.
  private static let remoteTypes: Set<UInt32> = [
    0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x0102_1997, 0x6573_5546, 0x5346_414F, 0x6B41_4653,
    0x00C3_6400, 0x7375_7245, 0x786F_4256, 0xBACB_ACBC, 0x7461_636F, 0x0116_1970, 0x0BD0_0BD0,
    0x1983_0326,
  ]
  /// proc, sysfs, cgroup, cgroup 2, debugfs, tracefs, securityfs.
  private static let generatedTypes: Set<UInt32> = [
    0x9FA0, 0x6265_6572, 0x0027_E0EB, 0x6367_7270, 0x6462_6720, 0x7472_6163, 0x7363_6673,
  ]

  /// The kind of the file system that holds a file. A path that leads nowhere counts as local.
  init(of path: String) {
    var status = statfs()
    let type = statfs(path, &status) == 0 ? UInt32(truncatingIfNeeded: status.f_type) : 0
    // In a container, a program may provide a file of `/proc`.
    let isUnderSystem = path.hasPrefix("/proc/") || path.hasPrefix("/sys/")
    if Self.generatedTypes.contains(type) || Self.remoteTypes.contains(type) && isUnderSystem {
      self = .generated
    } else {
      self = Self.remoteTypes.contains(type) ? .remote : .local
    }
  }
}
