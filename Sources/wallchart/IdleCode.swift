import Glibc

/// Returns mapped memory to the system: code that rarely runs, most of it only at the start, and fonts, whose glyphs
/// are drawn once.
///
/// The kernel maps 64 KB of a file around each accessed page, and counts all 64 KB as memory in use. Pages that are
/// needed again come from the kernel's cache of the file, without reading the disk.
struct IdleCode {
  /// The seconds after the first update at which the start is complete, including fonts, sources and the past.
  private static let start = 10.0
  /// The seconds between later returns, because the program occasionally runs other code, to write a history, to reload
  /// a dashboard, or after the loss of a server. The search for mappings takes less than a millisecond, and so does
  /// mapping the code again.
  private static let period = 60.0

  private var due: Double?

  /// Returns the memory if `isDue`.
  /// - Parameter now: monotonic seconds.
  mutating func update(at now: Double) { if isDue(at: now) { Self.giveBack() } }

  /// Whether the memory is to be returned now.
  mutating func isDue(at now: Double) -> Bool {
    guard let due else {
      due = now + Self.start
      return false
    }
    guard now >= due else { return false }
    self.due = now + Self.period
    return true
  }

  /// Returns all mapped code of the program and of its libraries, and the files of fonts. None of these mappings is
  /// ever written, so nothing is lost.
  static func giveBack() {
    guard let maps = fopen("/proc/self/maps", "re") else { return }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, maps) > 0, let text = line {
      // The fields are the address range, the access, the offset in the file, the device, the inode and the name.
      let fields = String(cString: text).split(separator: " ", maxSplits: 5)
      let addresses = fields.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
      guard fields.count == 6, addresses.count == 2,
        isGivenBack(access: fields[1], name: fields[5].drop(while: \.isWhitespace))
      else { continue }
      madvise(
        UnsafeMutableRawPointer(bitPattern: addresses[0]), Int(addresses[1] - addresses[0]),
        MADV_DONTNEED)
    }
  }

  /// Whether a mapping contains only bytes of the file. Read-only parts of libraries may also contain relocated
  /// addresses.
  private static func isGivenBack(access: Substring, name: Substring) -> Bool {
    guard name.first == "/" else { return false }
    let isFont = [".ttf", ".otf", ".ttc", ".otc"].contains { name.hasSuffix($0 + "\n") }
    return access == "r-xp" || access == "r--p" && isFont
  }
}
