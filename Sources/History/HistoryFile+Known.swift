import SQLite

extension HistoryFile {
  /// The parts without samples that the file has in full resolution. A source may send the same rows again at each
  /// start of the program.
  /// - Parameter isLeftover: see `write`.
  func withoutKnown(
    _ parts: [BlockPacker.Part], isLeftover: Bool
  ) throws(SQLiteError) -> [BlockPacker.Part] {
    if firstEnd == nil {
      let times = HistoryTier.raw.hasPossibleTimes
      firstEnd = try connection.integer("SELECT max(end) FROM raw WHERE \(times)") ?? .min
    }
    let end = firstEnd ?? .min
    let late = parts.filter { $0.times[0] <= lastEnds[$0.number] ?? end }
    for part in parts {
      lastEnds[part.number] = max(lastEnds[part.number] ?? .min, part.times[part.times.count - 1])
    }
    let known = try knownValues(of: late, atAllTimes: isLeftover)
    return parts.map { part in
      guard let values = known[part.number] else { return part }
      return isLeftover ? part.after(values.keys.max() ?? .min) : part.without(values)
    }
  }

  /// Forgets the last times of series without a name. A new series may get one of their numbers.
  func forgetLastEnds() {
    let used = Set(numbers.values)
    for (number, end) in lastEnds where !used.contains(number) {
      firstEnd = max(firstEnd ?? .min, end)
      lastEnds[number] = nil
    }
  }

  /// The values in the file at the times of parts, or at all times between them, by the numbers of the series and the
  /// times.
  private func knownValues(
    of parts: [BlockPacker.Part], atAllTimes: Bool
  ) throws(SQLiteError) -> [Int: [Int: [Double]]] {
    var known: [Int: [Int: [Double]]] = [:]
    for (times, group) in Dictionary(grouping: parts, by: \.times) {
      let (wanted, range) = (Set(times), times[0]...times[times.count - 1])
      try eachBlock(of: .raw, in: range, wanted: Set(group.map(\.number))) { _, block in
        for series in block.series {
          guard let values = series.columns.first else { continue }
          for (time, value) in zip(block.times, values)
          where atAllTimes ? range.contains(time) : wanted.contains(time) {
            known[series.number, default: [:]][time, default: []].append(value)
          }
        }
      }
    }
    return known
  }
}

extension BlockPacker.Part {
  /// The part without known samples. Two samples of the same time count as different if their values differ, because
  /// the rows of a log may have whole seconds as times.
  /// - Parameter known: the values in the file by their times.
  fileprivate func without(_ known: [Int: [Double]]) -> BlockPacker.Part {
    filtered { place in
      known[times[place]]?.contains { isStored(columns[0][place], as: $0) } != true
    }
  }

  /// The samples after a time.
  fileprivate func after(_ time: Int) -> BlockPacker.Part { filtered { times[$0] > time } }

  private func filtered(_ isWanted: (Int) -> Bool) -> BlockPacker.Part {
    let places = times.indices.filter(isWanted)
    return BlockPacker.Part(
      number: number, times: places.map { times[$0] },
      columns: columns.map { column in places.map { column[$0] } })
  }

  /// Whether the file has a value in a stored form, which may lack the last digits: see `NumberColumn`.
  private func isStored(_ value: Double, as stored: Double) -> Bool {
    guard value.isFinite else { return stored.isNaN }
    return abs(value - stored) <= abs(value) * 0x1p-20
  }
}
