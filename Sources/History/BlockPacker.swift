/// Packs the columns of series into blocks of a suitable size.
struct BlockPacker {
  /// The columns of a series with times of its own, in milliseconds.
  struct Part {
    var number: Int
    var times: [Int]
    var columns: [[Double]]
  }

  /// The number of bytes above which a block is divided, so that a reader of few series skips the others. SQLite
  /// keeps most of a large block in pages that hold nothing else. Such pages are full, and the deletion of the block
  /// frees them without writing them.
  private static let largest = 4096
  /// The largest number of times of a block.
  private static let mostTimes = 1024

  /// The blocks of some series. Series with the same times share blocks.
  /// - Parameter span: the largest number of milliseconds of a block.
  static func blocks(of parts: [Part], span: Int) -> [SampleBlock] {
    var groups: [[Int]: [SampleBlock.Series]] = [:]
    for part in parts where !part.times.isEmpty {
      groups[part.times, default: []]
        .append(SampleBlock.Series(number: part.number, columns: part.columns))
    }
    let sorted = groups.sorted {
      ($0.key[0], $0.value[0].number) < ($1.key[0], $1.value[0].number)
    }
    return sorted.flatMap { times, series in
      ranges(of: times, span: span).flatMap { range in
        divided(
          SampleBlock(
            times: Array(times[range]),
            series: series.map { part in
              SampleBlock.Series(
                number: part.number, columns: part.columns.map { Array($0[range]) })
            }))
      }
    }
  }

  /// The ranges of times that fit into one block each.
  private static func ranges(of times: [Int], span: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for index in times.indices
    where
      times[index] - times[start] >= span || index - start >= mostTimes
    {
      result.append(start..<index)
      start = index
    }
    result.append(start..<times.count)
    return result
  }

  /// The block, or several blocks with a part of its series each if the block is too large.
  private static func divided(_ block: SampleBlock) -> [SampleBlock] {
    guard block.series.count > 1 else { return [block] }
    let size = block.bytes.count
    guard size > largest else { return [block] }
    let parts = min(block.series.count, (size + largest - 1) / largest)
    return (0..<parts).map { part in
      let count = block.series.count
      return SampleBlock(
        times: block.times,
        series: Array(block.series[count * part / parts..<count * (part + 1) / parts]))
    }
  }
}
