import Foundation
import Metrics
import TestSupport
import Testing

@testable import Feeds

/// Real files, changed while they are followed.
@Suite struct FileFeedTests {
  private func withFile(
    _ text: String?, _ columns: [String?], timeFormat: String? = nil,
    _ body: (URL, UpdateLog, URL) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x.log")
      if let text { try file.write(text) }
      let spec = TextFeedSpec(
        origin: .file(file.path), options: TextOptions(timeFormat: timeFormat))
      try await withFeed(.text(spec), Set(columns.map { .column($0) })) { _, log in
        try await body(file, log, folder)
      }
    }
  }

  @Test func givesWhatIsAdded() async throws {
    try await withFile("a b\n1 2\n3 4\n", ["b"]) { file, log, _ in
      // Rows without times existed before, so only the last row has a known time: that of the file's last
      // change.
      try await log.wait("the old row") { $0.values("b") == [4] }
      let written = try file.resourceValues(forKeys: [.contentModificationDateKey])
        .contentModificationDate!.timeIntervalSince1970
      #expect(abs(log.rows[0].time - written) < 0.001)
      try file.append("5 6\n7")
      try await log.wait("a new row") { $0.values("b") == [4, 6] }
      // Half a line does not count.
      try file.append(" 8\n")
      try await log.wait("a row in two parts") { $0.values("b") == [4, 6, 8] }
      #expect(log.all.allSatisfy { $0.health == .fresh })
    }
  }

  /// Rows that are counted are all there without times, as those of a pipe.
  @Test func oldRowsThatAreCounted() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x.log")
      try file.write((1...20).map { "\($0)\n" }.joined())
      let spec = TextFeedSpec(origin: .file(file.path), numbersRows: true)
      try await withFeed(.text(spec), [.columns]) { _, log in
        let metric = Query.metric(ofColumn: 0)
        try await log.wait("the old rows") { $0.values(metric) == (1...20).map(Double.init) }
        try file.append("21\n")
        try await log.wait("a new row") { $0.values(metric).last == 21 }
        #expect(log.all.compactMap(\.text).allSatisfy { $0.axis == .ordinal })
      }
    }
  }

  @Test func oldRowsWithTimesAreAllThere() async throws {
    let rows = (0..<100).map { "2026-11-21T10:\(10 + $0 / 60):\(10 + $0 % 50)Z,\($0)\n" }
    let text = "time,v\n" + rows.joined()
    try await withFile(text, ["v"]) { _, log, _ in
      try await log.wait("the last row") { $0.values("v").last == 99 }
      #expect(log.values("v").count > 50)
    }
  }

  /// Only the end of a long file is read, but its columns have the names from its start.
  @Test func aLongFileIsReadFromItsEnd() async throws {
    let row = "1,2\n"
    let text = "first,second\n" + String(repeating: row, count: 600_000) + "8,9\n"
    try await withFile(text, ["second"]) { file, log, _ in
      try await log.wait("the last row") { $0.values("second").last == 9 }
      #expect(log.values("second").count < 100)
      try file.append("10,11\n")
      try await log.wait("a new row") { $0.values("second").last == 11 }
    }
  }

  @Test func aFileMayComeLater() async throws {
    try await withFile(nil, ["v"]) { file, log, _ in
      try await log.waitForFailure(containing: "x.log: No such file or directory")
      try file.write("v\n1\n")
      try await log.wait("its row") { $0.values("v") == [1] && $0.all.last?.health == .fresh }
    }
  }

  /// A file system that is mounted late brings a file with old rows.
  @Test func anOldFileThatComesLaterIsReadFromItsEnd() async throws {
    try await withFile(nil, ["v"]) { file, log, folder in
      try await log.waitForFailure(containing: "x.log: No such file or directory")
      let other = folder.appendingPathComponent("old")
      try other.write("v\n1\n2\n")
      let written = Date(timeIntervalSince1970: 1_700_000_000)
      try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: other.path)
      #expect(rename(other.path, file.path) == 0)
      try await log.wait("its last row") { $0.values("v").last == 2 }
      #expect(log.values("v") == [2])
      #expect(log.rows[0].time == 1_700_000_000)
      try file.append("3\n")
      try await log.wait("the new row") { $0.values("v") == [2, 3] }
    }
  }

  /// The rows that a writer adds to the old file after the rotation come before those of the new file.
  @Test func rotationByCreating() async throws {
    try await withFile("v\n1\n", ["v"]) { file, log, folder in
      try await log.wait("the old row") { $0.values("v") == [1] }
      let old = folder.appendingPathComponent("x.log.1")
      try FileManager.default.moveItem(at: file, to: old)
      try file.write("")
      try await Task.sleep(for: .seconds(2 * TextFeedContext.paces.growing))
      try old.append("2\n")
      try await log.wait("the rest of the old file") { $0.values("v") == [1, 2] }
      try file.append("3\n")
      try await log.wait("the new file") { $0.values("v") == [1, 2, 3] }
    }
  }

  /// Whether rotation took less than the five seconds after which a missing name is reported. On a
  /// machine that pauses during the rotation, that report is right.
  private func wasQuick(since start: SuspendingClock.Instant) -> Bool {
    SuspendingClock.now - start < .seconds(TextFeedContext.patience - 1)
  }

  @Test func aFileAtRestWakesNobody() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x.log")
      try file.write("v\n1\n")
      let spec = SourceSpec.text(TextFeedSpec(origin: .file(file.path)))
      try await withFeed(spec, [.column("v")]) { feed, log in
        try await log.wait("the old row") { $0.values("v") == [1] }
        try file.append("2\n")
        try await log.wait("the new row") { $0.values("v") == [1, 2] }
        // The feed may still have events of this row to take.
        for _ in 1...20 {
          let wakeups = feed.wakeups
          try await Task.sleep(for: .seconds(1.5 * TextFeedContext.paces.resting))
          if feed.wakeups == wakeups { return }
        }
        Issue.record("the feed does not rest")
      }
    }
  }

  /// A writer that never rests costs a few looks a second, not one for each row.
  @Test func aBusyFileIsReadAtAPace() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x.log")
      try file.write("v\n1\n")
      let spec = SourceSpec.text(TextFeedSpec(origin: .file(file.path)))
      try await withFeed(spec, [.column("v")]) { feed, log in
        try await log.wait("the old row") { $0.values("v") == [1] }
        let (start, wakeups) = (SuspendingClock.now, feed.wakeups)
        for row in 2...200 {
          try file.append("\(row)\n")
          try await Task.sleep(for: .milliseconds(5))
        }
        try await log.wait("the last row") { $0.values("v").last == 200 }
        let looks = (SuspendingClock.now - start) / .seconds(TextFeedContext.paces.growing)
        #expect(log.values("v") == (1...200).map(Double.init))
        // An event, and the end of the pace, for each look.
        #expect(Double(feed.wakeups - wakeups) <= 2 * looks + 4)
      }
    }
  }

  /// More rows than are delivered at a time come with one event.
  @Test func manyRowsAtOnceAreAllRead() async throws {
    try await withFile("v\n0\n", ["v"]) { file, log, _ in
      try await log.wait("the old row") { $0.values("v") == [0] }
      try file.append((1...60_000).map { "\($0)\n" }.joined())
      try await log.wait("the last row") { $0.values("v").last == 60_000 }
      #expect(log.values("v").count == 60_001)
    }
  }

  /// The folder does not report rows that are written under another name of the file.
  @Test func rowsUnderAnotherName() async throws {
    try await withFile("v w\n1 1\n", ["v"]) { file, log, folder in
      try await log.wait("the old row") { $0.values("v") == [1] }
      let other = folder.appendingPathComponent("other")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      let link = other.appendingPathComponent("y.log")
      #expect(Glibc.link(file.path, link.path) == 0)
      // The link changes the file's state, which is an event.
      try await Task.sleep(for: .seconds(2 * TextFeedContext.paces.growing))
      try link.append("2 2\n")
      try await log.wait("the new row") { $0.values("v") == [1, 2] }
    }
  }

  /// A file in a busy folder wakes nobody for its neighbours.
  @Test func changesOfNeighboursAreNotReported() throws {
    try withFolder { folder in
      let (file, other) = (
        folder.appendingPathComponent("x.log"), folder.appendingPathComponent("y.log")
      )
      try file.write("1\n")
      try other.write("1\n")
      let watch = try #require(PathWatch(path: file.path))
      func hasEvents() -> Bool {
        var poller = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&poller, 1, 0) == 1
      }
      try other.append("2\n")
      #expect(!hasEvents())
      try file.append("2\n")
      #expect(hasEvents() && watch.takeEvents())
      #expect(rename(other.path, file.path) == 0)
      #expect(hasEvents() && watch.takeEvents())
      try file.append("3\n")
      #expect(hasEvents() && watch.takeEvents())
    }
  }

  @Test func whereChangesAreReported() throws {
    #expect(FileSystemKind(of: "/proc/loadavg") == .generated)
    #expect(FileSystemKind(of: "/sys/kernel") == .generated)
    #expect(FileSystemKind(of: NSTemporaryDirectory()) == .local)
    #expect(try #require(PathWatch(path: NSTemporaryDirectory() + "/x.log")).reportsAll)
    #expect(PathWatch(path: "/proc/loadavg")?.reportsAll != true)
  }

  @Test func aRotationByRenamingIsNoFailure() async throws {
    try #require(try await becomes { try await rotateByRenaming() })
  }

  /// Checks a rotation.
  /// - Returns: false for a rotation that was so slow that a report is right.
  private func rotateByRenaming() async throws -> Bool {
    var isQuick = false
    try await withFile("v w\n1 1\n", ["v"]) { file, log, folder in
      try await log.wait("the old row") { $0.values("v") == [1] }
      try file.append("2 2\n3")
      let start = SuspendingClock.now
      try FileManager.default.moveItem(at: file, to: folder.appendingPathComponent("x.log.1"))
      // The writer still has the old file, and creates the new one a little later.
      try folder.appendingPathComponent("x.log.1").append(" 3\n")
      try await log.wait("the rest of the old file") { $0.values("v") == [1, 2, 3] }
      try file.write("4 4\n")
      isQuick = wasQuick(since: start)
      try await log.wait("the new file") { $0.values("v") == [1, 2, 3, 4] }
      guard isQuick else { return }
      #expect(log.all.allSatisfy { $0.health == .fresh })
      #expect(!log.rows.contains { $0.values["v"]!.isNaN })
    }
    return isQuick
  }

  /// The header of a new file counts, whatever its names are.
  @Test func theHeaderOfANewFile() async throws {
    try await withFile("t,v,w\n0,1,100\n", ["v", "w"]) { file, log, folder in
      try await log.wait("the old row") { $0.values("v") == [1] && $0.values("w") == [100] }
      for (number, header) in ["t,w,v", "x,v,y"].enumerated() {
        let old = folder.appendingPathComponent("x.log.\(number)")
        try FileManager.default.moveItem(at: file, to: old)
        try file.write("\(header)\n0,\(number + 2),\(number + 7)\n")
        let values = Array([1.0, 7, 3].prefix(number + 2))
        try await log.wait("the new row") { $0.values("v") == values }
      }
      #expect(log.values("w") == [100, 2])
    }
  }

  /// A new file without a column says so, until a later one has the column again.
  @Test func aColumnThatANewFileLacks() async throws {
    try await withFile("a,b\n1,10\n2,20\n", ["a", "b"]) { file, log, folder in
      try await log.wait("the old row") { $0.values("b") == [20] }
      func rotate(_ text: String) throws {
        let old = folder.appendingPathComponent("x.log.old")
        try? FileManager.default.removeItem(at: old)
        try FileManager.default.moveItem(at: file, to: old)
        try file.write(text)
      }
      try rotate("x,b,z\n1,30,3\n2,40,4\n")
      try await log.waitForFailure(containing: "no column 'a' (columns: b, x, z)")
      #expect(log.values("a") == [2] && log.values("b") == [20, 30, 40])
      #expect(log.all.last?.health(of: [.column("b")]) == .fresh)
      try file.append("3,50,5\n")
      try await log.wait("the next row") { $0.values("b").last == 50 }
      #expect(log.all.last?.missing.keys.sorted { $0.name < $1.name } == [.column("a")])
      try rotate("b,a\n60,7\n")
      try await log.wait("the column again") { $0.values("a") == [2, 7] }
      #expect(log.all.last?.health == .fresh)
      // Without a header, the rows go on.
      try rotate("70,8\n")
      try await log.wait("the last row") { $0.values("a") == [2, 7, 8] }
      #expect(log.all.last?.health == .fresh)
    }
  }

  @Test func rotationByCopyingAndTruncating() async throws {
    try await withFile("v w\n1 1\n2 2\n3", ["v"]) { file, log, _ in
      try await log.wait("the old row") { $0.values("v") == [2] }
      #expect(truncate(file.path, 0) == 0)
      try file.append("4 4\n")
      try await log.wait("the new row") { $0.values("v") == [2, 4] }
    }
  }

  @Test func aValueThatIsWrittenAgain() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x.log")
      try file.write("5\n")
      let spec = SourceSpec.text(TextFeedSpec(origin: .file(file.path)))
      try await withFeed(spec, [.column(nil)]) { feed, log in
        try await log.wait("the value") { $0.values("") == [5] }
        // The value is delivered before the feed has stored the file's modification time; then the feed
        // rests until an event wakes it. The times of files advance with the system's ticks.
        #expect(chmod(file.path, 0o600) == 0)
        try await log.wait("its rest") { _ in feed.wakeups > 0 }
        try await Task.sleep(for: .milliseconds(20))
        try file.write("6\n")
        try await log.wait("the next value, of the same length") { $0.values("") == [5, 6] }
        let other = folder.appendingPathComponent("new")
        try other.write("17\n")
        #expect(rename(other.path, file.path) == 0)
        try await log.wait("the value put in its place") { $0.values("") == [5, 6, 17] }
      }
    }
  }

  @Test(
    arguments: [
      ("create", "create"), ("copytruncate", "copytruncate"), ("compress", "create\ncompress"),
    ])
  func logrotate(_ name: String, _ options: String) async throws {
    try await withFile("time=1 v=1\n", ["v"]) { file, log, folder in
      try await log.wait("the old row") { $0.values("v") == [1] }
      // logrotate refuses a folder that others may write to, unless the configuration names a user.
      let user = geteuid() == 0 ? "su root root\n" : ""
      let configuration = folder.appendingPathComponent("logrotate.conf")
      try configuration.write("\(file.path) {\n\(user)rotate 3\n\(options)\n}\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: configuration.path)
      var wasQuick = true
      for round in 0..<3 {
        try file.append("v=\(round * 2 + 2)\n")
        try await log.wait("before") { $0.values("v").last == Double(round * 2 + 2) }
        let start = SuspendingClock.now
        let status = try runTool(
          "/usr/sbin/logrotate",
          ["-f", "-s", folder.path + "/state", configuration.path])
        #expect(status == 0)
        try file.append("v=\(round * 2 + 3)\n")
        wasQuick = wasQuick && self.wasQuick(since: start)
        try await log.wait("after") { $0.values("v").last == Double(round * 2 + 3) }
      }
      #expect(log.values("v") == [1, 2, 3, 4, 5, 6, 7])
      #expect(!wasQuick || log.all.allSatisfy { $0.health == .fresh })
    }
  }

  /// Files of the kernel have no size, no times and no events.
  @Test(arguments: ["/proc/loadavg", "/proc/self/../loadavg"])
  func aFileOfTheKernelIsReadOnceASecond(_ path: String) async throws {
    let spec = SourceSpec.text(TextFeedSpec(origin: .file(path)))
    try await withFeed(spec, [.column("1"), .column("3")]) { _, log in
      try await log.wait("four readings") { $0.rows.count >= 4 }
      #expect(log.rows[3].time - log.rows[0].time > 1)
      #expect(log.rows.allSatisfy { $0["1"] != nil && $0["3"] != nil })
      #expect(log.all.allSatisfy { $0.health == .fresh })
    }
  }

  @Test func aFileOfSysfsIsReadAgainAndAgain() async throws {
    let spec = SourceSpec.text(TextFeedSpec(origin: .file("/sys/kernel/uevent_seqnum", every: 0.1)))
    try await withFeed(spec, [.column(nil)]) { _, log in
      try await log.wait("three readings") { $0.values("").count >= 3 }
    }
  }

  @Test func aFileWithAPeriodIsAFreshTextEachTime() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("state")
      let spec = SourceSpec.text(TextFeedSpec(origin: .file(file.path, every: 0.1)))
      try await withFeed(spec, [.column("b")]) { _, log in
        try await log.waitForFailure(containing: "state: No such file or directory")
        try file.write("a b\n1 2\n")
        try await log.wait("two readings of it") { $0.values("b").count >= 2 }
        // A file of equal size, with its columns in another order.
        try file.write("b a\n3 4\n")
        try await log.wait("the other text") { $0.values("b").last == 3 }
        #expect(Set(log.values("b")) == [2, 3])
        let updates = log.all.count
        try file.write("nothing here\n")
        try await log.waitForFailure(containing: "state: ", after: updates)
      }
    }
  }

  private static func values(of project: String, _ log: UpdateLog) -> [Double] {
    log.rows.compactMap { $0[Metric("v", labels: ["project": project])] }
  }

  /// Rows of one time are distinguished by any text. A single row keeps its name, and `[]` and a header alone are an empty
  /// list, but other lines without numbers are a failure.
  @Test(
    arguments: [
      (
        "{\"project\":\"web\",\"v\":1}\n{\"project\":\"docs\",\"v\":2}\n",
        "{\"project\":\"docs\",\"v\":3}\n", "[]\n"
      ),
      ("project,v\nweb,1\ndocs,2\n", "project,v\ndocs,3\n", "project,v\n"),
    ])
  func aListThatShrinks(many: String, one: String, none: String) async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("list")
      try file.write(many)
      let spec = SourceSpec.text(TextFeedSpec(origin: .file(file.path, every: 0.1)))
      try await withFeed(spec, [.column("v")]) { _, log in
        try await log.wait("two rows") {
          Self.values(of: "web", $0).contains(1) && Self.values(of: "docs", $0).contains(2)
        }
        try file.write(one)
        try await log.wait("one row") { Self.values(of: "docs", $0).contains(3) }
        #expect(log.rows.allSatisfy { $0.values["v"] == nil })
        try file.write(none)
        try await log.wait("no row") { log in
          log.all.contains { update in
            update.health == .fresh
              && update.samples.contains {
                $0.batch.columns.contains {
                  $0.metric.labels["project"] == "docs" && SampleBatch.isEnd($0.values[0])
                }
              }
          }
        }
        let updates = log.all.count
        try file.write("nothing here\n")
        try await log.waitForFailure(containing: "no number in it", after: updates)
      }
    }
  }

  /// The header of a table is no failure before the first row comes, unless a column is missing.
  @Test(arguments: [("time,v\n", true), ("time;other\n", false)])
  func aTableWithoutRows(header: String, isFresh: Bool) async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("table")
      try file.write(header)
      let spec = SourceSpec.text(TextFeedSpec(origin: .file(file.path, every: 0.1)))
      try await withFeed(spec, [.column("v")]) { _, log in
        try await log.wait("an answer") { $0.all.contains { $0.health != .starting } }
        #expect((log.all.last?.health == .fresh) == isFresh)
        try file.write(header + "2026-11-30 12:00:00,7\n")
        guard isFresh else { return }
        try await log.wait("a row") { $0.rows.contains { $0[Metric("v")] == 7 } }
      }
    }
  }

  @Test func aFileWithoutNumbersIsOneOutage() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("state")
      try file.write("hello\n")
      let spec = SourceSpec.text(TextFeedSpec(origin: .file(file.path, every: 0.1)))
      try await withFeed(spec, [.column("b")]) { _, log in
        try await log.wait("five readings") { log in
          log.all.reduce(0) { $0 + ($1.text?.banners ?? 0) } >= 5
        }
        let failures = log.all.map(\.health).drop { $0 == .starting }
        #expect(Set(failures).count == 1)
        #expect(failures.first?.reason == "\(file.path): line 1: no number in it: 'hello'")
        try file.write("b\n3\n")
        try await log.wait("the number") { $0.values("b").last == 3 }
        #expect(log.all.last?.health == .fresh)
      }
    }
  }

  @Test func aLineExitEndsNothing() async throws {
    try await withFile("v=1\nexit\nv=2\n", ["v"]) { file, log, _ in
      try await log.wait("the old rows") { $0.values("v") == [2] }
      for round in 3...4 {
        try file.append("exit\nv=\(round)\n")
        try await log.wait("row \(round)") { $0.values("v").last == Double(round) }
      }
      #expect(log.values("v") == [2, 3, 4])
    }
  }

  @Test func whatIsNoFileSaysSo() async throws {
    try await withFeed(.text(TextFeedSpec(origin: .file("/tmp"))), [.column(nil)]) { _, log in
      try await log.waitForFailure(containing: "/tmp: it is a folder")
    }
  }

  @Test func aColumnThatIsNotThere() async throws {
    try await withFile("queue depth\n1 2\n", ["depht", "queue"]) { _, log, _ in
      try await log.waitForFailure(containing: "no column 'depht' (did you mean 'depth'?)")
      #expect(log.values("queue") == [1])
      #expect(log.all.last?.health(of: [.column("queue")]) == .fresh)
    }
  }

  @Test func linesThatSayNothing() async throws {
    try await withFile("v=1\n", ["v"]) { file, log, _ in
      try await log.wait("the old row") { $0.values("v") == [1] }
      try file.append("{\"v\": \"x\"}\n")
      try await log.waitForFailure(containing: "line 2: no number in it: '{\"v\": \"x\"}'")
      try file.append("v=2\n")
      try await log.wait("the next row") { $0.values("v") == [1, 2] }
      #expect(log.all.last?.health == .fresh)
    }
  }

  /// A file with lines and no row says so, as soon as a row is late.
  @Test(arguments: [true, false]) func linesThatAreNeverUnderstood(isOld: Bool) async throws {
    let lines = String(repeating: "foo\n", count: 5)
    try await withFile(isOld ? lines : "", [nil]) { file, log, _ in
      if !isOld { try file.append(lines) }
      try await log.waitForFailure(containing: "no number in it: 'foo'")
      try file.append("5\n")
      try await log.wait("the number") { $0.rows.last?.values[Query.column(nil).metric] == 5 }
      #expect(log.all.last?.health == .fresh)
    }
  }

  /// A compressed file is told by its first bytes, with the command that reads it.
  @Test(
    arguments: [
      ([0x1F, 0x8B, 8], "zcat"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xzcat"),
      ([0x28, 0xB5, 0x2F, 0xFD], "zstdcat"), (Array("BZh91AY".utf8), "bzcat"),
      (Array("BZh 1\n".utf8), nil), ([], nil),
    ] as [([UInt8], String?)])
  func compressedFilesAreRefused(start: [UInt8], command: String?) throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("x.csv")
      try Data(start).write(to: file)
      var words: String?
      do throws(SourceError) {
        let isFile = try TextFeedSpec(origin: .wholeFile(file.path)).checkInput()
        #expect(isFile)
      } catch {
        words = error.description
      }
      #expect(
        words
          == command.map { "\(file.path): the file is compressed: \($0) FILE | wallchart" })
    }
  }
}
