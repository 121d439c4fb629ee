import Glibc

/// The `/proc` files, kept open. Reading a file again from its start makes the kernel write new contents.
final class ProcFiles {
  private let root: String
  private var descriptors = [Int32](repeating: -1, count: ProcFile.allCases.count)
  /// The length of each text, to reserve enough memory for the next one.
  private var lengths = [Int](repeating: 0, count: ProcFile.allCases.count)

  private let sensors: SensorFiles
  private var mounts: MountFiles

  init(root: String = "/proc", devices: String = "/sys") {
    self.root = root
    sensors = SensorFiles(root: devices)
    mounts = MountFiles(root: root)
  }

  deinit {
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
  }

  /// The texts of some files at a time; a file that cannot be read is empty.
  func sample(at time: Double, of files: [ProcFile] = ProcFile.basic) -> ProcSample {
    var sample = ProcSample(time: time)
    for file in files {
      switch file {
      case .space: sample[file] = Self.rootSpace()
      case .mounts: sample[file] = mounts.text()
      case .sensors: sample[file] = sensors.sensorText()
      case .frequencies: sample[file] = sensors.frequencyText()
      default: sample[file] = text(of: file)
      }
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
      // A namespace or a device has disappeared. The next sample opens the path again.
      close(descriptors[index])
      descriptors[index] = -1
      return []
    }
    lengths[index] = text.count
    return text
  }

  /// Reads a whole file from its start, at most 16 MiB; nil on failure. The kernel returns such files page by page, so
  /// only an empty read marks the end.
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

  /// The size and use of the file system at `/`, in bytes.
  static func rootSpace() -> [UInt8] {
    guard let space = MountFiles.space(of: Array("/".utf8)) else { return [] }
    return Array("/ \(space.total) \(space.used) \(space.available)\n".utf8)
  }
}
