import Foundation
import Metrics
import Synchronization
import TestSupport
import Testing

@testable import Feeds

/// A text with an end: a file that is read once, as the standard input is.
@Suite struct WholeTextTests {
  private func withText(
    _ text: String, _ queries: Set<Query> = [.columns], numbersRows: Bool = true,
    _ body: (any Feed, UpdateLog) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x.txt")
      try file.write(text)
      let spec = TextFeedSpec(origin: .wholeFile(file.path), numbersRows: numbersRows)
      try await withFeed(.text(spec), queries, body)
    }
  }

  private let first = Query.metric(ofColumn: 0)

  @Test func hasAllRowsAndEnds() async throws {
    let rows = 200_000
    let text = (0..<rows).map { "\($0) \(2 * $0)\n" }.joined() + "7 8"
    try await withText(text) { _, log in
      try await log.wait("the end") { $0.all.last?.health == .ended }
      // A large file comes in several updates.
      #expect(log.all.count > 2)
      #expect(log.values(first) == (0..<rows).map(Double.init) + [7])
      #expect(log.values(Query.metric(ofColumn: 1)) == (0..<rows).map { Double(2 * $0) } + [8])
      let times = log.all.flatMap(\.samples).flatMap(\.batch.times)
      #expect(times == (1...rows + 1).map(Double.init))
      let news = log.all.compactMap(\.text)
      #expect(news.reduce(0) { $0 + $1.rows } == rows + 1)
      #expect(news.allSatisfy { $0.axis == .ordinal && !$0.wantsExit })
      #expect(news.last?.columns.map(\.name) == ["1", "2"])
      #expect(log.all.dropLast().allSatisfy { $0.health == .fresh })
    }
  }

  /// Rows that are added to a file after its end has been read come, too, and the end again.
  @Test func aFileThatGrowsIsReadOn() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x.txt")
      try file.write("a b\n1 2\n3 4\n")
      let spec = TextFeedSpec(origin: .wholeFile(file.path), numbersRows: true)
      try await withFeed(.text(spec), [.columns]) { _, log in
        try await log.wait("the end") { $0.all.last?.health == .ended }
        for (text, numbers) in [("5 6\n7", [1.0, 3, 5]), (" 8\n9 10\n", [1, 3, 5, 7, 9])] {
          let handle = try FileHandle(forWritingTo: file)
          try handle.seekToEnd()
          try handle.write(contentsOf: Data(text.utf8))
          try handle.close()
          try await log.wait("more rows") {
            $0.values(first) == numbers && $0.all.last?.health == .ended
          }
        }
        let times = log.all.flatMap(\.samples).flatMap(\.batch.times)
        #expect(times == [1, 2, 3, 4, 5])
      }
    }
  }

  /// More rows than are delivered at a time come with one event.
  @Test func aFileThatGrowsByALotIsReadToItsEnd() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x.txt")
      try file.write("0\n")
      let spec = TextFeedSpec(origin: .wholeFile(file.path), numbersRows: true)
      try await withFeed(.text(spec), [.columns]) { _, log in
        try await log.wait("the end") { $0.all.last?.health == .ended }
        try file.append((1...20_000).map { "\($0)\n" }.joined())
        try await log.wait("the last row") { $0.values(first).last == 20_000 }
        #expect(log.values(first) == (0...20_000).map(Double.init))
      }
    }
  }

  /// A file that is saved again takes the place of its former text, whether the program writes into the file or puts
  /// another one under its name; a log that continues the times after its rotation does not.
  @Test(
    arguments: [
      ("v\n1\n2\n", "v\n5\n6\n7\n", [5, 6, 7]), ("v\n1\n2\n", "v\n8\n", [8]),
      ("v\n1\n2\n", "v\n3\n4\n", [3, 4]), ("v\n1\n2\n", "v\n1\n2\n3\n", [1, 2, 3]),
      ("time,v\n10:00:00,1\n10:00:10,2\n", "time,v\n10:00:00,5\n10:00:20,6\n", [5, 6]),
      ("time,v\n10:00:00,1\n10:00:10,2\n", "time,v\n10:00:20,3\n10:00:30,4\n", [1, 2, 3, 4]),
      ("time,v\n10:00:00,1\n10:00:10,2\n", "time,v\n10:00:10,3\n10:00:30,4\n", [1, 2, 3, 4]),
      ("time,v\n10:00:00,1\n10:00:00,2\n", "time,v\n10:00:00,3\n10:00:00,4\n", [3, 4]),
    ] as [(String, String, [Double])], [false, true])
  func savedAgain(
    _ texts: (String, String, [Double]), inPlace: Bool
  ) async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x.txt")
      try file.write(texts.0)
      let spec = TextFeedSpec(origin: .wholeFile(file.path), numbersRows: true)
      try await withFeed(.text(spec), [.columns]) { _, log in
        try await log.wait("the end") { $0.all.last?.health == .ended }
        #expect(shown(log, first) == [1, 2])
        // The time of a file that is written at once may be that of its former text.
        try await Task.sleep(for: .milliseconds(20))
        if inPlace {
          let handle = try FileHandle(forWritingTo: file)
          try handle.write(contentsOf: Data(texts.1.utf8))
          try handle.truncate(atOffset: UInt64(texts.1.utf8.count))
          try handle.close()
        } else {
          let other = folder.appendingPathComponent("new")
          try other.write(texts.1)
          #expect(rename(other.path, file.path) == 0)
        }
        try await log.wait("its rows") {
          shown($0, first) == texts.2 && $0.all.last?.health == .ended
        }
      }
    }
  }

  /// The numbers of a series that a receiver shows: those since the last new start.
  private func shown(_ log: UpdateLog, _ metric: Metric) -> [Double] {
    let start = log.all.lastIndex(where: \.isNewStart) ?? 0
    return log.all[start...].flatMap(\.samples).flatMap { part in
      part.batch.columns.first { $0.metric == metric }?.values ?? []
    }
  }

  @Test(
    arguments: [
      ("/nonexistent/x", "/nonexistent/x: No such file or directory"), ("/", "/: Is a directory"),
    ])
  func failsWithTheReason(_ path: String, _ reason: String) async throws {
    let spec = TextFeedSpec(origin: .wholeFile(path), numbersRows: true)
    try await withFeed(.text(spec), [.columns]) { _, log in
      try await log.wait("the failure") { $0.all.last?.health.reason == reason }
      #expect(log.rows.isEmpty)
    }
  }

  /// A writer's end of a pipe. It can be opened without a wait when the feed has opened the other end.
  private func writer(_ pipe: String) async throws -> Int32 {
    var writer: Int32 = -1
    let isRead = try await becomes {
      writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return writer >= 0
    }
    try #require(isRead, "nobody reads the pipe")
    return writer
  }

  /// `wallchart <(vmstat 1)`: a pipe under the name of a file, at first without a writer.
  @Test func aPipeUnderTheNameOfAFile() async throws {
    try await withFolder { folder in
      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let spec = TextFeedSpec(origin: .wholeFile(pipe), numbersRows: true)
      try await withFeed(.text(spec), [.columns]) { feed, log in
        let writer = try await writer(pipe)
        #expect(write(writer, "5\n6\n", 4) == 4)
        try await log.wait("the rows") { $0.values(first) == [5, 6] }
        close(writer)
        try await log.wait("the end") { $0.all.last?.health == .ended }
        #expect(log.values(first) == [5, 6])
      }
    }
  }

  /// A thread that waits for a writer would never end.
  @Test func aPipeWithoutAWriterCanBeStopped() async throws {
    try await withFolder { folder in
      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let spec = SourceSpec.text(TextFeedSpec(origin: .wholeFile(pipe)))
      try await withFeed(spec, [.columns]) { feed, log in
        close(try await writer(pipe))
        feed.stop()
        let isClosed = try await becomes {
          let writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
          if writer >= 0 { close(writer) }
          return writer < 0
        }
        try #require(isClosed, "the thread goes on")
      }
    }
  }

  // MARK: Control lines

  @Test func clearForgetsAllRowsBeforeIt() async throws {
    try await withText("1\n2\nclear\n3\n4\n") { _, log in
      try await log.wait("the end") { $0.all.last?.health == .ended }
      let start = try #require(log.all.lastIndex { $0.isNewStart })
      let rows = log.all[start...].flatMap(\.rows)
      #expect(rows.map { $0[first] } == [3, 4])
      #expect(rows.map(\.time) == [1, 2])
    }
  }

  @Test func exitEndsTheText() async throws {
    try await withText("1\n2\nexit\n3\n4\n") { _, log in
      try await log.wait("the end") { $0.all.last?.health == .ended }
      #expect(log.values(first) == [1, 2])
      #expect(log.all.contains { $0.text?.wantsExit == true })
    }
  }

  /// Rows of a file without times are shown by number, and there is nothing to clear in a log.
  @Test func controlLinesOfOtherSourcesDoNothing() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("x.log")
      try file.write("v=1\n")
      let text = "v=2\nclear\nv=3\nexit\nv=4\n"
      let command = "printf '\(text.replacing("\n", with: "\\n"))'; sleep 1000"
      let specs: [TextFeedSpec.Origin] = [
        .file(file.path), .file(file.path, every: 0.1), .command(command, every: nil),
        .command("printf 'v=1\\nclear\\nexit\\nv=4\\n'", every: 0.1),
      ]
      for origin in specs {
        try await withFeed(.text(TextFeedSpec(origin: origin)), [.column("v")]) { _, log in
          try await log.wait("a row") { !$0.values("v").isEmpty }
          try file.append(text)
          try await log.wait("the last row of \(origin)") { $0.values("v").last == 4 }
          if case .file(_, nil) = origin { #expect(log.values("v") == [1, 2, 3, 4]) }
          if case .command(_, nil) = origin { #expect(log.values("v") == [2, 3, 4]) }
          #expect(log.all.allSatisfy { !$0.isNewStart && $0.text?.wantsExit != true })
          #expect(!log.all.contains { $0.health == .ended })
        }
        try file.write("v=1\n")
      }
    }
  }
}
