import Foundation
import TestSupport
import Testing

@testable import Feeds

/// Named pipes and commands.
@Suite struct StreamFeedTests {
  private func withCommand(
    _ command: String, every period: Double? = nil, timeout: Double? = nil,
    _ columns: [String?] = [nil], _ body: (any Feed, UpdateLog) async throws -> Void
  ) async throws {
    let spec = TextFeedSpec(origin: .command(command, every: period), timeout: timeout)
    try await withFeed(.text(spec), Set(columns.map { .column($0) }), body)
  }

  private func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 }

  @Test func oneWriterAfterAnother() async throws {
    try await withFolder { folder in
      let pipe = folder.appendingPathComponent("pipe")
      let spec = SourceSpec.text(TextFeedSpec(origin: .fifo(pipe.path)))
      try await withFeed(spec, [.column("v")]) { _, log in
        try await log.waitForFailure(containing: "pipe: No such file or directory")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        for round in 1...3 {
          // The text has no last line end, as `printf` writes it.
          #expect(try runTool("/bin/sh", ["-c", "printf v=\(round) > \(pipe.path)"]) == 0)
          try await log.wait("what writer \(round) wrote") { $0.values("v").last == Double(round) }
        }
        #expect(log.values("v") == [1, 2, 3])
        #expect(log.all.last?.health == .fresh)
      }
    }
  }

  /// The history keeps deliveries for a minute: few rows take little memory, though many came together before.
  @Test func fewRowsTakeLittleMemory() async throws {
    try await withFolder { folder in
      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      try await withFeed(.text(TextFeedSpec(origin: .fifo(pipe))), [.column("v")]) { _, log in
        let writer = open(pipe, O_WRONLY | O_CLOEXEC)
        try #require(writer >= 0)
        defer { close(writer) }
        for rows in [Array(1...5000), [-1], [-2], [-3]] {
          let text = Array(rows.map { "v=\($0)\n" }.joined().utf8)
          #expect(write(writer, text, text.count) == text.count)
          try await log.wait("the rows") { $0.values("v").last == Double(rows.last!) }
        }
        let arrays = log.all.flatMap(\.samples).flatMap { part in
          [part.batch.times] + part.batch.columns.map(\.values)
        }
        let single = arrays.filter { $0.count <= 4 }
        #expect(!single.isEmpty && single.allSatisfy { $0.capacity <= 16 })
      }
    }
  }

  /// A restart of a service removes its pipe and makes a new one under the same name. The old pipe is
  /// idle, or still has its writer.
  @Test(arguments: [false, true]) func aPipeThatIsMadeAnewIsReadOn(hasWriter: Bool) async throws {
    try await withFolder { folder in
      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      try await withFeed(.text(TextFeedSpec(origin: .fifo(pipe))), [.column("v")]) { _, log in
        for round in 1...3 {
          let writer = open(pipe, O_WRONLY | O_CLOEXEC)
          try #require(writer >= 0)
          let text = Array("v=\(round)\n".utf8)
          #expect(write(writer, text, text.count) == text.count)
          try await log.wait("what pipe \(round) gave") { $0.values("v").last == Double(round) }
          let updates = log.all.count
          if !hasWriter { close(writer) }
          #expect(unlink(pipe) == 0)
          if !hasWriter {
            try await log.waitForFailure(containing: "No such file", after: updates)
          } else {
            // A writer of the old pipe is still read.
            let more = Array("v=\(round + 10)\n".utf8)
            #expect(write(writer, more, more.count) == more.count)
            try await log.wait("what the old pipe gave") {
              $0.values("v").last == Double(round + 10)
            }
          }
          #expect(mkfifo(pipe, 0o600) == 0)
          if hasWriter { close(writer) }
        }
        #expect(log.values("v") == (hasWriter ? [1, 11, 2, 12, 3, 13] : [1, 2, 3]))
      }
    }
  }

  /// A stream of words alone says why nothing is shown, and works as soon as a number comes. A few lines in front of
  /// the first number are no trouble.
  @Test(arguments: [4, 2000]) func wordsWithoutNumbersAreTold(count: Int) async throws {
    try await withFolder { folder in
      let told = folder.appendingPathComponent("told")
      let command =
        "yes hello | head -n \(count); until [ -e \(told.path) ]; do sleep 0.05; done; echo 5; sleep 600"
      try await withCommand(command) { _, log in
        try await log.wait("the words") { log in
          log.all.reduce(0) { $0 + ($1.text?.banners ?? 0) } == count
        }
        try told.write("")
        try await log.wait("the number") { !$0.rows.isEmpty }
        let number = try #require(log.all.first { !$0.samples.isEmpty })
        #expect(number.health == .fresh)
        let reasons = Set(log.all.prefix { $0.samples.isEmpty }.compactMap(\.health.reason))
        #expect(reasons.isEmpty == (count < 100))
        for reason in reasons {
          #expect(reason.hasSuffix(": no number in it: 'hello'"), "\(reason)")
        }
      }
    }
  }

  /// Some lines are no banner if no row comes for seconds, whether more lines come or not.
  @Test(
    arguments: [
      "", "while :; do echo foo; sleep 0.5; done & ",
    ])
  func linesThatAreNeverUnderstood(more: String) async throws {
    try await withFolder { folder in
      let told = folder.appendingPathComponent("told").path
      let command =
        "for i in 1 2 3 4 5; do echo foo; done; \(more)until [ -e \(told) ]; do sleep 0.05; done; "
        + "echo v=5; sleep 600"
      let spec = TextFeedSpec(origin: .command(command, every: nil))
      try await withFeed(.text(spec), [.column(nil)]) { _, log in
        try await log.waitForFailure(containing: "no number in it: 'foo'")
        #expect(Set(log.all.compactMap(\.health.reason)).count == 1)
        try URL(fileURLWithPath: told).write("")
        try await log.wait("the number") { !$0.rows.isEmpty }
        let number = try #require(log.all.first { !$0.samples.isEmpty })
        #expect(number.health == .fresh)
      }
    }
  }

  @Test func aLineExitOfAPipeEndsNothing() async throws {
    try await withFolder { folder in
      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      try await withFeed(.text(TextFeedSpec(origin: .fifo(pipe))), [.column("v")]) { feed, log in
        for round in 1...3 {
          let command = "printf 'exit\\nv=\(round)\\nexit\\n' > \(pipe)"
          #expect(try runTool("/bin/sh", ["-c", command]) == 0)
          try await log.wait("what writer \(round) wrote") { $0.values("v").last == Double(round) }
        }
        #expect(log.values("v") == [1, 2, 3])
        // Not again and again.
        let wakeups = feed.wakeups
        try await Task.sleep(for: .milliseconds(300))
        #expect(feed.wakeups - wakeups < 20)
      }
    }
  }

  @Test func aLineExitOfACommandEndsNothing() async throws {
    let command = "echo v=1; echo exit; sleep 0.2; echo v=2; echo exit; sleep 1000"
    try await withCommand(command, ["v"]) { _, log in
      try await log.wait("the row after it") { $0.values("v") == [1, 2] }
      #expect(log.all.allSatisfy { $0.health == .fresh })
    }
    try await withCommand("echo v=1; echo exit; echo v=2", every: 3600, ["v"]) { _, log in
      try await log.wait("the last row") { $0.values("v") == [2] }
    }
  }

  @Test func whatIsNoPipeSaysSo() async throws {
    try await withFeed(.text(TextFeedSpec(origin: .fifo("/etc/passwd"))), [.column(nil)]) {
      _, log in
      try await log.waitForFailure(containing: "/etc/passwd: it is not a named pipe")
    }
  }

  // MARK: Commands that go on

  @Test func aCommandIsStartedAgainWhenItEnds() async throws {
    try await withFolder { folder in
      let counter = folder.appendingPathComponent("counter").path
      let command = "echo x >> \(counter); echo v=$(wc -l < \(counter))"
      try await withCommand(command, ["v"]) { _, log in
        try await log.wait("the second start") { $0.values("v").count >= 2 }
        #expect(log.values("v").prefix(2) == [1, 2])
        #expect(log.all.contains { $0.health.reason == "the command has ended" })
      }
    }
  }

  /// A command that ends again and again, with rows each time, has one outage. Time stands still, so that no start
  /// counts as one that goes on.
  @Test func startsInVainAreOneOutage() async throws {
    let clock = FeedClock(utc: FeedClock.system.utc, monotonic: { 0 })
    let spec = TextFeedSpec(origin: .command("echo v=1", every: nil))
    try await withFeed(ThreadFeed(spec, [.column("v")], clock: clock)) { feed, log in
      try await log.waitForFailure(containing: "the command has ended")
      for start in 2...4 {
        feed.select([.column("v")])
        try await log.wait("start \(start)") { $0.values("v").count == start }
      }
      let reasons = log.all.map(\.health.reason)
      #expect(reasons.dropFirst().allSatisfy { $0 == "the command has ended" }, "\(reasons)")
    }
  }

  /// The outage of a command that was started again is over when it goes on, also without further rows.
  @Test func anOutageEndsWhenACommandGoesOn() async throws {
    try await withFolder { folder in
      let trace = folder.appendingPathComponent("trace").path
      let command = "echo v=1; [ ! -e \(trace) ] || sleep 1000; touch \(trace)"
      try await withCommand(command, ["v"]) { _, log in
        try await log.waitForFailure(containing: "the command has ended")
        try await log.wait("the end of the outage") { $0.all.last?.health == .fresh }
        #expect(log.values("v") == [1, 1])
      }
    }
  }

  /// The program ignores SIGPIPE. A command that ignored SIGPIPE, too, would go on without a reader. A
  /// shell cannot catch a signal that was ignored at its start.
  @Test func aCommandHasTheDefaultsOfSignals() async throws {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_IGN)
      let command = "trap 'echo v=1' PIPE; kill -s PIPE $$; sleep 100"
      let spec = SourceSpec.text(TextFeedSpec(origin: .command(command, every: nil)))
      try await withFeed(spec, [.column("v")]) { _, log in
        try await log.wait("the signal") { $0.values("v").first == 1 }
      }
    }
  }

  /// Hints and quotations around the error tell less.
  @Test(
    arguments: [
      (
        "ERROR:  relation \"nope\" does not exist\nLINE 1: select * from nope\n            ^\n",
        "ERROR:  relation \"nope\" does not exist"
      ),
      ("ERROR 1146 (42S02) at line 1: no table\nBye\n", "ERROR 1146 (42S02) at line 1: no table"),
      ("fatal: not a repository\nhint: clone\n", "fatal: not a repository"),
      ("error: a\nerror: b\nhint\n", "error: b"),
      ("  raise Error (x)\nMyException: no host\n", "MyException: no host"),
      ("no errors so far\nerror.py is missing\nno disk\n", "no disk"),
      ("no disk\n^~~~\n---\n", "no disk"), ("^\n", nil), ("", nil),
    ] as [(String, String?)])
  func theTellingLine(_ text: String, _ expected: String?) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = text.withCString { write(ends[1], $0, strlen($0)) }
    close(ends[1])
    let tail = LineTail(OwnedDescriptor(ends[0]))
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
      while tail.read(into: buffer) {}
    }
    #expect(tail.line == expected)
  }

  @Test func whyACommandFailed() async throws {
    try await withCommand("echo first >&2; echo the disk is full >&2; exit 4") { _, log in
      try await log.waitForFailure(containing: "the disk is full")
    }
    try await withCommand("kill -9 $$") { _, log in
      try await log.waitForFailure(containing: "the command was ended by signal 9")
    }
    try await withCommand("exit 7", every: 60, timeout: 60) { _, log in
      try await log.waitForFailure(containing: "the command ended with status 7")
    }
    try await withCommand("nonexistent-command", every: 60, timeout: 60) { _, log in
      try await log.waitForFailure(containing: "nonexistent-command: not found")
    }
    try await withCommand("echo hello", every: 60, timeout: 60) { _, log in
      try await log.waitForFailure(containing: "line 1: no number in it: 'hello'")
    }
    try await withCommand("true", every: 60, timeout: 60) { _, log in
      try await log.waitForFailure(containing: "the command has printed no numbers")
    }
  }

  /// A line that is a number becomes a row of two when another panel wants the second column.
  @Test func aNumberBecomesTwoColumns() async throws {
    try await withCommand("echo 21,5", every: 3600, [nil]) { feed, log in
      try await log.wait("the number") { $0.values("") == [21.5] }
      feed.select([.column(nil), .column("2")])
      try await log.wait("both numbers") { $0.values("2") == [5] }
      #expect(log.values("").last == 21)
    }
  }

  @Test func stoppingEndsAllThatACommandStarted() async throws {
    try await withFolder { folder in
      let pids = folder.appendingPathComponent("pids").path
      let command = "(trap '' TERM; echo $$ >> \(pids); while :; do sleep 1; done) & echo v=1; wait"
      try await withCommand("echo $$ > \(pids); sleep 1000 & echo $! >> \(pids); \(command)", ["v"])
      {
        feed, log in
        try await log.wait("its row") { $0.values("v") == [1] }
        let text = try String(contentsOfFile: pids, encoding: .utf8)
        let processes = text.split(separator: "\n").compactMap { Int32($0) }
        try #require(processes.count >= 2)
        #expect(processes.allSatisfy { isRunning($0) })
        feed.stop()
        let areGone = try await becomes { !processes.contains(where: isRunning) }
        try #require(areGone, "of \(processes), some go on")
      }
    }
  }

  // MARK: Commands with a period

  @Test func runsAgainAndAgain() async throws {
    try await withFolder { folder in
      let counter = folder.appendingPathComponent("counter").path
      let command = "echo x >> \(counter); printf 'name value\na 1\nb '; wc -l < \(counter)"
      try await withCommand(command, every: 0.1, timeout: 3600, ["b"]) { _, log in
        try await log.wait("three runs") { $0.values("b").count >= 3 }
        #expect(log.values("b").prefix(3) == [1, 2, 3])
        #expect(log.all.allSatisfy { $0.health == .fresh })
      }
    }
  }

  /// `grep -c` ends with 1 when it has counted nothing.
  @Test func aStatusIsNoFailureWhereThereIsANumber() async throws {
    try await withCommand("grep -c nothing /etc/hostname", every: 0.1, timeout: 3600) { _, log in
      try await log.wait("its zero") { $0.values("").contains(0) }
      #expect(log.all.allSatisfy { $0.health == .fresh })
    }
  }

  @Test func aCommandThatHangsIsEnded() async throws {
    try await withFolder { folder in
      let pids = folder.appendingPathComponent("pids").path
      let command = "echo v=1; echo v=2; echo no host >&2; echo $$ >> \(pids); sleep 1000"
      try await withCommand(command, every: 0.1, timeout: 1, ["v"]) { _, log in
        // On a busy machine the first commands may be ended before they have written their numbers.
        @Sendable func first() -> Int32? {
          let text = try? String(contentsOfFile: pids, encoding: .utf8)
          return text?.split(separator: "\n", omittingEmptySubsequences: false).dropLast().first
            .flatMap { Int32($0) }
        }
        try await log.wait("the number of one") { _ in first() != nil }
        let process = try #require(first())
        try await log.wait("its end") { _ in kill(process, 0) != 0 }
        try await log.waitForFailure(containing: "the command took longer than 1 s: no host")
        // Half of an output may tell half of a sum.
        #expect(log.values("v").isEmpty)
      }
    }
  }

  /// Words and a header without rows are no success that would end the outage in each period.
  @Test(arguments: ["hello", "NAME CPU", "{\\\"v\\\": \\\"x\\\"}"])
  func aCommandWithoutNumbersIsOneOutage(line: String) async throws {
    try await withFolder { folder in
      let counter = folder.appendingPathComponent("counter").path
      let command =
        "echo x >> \(counter); if [ $(wc -l < \(counter)) -gt 5 ]; then echo v=1; else echo \"\(line)\"; fi"
      try await withCommand(command, every: 0.1, timeout: 3600, ["v"]) { _, log in
        try await log.wait("the number") { $0.values("v").first == 1 }
        let healths = log.all.map(\.health).prefix { $0 != .fresh }.drop { $0 == .starting }
        let first = try #require(healths.first)
        #expect(first.reason != nil && healths.allSatisfy { $0 == first })
        #expect(log.all.last?.health == .fresh)
      }
    }
  }

  /// A command that fails after its numbers is no success in between, whether they are few or many.
  @Test(arguments: [1, 6000])
  func aCommandThatFailsAfterItsNumbersIsOneOutage(rows: Int) async throws {
    try await withFolder { folder in
      let counter = folder.appendingPathComponent("counter").path
      let command =
        "echo x >> \(counter); yes v=1 | head -n \(rows); "
        + "if [ $(wc -l < \(counter)) -le 5 ]; then echo broken >&2; exit 1; fi"
      try await withCommand(command, every: 0.1, timeout: 3600, ["v"]) { _, log in
        try await log.wait("the success") { $0.all.last?.health == .fresh }
        let healths = log.all.map(\.health).prefix { $0 != .fresh }.drop { $0 == .starting }
        let first = try #require(healths.first)
        #expect(first.reason == "broken" && healths.allSatisfy { $0 == first })
        #expect(log.values("v").count >= 6)
      }
    }
  }

  /// A process that a command leaves behind holds the command's output open, but not the feed.
  @Test func aCommandThatLeavesSomethingBehind() async throws {
    try await withCommand("echo 5; exec >&-; sleep 1000", every: 60, timeout: 60) { _, log in
      try await log.wait("its row") { $0.values("").first == 5 }
    }
  }

  /// A process that a command leaves behind writes to the command's output, perhaps: its time is waited for.
  @Test func aCommandThatLeavesSomethingBehindWithItsOutput() async throws {
    try await withCommand("echo 5; sleep 1000 &", every: 0.1, timeout: 1) { _, log in
      try await log.wait("its row") { $0.values("").first == 5 }
      #expect(log.all.last?.health == .fresh)
    }
  }

  @Test func aCommandHasNothingOfOurs() async throws {
    // The command avoids pipes, because the shell has their ends open for a moment.
    let command = "cat; ls -x -w 200 /proc/$$/fd; readlink /proc/$$/fd/0 >&2; exit 1"
    try await withCommand(command, every: 60, timeout: 60, ["3", "4"]) { _, log in
      // The standard input is empty, and only 0, 1 and 2 are open.
      try await log.waitForFailure(containing: "/dev/null")
      #expect(log.values("3").first == 2)
      #expect(log.values("4").isEmpty)
    }
  }

  @Test func aFloodIsRead() async throws {
    try await withCommand("yes 5 | head -c 4000000; echo 6", every: 3600, timeout: 3600) { _, log in
      try await log.wait("the last row") { $0.values("").last == 6 }
    }
    try await withCommand("seq 1 20000; exec sleep 1000") { _, log in
      try await log.wait("the last row") { $0.values("").last == 20_000 }
      #expect(log.values("") == (1...20_000).map(Double.init))
    }
  }

  @Test func otherColumnsCanBeSelectedMeanwhile() async throws {
    try await withCommand("while :; do echo a=1 b=2; sleep 0.05; done", ["a"]) { feed, log in
      try await log.wait("a") { $0.values("a").count > 1 }
      feed.select([.column("b"), .column("c")])
      try await log.wait("b") { $0.values("b").count > 1 }
      try await log.waitForFailure(containing: "no column 'c'")
      #expect(!log.all.contains { $0.health == .ended })
    }
  }

  /// The shell replaces `${NAME}` from the environment: no process of the command has the value as an
  /// argument.
  @Test func aVariableIsNoPartOfTheCommandLine() async {
    // A variable is set in a process of its own: the other tests read the environment meanwhile.
    await #expect(processExitsWith: .success) {
      let secret = "s3cret-\(UUID().uuidString)"
      setenv("WALLCHART_TEST_TOKEN", secret, 1)
      try await Self.expectHidden(secret)
    }
  }

  /// Runs a command that uses WALLCHART_TEST_TOKEN, and looks for the value in all command lines.
  private static func expectHidden(_ secret: String) async throws {
    let command =
      "x=a.b; while :; do echo pid=$$ length=${#WALLCHART_TEST_TOKEN} own=${#x}"
      + " same=$([ \"${WALLCHART_TEST_TOKEN}\" = \"$(printenv "
      + "WALLCHART_TEST_TOKEN)\" ] && echo 1 || echo 0); sleep 0.05; done"
    let columns = ["pid", "length", "own", "same"]
    try await Self().withCommand(command, columns) { _, log in
      try await log.wait("rows") { $0.values("same").count >= 2 }
      #expect(log.values("length").last == Double(secret.utf8.count))
      #expect(log.values("own").last == 3 && log.values("same").last == 1)
      let shell = try #require(log.values("pid").last.map { Int32($0) })
      let arguments = try String(
        decoding: Data(contentsOf: URL(fileURLWithPath: "/proc/\(shell)/cmdline")), as: UTF8.self)
      #expect(arguments.contains("${WALLCHART_TEST_TOKEN}") && !arguments.contains(secret))
      // Nor have the guard and the programs that the shell starts.
      for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
        guard let process = pid_t(name), getpgid(process) == getpgid(shell) else { continue }
        let line = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(name)/cmdline"))
        #expect(!String(decoding: line ?? Data(), as: UTF8.self).contains(secret))
      }
    }
  }
}
