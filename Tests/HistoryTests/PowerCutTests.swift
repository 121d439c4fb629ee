import CSQLite
import PowerCut
import SQLite
import TestSupport
import Testing

@testable import History

/// A disk that loses power while a history is written.
@Suite(.serialized) struct PowerCutTests {
  private let start = 1_699_999_200.0

  private func install() throws {
    let lib = try LibSQLite.shared.get()
    let find: @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? = { name in
      guard let lib = try? LibSQLite.shared.get() else { return nil }
      return UnsafeMutableRawPointer(lib.call.vfs_find(name))
    }
    let register: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { vfs, isDefault in
      guard let lib = try? LibSQLite.shared.get() else { return 1 }
      return lib.call.vfs_register(vfs?.assumingMemoryBound(to: sqlite3_vfs.self), isDefault)
    }
    #expect(power_cut_install(find, register) != 0)
    _ = lib
  }

  /// Writes batches until the power goes.
  /// - Returns: the number of batches that were written.
  private func writeUntilCut(from first: Int) -> Int {
    var written = first
    guard let file = try? HistoryFile("test.db", .writing, vfs: POWER_CUT_NAME) else {
      return written
    }
    defer { file.close() }
    while true {
      let from = start + Double(written * 60)
      let batch = HistoryBatch(
        (0..<3).map { number in seconds("s\(number)", from: from, count: 60) })
      do throws(HistoryFailure) {
        try file.write(batch)
        written += 1
        if written % 20 == 0 {
          try file.rollUp(now: from)
          var limits = HistoryLimits()
          limits.size = 60_000
          try file.prune(limits, now: from)
        }
      } catch { return written }
    }
  }

  @Test func aThousandCutsCostAtMostTheBatchUnderWay() throws {
    try install()
    power_cut_reset()
    var random = SeededGenerator(seed: 9)
    var written = 0
    let expected = (0..<60).map { Double($0) }
    for cut in 0..<1000 {
      power_cut_after(Int64.random(in: 0...(cut % 10 == 0 ? 300 : 40), using: &random))
      written = writeUntilCut(from: written)
      power_cut_restart(random.next())
      let file = try HistoryFile("test.db", .writing, vfs: POWER_CUT_NAME)
      #expect(try file.connection.integer("SELECT count(*) FROM pragma_quick_check") == 1)
      #expect(try text(file, "SELECT quick_check FROM pragma_quick_check") == "ok")
      // The batch under way may have come whole, or not at all.
      let last = try file.span()?.upperBound
      let found = last.map { Int(($0 - start + 1) / 60) } ?? 0
      #expect(found == written || found == written + 1, "cut \(cut)")
      for number in 0..<3 where found > 0 {
        let past = try file.past(
          of: ["s\(number)"], in: start + Double(found - 1) * 60...start + Double(found) * 60,
          resolution: 0)
        #expect(past.series["s\(number)"]?[0].values == expected)
      }
      written = found
      file.close()
    }
    #expect(written > 500)
  }

  private func text(_ file: HistoryFile, _ query: String) throws -> String {
    let statement = try file.connection.prepare(query)
    return try statement.next() ? statement.text(0) : ""
  }
}
