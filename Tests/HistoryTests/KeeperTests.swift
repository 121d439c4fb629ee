import Foundation
import Synchronization
import TestSupport
import Testing

@testable import History

/// A history that is kept while a program runs, on disks with trouble.
@Suite struct KeeperTests {
  private let start = 1_699_999_200.0

  /// The owner of a keeper: what is to be written, and what was told.
  private final class Owner: Sendable {
    let batches = Mutex<[HistoryBatch]>([])
    let states = Mutex<[HistoryKeeper.State]>([])
    let lines = Mutex<[String]>([])
    /// The present time in UTC seconds.
    let time = Mutex(1_699_999_200.0)
    /// The seconds since the start of the system.
    let sinceBoot = Mutex(0.0)

    func keeper(_ path: String, limits: HistoryLimits = HistoryLimits()) -> HistoryKeeper {
      HistoryKeeper(
        path: path, limits: limits, period: 3600, clock: { [self] in time.withLock { $0 } },
        sinceBoot: { [self] in sinceBoot.withLock { $0 } },
        owner: HistoryKeeper.Owner(
          takeBatch: { [self] in
            batches.withLock { batches in
              defer { batches = [] }
              return HistoryBatch(
                batches.flatMap(\.series), isCut: batches.contains(where: \.isCut))
            }
          },
          stateChanged: { [self] state in states.withLock { $0.append(state) } },
          report: { [self] line in lines.withLock { $0.append(line) } }))
    }

    func put(_ series: HistoryBatch.Series) {
      batches.withLock { $0.append(HistoryBatch([series])) }
    }

    var state: HistoryKeeper.State? { states.withLock { $0.last } }
  }

  private func times(_ path: String) throws -> [Double] {
    let past = try HistoryFile(path, .reading).past(of: ["a"], in: 0...1e10, resolution: 0)
    return past.series["a"]?.flatMap(\.times) ?? []
  }

  @Test func whatIsLeftIsWrittenAtTheEnd() throws {
    let folder = HistoryFolder()
    let owner = Owner()
    let keeper = owner.keeper(folder.url.path + "/new/deep/test.db")
    keeper.start()
    owner.put(seconds("a", from: start, count: 10))
    keeper.finish()
    #expect(owner.state == .writing)
    #expect(try times(folder.url.path + "/new/deep/test.db").count == 10)
  }

  /// Samples from before 1970 are not kept, which is told once.
  @Test func timesThatAreNotKept() async throws {
    let folder = HistoryFolder()
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    owner.put(seconds("a", from: start, count: 10))
    keeper.start()
    await keeper.settle()
    #expect(owner.lines.withLock { $0 } == [])
    for first in [-5.0, -100] {
      owner.put(seconds("a", from: first, count: 10))
      keeper.hurry()
      await keeper.settle()
    }
    keeper.finish()
    #expect(
      owner.lines.withLock { $0 } == [
        "the history keeps no samples from before 1970 or after 9999"
      ])
    // The rows of 1970 are so old that only a minute of them is read.
    let past = try HistoryFile(folder.path, .reading).past(of: ["a"], in: 0...1e10, resolution: 0)
    let pieces = past.series["a"] ?? []
    #expect(
      pieces.map { $0.width > 0 ? $0.counts : $0.times.map { _ in 1 } } == [
        [5], Array(repeating: 1, count: 10),
      ])
  }

  /// A command that is being started has copies of all descriptors until its program begins. A file that is opened
  /// again in this moment is not another program's.
  @Test func aCopyOfTheDescriptorHoldsNoLock() async throws {
    let folder = HistoryFolder()
    let (first, second) = (Owner(), Owner())
    let keeper = first.keeper(folder.path)
    keeper.start()
    await keeper.settle()
    let lock = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first {
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/" + $0)
        return target == folder.path + ".lock"
      }.flatMap { Int32($0) })
    let copy = fcntl(lock, F_DUPFD_CLOEXEC, 0)
    defer { close(copy) }
    keeper.finish()
    let next = second.keeper(folder.path)
    next.start()
    await next.settle()
    #expect(second.state == .writing)
    next.finish()
  }

  /// Samples that come too fast are told once.
  @Test func samplesThatAreTooMany() async throws {
    let folder = HistoryFolder()
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    keeper.start()
    for _ in 0..<2 {
      owner.batches.withLock { $0.append(HistoryBatch([], isCut: true)) }
      keeper.hurry()
      await keeper.settle()
    }
    keeper.finish()
    #expect(
      owner.lines.withLock { $0 } == [
        "the history lacks its oldest waiting samples: new ones come too fast"
      ])
  }

  @Test func oneOfTwoWritesAndBothRead() async throws {
    let folder = HistoryFolder()
    let (first, second) = (Owner(), Owner())
    let writer = first.keeper(folder.path)
    first.put(seconds("a", from: start, count: 10))
    writer.start()
    await writer.settle()
    let reader = second.keeper(folder.path)
    second.put(seconds("a", from: start, count: 10))
    reader.start()
    await reader.settle()
    #expect(first.state == .writing)
    #expect(second.state == .reading)
    for keeper in [writer, reader] {
      let past = await withCheckedContinuation { done in
        keeper.read([.init(range: 0...1e10, resolution: 0)], where: { $0 == "a" }) {
          done.resume(returning: $0)
        }
      }
      #expect(past.series["a"]?.first?.times.count == 10)
    }
    // The other one takes over.
    writer.finish()
    second.put(seconds("a", from: start + 10, count: 10))
    reader.finish()
    #expect(second.state == .writing)
    #expect(try times(folder.path).count == 20)
  }

  /// Samples wait while another window writes, and fill what it has not written: its own series, and the time after its
  /// end. The other window's samples have slightly other times.
  @Test func samplesWaitForTheEndOfAnotherWindow() async throws {
    let folder = HistoryFolder()
    let (first, second) = (Owner(), Owner())
    let (writer, waiting) = (first.keeper(folder.path), second.keeper(folder.path))
    writer.start()
    await writer.settle()
    waiting.start()
    first.put(seconds("a", from: start + 0.25, count: 10))
    second.put(seconds("a", from: start, count: 15))
    second.put(seconds("b", from: start, count: 15))
    waiting.hurry()
    await waiting.settle()
    #expect(second.state == .reading)
    writer.finish()
    second.put(seconds("a", from: start + 15, count: 5))
    waiting.finish()
    #expect(second.state == .writing)
    let expected = (0..<10).map { start + 0.25 + Double($0) } + (10..<20).map { start + Double($0) }
    #expect(try times(folder.path) == expected)
    let past = try HistoryFile(folder.path, .reading).past(of: ["b"], in: 0...1e10, resolution: 0)
    #expect(past.series["b"]?.flatMap(\.times).count == 15)
    #expect(second.lines.withLock { $0 } == [])
  }

  @Test(arguments: ["a text that is no database, and longer than a header of one: ", "cut", "bits"])
  func aDamagedFileIsPutAside(_ damage: String) async throws {
    let folder = HistoryFolder()
    let before = Owner()
    for step in 0..<60 {
      before.put(seconds("a", from: start - 90_000 + Double(step) * 600, count: 600))
    }
    before.keeper(folder.path).finishAfterStart()
    let url = URL(fileURLWithPath: folder.path)
    var bytes = try Data(contentsOf: url)
    switch damage {
    case "cut": bytes = bytes.prefix(3000)
    case "bits": for place in stride(from: 200, to: bytes.count, by: 7) { bytes[place] ^= 0x55 }
    default: bytes = Data(String(repeating: damage, count: 100).utf8)
    }
    try bytes.write(to: url)
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    owner.put(seconds("a", from: start, count: 10))
    keeper.finishAfterStart()
    #expect(owner.state == .writing)
    let lines = owner.lines.withLock { $0 }
    #expect(
      lines.count == 1 && lines[0].hasPrefix("the history was damaged (")
        && lines[0].hasSuffix(
          "): it is now \(folder.path).damaged-20231114-220000, and a new one has begun"),
      "\(lines)")
    #expect(folder.names.contains("test.db.damaged-20231114-220000"))
    let expected = (0..<10).map { start + Double($0) }
    #expect(try Array(times(folder.path).suffix(10)) == expected)
  }

  /// A disk that fails damages each new file, too. The files stay, the first of them above all.
  @Test func theDamagedFilesOfADiskThatFailsAreFew() async throws {
    let folder = HistoryFolder()
    let owner = Owner()
    let url = URL(fileURLWithPath: folder.path)
    for step in 0..<8 {
      try Data(String(repeating: "damage \(step) ", count: 200).utf8).write(to: url)
      owner.put(seconds("a", from: start + Double(step * 10), count: 10))
      owner.keeper(folder.path).finishAfterStart()
      #expect(owner.state == (step < 5 ? .writing : .off("too many damaged files are beside it")))
    }
    let name = "test.db.damaged-20231114-220000"
    #expect(
      folder.names.filter { $0.contains("damaged") }
        == [name] + (2...5).map { "\(name)-\($0)" })
    let first = try String(contentsOfFile: folder.url.path + "/" + name, encoding: .utf8)
    #expect(first.hasPrefix("damage 0 "))
    #expect(owner.lines.withLock { $0.count } == 5)
    // The user makes room.
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
    owner.put(seconds("a", from: start + 100, count: 10))
    owner.keeper(folder.path).finishAfterStart()
    #expect(owner.state == .writing)
    #expect(try times(folder.path).first == start + 100)
  }

  /// SQLite's own check finds nothing in such a file.
  @Test(arguments: [
    "DROP TABLE series; CREATE TABLE series(id INTEGER, key TEXT); "
      + "INSERT INTO series VALUES (1, 'a'), (1, 'b')",
    "UPDATE series SET id = 0", "UPDATE series SET id = 9223372036854775807",
    "REPLACE INTO made VALUES ('minute', -9223372036854775808)", "PRAGMA user_version = -1",
  ])
  func aFileWithImpossibleNumbersIsPutAside(_ change: String) throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    try file.write(HistoryBatch([seconds("a", from: start - 7200, count: 60)]))
    try file.connection.execute(change)
    file.close()
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    owner.put(seconds("a", from: start, count: 10))
    keeper.finishAfterStart()
    #expect(owner.state == .writing)
    let lines = owner.lines.withLock { $0 }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("(its tables have impossible numbers)") == true)
    #expect(folder.names.contains("test.db.damaged-20231114-220000"))
    #expect(try times(folder.path).count == 10)
  }

  /// Three blocks that the roll-up comes to, and a late one that only a reader finds.
  @Test func damagedBlocksAreToldOnce() async throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    for begin in [-7200.0, -7100, -7000, -6900, -200, -100] {
      try file.write(HistoryBatch([seconds("a", from: start + begin, count: 60)]))
    }
    for (change, begin) in [
      ("data = zeroblob(20)", -7200.0), ("end = 9223372036854775807", -7100),
      ("start = -9223372036854775808", -7000), ("data = zeroblob(20)", -200),
    ] {
      try file.connection.execute(
        "UPDATE raw SET \(change) WHERE start = \(Int(start + begin) * 1000)")
    }
    file.close()
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    keeper.start()
    for _ in 0..<2 {
      let past = await withCheckedContinuation { done in
        keeper.read([.init(range: 0...1e10, resolution: 0)], where: { _ in true }) {
          done.resume(returning: $0)
        }
      }
      #expect(past.series["a"]?.flatMap(\.times).count == 120)
      keeper.hurry()
    }
    keeper.finish()
    #expect(owner.state == .writing)
    let told = [3, 1].map {
      "\(folder.path): the samples of damaged blocks are left out (blocks: \($0))"
    }
    #expect(owner.lines.withLock { $0 } == told)
  }

  /// The names of breaches are written at once, and again into the file after a damaged one.
  @Test func breachesOfAnEarlierRun() async throws {
    func read(_ keeper: HistoryKeeper) async -> Set<String> {
      await withCheckedContinuation { result in keeper.readBreaches { result.resume(returning: $0) }
      }
    }
    let folder = HistoryFolder()
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    #expect(await read(keeper) == [])
    keeper.start()
    keeper.setBreaches(["a", "b"])
    await keeper.settle()
    #expect(try HistoryFile(folder.path, .reading).breaches() == ["a", "b"])
    #expect(await read(keeper) == ["a", "b"])
    try FileManager.default.removeItem(atPath: folder.path)
    owner.put(seconds("a", from: start, count: 10))
    keeper.hurry()
    await keeper.settle()
    #expect(await read(keeper) == ["a", "b"])
    keeper.finish()
  }

  /// Somebody who tidies up may remove the log of an open file: nothing of it is lost, even if the program is killed then.
  @Test func aRemovedLogLosesNothing() async throws {
    let folder = HistoryFolder()
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    keeper.start()
    for step in 0..<3 {
      owner.put(seconds("a", from: start + Double(10 * step), count: 10))
      keeper.hurry()
      await keeper.settle()
      if step == 1 { try FileManager.default.removeItem(atPath: folder.path + "-wal") }
    }
    #expect(try times(folder.path) == (0..<30).map { start + Double($0) })
    #expect(owner.state == .writing && owner.lines.withLock { $0 } == [])
    keeper.finish()
    #expect(try times(folder.path).count == 30)
  }

  @Test func aNewerFileIsLeftAlone() throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    try file.connection.execute("PRAGMA user_version = 99")
    file.close()
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    owner.put(seconds("a", from: start, count: 10))
    keeper.finishAfterStart()
    #expect(owner.state == .off(newer))
    #expect(owner.lines.withLock { $0 } == [])
  }

  /// The state of a keeper before a file is read.
  enum Before: CaseIterable { case unstarted, off, reading }

  /// A past that stays empty has a reason, which is told once: as that of a history that is off, or by itself.
  @Test(arguments: Before.allCases)
  func aFileThatCannotBeReadIsToldOnce(_ before: Before) async throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    try file.connection.execute("PRAGMA user_version = 99")
    file.close()
    let lock = before == .reading ? try HistoryPlace(path: folder.path).lock() : -1
    defer { close(lock) }
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    if before != .unstarted { keeper.start() }
    for _ in 0..<3 { await keeper.settle() }
    keeper.finish()
    #expect(owner.state == (before == .reading ? .reading : .off(newer)))
    #expect(
      owner.lines.withLock { $0 } == (before == .off ? [] : ["\(folder.path): \(newer)"]))
  }

  private let newer = "a later version of wallchart has written it"

  /// A file that another process has just created has no tables yet.
  @Test func aMissingOrNewFileIsNotTold() async throws {
    let folder = HistoryFolder()
    let lock = try HistoryPlace(path: folder.path).lock()
    defer { close(lock) }
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    keeper.start()
    await keeper.settle()
    try Data().write(to: URL(fileURLWithPath: folder.path))
    for _ in 0..<2 { await keeper.settle() }
    #expect(owner.state == .reading)
    #expect(owner.lines.withLock { $0 } == [])
    keeper.finish()
  }

  /// A folder that nobody can make, and that is there later.
  @Test func aLostDiskIsTriedAgain() async throws {
    let folder = HistoryFolder()
    let mount = folder.url.appendingPathComponent("mount")
    try Data().write(to: mount)
    let owner = Owner()
    let path = mount.appendingPathComponent("test.db").path
    let keeper = owner.keeper(path)
    owner.put(seconds("a", from: start, count: 10))
    keeper.start()
    await keeper.settle()
    guard case .off(let reason) = owner.state else {
      Issue.record("\(String(describing: owner.state))")
      return
    }
    #expect(reason.contains("Not a directory"))
    try FileManager.default.removeItem(at: mount)
    keeper.hurry()
    await keeper.settle()
    #expect(owner.state == .writing)
    #expect(try times(path).count == 10)
    // The disk goes, with the file open, and another one comes.
    try FileManager.default.removeItem(at: mount)
    owner.put(seconds("a", from: start + 10, count: 10))
    keeper.hurry()
    await keeper.settle()
    #expect(owner.state == .writing)
    #expect(try times(path).count == 10)
    keeper.finish()
  }

  /// Makes a history with a year of quarters of an hour, up to the last midnight.
  private func makeYear(_ path: String) throws {
    let file = try HistoryFile(path, .writing)
    try file.write(HistoryBatch([seconds("a", from: midnight, count: 60)]))
    let blocks = (0..<365).map { day in
      let rows = (0..<96).map { Double($0) }
      return SampleBlock(
        times: rows.map { (Int(midnight) - (365 - day) * 86_400 + Int($0) * 900) * 1000 },
        series: [.init(number: 1, columns: [rows, rows, rows, rows.map { _ in 900 }])])
    }
    try file.insert(blocks, into: .quarter)
    let end = Int(midnight) * 1000
    try file.connection.execute(
      "REPLACE INTO made VALUES ('minute', \(end)), ('quarter', \(end))")
    file.close()
  }

  private let midnight = 1_699_920_000.0

  /// The clock is years off for a while, in one run of the program or in several, and right for two hours then. A batch
  /// comes each five minutes.
  @Test(arguments: [(10.0, 10), (-10, 10), (-10, 40)], [false, true])
  func aWrongClockDropsNothing(wrong: (years: Double, steps: Int), restarts: Bool) async throws {
    let folder = HistoryFolder()
    try makeYear(folder.path)
    let owner = Owner()
    var keeper = owner.keeper(folder.path)
    keeper.start()
    let (first, right) = (start + wrong.years * 366 * 86_400, start + 3600)
    let wrongTimes: [Double] = (0..<wrong.steps).map { first + Double($0 * 300) }
    let rightTimes: [Double] = (0..<24).map { right + Double($0 * 300) }
    for time in wrongTimes + rightTimes {
      owner.time.withLock { $0 = time }
      owner.put(seconds("a", from: time - 10, count: 10))
      if restarts, !rightTimes.contains(time) {
        keeper.finish()
        keeper = owner.keeper(folder.path)
        keeper.start()
      } else {
        keeper.hurry()
      }
      await keeper.settle()
    }
    keeper.finish()
    #expect(owner.state == .writing)
    let file = try HistoryFile(folder.path, .reading)
    let past = try file.past(
      of: ["a"], in: midnight - 365 * 86_400...midnight - 1, resolution: 450)
    let counts = past.series["a"]?.flatMap(\.counts) ?? []
    #expect(counts == Array(repeating: 900, count: 365 * 96))
    // Care is taken again with the right time.
    #expect(try file.endOfMinutes() == start + 2 * 3600)
  }

  /// A laptop that is awake for ten minutes every two hours makes minutes each time.
  @Test func aMachineThatSleepsMakesMinutes() async throws {
    let folder = HistoryFolder()
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    keeper.start()
    for time in (0..<8).flatMap({ [Double($0) * 7200, Double($0) * 7200 + 600] }) {
      owner.time.withLock { $0 = start + time }
      owner.sinceBoot.withLock { $0 = time }
      owner.put(seconds("a", from: start + time - 10, count: 10))
      keeper.hurry()
      await keeper.settle()
    }
    keeper.finish()
    #expect(try HistoryFile(folder.path, .reading).endOfMinutes() == start + 7 * 7200 - 3600)
  }

  /// The clock jumps within a month of the samples, and back with a later batch.
  @Test(arguments: [-86_400.0, 86_400, 2_592_000])
  func aClockThatJumpsForAMomentDropsNothing(jump: Double) async throws {
    let folder = HistoryFolder()
    let owner = Owner()
    let keeper = owner.keeper(folder.path)
    owner.put(seconds("a", from: start - 7200, count: 100))
    keeper.start()
    for time in [60, 120 + jump, 180] {
      owner.time.withLock { $0 = start + time }
      owner.put(seconds("a", from: start + time - 10, count: 10))
      keeper.hurry()
      await keeper.settle()
    }
    keeper.finish()
    #expect(owner.state == .writing)
    let past = try HistoryFile(folder.path, .reading).past(of: ["a"], in: 0...1e10, resolution: 0)
    let raw = past.series["a"]?.filter { $0.width == 0 } ?? []
    #expect(raw.flatMap(\.times).count == 130)
  }

  /// The newest samples wait while a folder cannot be made. Each time without room is told once.
  @Test func theOldestOfTooManyWaitingSamplesGo() async throws {
    let folder = HistoryFolder()
    let mount = folder.url.appendingPathComponent("mount")
    let owner = Owner()
    let path = mount.appendingPathComponent("test.db").path
    let keeper = owner.keeper(path)
    let most = HistoryKeeper.mostWaiting
    for round in 0..<2 {
      try? FileManager.default.removeItem(at: mount)
      try Data().write(to: mount)
      owner.put(seconds("b", from: start, count: 5))
      for part in 0..<3 {
        owner.put(seconds("a", from: start + Double(part * most / 2), count: most / 2))
        if round == 0, part == 0 { keeper.start() } else { keeper.hurry() }
        await keeper.settle()
      }
      try FileManager.default.removeItem(at: mount)
      keeper.hurry()
      await keeper.settle()
      #expect(owner.state == .writing)
      let kept = try times(path)
      #expect(kept.count == most)
      #expect(kept.first == start + Double(most / 2))
      #expect(
        owner.lines.withLock { $0 }
          == Array(
            repeating: "the history lacks its oldest waiting samples: it cannot be written",
            count: round + 1))
    }
    keeper.finish()
  }

  /// A database whose size is limited behaves as a full disk does. The limit is that of a connection, so that the
  /// disk has room again when the file is opened anew.
  /// - Parameter spare: the pages that are left: too few for the batch, or enough for it and too few for the minutes
  ///   that are made afterwards.
  @Test(arguments: [0, 24])
  func aFullDiskCostsNoSamplesAndDoublesNone(spare: Int) async throws {
    let folder = HistoryFolder()
    let file = try HistoryFile(folder.path, .writing)
    var random = SeededGenerator(seed: 3)
    for hour in -30 ..< -1 {
      try file.write(
        HistoryBatch([
          seconds("b", from: start + Double(hour) * 3600, count: 3600) { _ in random.unit() }
        ]))
    }
    file.close()
    let owner = Owner()
    owner.time.withLock { $0 = start - 30 * 3600 }
    let keeper = owner.keeper(folder.path)
    keeper.start()
    await keeper.settle()
    #expect(owner.state == .writing)
    // The clock jumps, so that no minutes are made for an hour.
    for rest in stride(from: 3600.0, through: 600, by: -600) {
      owner.time.withLock { $0 = start - rest }
      keeper.hurry()
      await keeper.settle()
    }
    try keeper.writer.sync {
      let connection = try #require(keeper.writing.file?.connection)
      let pages = try #require(try connection.integer("PRAGMA page_count"))
      try connection.execute("PRAGMA max_page_count = \(pages + spare)")
    }
    owner.time.withLock { $0 = start }
    owner.put(seconds("a", from: start, count: 600) { sin(Double($0)) })
    keeper.hurry()
    await keeper.settle()
    #expect(owner.state == .off("database or disk is full"))
    #expect(try times(folder.path).count == (spare > 0 ? 600 : 0))
    owner.put(seconds("a", from: start + 600, count: 10))
    keeper.hurry()
    await keeper.settle()
    #expect(owner.state == .writing)
    keeper.finish()
    let expected = (0..<610).map { start + Double($0) }
    #expect(try times(folder.path) == expected)
  }
}

extension HistoryKeeper {
  /// Opens the file, writes and closes it.
  func finishAfterStart() {
    start()
    finish()
  }

  /// Waits until the writer's queue has done what it was asked for.
  func settle() async {
    await withCheckedContinuation { done in readSpan { _ in done.resume() } }
  }
}
