import Foundation
import Testing

@testable import History

/// Samples that come late or again.
@Suite struct LateSamplesTests {
  /// A whole hour: 2023-11-14 22:00 UTC.
  private let start = 1_699_999_200.0
  private var end: Double { start + 72 * 3600 }

  /// The ages of the samples and minutes that are kept: an age of 3 hours has samples, one of 20 hours has minutes, and
  /// one of 60 hours has quarters.
  private var limits: HistoryLimits {
    var limits = HistoryLimits()
    (limits.raw, limits.minute) = (6 * 3600, 36 * 3600)
    return limits
  }

  /// A history of three days with a sample each twenty seconds, whose tiers are made and pruned.
  private func makeHistory(_ path: String) throws -> HistoryFile {
    let file = try HistoryFile(path, .writing)
    for hour in 0..<72 {
      let from = start + Double(hour) * 3600
      try file.write(
        HistoryBatch([
          HistoryBatch.Series(
            key: "a", times: (0..<180).map { from + Double($0) * 20 },
            values: (0..<180).map { Double($0 * 7 % 100) })
        ]))
    }
    try takeCare(of: file)
    return file
  }

  private func takeCare(of file: HistoryFile) throws {
    while try !file.rollUp(now: end) {}
    try file.prune(limits, now: end)
  }

  private func pieces(
    _ file: HistoryFile, _ key: String, resolution: Double = 0
  ) throws -> [HistoryPast.Piece] {
    try file.past(of: [key], in: start...end, resolution: resolution).series[key] ?? []
  }

  @Test(arguments: [(3, 0), (20, 60), (60, 900)])
  func lateSamplesReachEachTier(hoursAgo: Int, width: Double) throws {
    let folder = HistoryFolder()
    let file = try makeHistory(folder.path)
    let before = try [0.0, 30, 450].map { try pieces(file, "a", resolution: $0).flatMap(\.values) }
    try file.write(HistoryBatch([seconds("late", from: end - Double(hoursAgo) * 3600, count: 900)]))
    try takeCare(of: file)
    let late = try pieces(file, "late")
    #expect(late.map(\.width) == [width])
    #expect(late.flatMap(\.times).count == (width > 0 ? 900 / Int(width) : 900))
    for resolution in [30.0, 450] {
      let rows = try pieces(file, "late", resolution: resolution)
      #expect(rows.flatMap(\.counts).reduce(0, +) == 900)
    }
    #expect(
      try [0.0, 30, 450].map { try pieces(file, "a", resolution: $0).flatMap(\.values) } == before)
  }

  /// Two samples that come late join the three of their minute while these are kept. Later they do not replace the row
  /// of the three.
  @Test(arguments: [(3, 5.0), (20, 3)])
  func aFullRowIsNotReplacedByAPart(hoursAgo: Int, count: Double) throws {
    let folder = HistoryFolder()
    let file = try makeHistory(folder.path)
    let minute = end - Double(hoursAgo) * 3600
    try file.write(
      HistoryBatch([
        HistoryBatch.Series(key: "a", times: [5, 25].map { minute + $0 }, values: [1, 2])
      ]))
    try takeCare(of: file)
    let rows = try file.past(of: ["a"], in: minute...minute + 119, resolution: 30).series["a"]
    #expect(rows?.flatMap(\.counts) == [count, 3])
  }

  /// Numbers of many decimals lose their last digits in a file.
  @Test(arguments: [
    [1.0, 2, 2, .nan, 0], [0.123456789012345, 7.7e8, -3.3e-7, .infinity, 2.0 / 3],
  ])
  func rowsThatComeAgainAreKeptOnce(values: [Double]) throws {
    let folder = HistoryFolder()
    let series = HistoryBatch.Series(
      key: "a", times: [0, 10, 10, 20, 30].map { start + $0 }, values: values)
    for _ in 0..<2 {
      let file = try HistoryFile(folder.path, .writing)
      for _ in 0..<2 { try file.write(HistoryBatch([series])) }
      file.close()
    }
    let file = try HistoryFile(folder.path, .writing)
    #expect(try file.connection.integer("SELECT count(*) FROM raw") == 1)
    #expect(try pieces(file, "a").flatMap(\.times) == series.times)
    // A later row of the same second, and one with another number.
    try file.write(
      HistoryBatch([
        HistoryBatch.Series(key: "a", times: [30, 30.5].map { start + $0 }, values: [44, 55])
      ]))
    #expect(try pieces(file, "a").flatMap(\.values).suffix(2) == [44, 55])
    #expect(try pieces(file, "a").flatMap(\.times).count == 7)
  }

  /// A log that grows is read from its beginning at each start.
  @Test func aLogThatIsReadAgainAddsItsNewRows() throws {
    let folder = HistoryFolder()
    for count in [100, 150, 400] {
      let file = try HistoryFile(folder.path, .writing)
      try file.write(HistoryBatch([seconds("a", from: start, count: count)]))
      while try !file.rollUp(now: start + 86_400) {}
      file.close()
    }
    let file = try HistoryFile(folder.path, .reading)
    #expect(try pieces(file, "a").flatMap(\.times) == (0..<400).map { start + Double($0) })
    let rows = try pieces(file, "a", resolution: 30)
    #expect(rows.flatMap(\.counts) == [60, 60, 60, 60, 60, 60, 40])
  }
}
