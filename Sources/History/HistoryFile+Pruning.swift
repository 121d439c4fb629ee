import SQLite

extension HistoryFile {
  /// The number of blocks that are dropped at a time while the file is too large.
  private static let blocksPerStep = 8
  /// A file that is too large is rewritten if the number of free pages times this factor exceeds the number of all
  /// pages.
  private static let freeShare = 2

  /// The number of rewritings that are left out after a failure: those of a day.
  static let mostSkippedRewrites = 144

  /// The number of series up to which a file is not searched for series without samples.
  static let leastNames = 10_000

  /// Drops blocks that are older than the limits, and the oldest blocks while the file is too large. If there are many
  /// series, those without samples are forgotten, because names of processes and containers come and go endlessly.
  /// - Parameter now: the current time in UTC seconds; nil if the time is not known, so that nothing is too old.
  package func prune(_ limits: HistoryLimits, now: Double?) throws(HistoryFailure) {
    try attempt { () throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        if let now { try dropOld(limits, now: now) }
        while try usedBytes() > limits.size, try dropOldest() {}
      }
      if numbers.count >= mostNames {
        try connection.transaction { () throws(SQLiteError) in try forgetEmptySeries() }
        try readNumbers()
        forgetLastEnds()
        mostNames = max(Self.leastNames, numbers.count + numbers.count / 4)
      }
      let pages = try connection.integer("PRAGMA page_count") ?? 0
      let free = try connection.integer("PRAGMA freelist_count") ?? 0
      if try fileBytes() > limits.size, free * Self.freeShare > pages {
        try rewrite()
      }
    }
  }

  /// Rewrites the file without its free pages. This needs room for a second file: after a failure, the next calls do
  /// not try again for about a day.
  private func rewrite() throws(SQLiteError) {
    guard skippedRewrites == 0 else {
      skippedRewrites -= 1
      return
    }
    do throws(SQLiteError) {
      try connection.execute("VACUUM")
    } catch {
      guard !error.isDamage else { throw error }
      skippedRewrites = Self.mostSkippedRewrites
    }
  }

  private func dropOld(_ limits: HistoryLimits, now: Double) throws(SQLiteError) {
    for tier in HistoryTier.allCases {
      var limit = Int((now - limits.age(of: tier)) * 1000)
      // Samples that are not yet in the coarser tier are kept.
      if let coarser = HistoryTier.allCases.first(where: { $0.finer == tier }) {
        limit = min(limit, try until(coarser) ?? 0)
      }
      limit = min(max(limit, HistoryLimits.times.lowerBound), HistoryLimits.times.upperBound)
      try connection.execute("DELETE FROM \(tier.rawValue) WHERE end < \(limit)")
      try connection.execute("REPLACE INTO dropped VALUES ('\(tier.rawValue)', \(limit))")
    }
  }

  /// Forgets the names of series without samples. All names are kept while a block is damaged, because the series of a
  /// damaged block are unknown.
  private func forgetEmptySeries() throws(SQLiteError) {
    var used: Set<Int> = []
    for tier in HistoryTier.allCases {
      let search = try connection.prepare("SELECT data FROM \(tier.rawValue)")
      while try search.next() {
        guard let sizes = search.withBytes(0, SampleBlock.sizes) else { return }
        used.formUnion(sizes.map(\.number))
      }
    }
    let deletion = try connection.prepare("DELETE FROM series WHERE id = ?")
    for number in numbers.values where !used.contains(number) {
      try deletion.bind(number, to: 1)
      try deletion.run()
    }
  }

  /// The size of the file in bytes, including free pages, without the log.
  func fileBytes() throws(SQLiteError) -> Int {
    try (connection.integer("PRAGMA page_count") ?? 0)
      * (connection.integer("PRAGMA page_size") ?? 0)
  }

  /// The size of all used pages in bytes.
  func usedBytes() throws(SQLiteError) -> Int {
    try fileBytes()
      - (connection.integer("PRAGMA freelist_count") ?? 0)
      * (connection.integer("PRAGMA page_size") ?? 0)
  }

  /// Drops the oldest blocks of the tier that has the oldest block.
  /// - Returns: false if there are no blocks.
  private func dropOldest() throws(SQLiteError) -> Bool {
    var oldest: (tier: HistoryTier, start: Int)?
    for tier in HistoryTier.allCases {
      let start = try connection.integer("SELECT min(start) FROM \(tier.rawValue)")
      if let start, start < oldest?.start ?? .max { oldest = (tier, start) }
    }
    guard let table = oldest?.tier.rawValue else { return false }
    try connection.execute(
      "DELETE FROM \(table) WHERE start IN "
        + "(SELECT start FROM \(table) ORDER BY start LIMIT \(Self.blocksPerStep))")
    return true
  }

  /// Forgets series with all their samples, and returns the space to the disk. Damaged blocks are left unchanged,
  /// because their series are unknown.
  /// - Parameter isForgotten: whether the series with a key is to be forgotten.
  /// - Returns: the keys of the forgotten series, sorted.
  package func forget(_ isForgotten: (String) -> Bool) throws(HistoryFailure) -> [String] {
    try attempt { () throws(SQLiteError) in
      let gone = try connection.transaction { () throws(SQLiteError) in
        // Another process may have given a forgotten series' number to a new one.
        try readNumbers()
        let gone = numbers.filter { isForgotten($0.key) }
        let lost = Set(gone.values)
        guard !lost.isEmpty else { return gone }
        try countImpossibleBlocks()
        for tier in HistoryTier.allCases { try remove(lost, from: tier) }
        for number in lost { try connection.execute("DELETE FROM series WHERE id = \(number)") }
        return gone
      }
      guard !gone.isEmpty else { return [] }
      try connection.execute("VACUUM")
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      try readNumbers()
      return gone.keys.sorted()
    }
  }

  /// Removes series from the blocks of a tier. One block at a time is in memory.
  private func remove(_ lost: Set<Int>, from tier: HistoryTier) throws(SQLiteError) {
    let update = try connection.prepare("UPDATE \(tier.rawValue) SET data = ? WHERE start = ?")
    var keys: [Int] = []
    try eachSize(of: tier) { key, _, parts in
      if parts.contains(where: { lost.contains($0.number) }) { keys.append(key) }
    }
    for key in keys {
      guard let block = try block(key, of: tier) else { continue }
      let rest = block.series.filter { !lost.contains($0.number) }
      if rest.isEmpty {
        try connection.execute("DELETE FROM \(tier.rawValue) WHERE start = \(key)")
      } else {
        try update.bind(SampleBlock(times: block.times, series: rest).bytes, to: 1)
        try update.bind(key, to: 2)
        try update.run()
      }
    }
  }

  /// The block with a key; nil for a damaged block, which is counted.
  private func block(_ key: Int, of tier: HistoryTier) throws(SQLiteError) -> SampleBlock? {
    let search = try connection.prepare("SELECT data FROM \(tier.rawValue) WHERE start = ?")
    try search.bind(key, to: 1)
    guard try search.next() else { return nil }
    let block = search.withBytes(0) { SampleBlock($0) }
    if block == nil { damagedBlocks.insert(BlockName(tier: tier, start: key)) }
    return block
  }
}
