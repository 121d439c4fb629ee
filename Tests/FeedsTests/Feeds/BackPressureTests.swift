import Foundation
import Metrics
import Synchronization
import TestSupport
import Testing

@testable import Feeds

/// Writers that are faster than the receiver.
@Suite struct BackPressureTests {
  /// A named pipe with a writer on a thread of its own.
  private final class Writer: Sendable {
    private let bytes = Atomic<Int>(0)
    private let finished = Atomic<Bool>(false)

    var written: Int { bytes.load(ordering: .acquiring) }
    var isFinished: Bool { finished.load(ordering: .acquiring) }

    init(_ pipe: String, _ pieces: @escaping @Sendable () -> [UInt8]?) {
      Thread.detachNewThread { [self] in
        let pipe = open(pipe, O_WRONLY | O_CLOEXEC)
        while var piece = pieces()?[...] {
          while !piece.isEmpty {
            let count = piece.withUnsafeBytes { Glibc.write(pipe, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes.add(count, ordering: .releasing)
            piece = piece.dropFirst(count)
          }
        }
        close(pipe)
        finished.store(true, ordering: .releasing)
      }
    }
  }

  private func withPipe(_ body: (String) async throws -> Void) async throws {
    try await withFolder { folder in
      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      try await body(pipe)
    }
  }

  /// A feed of a named pipe whose receiver asks for nothing, and the end to write to.
  private func withHeldFeed(
    _ queries: Set<Query>,
    _ body: (_ feed: any Feed, _ log: UpdateLog, _ end: Int32, _ put: (String) -> Void) async throws
      -> Void
  ) async throws {
    try await withPipe { pipe in
      let feed = SourceSpec.text(TextFeedSpec(origin: .fifo(pipe))).open(Selection(queries))
      defer { feed.stop() }
      let log = UpdateLog()
      feed.start { log.append($0) }
      let end = open(pipe, O_WRONLY | O_CLOEXEC)
      try #require(end >= 0)
      defer { close(end) }
      try await body(feed, log, end) { text in
        #expect(Glibc.write(end, text, text.utf8.count) == text.utf8.count)
      }
    }
  }

  /// The receiver of the first update does not ask again. The writer has to wait, and when the receiver
  /// asks, no row has been lost.
  @Test func aWriterAtFullSpeedHasToWait() async throws {
    try await withPipe { pipe in
      let (width, rows) = (16, 160_000)
      let feed = SourceSpec.text(TextFeedSpec(origin: .fifo(pipe))).open([.columns])
      defer { feed.stop() }
      let log = UpdateLog()
      feed.start { log.append($0) }
      let next = Mutex(0)
      let writer = Writer(pipe) {
        let row = next.withLock { row in
          defer { row += 1000 }
          return row
        }
        guard row < rows else { return nil }
        let lines = (row..<row + 1000).map { row in
          (0..<width).map { String(row + $0) }.joined(separator: " ") + "\n"
        }
        return Array(lines.joined().utf8)
      }
      try await log.wait("the first update") { !$0.all.isEmpty }
      // The writer waits when nothing moves any more.
      var before = -1
      while writer.written != before {
        before = writer.written
        try await Task.sleep(for: .seconds(2))
      }
      #expect(!writer.isFinished && log.all.count == 1)
      while log.values(Query.metric(ofColumn: 0)).count < rows {
        let count = log.all.count
        feed.request()
        try await log.wait("the next update") { $0.all.count > count }
      }
      for column in 0..<width {
        let values = log.values(Query.metric(ofColumn: column))
        #expect(values == (column..<rows + column).map(Double.init))
      }
      // The memory of the rows that waited: a million numbers, and one read more.
      #expect(log.all.map(\.timeCount).max()! * width < (1 << 20) + (1 << 18))
      let times = log.all.flatMap(\.samples).flatMap(\.batch.times)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  /// Single rows and requests on two threads, in any order.
  @Test func noRowIsLostBetweenRequestAndPump() async throws {
    try await withPipe { pipe in
      let rows = 20_000
      let feed = SourceSpec.text(TextFeedSpec(origin: .fifo(pipe))).open([.column("v")])
      defer { feed.stop() }
      let log = UpdateLog()
      let arrived = DispatchSemaphore(value: 0)
      feed.start { update in
        log.append(update)
        arrived.signal()
      }
      let next = Mutex((row: 0, random: SplitMix64(state: 1)))
      _ = Writer(pipe) {
        next.withLock { next in
          next.row += 1
          if next.row % 16 == 0 { usleep(UInt32.random(in: 0..<200, using: &next.random)) }
          return next.row <= rows ? Array("v=\(next.row)\n".utf8) : nil
        }
      }
      let isStopped = Mutex(false)
      Thread.detachNewThread {
        var random = SplitMix64(state: 2)
        while !isStopped.withLock({ $0 }) {
          guard arrived.wait(timeout: .now() + 1) == .success else { continue }
          if Bool.random(using: &random) { usleep(UInt32.random(in: 0..<50, using: &random)) }
          feed.request()
        }
      }
      defer { isStopped.withLock { $0 = true } }
      try await log.wait("the last row") { $0.values("v").last == Double(rows) }
      #expect(log.values("v") == (1...rows).map(Double.init))
    }
  }

  /// The rows of a writer that writes piece by piece are one update for a receiver that is late.
  @Test func rowsThatComeWhileOthersWaitComeWithThem() async throws {
    try await withHeldFeed([.column("v")]) { feed, log, end, put in
      put("v=1\n")
      try await log.wait("the first row") { $0.values("v") == [1] }
      put("v=2\n")
      let isRead = try await becomes {
        var waiting: Int32 = -1
        return ioctl(end, UInt(FIONREAD), &waiting) == 0 && waiting == 0
      }
      try #require(isRead)
      put("v=3\n")
      put("v=4\n")
      #expect(log.all.count == 1)
      feed.request()
      try await log.wait("the next update") { $0.all.count > 1 }
      #expect(log.all.count == 2 && log.values("v") == [1, 2, 3, 4])
    }
  }

  /// A row of several lines is not cut in two because the receiver is slow.
  @Test func aRowWaitsForItsRestAsLongAsTheReceiverDoes() async throws {
    try await withHeldFeed([.column("sda"), .column("sdb")]) { feed, log, _, put in
      put("Device r/s\nsda 1\nsdb 2\n\n")
      try await log.wait("the first row") { $0.values("sdb") == [2] }
      let wakeups = feed.wakeups
      put("Device r/s\nsda 3\nsdb 4\n\nDevice r/s\nsda 5\n")
      // The feed has read these lines, and may not deliver them.
      try await log.wait("the look at them") { _ in feed.wakeups != wakeups }
      try await Task.sleep(for: .milliseconds(700))
      put("sdb 6\n\nDevice r/s\nsda 7\nsdb 8\n")
      for count in 2...4 {
        feed.request()
        if log.values("sdb").count >= 4 { break }
        try await log.wait("row \(count)") { $0.values("sdb").count >= count }
      }
      #expect(log.rows.map { [$0["sda"], $0["sdb"]] } == [[1, 2], [3, 4], [5, 6], [7, 8]])
    }
  }

  /// A slow source goes on without the receiver; its news is collected.
  @Test func aStalledReceiverGetsAllNewsOfASlowSource() async throws {
    try await withFolder { folder in
      let counter = folder.appendingPathComponent("counter").path
      let broken = folder.appendingPathComponent("broken")
      let command =
        "echo x >> \(counter); test -e \(broken.path) && exit 3; echo v=$(wc -l < \(counter))"
      let spec = TextFeedSpec(origin: .command(command, every: 0.1), timeout: 3600)
      let feed = SourceSpec.text(spec).open([.column("v")])
      defer { feed.stop() }
      let log = UpdateLog()
      feed.start { log.append($0) }
      @Sendable func runs() -> Int {
        (try? Data(contentsOf: URL(fileURLWithPath: counter)))?.count { $0 == .newline } ?? 0
      }
      try await log.wait("five runs") { _ in runs() >= 5 }
      try broken.write("")
      let last = runs()
      // The second run after that begins when the failure of the first is known.
      try await log.wait("two failures") { _ in runs() >= last + 3 }
      #expect(log.all.count == 1 && log.values("v") == [1])
      feed.request()
      #expect(log.all.count == 2)
      let values = log.values("v")
      #expect(values == (1...values.count).map(Double.init) && values.count >= 4)
      #expect(log.all[1].health.reason == "the command ended with status 3")
      #expect(log.all[1].samples.count == 1)
    }
  }
}
