/// The samples of some series at common times, packed into bytes.
///
/// At full resolution a series has one column, its values. A coarser tier has four: the minimum, the maximum, the mean
/// and the count of the interval that starts at each time.
struct SampleBlock: Equatable {
  /// One series.
  struct Series: Equatable {
    /// The number of the series in the file.
    var number: Int
    /// The columns of the tier, each with a value for each time.
    var columns: [[Double]]
  }

  /// The times in UTC milliseconds since 1970, in ascending order.
  var times: [Int]
  var series: [Series]

  /// The version of the format, which is the first byte.
  private static let version: UInt8 = 1
  /// The number of bytes of the checksum at the end.
  private static let checkLength = 4
  /// The valid counts of samples in a row of a coarse tier. The bound keeps the sum over all rows of a series an exact
  /// integer.
  private static let possibleCounts = 1.0...4_294_967_296

  // MARK: Packing

  /// The packed block.
  var bytes: [UInt8] {
    var writer = BitWriter()
    writer.write(UInt64(Self.version), bits: 8)
    writer.write(varint: times.count)
    writer.write(varint: series.count)
    writer.write(varint: series.first?.columns.count ?? 0)
    IntegerColumn.write(times, orders: 1...2, to: &writer)
    writer.finishByte()
    for part in series {
      var columns = BitWriter()
      for column in part.columns { NumberColumn.write(column, to: &columns) }
      writer.write(varint: part.number)
      writer.write(varint: columns.bytes.count)
      for byte in columns.bytes { writer.write(UInt64(byte), bits: 8) }
    }
    let check = Checksum.of(writer.bytes)
    writer.write(UInt64(check), bits: 32)
    return writer.bytes
  }

  // MARK: Unpacking

  /// Unpacks the times and columns of a block. Fails for damaged bytes.
  /// - Parameter wanted: whether the series with a number is read; the others are skipped.
  init?(_ bytes: UnsafeRawBufferPointer, wanted: (Int) -> Bool = { _ in true }) {
    guard let (count, seriesCount, columnCount, start) = Self.head(bytes) else { return nil }
    var reader = BitReader(bytes, from: start)
    guard let times = Self.times(count, from: &reader) else { return nil }
    self.times = times
    series = []
    var place = reader.byteCount
    for _ in 0..<seriesCount {
      var reader = BitReader(bytes, from: place)
      let number = reader.readVarint()
      let length = reader.readVarint()
      guard (0...bytes.count).contains(length), !reader.isOver else { return nil }
      place = reader.byteCount + length
      guard place <= bytes.count - Self.checkLength else { return nil }
      guard wanted(number) else { continue }
      let columns = (0..<columnCount).map { _ in NumberColumn.read(count, from: &reader) }
      guard !reader.isOver, columns.allSatisfy({ $0.count == count }),
        Self.havePossibleCounts(columns)
      else { return nil }
      series.append(Series(number: number, columns: columns))
    }
  }

  /// A block of times with the columns of series.
  init(times: [Int], series: [Series]) {
    self.times = times
    self.series = series
  }

  /// The numbers of times, series and columns of a packed block, and the offset of its first time; nil for damaged
  /// bytes.
  private static func head(
    _ bytes: UnsafeRawBufferPointer
  ) -> (times: Int, series: Int, columns: Int, start: Int)? {
    let end = bytes.count - checkLength
    guard end > 4, bytes[0] == version else { return nil }
    let check = bytes[end...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard Checksum.of(bytes[..<end]) == check else { return nil }
    var reader = BitReader(bytes, from: 1)
    let (times, series) = (reader.readVarint(), reader.readVarint())
    let columns = reader.readVarint()
    // A time takes at least one bit, and a series at least three bytes.
    guard (0...bytes.count * 8).contains(times), (0...bytes.count).contains(series),
      (0...8).contains(columns)
    else { return nil }
    return (times, series, columns, reader.byteCount)
  }

  /// The times of a packed block; nil if they do not ascend or are outside `HistoryLimits.times`.
  private static func times(_ count: Int, from reader: inout BitReader) -> [Int]? {
    var times: [Int] = []
    times.reserveCapacity(count)
    IntegerColumn.read(count, from: &reader) { times.append($0) }
    reader.finishByte()
    let isOrdered = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    guard let first = times.first, let last = times.last else { return times }
    let isKept = HistoryLimits.times.contains(first) && HistoryLimits.times.contains(last)
    return isOrdered && isKept ? times : nil
  }

  /// Whether the counts of a coarse tier's rows are valid. Full resolution has no counts.
  private static func havePossibleCounts(_ columns: [[Double]]) -> Bool {
    guard columns.count == 4 else { return true }
    return columns[3].allSatisfy { possibleCounts.contains($0) && $0 == $0.rounded() }
  }

  /// The number of bytes of each series of a packed block; nil for damaged bytes.
  static func sizes(_ bytes: UnsafeRawBufferPointer) -> [(number: Int, bytes: Int)]? {
    guard let (count, seriesCount, _, start) = head(bytes) else { return nil }
    var reader = BitReader(bytes, from: start)
    guard times(count, from: &reader) != nil else { return nil }
    var place = reader.byteCount
    let shared = (place + checkLength) / max(1, seriesCount)
    var result: [(number: Int, bytes: Int)] = []
    for _ in 0..<seriesCount {
      var reader = BitReader(bytes, from: place)
      let number = reader.readVarint()
      let length = reader.readVarint()
      guard (0...bytes.count).contains(length) else { return nil }
      let next = reader.byteCount + length
      guard next <= bytes.count - checkLength else { return nil }
      result.append((number, next - place + shared))
      place = next
    }
    return result
  }
}
