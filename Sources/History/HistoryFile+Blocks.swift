import Messages
import SQLite

extension HistoryFile {
  /// The row of a block in the tables.
  package struct BlockName: Hashable, Sendable {
    var tier: HistoryTier
    var start: Int
  }

  /// The failure that describes the damaged blocks so far; nil if there are none.
  package var damage: HistoryFailure? {
    damagedBlocks.isEmpty ? nil : .damaged(Self.words(forDamaged: damagedBlocks.count))
  }

  /// The message about a number of damaged blocks.
  static func words(forDamaged count: Int) -> String {
    String(localized: "the samples of damaged blocks are left out (blocks: \(count))")
  }

  /// Calls the body with each block that may have times in a range, in milliseconds, in the order of their starts.
  /// Damaged blocks are left out and counted.
  /// - Parameter wanted: the numbers of the series to read; nil for all.
  func eachBlock(
    of tier: HistoryTier, in range: ClosedRange<Int>, wanted: Set<Int>? = nil,
    _ body: (_ key: Int, SampleBlock) -> Void
  ) throws(SQLiteError) {
    let search = try connection.prepare(
      "SELECT start, data FROM \(tier.rawValue) WHERE start BETWEEN ? AND ? AND end >= ? "
        + "AND \(tier.hasPossibleTimes) ORDER BY start")
    try search.bind(range.lowerBound - tier.span, to: 1)
    try search.bind(range.upperBound + Self.slack, to: 2)
    try search.bind(range.lowerBound, to: 3)
    while try search.next() {
      let key = search.integer(0)
      let block = search.withBytes(1) { bytes in
        SampleBlock(bytes) { wanted?.contains($0) ?? true }
      }
      if let block {
        body(key, block)
      } else {
        damagedBlocks.insert(BlockName(tier: tier, start: key))
      }
    }
  }

  /// The key of the first block that ends at or after a time, in milliseconds; nil for none.
  func firstKey(of tier: HistoryTier, endingFrom time: Int = 0) throws(SQLiteError) -> Int? {
    try connection.integer(
      "SELECT min(start) FROM \(tier.rawValue) WHERE end >= \(time) AND \(tier.hasPossibleTimes)")
  }

  /// Calls the body with the key, the end and the series' sizes of each block, without its samples. Damaged blocks are
  /// left out and counted.
  func eachSize(
    of tier: HistoryTier,
    _ body: (_ key: Int, _ end: Int, [(number: Int, bytes: Int)]) -> Void
  ) throws(SQLiteError) {
    let search = try connection.prepare(
      "SELECT start, end, data FROM \(tier.rawValue) WHERE \(tier.hasPossibleTimes)")
    while try search.next() {
      if let parts = search.withBytes(2, SampleBlock.sizes) {
        body(search.integer(0), search.integer(1), parts)
      } else {
        damagedBlocks.insert(BlockName(tier: tier, start: search.integer(0)))
      }
    }
  }

  /// Counts the blocks whose rows have impossible times, which no other search finds.
  func countImpossibleBlocks() throws(SQLiteError) {
    for tier in HistoryTier.allCases {
      let search = try connection.prepare(
        "SELECT start FROM \(tier.rawValue) WHERE \(tier.hasPossibleTimes) IS NOT TRUE")
      while try search.next() {
        damagedBlocks.insert(BlockName(tier: tier, start: search.integer(0)))
      }
    }
  }
}

extension HistoryTier {
  /// The SQL condition for rows with times that the program may have written. Other rows are damaged, and sums with
  /// their times could overflow. The sign keeps SQLite from searching by these limits in place of narrower ones, which
  /// would read all later rows.
  var hasPossibleTimes: String {
    let times = HistoryLimits.times
    return "(+start BETWEEN \(times.lowerBound) AND \(times.upperBound) "
      + "AND end BETWEEN start - \(HistoryFile.slack) AND start + \(span))"
  }
}
