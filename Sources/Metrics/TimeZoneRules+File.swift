extension TimeZoneRules {
  /// The rules in a file of the zone database, as RFC 9636 (TZif) defines such files; nil for bytes that are
  /// none.
  public init?(zoneFile bytes: [UInt8]) {
    guard let file = ZoneFile(bytes) else { return nil }
    self.init(civilOfSecond: file.civil)
  }
}

/// The changes of a zone's offset, and the rule after the last change.
struct ZoneFile: Sendable {
  /// An offset from UTC with its abbreviation.
  struct Offset: Sendable, Equatable {
    var seconds: Int
    var abbreviation: String
  }

  /// The UTC seconds of the changes, ascending, and the offsets from each change on.
  private let times: [Int]
  private let offsets: [Offset]
  /// The offset before the first change.
  private let first: Offset
  /// The rule after the last change; nil for the last offset.
  private let rule: ZoneRule?

  /// The counts in a header.
  private struct Header {
    let version: UInt8
    /// Indicators of UTC, of standard time, leap seconds, changes, kinds of local time, characters.
    let counts: [Int]

    init?(_ reader: inout ByteReader) {
      guard let magic = reader.take(4), magic.elementsEqual("TZif".utf8),
        let version = reader.take(1)?.first, reader.take(15) != nil
      else { return nil }
      self.version = version
      var counts: [Int] = []
      for _ in 0..<6 {
        guard let count = reader.integer(4), count >= 0 else { return nil }
        counts.append(count)
      }
      self.counts = counts
    }

    /// The size of the data after the header.
    func dataSize(timeSize: Int) -> Int {
      counts[3] * (timeSize + 1) + counts[4] * 6 + counts[5] + counts[2] * (timeSize + 4)
        + counts[1] + counts[0]
    }
  }

  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard var header = Header(&reader) else { return nil }
    var timeSize = 4
    if header.version >= UInt8(ascii: "2") {
      // The data of the first version is for old readers.
      guard reader.take(header.dataSize(timeSize: 4)) != nil, let second = Header(&reader) else {
        return nil
      }
      (header, timeSize) = (second, 8)
    }
    guard let data = reader.take(header.dataSize(timeSize: timeSize)) else { return nil }
    var part = ByteReader(data)
    let (changes, kinds, characters) = (header.counts[3], header.counts[4], header.counts[5])
    guard kinds > 0 else { return nil }
    var times: [Int] = []
    for _ in 0..<changes {
      guard let time = part.integer(timeSize) else { return nil }
      times.append(time)
    }
    guard let indices = part.take(changes) else { return nil }
    var found: [(seconds: Int, name: Int)] = []
    for _ in 0..<kinds {
      guard let seconds = part.integer(4), let flags = part.take(2) else { return nil }
      found.append((seconds, Int(flags[flags.startIndex + 1])))
    }
    guard let names = part.take(characters) else { return nil }
    let all = found.map { kind in
      let name = names.dropFirst(kind.name).prefix { $0 != 0 }
      return Offset(seconds: kind.seconds, abbreviation: String(decoding: name, as: UTF8.self))
    }
    guard indices.allSatisfy({ Int($0) < all.count }),
      zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }),
      all.allSatisfy({ abs($0.seconds) <= 26 * 3600 })
    else { return nil }
    self.times = times
    offsets = indices.map { all[Int($0)] }
    first = all[0]
    rule = timeSize == 8 ? ZoneRule(reader.footer) : nil
  }

  func offset(at second: Int) -> Offset {
    guard let last = times.last, second < last else {
      return rule?.offset(at: second) ?? offsets.last ?? first
    }
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : offsets[low - 1]
  }

  @Sendable func civil(_ second: Int) -> CivilTime {
    let offset = offset(at: second)
    return CivilTime(
      secondsOfClock: second + offset.seconds, zoneAbbreviation: offset.abbreviation)
  }
}

/// Reads big-endian numbers from bytes.
private struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// A signed number of 4 or 8 bytes.
  mutating func integer(_ size: Int) -> Int? {
    guard let bytes = take(size) else { return nil }
    let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(bitPattern: bits))
  }

  /// The line after the data.
  var footer: String {
    String(decoding: rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
