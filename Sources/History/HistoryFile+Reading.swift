import SQLite

extension HistoryFile {
  /// The keys of all series.
  package func keys() throws(HistoryFailure) -> [String] {
    try attempt { () throws(SQLiteError) in
      try refreshNumbers()
      return numbers.keys.sorted()
    }
  }

  /// The past of series in the requested resolution, or in a coarser one for times whose finer resolution is no longer
  /// kept.
  /// - Parameters:
  ///   - range: the first and the last time, in UTC seconds.
  ///   - resolution: the distance in seconds below which two samples need not be distinguished. A row of a coarse tier
  ///     counts as two samples, its extremes.
  ///   - wanted: whether the series with a key is requested.
  package func past(
    in range: ClosedRange<Double>, resolution: Double, where wanted: (String) -> Bool
  ) throws(HistoryFailure) -> HistoryPast {
    try attempt { () throws(SQLiteError) in
      // Samples that the writer moves from one tier to another are read once.
      try connection.reading { () throws(SQLiteError) in
        try refreshNumbers()
        let names = numbers.filter { wanted($0.key) }.map { ($0.value, $0.key) }
        return try past(
          of: Dictionary(uniqueKeysWithValues: names), in: Self.milliseconds(range),
          resolution: resolution)
      }
    }
  }

  /// - Parameter names: the keys of the requested series by their numbers.
  private func past(
    of names: [Int: String], in range: ClosedRange<Int>, resolution: Double
  ) throws(SQLiteError) -> HistoryPast {
    var result = HistoryPast()
    guard !names.isEmpty else { return result }
    let wanted = HistoryTier.allCases.last { $0.width <= 2 * resolution } ?? .raw
    for stretch in try stretches(of: wanted, in: range) {
      let pieces =
        stretch.tier == .raw && stretch.width == 0
        ? try samples(of: Set(names.keys), in: stretch.range, width: 2 * resolution)
          .mapValues { $0.coarser(width: 2 * resolution) }
        : try buckets(of: Set(names.keys), stretch.tier, in: stretch.range, width: stretch.width)
          .mapValues { HistoryPast.Piece($0) }
      for (number, piece) in pieces where !piece.times.isEmpty {
        if let key = names[number] { result.series[key, default: []].append(piece) }
      }
    }
    return result
  }

  private static func milliseconds(_ range: ClosedRange<Double>) -> ClosedRange<Int> {
    let limits = HistoryLimits.times
    func whole(_ time: Double) -> Int {
      Int(min(max((time * 1000).rounded(), Double(limits.lowerBound)), Double(limits.upperBound)))
    }
    return whole(range.lowerBound)...whole(range.upperBound)
  }

  /// A part of a range of time that is read from one tier, in rows of a width in milliseconds.
  private struct Stretch {
    var tier: HistoryTier
    var width: Int
    var range: ClosedRange<Int>
  }

  /// The parts of a range, each with the tier that has the part in the requested resolution or the next coarser one.
  /// Times for which a coarse tier has no rows yet are read from a finer tier.
  private func stretches(
    of wanted: HistoryTier, in range: ClosedRange<Int>
  ) throws(SQLiteError) -> [Stretch] {
    var result: [Stretch] = []
    var end = range.upperBound
    var width = wanted.milliseconds
    for tier in HistoryTier.allCases {
      width = max(width, tier.milliseconds)
      guard end >= range.lowerBound else { break }
      let coarser = HistoryTier.allCases.first { $0.finer == tier }
      // A tier is read from its first block on, or from the end of the requested tier on.
      guard var start = try firstKey(of: tier) else { continue }
      if let coarser {
        // A sample that came late stands alone before those that are kept: the coarser tier has its neighbours, too.
        start = max(start, try droppedEnd(of: tier) ?? 0)
        if tier.width < wanted.width { start = max(start, try until(coarser) ?? 0) }
      }
      // A row never combines samples of two tiers.
      start -= start % max(1, width)
      var coarserEnd = start
      if let coarser, tier.milliseconds < coarser.milliseconds {
        (start, coarserEnd) = try seam(of: coarser, at: start)
      }
      start = max(start, range.lowerBound)
      guard start <= end else { continue }
      result.insert(Stretch(tier: tier, width: width, range: start...end), at: 0)
      end = min(coarserEnd, start) - 1
    }
    return result
  }

  /// The time before which a tier has dropped its samples for their age; nil for none.
  private func droppedEnd(of tier: HistoryTier) throws(SQLiteError) -> Int? {
    // An older file that is only read has no such table.
    guard try connection.integer("PRAGMA user_version") ?? 0 > 2 else { return nil }
    return try connection.integer("SELECT until FROM dropped WHERE tier = '\(tier.rawValue)'")
  }

  /// The time from which a finer tier is read, and the time before which a coarser tier is read, so that no sample
  /// counts twice: the row of the coarser tier in which the finer tier starts has all samples of its interval. If that
  /// row is the first one, the finer tier has all these samples too.
  private func seam(
    of coarser: HistoryTier, at start: Int
  ) throws(SQLiteError) -> (finer: Int, coarser: Int) {
    let row = start - start % coarser.milliseconds
    guard row < start else { return (start, start) }
    let first = try firstKey(of: coarser)
    let next = row + coarser.milliseconds
    guard let first, first < row, try until(coarser) ?? 0 >= next else { return (start, row) }
    return (next, next)
  }

  /// The samples of series at full resolution. A series with so many samples that they would fill the memory has
  /// rows of a width in seconds instead.
  private func samples(
    of wanted: Set<Int>, in range: ClosedRange<Int>, width: Double
  ) throws(SQLiteError) -> [Int: HistoryPast.Piece] {
    var result: [Int: HistoryPast.Piece] = [:]
    var rows: [Int: Buckets] = [:]
    try eachBlock(of: .raw, in: range, wanted: wanted) { _, block in
      guard !block.series.isEmpty else { return }
      let part = block.indices(in: range)
      let times = Array(block.times[part])
      for series in block.series {
        guard let values = series.columns.first?[part] else { continue }
        let number = series.number
        guard rows[number] == nil else {
          rows[number]?.add(times, Array(values))
          continue
        }
        result[number, default: HistoryPast.Piece(width: 0, times: [], values: [])]
          .append(times.map { Double($0) / 1000 }, values)
        if width >= 0.001, let piece = result[number], piece.times.count > mostSamples {
          rows[number] = piece.buckets(width: width)
          result[number] = nil
        }
      }
    }
    for number in result.keys { result[number]!.sort() }
    return result.merging(rows.mapValues { HistoryPast.Piece($0) }) { $1 }
  }

  // MARK: Overview

  /// The description of one series in a file.
  package struct Summary: Sendable, Equatable {
    package var key: String
    /// The size of the series in all blocks, in bytes.
    package var bytes = 0
    /// The first and the last time in UTC seconds; nil without blocks.
    package var span: ClosedRange<Double>?
  }

  /// All series in the order of their keys.
  package func summaries() throws(HistoryFailure) -> [Summary] {
    var found: [Int: Summary] = [:]
    try attempt { () throws(SQLiteError) in
      try readNumbers()
      for (key, number) in numbers { found[number] = Summary(key: key) }
      try countImpossibleBlocks()
      for tier in HistoryTier.allCases {
        try eachSize(of: tier) { key, last, parts in
          let start = Double(key) / 1000
          let end = max(start, Double(last) / 1000)
          for part in parts {
            guard var summary = found[part.number] else { continue }
            summary.bytes += part.bytes
            let span = summary.span ?? start...end
            summary.span = min(span.lowerBound, start)...max(span.upperBound, end)
            found[part.number] = summary
          }
        }
      }
    }
    return found.values.sorted { $0.key < $1.key }
  }

  /// A time, in UTC seconds, shortly before all samples of blocks that end at or after a given time; nil for none.
  package func firstTime(notBefore time: Double) throws(HistoryFailure) -> Double? {
    try attempt { () throws(SQLiteError) in
      let least = Self.milliseconds(time...time).lowerBound
      var first: Int?
      for tier in HistoryTier.allCases {
        if let key = try firstKey(of: tier, endingFrom: least) { first = min(key, first ?? key) }
      }
      // The key of a block may follow its first time.
      return first.map { Double($0 - Self.slack) / 1000 }
    }
  }

  /// The first and the last time of all series in UTC seconds; nil without samples.
  package func span() throws(HistoryFailure) -> ClosedRange<Double>? {
    try attempt { () throws(SQLiteError) in
      try countImpossibleBlocks()
      var ends: [Int] = []
      for tier in HistoryTier.allCases {
        for end in ["min(start)", "max(end)"] {
          let time = try connection.integer(
            "SELECT \(end) FROM \(tier.rawValue) WHERE \(tier.hasPossibleTimes)")
          if let time { ends.append(time) }
        }
      }
      guard let first = ends.min(), let last = ends.max() else { return nil }
      return Double(first) / 1000...Double(last) / 1000
    }
  }

  /// The size of the file in bytes, without the log.
  package func size() throws(HistoryFailure) -> Int {
    try attempt { () throws(SQLiteError) in try fileBytes() }
  }
}

extension HistoryPast.Piece {
  fileprivate mutating func append(_ newTimes: [Double], _ newValues: ArraySlice<Double>) {
    times += newTimes
    values += newValues
  }

  /// Sorts the samples by time, because some may have come late.
  fileprivate mutating func sort() {
    let isOrdered = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    guard !isOrdered else { return }
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    (times, values) = (order.map { times[$0] }, order.map { values[$0] })
  }

  /// The samples, or rows of a width in seconds if the rows are far fewer.
  fileprivate func coarser(width: Double) -> HistoryPast.Piece {
    guard let first = times.first, let last = times.last, width >= 0.001,
      Double(times.count) > 8 * ((last - first) / width + 1)
    else { return self }
    return HistoryPast.Piece(buckets(width: width))
  }
}
