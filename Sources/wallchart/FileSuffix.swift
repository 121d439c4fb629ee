/// The suffixes of files that the program writes, which determine the format.
enum FileSuffix {
  /// The suffix of a path in lowercase; nil for a path without a suffix, and for a device.
  static func suffix(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    // The directory /dev/shm holds ordinary files.
    let isDevice = path.hasPrefix("/dev/") && !path.hasPrefix("/dev/shm/")
    guard !isDevice, let point = name.lastIndex(of: "."), point > name.startIndex
    else { return nil }
    return name[name.index(after: point)...].lowercased()
  }
}
