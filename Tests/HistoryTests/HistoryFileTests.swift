import Foundation
import TestSupport
import Testing

@testable import History
@testable import SQLite

/// A history's file: what is written is read again, in every tier.
@Suite struct HistoryFileTests {
  /// A whole hour: 2023-11-14 22:00 UTC.
  private let start = 1_699_999_200.0

  @Test func whatIsWrittenIsRead() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    try file.write(
      HistoryBatch([
        seconds("a", from: start, count: 60), seconds("b", from: start + 0.5, count: 30),
      ]))
    try file.write(HistoryBatch([seconds("a", from: start + 60, count: 60) { Double($0) + 0.5 }]))
    file.close()
    let reader = try HistoryFile(folder.path, .reading)
    let past = try reader.past(of: ["a", "b", "c"], in: start + 10...start + 70, resolution: 0)
    #expect(Set(past.series.keys) == ["a", "b"])
    let a = try #require(past.series["a"]?.first)
    #expect(a.width == 0)
    let times = (10...70).map { start + Double($0) }
    #expect(a.times == times)
    let values = (10..<60).map { Double($0) } + (0...10).map { Double($0) + 0.5 }
    #expect(a.values == values)
    let expected = (10..<30).map { start + 0.5 + Double($0) }
    #expect(past.series["b"]?.first?.times == expected)
    #expect(try reader.span() == start...start + 119)
  }

  /// A source that floods has more samples than a reader has room for. Its past consists of rows, from the first block
  /// on, unless each sample is wanted.
  @Test(arguments: [
    (600, 1.0, 0.0, 600), (599, 1, 2, 300), (10, 1, 2, 300), (10, 0, 0, 600),
  ])
  func aPastWithoutRoomConsistsOfRows(
    most: Int, resolution: Double, width: Double, count: Int
  ) throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    file.mostSamples = most
    for part in 0..<3 {
      try file.write(HistoryBatch([seconds("a", from: start + Double(part) * 200, count: 200)]))
    }
    let past = try file.past(of: nil, in: start...start + 1000, resolution: resolution)
    let piece = try #require(past.series["a"]?.first)
    #expect(past.series["a"]?.count == 1)
    #expect(piece.width == width && piece.times.count == count)
    #expect(piece.counts.reduce(0, +) == (width > 0 ? 600 : 0))
  }

  /// A NUL in a label's value ends no key, also after another start.
  @Test func keysWithANULAreKept() throws {
    let folder = HistoryFolder()
    let keys = ["l{id=\"\u{0}a\"}", "l{id=\"\u{0}b\"}", "l{id=\""]
    for round in 0..<2 {
      let file = try HistoryFile(folder.path, .writing)
      let begin = start + Double(60 * round)
      try file.write(HistoryBatch(keys.map { seconds($0, from: begin, count: 60) }))
      file.close()
    }
    let reader = try HistoryFile(folder.path, .reading)
    let past = try reader.past(of: keys, in: start...start + 119, resolution: 0)
    #expect(keys.map { past.series[$0]?.reduce(0) { $0 + $1.times.count } } == [120, 120, 120])
  }

  /// A history beside which nothing can be written is read without locks, with its log if there is
  /// one.
  @Test(arguments: [false, true])
  func nothingIsWrittenBesideAHistoryThatIsReadOnly(hasLog: Bool) throws {
    let (folder, copy) = (HistoryFolder(), HistoryFolder())
    let file = try HistoryFile(folder.path, .writing)
    try file.write(HistoryBatch([seconds("a", from: start, count: 60)]))
    if !hasLog { file.close() }
    for name in folder.names where !name.hasSuffix("-shm") {
      try FileManager.default.copyItem(
        at: folder.url.appendingPathComponent(name), to: copy.url.appendingPathComponent(name))
    }
    let (names, bytes) = (copy.names, try Data(contentsOf: URL(fileURLWithPath: copy.path)))
    #expect(names == (hasLog ? ["test.db", "test.db-wal"] : ["test.db"]))
    let connection = try SQLiteConnection(copy.path, .readingOnly)
    #expect(try connection.integer("SELECT max(end) FROM raw") == Int(start + 59) * 1000)
    connection.close()
    #expect(copy.names == names)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.path)) == bytes)
  }

  /// A file without a log is opened by a URI, in which some letters of a path mean something else.
  @Test(arguments: ["a b", "50%25", "what?", "#1", "é"])
  func aReadOnlyHistoryOfAnyName(name: String) throws {
    let folder = HistoryFolder()
    let path = folder.url.appendingPathComponent(name).path
    let file = try HistoryFile(path, .writing)
    try file.write(HistoryBatch([seconds("a", from: start, count: 60)]))
    file.close()
    let connection = try SQLiteConnection(path, .readingOnly)
    #expect(try connection.integer("SELECT max(end) FROM raw") == Int(start + 59) * 1000)
    #expect(folder.names == [name])
  }

  /// A finer tier may begin in the middle of a row of a coarser one. Each sample is read once.
  @Test(arguments: [0, 93_600, 3_456_000])
  func noSampleIsInTwoTiers(age: Int) throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    let count = 9000
    let times = (0..<count).map { start + 17 + 20 * Double($0) }
    // Blocks of some minutes, as a program writes them.
    for first in stride(from: 0, to: count, by: 7) {
      let part = Array(times[first..<min(first + 7, count)])
      try file.write(
        HistoryBatch([HistoryBatch.Series(key: "a", times: part, values: part.map { _ in 1 })]))
    }
    let end = times[count - 1]
    while try !file.rollUp(now: end + 2 * 86_400) {}
    if age > 0 {
      var limits = HistoryLimits()
      limits.raw = end + 2 * 86_400 - (start + 26 * 3600 + 30)
      limits.minute = age > 86_400 ? end + 2 * 86_400 - (start + 13 * 3600 + 30) : limits.minute
      try file.prune(limits, now: end + 2 * 86_400)
    }
    let pieces = try #require(
      try file.past(of: nil, in: start...end + 1, resolution: 0).series["a"])
    #expect(
      pieces.reduce(0) { $0 + ($1.width > 0 ? Int($1.counts.reduce(0, +)) : $1.times.count) }
        == count)
    #expect(pieces.map(\.width) == (age == 0 ? [0] : age > 86_400 ? [900, 60, 0] : [60, 0]))
    let all = pieces.flatMap(\.times)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// The number of steps in which SQLite reads a stretch does not depend on the blocks after it.
  @Test func aStretchIsReadWithoutLaterBlocks() throws {
    let steps = try [10, 200].map { count in
      let folder = HistoryFolder()
      let file = try HistoryFile(folder.path, .writing)
      let hours = (0..<count).map { start + Double($0) * 7200 }
      for hour in hours { try file.write(HistoryBatch([seconds("a", from: hour, count: 5)])) }
      let counter = StepCounter()
      file.connection.lib.call.progress_handler(
        file.connection.handle, 1,
        { context in
          guard let context else { return 1 }
          Unmanaged<StepCounter>.fromOpaque(context).takeUnretainedValue().count += 1
          return 0
        }, Unmanaged.passUnretained(counter).toOpaque())
      let past = try file.past(of: ["a"], in: start...start + 60, resolution: 0)
      file.connection.lib.call.progress_handler(file.connection.handle, 0, nil, nil)
      #expect(past.series["a"]?.flatMap(\.times).count == 5)
      return counter.count
    }
    #expect(steps[0] > 0 && steps[0] == steps[1])
  }

  private final class StepCounter { var count = 0 }

  @Test func lateSamplesAreSortedIn() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    try file.write(HistoryBatch([seconds("a", from: start + 100, count: 5)]))
    try file.write(HistoryBatch([seconds("a", from: start, count: 5)]))
    try file.write(
      HistoryBatch([
        HistoryBatch.Series(key: "a", times: [start + 50, start + 20], values: [1, 2])
      ]))
    let past = try file.past(of: nil, in: start...start + 1000, resolution: 0)
    let times = try #require(past.series["a"]?.first?.times)
    #expect(times == times.sorted())
    #expect(times.count == 12)
  }

  @Test func tiersAreThoseOfTheSamples() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    var random = SeededGenerator(seed: 7)
    var values: [Double] = []
    for minute in 0..<26 * 60 {
      let new = (0..<60).map { _ in Double(Int.random(in: -500...500, using: &random)) / 10 }
      values += new
      try file.write(
        HistoryBatch([
          HistoryBatch.Series(
            key: "a", times: (0..<60).map { start + Double(minute * 60 + $0) }, values: new)
        ]))
    }
    while try !file.rollUp(now: start + 26 * 3600) {}
    for (resolution, width) in [(30.0, 60), (450.0, 900)] {
      let past = try file.past(
        of: ["a"], in: start...start + 26 * 3600, resolution: resolution)
      let pieces = try #require(past.series["a"])
      let rows = pieces.flatMap { piece in piece.times.indices.map { (piece, $0) } }
      #expect(rows.count == values.count / width)
      for (index, (piece, row)) in rows.enumerated() {
        let part = values[index * width..<(index + 1) * width]
        #expect(piece.width == Double(width))
        #expect(piece.times[row] == start + Double(index * width))
        #expect(piece.minima[row] == part.min())
        #expect(piece.maxima[row] == part.max())
        #expect(piece.counts[row] == Double(width))
        #expect(abs(piece.values[row] - part.reduce(0, +) / Double(width)) < 1e-4)
      }
    }
  }

  /// After the samples have gone, their minutes answer; after these, the quarters of an hour.
  @Test func whatIsTooOldIsAnsweredByCoarserTiers() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    let days = 3
    for hour in 0..<days * 24 {
      try file.write(
        HistoryBatch([
          HistoryBatch.Series(
            key: "a", times: (0..<360).map { start + Double(hour * 3600 + $0 * 10) },
            values: (0..<360).map { Double($0) })
        ]))
    }
    let now = start + Double(days) * 86_400
    while try !file.rollUp(now: now) {}
    var limits = HistoryLimits()
    (limits.raw, limits.minute) = (6 * 3600, 36 * 3600)
    try file.prune(limits, now: now)
    let past = try file.past(of: ["a"], in: start...now, resolution: 0)
    let pieces = try #require(past.series["a"])
    #expect(pieces.map(\.width) == [900, 60, 0])
    #expect(pieces[0].times[0] == start)
    // No stretch is told twice, and none is left out.
    #expect(pieces[0].times.last! + 900 == pieces[1].times[0])
    #expect(pieces[1].times.last! + 60 == pieces[2].times[0])
    #expect(pieces[2].times.last! == now - 10)
    #expect(pieces[1].times[0] <= now - 36 * 3600)
  }

  @Test func whatIsNotMadeYetIsKept() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    try file.write(HistoryBatch([seconds("a", from: start, count: 60)]))
    try file.prune(HistoryLimits(), now: start + 10 * 86_400)
    #expect(try file.past(of: nil, in: 0...1e10, resolution: 0).series["a"]?[0].times.count == 60)
  }

  /// The names of processes and containers come and go for ever: those without samples are forgotten.
  @Test func manyNamesWithoutSamplesAreForgotten() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    let names = (0..<HistoryFile.leastNames).map { "process \($0)" }
    try file.write(HistoryBatch(names.map { seconds($0, from: start, count: 1) }))
    let end = start + 3 * 366 * 86_400
    try file.write(HistoryBatch([seconds("process 7", from: end, count: 1)]))
    while try !file.rollUp(now: end) {}
    try file.prune(HistoryLimits(), now: end)
    #expect(Array(file.numbers.keys) == ["process 7"])
    // A name that returns has a number of its own.
    try file.write(HistoryBatch([seconds("process 8", from: end, count: 2)]))
    file.close()
    let past = try HistoryFile(folder.path, .reading).past(of: nil, in: 0...1e10, resolution: 0)
    #expect(
      past.series.mapValues { $0.flatMap(\.times).count } == ["process 7": 1, "process 8": 2])
  }

  @Test func theOldestGoesWhenTheFileIsTooLarge() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    var random = SeededGenerator(seed: 8)
    var limits = HistoryLimits()
    limits.size = 200_000
    for step in 0..<100 {
      let values = (0..<600).map { _ in random.unit() }
      try file.write(
        HistoryBatch([
          HistoryBatch.Series(
            key: "a", times: values.indices.map { start + Double(step * 600 + $0) },
            values: values)
        ]))
      try file.prune(limits, now: start + Double(step) * 600)
      #expect(try file.size() < 260_000)
    }
    let span = try #require(try file.span())
    #expect(span.upperBound == start + 59_999)
    #expect(span.lowerBound > start + 600)
    // A lower limit gives the room back.
    limits.size = 50_000
    try file.prune(limits, now: start + 60_000)
    #expect(try file.size() <= 50_000)
    #expect(try file.span()?.upperBound == start + 59_999)
  }

  /// SQLite cannot rewrite a file while a statement reads it, and not on a disk that is nearly full.
  @Test func aFileThatCannotBeRewrittenIsTriedAgainMuchLater() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    var random = SeededGenerator(seed: 4)
    for hour in 0..<20 {
      try file.write(
        HistoryBatch([
          seconds("a", from: start + Double(hour) * 3600, count: 1000) { _ in random.unit() }
        ]))
    }
    var limits = HistoryLimits()
    limits.size = 20_000
    let search = try file.connection.prepare("SELECT 1 FROM series UNION ALL SELECT 2")
    #expect(try search.next())
    try file.prune(limits, now: nil)
    search.reset()
    let size = try file.size()
    for _ in 0..<HistoryFile.mostSkippedRewrites { try file.prune(limits, now: nil) }
    #expect(try file.size() == size && size > 50_000)
    try file.prune(limits, now: nil)
    #expect(try file.size() <= 20_000)
  }

  /// Pages whose samples have become too old are used again, and not overwritten before.
  @Test func whatGoesIsNotWrittenAgain() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    var random = SeededGenerator(seed: 2)
    let noise = (0..<400).map { _ in Double.random(in: 0...1, using: &random) }
    for minute in 0..<300 {
      let series = (0..<20).map { number in
        seconds("s\(number)", from: start + Double(minute * 60), count: 60) {
          noise[($0 + minute * 7 + number * 13) % noise.count]
        }
      }
      try file.write(HistoryBatch(series))
    }
    while try !file.rollUp(now: start + 86_400) {}
    try file.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let kept = try file.size()
    var limits = HistoryLimits()
    (limits.raw, limits.size) = (7200, .max)
    try file.prune(limits, now: start + 2 * 86_400)
    let log = try FileManager.default.attributesOfItem(atPath: folder.path + "-wal")
    let written = try #require(log[.size] as? Int)
    #expect(try file.past(of: ["s0"], in: 0...1e10, resolution: 0).series["s0"]?.first?.width == 60)
    #expect(written * 20 < kept, "\(written) bytes of \(kept)")
  }

  @Test func aForgottenSeriesLeavesNothing() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    for hour in 0..<30 {
      let from = start + Double(hour) * 3600
      try file.write(
        HistoryBatch([
          seconds("secret place", from: from, count: 60), seconds("b", from: from, count: 60),
        ]))
    }
    while try !file.rollUp(now: start + 30 * 3600) {}
    let before = try file.past(of: ["b"], in: 0...1e10, resolution: 900)
    #expect(try file.forget { $0.hasPrefix("secret") } == ["secret place"])
    #expect(try file.summaries().map(\.key) == ["b"])
    let past = try file.past(of: nil, in: 0...1e10, resolution: 900)
    #expect(past.series["b"]?.map(\.values) == before.series["b"]?.map(\.values))
    file.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path))
    #expect(bytes.range(of: Data("secret place".utf8)) == nil)
  }

  /// A window goes on to write while another program forgets a series.
  @Test func aSeriesForgottenByAnotherProgramBeginsAnew() throws {
    let folder = HistoryFolder()
    let window = try HistoryFile(folder.path, .writing)
    try window.write(HistoryBatch([seconds("a", from: start, count: 10)]))
    let other = try HistoryFile(folder.path, .writing)
    #expect(try other.forget { _ in true } == ["a"])
    try window.write(HistoryBatch([seconds("a", from: start + 10, count: 5)]))
    #expect(try window.past(of: nil, in: 0...1e10, resolution: 0).series["a"]?[0].times.count == 5)
  }

  /// Another program forgets a series, and uses its number again, while a window waits for the file.
  @Test func aSeriesForgottenWhileAWindowWaitsBeginsAnew() throws {
    let folder = HistoryFolder()
    let window = try HistoryFile(folder.path, .writing)
    try window.write(HistoryBatch([seconds("a", from: start, count: 10)]))
    let other = try SQLiteConnection(folder.path, .writing)
    try other.execute(
      "BEGIN IMMEDIATE; DELETE FROM raw; DELETE FROM series; "
        + "INSERT INTO series(id, key) VALUES (1, 'b')")
    // The window finds the file locked, and tries again when the other program's transaction is over.
    _ = other.lib.call.busy_handler(
      window.connection.handle,
      { context, attempts in
        guard let context, attempts == 0 else { return 0 }
        let other = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
        return (try? other.execute("COMMIT")) == nil ? 0 : 1
      }, Unmanaged.passUnretained(other).toOpaque())
    try window.write(HistoryBatch([seconds("a", from: start + 10, count: 5)]))
    other.close()
    let past = try window.past(of: nil, in: 0...1e10, resolution: 0)
    #expect(past.series.mapValues { $0.flatMap(\.times).count } == ["a": 5])
    #expect(try window.keys() == ["a", "b"])
  }

  /// The second of two programs that forget a series finds its number in use by a new series.
  @Test func onlyTheSeriesOfTheNameIsForgotten() throws {
    let folder = HistoryFolder()
    let window = try HistoryFile(folder.path, .writing)
    try window.write(
      HistoryBatch(["a", "b"].map { seconds($0, from: start, count: 10) }))
    let second = try HistoryFile(folder.path, .writing)
    #expect(try HistoryFile(folder.path, .writing).forget { $0 == "b" } == ["b"])
    try window.write(HistoryBatch([seconds("c", from: start + 10, count: 5)]))
    #expect(try second.forget { $0 == "b" } == [])
    let past = try window.past(of: nil, in: 0...1e10, resolution: 0)
    #expect(past.series.mapValues { $0.flatMap(\.times).count } == ["a": 10, "c": 5])
  }

  /// The samples of most minutes, and the minutes of most quarters, have gone when the clock is set back for an hour.
  @Test(arguments: [7200.0, 86_400, 316_224_000])
  func aClockSetBackCostsNothing(distance: Double) throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    for hour in 0..<72 {
      let from = start + Double(hour) * 3600
      try file.write(
        HistoryBatch([
          HistoryBatch.Series(
            key: "a", times: (0..<360).map { from + Double($0) * 10 },
            values: (0..<360).map { Double($0 * 7 % 100) })
        ]))
    }
    let now = start + 72 * 3600
    var limits = HistoryLimits()
    (limits.raw, limits.minute) = (6 * 3600 + 1234, 36 * 3600 + 1234)
    func rows() throws -> [[[Double]]] {
      while try !file.rollUp(now: now) {}
      try file.prune(limits, now: now)
      return try [0, 30, 450].map { resolution in
        let past = try file.past(of: ["a"], in: start...now, resolution: resolution)
        let pieces = past.series["a"] ?? []
        return [pieces.flatMap(\.times), pieces.flatMap(\.values), pieces.flatMap(\.counts)]
      }
    }
    let before = try rows()
    #expect(before[0][2].reduce(0, +) > 0)
    let wrong = now - distance
    try file.rollUp(now: wrong)
    try file.write(HistoryBatch([seconds("b", from: wrong, count: 600)]))
    while try !file.rollUp(now: wrong + 2 * 3600) {}
    let minutes = try file.past(of: ["b"], in: wrong...wrong + 3600, resolution: 60)
    #expect(minutes.series["b"]?.flatMap(\.counts) == Array(repeating: 60, count: 10))
    try file.prune(limits, now: wrong + 2 * 3600)
    #expect(try rows() == before)
  }

  /// Changes of a row that SQLite's own check does not see.
  @Test(arguments: [
    "data = zeroblob(20)", "data = x''", "start = -1", "start = -9223372036854775808",
    "start = 9223372036854775807", "end = -9223372036854775808", "end = 9223372036854775807",
  ])
  func aDamagedBlockIsLeftOutAndCounted(_ change: String) throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    for hour in 0..<3 {
      try file.write(HistoryBatch([seconds("a", from: start + Double(hour * 3600), count: 60)]))
    }
    try file.connection.execute(
      "UPDATE raw SET \(change) WHERE start = (SELECT min(start) FROM raw)")
    let reader = try HistoryFile(folder.path, .reading)
    let span = try #require(try reader.span())
    #expect(span.lowerBound >= start && span.upperBound == start + 7259)
    let samples = try reader.past(of: nil, in: 0...1e10, resolution: 0).series["a"]
    #expect(samples?.flatMap(\.times).count == 120)
    #expect(reader.damagedBlocks.count == 1)
    let lister = try HistoryFile(folder.path, .reading)
    #expect(try lister.summaries().map(\.span) == [start + 3600...start + 7259])
    #expect(lister.damagedBlocks.count == 1)
    #expect(lister.damage == .damaged("the samples of damaged blocks are left out (blocks: 1)"))
    while try !file.rollUp(now: start + 4 * 3600) {}
    let minutes = try file.past(of: nil, in: 0...1e10, resolution: 60).series["a"]
    #expect(minutes?.flatMap(\.counts) == [60, 60])
    #expect(try file.forget { _ in true } == ["a"])
    #expect(file.damagedBlocks.count == 1)
    try file.prune(HistoryLimits(), now: start + 4 * 3600)
  }

  /// The database of another program, with a version of its own or without, is not touched.
  @Test(arguments: [0, 1, 7])
  func databasesOfOthersAreLeftAlone(version: Int) throws {
    let folder = HistoryFolder()
    let other = try SQLiteConnection(folder.path, .writing)
    try other.execute("CREATE TABLE users(name TEXT); PRAGMA user_version = \(version)")
    other.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path))
    for access in [SQLiteConnection.Access.reading, .writing] {
      #expect(throws: HistoryFailure.foreign) { try HistoryFile(folder.path, access) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path)) == bytes)
  }

  /// The names of breaches are replaced as a whole. A file of the version without them has none until it is written.
  @Test func namesOfBreaches() throws {
    let folder = HistoryFolder()
    let first = HistorySchema(steps: [HistorySchema.current.steps[0]])
    try HistoryFile(folder.path, .writing, schema: first).close()
    let reader = try HistoryFile(folder.path, .reading)
    #expect(try reader.breaches() == [])
    let file = try HistoryFile(folder.path, .writing)
    for names: Set<String> in [["a | above 1.0", "b"], ["b", "c'"], []] {
      try file.setBreaches(names)
      #expect(try reader.breaches() == names)
    }
  }

  @Test func versionsFollowOneAnother() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    try file.write(HistoryBatch([seconds("a", from: start, count: 10)]))
    file.close()
    let next = HistorySchema(
      steps: HistorySchema.current.steps + ["ALTER TABLE series ADD COLUMN unit TEXT;"])
    let migrated = try HistoryFile(folder.path, .writing, schema: next)
    #expect(try migrated.connection.integer("PRAGMA user_version") == next.version)
    #expect(try migrated.connection.integer("SELECT count(unit) FROM series") == 0)
    #expect(try migrated.past(of: ["a"], in: 0...1e10, resolution: 0).series.count == 1)
    migrated.close()
    // This program leaves the later version alone.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path))
    for access in [SQLiteConnection.Access.reading, .writing] {
      #expect(throws: HistoryFailure.newer) { try HistoryFile(folder.path, access) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path)) == bytes)
  }
}
