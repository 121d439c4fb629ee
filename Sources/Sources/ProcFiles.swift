import Glibc

/// The `/proc` files, kept open: reading one again from its start makes the kernel write it anew.
final class ProcFiles {
  private let root: String
  private var descriptors = [Int32](repeating: -1, count: ProcFile.allCases.count)
  /// How long each text was, to make room for the next one at once.
  private var lengths = [Int](repeating: 0, count: ProcFile.allCases.count)

  init(root: String = "/proc") { self.root = root }

  deinit {
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
  }

  /// All texts at a time; a file that cannot be read is empty.
  func sample(at time: Double) -> ProcSample {
    var sample = ProcSample(time: time)
    for file in ProcFile.allCases {
      sample[file] = file == .space ? Self.space(ofMount: "/") : text(of: file)
    }
    return sample
  }

  private func text(of file: ProcFile) -> [UInt8] {
    let index = file.rawValue
    if descriptors[index] < 0 {
      guard let path = file.path else { return [] }
      descriptors[index] = open("\(root)/\(path)", O_RDONLY | O_CLOEXEC)
      guard descriptors[index] >= 0 else { return [] }
    }
    guard let text = read(descriptors[index], expected: lengths[index]) else {
      // A namespace or a device that went away; the next sample tries again from the path.
      close(descriptors[index])
      descriptors[index] = -1
      return []
    }
    lengths[index] = text.count
    return text
  }

  /// Everything from the start of a file, at most 16 MiB; nil on failure. The kernel hands such
  /// files out a page at a time, so only an empty read is the end.
  private func read(_ descriptor: Int32, expected: Int) -> [UInt8]? {
    var text: [UInt8] = []
    var capacity = expected + 4096
    while text.count < 1 << 24 {
      let offset = text.count
      var failed = false
      let piece = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        let read = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        failed = read < 0
        count = max(0, read)
      }
      if failed { return nil }
      if piece.isEmpty { break }
      if text.isEmpty { text = piece } else { text += piece }
      capacity = 4096
    }
    return text
  }

  /// The size of the file system at a path and what is in use of it, as `df` counts, in bytes.
  private static func space(ofMount mount: String) -> [UInt8] {
    var status = statvfs()
    guard statvfs(mount, &status) == 0 else { return [] }
    let block = UInt64(status.f_frsize)
    let total = UInt64(status.f_blocks) &* block
    let used = UInt64(status.f_blocks &- status.f_bfree) &* block
    return Array("\(mount) \(total) \(used)\n".utf8)
  }
}
