import Glibc

/// The way of code back to the system that runs seldom, most of it at the start only, and of fonts, whose letters are
/// drawn once.
///
/// The kernel maps 64 KB of a file around each page that is touched, and counts all of that as memory in use. What is
/// needed again comes back from the file's pages in memory, without reading.
struct IdleCode {
  /// The seconds after the first look at which the start is over, with its fonts, its sources and its past.
  private static let start = 10.0
  /// The seconds from then on: a history is written, a dashboard is edited, a server is away. To look up what is mapped
  /// takes less than a millisecond, and so does the code's coming back.
  private static let period = 60.0

  private var due: Double?

  /// Gives the code back if it is time to.
  /// - Parameter now: monotonic seconds.
  mutating func update(at now: Double) { if isDue(at: now) { Self.giveBack() } }

  /// Whether it is time to give code back.
  mutating func isDue(at now: Double) -> Bool {
    guard let due else {
      due = now + Self.start
      return false
    }
    guard now >= due else { return false }
    self.due = now + Self.period
    return true
  }

  /// Gives back all mapped code of the program and of its libraries, and the files of fonts. None of them is ever
  /// written to, so that nothing is lost.
  static func giveBack() {
    guard let maps = fopen("/proc/self/maps", "re") else { return }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, maps) > 0, let text = line {
      // The first and the last address, the access, the place in the file, the device, the file's number, its name.
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

  /// Whether a mapping holds the file's bytes alone. Read-only parts of libraries hold addresses, too.
  private static func isGivenBack(access: Substring, name: Substring) -> Bool {
    guard name.first == "/" else { return false }
    let isFont = [".ttf", ".otf", ".ttc", ".otc"].contains { name.hasSuffix($0 + "\n") }
    return access == "r-xp" || access == "r--p" && isFont
  }
}
