import SQLite

extension HistoryFile {
  /// The milliseconds for which late samples are awaited before minutes are made.
  private static let patience = 900_000
  /// The largest number of spans of a tier that one call makes, so that a transaction stays short.
  private static let mostStretches = 48

  /// Makes minutes of the samples, and quarters of an hour of the minutes, up to the last whole hour and
  /// day.
  /// - Parameter now: the current time in UTC seconds.
  /// - Returns: whether all rows are made; otherwise another call makes more.
  @discardableResult
  package func rollUp(now: Double) throws(HistoryFailure) -> Bool {
    try attempt { () throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        let end = Int(now * 1000) - Self.patience
        // Pruning may drop damaged blocks, and no search for a range finds them.
        try countImpossibleBlocks()
        try setBack(to: Int(now * 1000))
        let minutes = try makeRows(of: .minute, until: end)
        let made = try until(.minute) ?? 0
        let quarters = try makeRows(of: .quarter, until: min(end, made))
        return minutes && quarters
      }
    }
  }

  /// The time in milliseconds up to which a tier is made; nil if nothing is made yet.
  func until(_ tier: HistoryTier) throws(SQLiteError) -> Int? {
    let time = try connection.integer("SELECT until FROM made WHERE tier = '\(tier.rawValue)'")
    if let time, !HistoryLimits.times.contains(time) { throw Self.impossible }
    return time
  }

  private func setUntil(_ tier: HistoryTier, _ time: Int) throws(SQLiteError) {
    try connection.execute("REPLACE INTO made VALUES ('\(tier.rawValue)', \(time))")
  }

  /// The time in UTC seconds up to which minutes are made; nil if none are made yet.
  func endOfMinutes() throws(HistoryFailure) -> Double? {
    try attempt { () throws(SQLiteError) in try until(.minute).map { Double($0) / 1000 } }
  }

  /// Sets the time up to which the tiers are made back to the current time, and forgets later times of dropping, after
  /// the clock has been set back. Later rows stay, because their samples may be gone, and because the new time of the
  /// clock may be the wrong one.
  private func setBack(to now: Int) throws(SQLiteError) {
    for tier in [HistoryTier.minute, .quarter] {
      guard let made = try until(tier), made > now else { continue }
      try setUntil(tier, now - now % tier.span)
    }
    try connection.execute("DELETE FROM dropped WHERE until > \(now)")
  }

  private func makeRows(of tier: HistoryTier, until end: Int) throws(SQLiteError) -> Bool {
    guard let finer = tier.finer else { return true }
    let last = end - end % tier.span
    var start = try until(tier) ?? 0
    for _ in 0..<Self.mostStretches {
      // Spans without samples are skipped.
      guard let next = try firstKey(of: finer, endingFrom: start) else { return true }
      let first = max(start, next - finer.span - Self.slack)
      start = max(start, first - first % tier.span)
      guard start < last else { return true }
      try makeRows(of: tier, from: finer, in: start...start + tier.span - 1)
      start += tier.span
      try setUntil(tier, start)
    }
    return start >= last
  }

  /// Makes the rows again of the spans in which samples came late, after the rows had been made. No later roll-up
  /// looks at these spans, and pruning drops the samples.
  func makeLateRows(of parts: [BlockPacker.Part]) throws(SQLiteError) {
    for tier in HistoryTier.allCases {
      guard let finer = tier.finer, let made = try until(tier) else { continue }
      var starts: Set<Int> = []
      for part in parts {
        for time in part.times.prefix(while: { $0 < made }) {
          starts.insert(time - time % tier.span)
        }
      }
      for start in starts.sorted() {
        try makeRows(of: tier, from: finer, in: start...start + tier.span - 1)
      }
    }
  }

  private func makeRows(
    of tier: HistoryTier, from finer: HistoryTier, in range: ClosedRange<Int>
  ) throws(SQLiteError) {
    var rows = try buckets(of: nil, finer, in: range, width: tier.milliseconds)
    // A span that is made again, for late samples or after the clock has been set back, is made from the rest of the
    // finer tier.
    let before = try buckets(of: nil, tier, in: range, width: tier.milliseconds)
    if !before.isEmpty {
      rows.merge(before) { $0.fullest($1) }
      guard rows != before else { return }
      try connection.execute(
        "DELETE FROM \(tier.rawValue) "
          + "WHERE start BETWEEN \(range.lowerBound) AND \(range.upperBound)")
    }
    let parts = rows.sorted { $0.key < $1.key }.map { number, buckets in
      BlockPacker.Part(number: number, times: buckets.times, columns: buckets.columns)
    }
    try insert(BlockPacker.blocks(of: parts, span: tier.span), into: tier)
  }

  /// The rows of a width from the blocks of a tier, by the numbers of the series.
  /// - Parameter wanted: the numbers of the series; nil for all.
  func buckets(
    of wanted: Set<Int>?, _ tier: HistoryTier, in range: ClosedRange<Int>, width: Int
  ) throws(SQLiteError) -> [Int: Buckets] {
    var result: [Int: Buckets] = [:]
    try eachBlock(of: tier, in: range, wanted: wanted) { _, block in
      guard !block.series.isEmpty else { return }
      let part = block.indices(in: range)
      let isWhole = part == block.times.indices
      let times = isWhole ? block.times : Array(block.times[part])
      for series in block.series {
        let columns = isWhole ? series.columns : series.columns.map { Array($0[part]) }
        if tier == .raw, let values = columns.first {
          result[series.number, default: Buckets(width: width)].add(times, values)
        } else {
          result[series.number, default: Buckets(width: width)].add(times, rows: columns)
        }
      }
    }
    return result
  }
}

extension SampleBlock {
  /// The indices of the times in a range.
  func indices(in range: ClosedRange<Int>) -> Range<Int> {
    if let first = times.first, let last = times.last,
      range.contains(first), range.contains(last)
    {
      return times.indices
    }
    let start = times.firstIndex { $0 >= range.lowerBound } ?? times.count
    let end = times[start...].firstIndex { $0 > range.upperBound } ?? times.count
    return start..<end
  }
}
