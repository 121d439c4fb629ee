import Foundation
import TestSupport
import Testing

@testable import History
@testable import wallchart

/// Windows that show again what was shown before, and the commands for what is kept.
@Suite(.serialized) struct HistoryProgramTests {
  private let folder = TemporaryFolder()

  /// A folder with a dashboard, its socket and its history.
  private final class Place {
    private let folder = TemporaryFolder()
    var url: URL { folder.url }

    init(_ history: String = "") throws {
      try """
      \(history)
      panels:
        - {title: Answer, chart: line, source: {command: echo 42, every: 100ms}}
        - {title: Load, source: {system: load.1}}

      """.write(to: url.appendingPathComponent("hall.yaml"), atomically: true, encoding: .utf8)
    }

    var environment: [String: String] {
      [
        "XDG_RUNTIME_DIR": url.path, "XDG_STATE_HOME": url.appendingPathComponent("state").path,
        "WALLCHART_HISTORY_PERIOD": "0.2",
      ]
    }

    func run(_ words: String...) throws -> Program.Result {
      try Program.Running(words, environment: environment, folder: url).waitForEnd()
    }

    func window(_ server: Xvfb, _ options: String...) throws -> Program.Running {
      try Program.Running(
        ["hall.yaml"] + options, environment: server.environment.merging(environment) { $1 },
        folder: url)
    }

    /// The number of samples in the memory of the only window.
    func samples() throws -> Int {
      let output = try run("ctl", "status").output
      return output.firstMatch(of: /"samples":(\d+)/).flatMap { Int($0.1) } ?? 0
    }

    /// The number of updates of the only source of the only window.
    func updates() throws -> Int {
      let output = try run("ctl", "status").output
      return output.firstMatch(of: /"updates":(\d+)/).flatMap { Int($0.1) } ?? 0
    }

    /// The exported rows of the command.
    func rows() throws -> [Substring] {
      try run("export", "--series", "*echo*", "hall.yaml", "-").output
        .split(separator: "\n").dropFirst().map { $0 }
    }

    var states: [String] {
      let folder = url.appendingPathComponent("state/wallchart").path
      return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
  }

  @Test func aRestartShowsWhatWasShown() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    let first = try place.window(server)
    try #require(try eventually { try place.rows().count >= 40 })
    first.signal(SIGTERM)
    #expect(try first.waitForEnd().status == 0)
    let kept = try place.rows()
    #expect(kept.allSatisfy { $0.contains(",42,") })
    let second = try place.window(server)
    // Nothing that comes within a moment is as much.
    try #require(try eventually { try place.samples() >= kept.count })
    second.signal(SIGTERM)
    #expect(try second.waitForEnd().status == 0)
    #expect(try place.rows().prefix(kept.count) == kept[...])
  }

  @Test func aHistoryWithoutAPlaceIsTold() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    let program = try Program.Running(
      ["--stats", "hall.yaml"], environment: server.environment,
      without: ["HOME", "XDG_STATE_HOME"],
      folder: place.url)
    #expect(
      try program.waitForErrorLine(containing: "no history is kept")
        == "wallchart: no history is kept: neither XDG_STATE_HOME nor HOME is set")
    // The line comes before the program listens to signals.
    try program.waitForErrorLine(containing: "\"frame\":")
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  /// The first rows of a pipe come together, so that they have numbers instead of times until more rows
  /// come one after another.
  @Test func aPipeThatIsKeptShowsItsPast() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    func fill(_ count: Int, after past: Int) throws {
      let input = Pipe()
      let program = try Program.Running(
        ["--history", "demo"],
        environment: server.environment.merging(place.environment) { $1 }, folder: place.url,
        standardInput: input.fileHandleForReading)
      try input.fileHandleForWriting.write(contentsOf: Data("1\n2\n3\n".utf8))
      try #require(try eventually { try place.updates() >= 1 })
      for row in 4...count {
        try input.fileHandleForWriting.write(contentsOf: Data("\(row)\n".utf8))
        try #require(try eventually { try place.updates() >= row - 2 })
      }
      try #require(try eventually { try place.samples() >= past + count })
      program.signal(SIGTERM)
      #expect(try program.waitForEnd().status == 0)
    }
    func rows() throws -> [Substring] {
      try place.run("export", "--history", "demo", "-").output.split(separator: "\n").dropFirst()
        .map { $0 }
    }
    try fill(12, after: 0)
    let kept = try rows()
    #expect(kept.count == 12)
    // The three rows of one millisecond are one sample.
    try fill(7, after: 10)
    #expect(try rows().prefix(12) == kept[...])
    #expect(try rows().count == 19)
    #expect(try place.run("history", "--history", "demo").output.contains("1 series"))
    let missing = try place.run("history", "--history", "other")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("there is no history of other yet"))
  }

  /// Lets a window keep rows, and ends the window.
  private func keepSomeRows(_ place: Place, _ server: Xvfb) throws {
    let first = try place.window(server)
    try #require(try eventually { try place.rows().count >= 20 })
    first.signal(SIGTERM)
    _ = try first.waitForEnd()
  }

  /// A replay shows the samples of the past, and keeps nothing itself.
  @Test func aReplayShowsWhatWas() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    try keepSomeRows(place, server)
    let kept = try place.rows()
    let replay = try place.window(
      server, "--replay-history", "--from", "1h", "--speed", "100000")
    try #require(try eventually { try place.samples() >= kept.count })
    // The replay's clock stands at the end of the history, and the second after the end has passed.
    Thread.sleep(forTimeInterval: 1.2)
    #expect(try place.run("ctl", "snapshot", "end.png").status == 0)
    let all = try place.run("export", "hall.yaml", "-").output.split(separator: "\n").dropFirst()
    let last = try #require(all.map { $0.prefix("2026-11-27T18:55:01".count) }.max())
    let picture = try Data(contentsOf: place.url.appendingPathComponent("end.png"))
    let end = " \(last.suffix("18:55:01".count)) +0000"
    #expect(picture.range(of: Data(end.utf8)) != nil, "the picture is not of \(end)")
    replay.signal(SIGTERM)
    #expect(try replay.waitForEnd().status == 0)
    #expect(try place.rows() == kept)
  }

  /// A replay from a time after the end of the history would show nothing, for ever.
  @Test func aReplayBeginsBeforeTheEndOfTheHistory() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    let start = Date().timeIntervalSince1970
    try keepSomeRows(place, server)
    let end = Date().timeIntervalSince1970
    let replay = try place.window(server, "--replay-history", "--from", "2090-01-01T00:00")
      .waitForEnd()
    #expect(replay.status == 66)
    let told = /^wallchart: (.+)\.db: the history ends at (.+), before the time of --from$/
    let errors = replay.errors.split(separator: "\n")
    let words = try #require(errors.compactMap { $0.wholeMatch(of: told) }.first, "\(errors)")
    #expect(words.1.contains("hall"))
    let last = try #require(Moment.seconds(String(words.2), now: end))
    #expect((start - 1...end).contains(last))
  }

  /// Nothing wakes a replay that is paused, and it goes on when it is told so.
  @Test func aPausedReplayRests() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    try keepSomeRows(place, server)
    let replay = try place.window(server, "--replay-history", "--from", "1h", "--speed", "1")
    try #require(try eventually { try place.run("ctl", "pause").status == 0 })
    // Threads without work end after some seconds, with the numbers of their waits.
    func rests() throws -> Bool {
      let before = try replay.waits
      Thread.sleep(forTimeInterval: 2)
      return try abs(replay.waits - before) <= 3
    }
    try #require(try eventually { try rests() })
    #expect(try place.run("ctl", "resume").status == 0)
    try #require(try eventually { try !rests() })
    replay.signal(SIGTERM)
    #expect(try replay.waitForEnd().status == 0)
  }

  @Test func aKilledProgramLosesAtMostItsBatch() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    var before: [Substring] = []
    for round in 1...3 {
      let program = try place.window(server)
      try #require(try eventually { try place.rows().count >= round * 8 })
      before = try place.rows()
      program.signal(SIGKILL)
      _ = try program.waitForEnd()
      #expect(try place.rows().prefix(before.count) == before[...])
    }
  }

  @Test func whatIsForgottenIsGone() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    let program = try place.window(server)
    try #require(
      try eventually {
        try place.rows().count >= 5 && place.run("history", "hall.yaml").output.contains("load.1")
      })
    program.signal(SIGTERM)
    _ = try program.waitForEnd()
    let listed = try place.run("history", "hall.yaml")
    #expect(listed.output.contains("command 'echo 42'"))
    #expect(listed.output.contains("2 series"))
    let forgotten = try place.run("history", "--forget", "load.*", "hall.yaml")
    #expect(forgotten.output == "forgot this machine | load.1\n")
    #expect(try place.run("history", "hall.yaml").output.contains("1 series"))
    let lines = try place.run("export", "hall.yaml", "out.jsonl")
    #expect(lines.status == 0)
    let text = try String(
      contentsOf: place.url.appendingPathComponent("out.jsonl"), encoding: .utf8)
    for line in text.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["value"] as? Int == 42)
    }
    #expect(
      try place.run("export", "--since", "1ms", "hall.yaml", "-").output.split(separator: "\n")
        .count == 1)
  }

  /// A long history is read and written in stretches, of which none lacks or repeats a sample.
  @Test func aLongExportHasEachSampleOnce() throws {
    let place = try Place("history: {path: '/tmp/replaced'}")
    let path = place.url.appendingPathComponent("kept.db").path
    let yaml = place.url.appendingPathComponent("hall.yaml")
    try String(contentsOf: yaml, encoding: .utf8).replacing("/tmp/replaced", with: path)
      .write(to: yaml, atomically: true, encoding: .utf8)
    let file = try HistoryFile(path, .writing)
    let start = 1_700_000_000.0
    // Samples at the edges of stretches of six hours, too.
    let times =
      (0..<2000).map { start + Double($0) * 54 } + [1_700_006_400, 1_700_028_000].sorted()
    for key in ["b", "a"] {
      let values = times.indices.map { Double($0) }
      try file.write(HistoryBatch([.init(key: key, times: times, values: values)]))
    }
    file.close()
    let none = try place.run("export", "--series", "c*", "hall.yaml", "none.csv")
    #expect(none.status == 66 && none.output.isEmpty)
    #expect(
      none.errors
        == "wallchart: \(path): no series matches 'c*'; 'wallchart history' lists them\n")
    let target = place.url.appendingPathComponent("none.csv").path
    #expect(!FileManager.default.fileExists(atPath: target))
    let text = try place.run("export", "hall.yaml", "-").output
    let rows = text.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    #expect(rows.count == 2 * times.count)
    for key in ["a", "b"] {
      let own = rows.filter { $0[1] == key }
      #expect(own.map { $0[0] } == own.map { $0[0] }.sorted())
      #expect(Set(own.map { $0[2] }).count == times.count)
    }
    #expect(try place.run("export", "hall.yaml", "out.csv").status == 0)
    let written = try String(
      contentsOf: place.url.appendingPathComponent("out.csv"), encoding: .utf8)
    #expect(written == text)
  }

  /// A folder with a history named `demo` of three samples, which statements of SQL have changed.
  private func place(changedBy statements: String = "") throws -> Place {
    let place = try Place()
    let folder = place.url.appendingPathComponent("state/wallchart")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = try HistoryFile(folder.appendingPathComponent("demo.db").path, .writing)
    for time in [1_700_000_000.0, 1_700_000_100, 1_700_000_200] {
      try file.write(HistoryBatch([.init(key: "a", times: [time], values: [1])]))
    }
    try file.connection.execute(statements)
    file.close()
    return place
  }

  /// Whether this process may mount a folder once more, as read-only, in a namespace of its own.
  private static let canMount =
    (try? Shell.run("unshare -rm mount --bind /tmp /tmp"))?.status == 0

  /// A history on a read-only file system is read with the log that a window left beside it when it was killed.
  @Test(.enabled(if: canMount), arguments: [false, true])
  func aReadOnlyFileSystem(hasLog: Bool) throws {
    let place = try place()
    let folder = place.url.appendingPathComponent("state/wallchart").path
    let file = try HistoryFile(folder + "/demo.db", .writing)
    try file.write(HistoryBatch([.init(key: "a", times: [1_700_000_300], values: [4])]))
    let copy = "cp demo.db-wal kept-wal && cp demo.db kept"
    #expect(try Shell.run("cd '\(folder)' && \(copy)").status == 0)
    file.close()
    if hasLog {
      let restore = "mv kept demo.db && mv kept-wal demo.db-wal"
      #expect(try Shell.run("cd '\(folder)' && \(restore)").status == 0)
    }
    let variables = place.environment.map { "\($0)='\($1)'" }.joined(separator: " ")
    let result = try Shell.run(
      """
      unshare -rm sh -ec "mount --bind '\(folder)' '\(folder)'
        mount -o remount,bind,ro '\(folder)' && ! touch '\(folder)/x' 2>/dev/null
        \(variables) '\(Program.executable.path)' export --history demo -
        \(variables) '\(Program.executable.path)' history --history demo"
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.split(separator: "\n").count { $0.contains(",a,") } == 4)
    #expect(result.output.contains("1 series"))
  }

  @Test(arguments: [
    "data = zeroblob(20)", "start = -9223372036854775808", "end = 9223372036854775807",
  ])
  func damagedBlocksAreTold(_ change: String) throws {
    let place = try place(
      changedBy: "UPDATE raw SET \(change) WHERE start = (SELECT min(start) FROM raw)")
    let told = "demo.db: the samples of damaged blocks are left out (blocks: 1)\n"
    let export = try place.run("export", "--history", "demo", "-")
    #expect(export.status == 65 && export.errors.hasSuffix(told))
    #expect(export.output.split(separator: "\n").count == 3)
    let file = try place.run("export", "--history", "demo", "out.csv")
    #expect(file.status == 65 && file.errors.hasSuffix(told))
    let written = place.url.appendingPathComponent("out.csv")
    #expect(try String(contentsOf: written, encoding: .utf8) == export.output)
    let list = try place.run("history", "--history", "demo")
    #expect(list.status == 0 && list.errors.hasSuffix(told))
    #expect(list.output.hasPrefix("a  2023-11-14T22:15:00.000Z to 2023-11-14T22:16:40.000Z"))
  }

  @Test(arguments: [
    ["history", "--history", "demo", "--forget", "b*"],
    ["export", "--history", "demo", "--series", "b*", "-"],
  ])
  func aPatternWithoutSeriesIsTold(_ words: [String]) throws {
    let place = try self.place()
    // The folder is there as long as the object.
    defer { withExtendedLifetime(place) {} }
    let result = try Program.Running(words, environment: place.environment).waitForEnd()
    #expect(result.status == 66 && result.output.isEmpty)
    #expect(
      result.errors.hasSuffix(
        "demo.db: no series matches 'b*'; 'wallchart history' lists them\n"))
  }

  /// Characters of a name that a terminal obeys are written in a readable form.
  @Test func anExportedNameDoesNotChangeATerminal() throws {
    let place = try place(
      changedBy: "UPDATE series SET key = 'a' || char(27) || '[31m' || char(155)")
    let rows = try place.run("export", "--history", "demo", "-").output.split(separator: "\n")
    #expect(rows.count == 4)
    #expect(rows.dropFirst().allSatisfy { $0.contains(#",a\x1b[31m\x9b,1,"#) }, "\(rows)")
  }

  @Test func repeatedNumbersOfSeriesAreDamage() throws {
    let place = try place(
      changedBy: "DROP TABLE series; CREATE TABLE series(id INTEGER, key TEXT); "
        + "INSERT INTO series VALUES (1, 'a'), (1, 'b')")
    for words in [["export", "--history", "demo", "-"], ["history", "--history", "demo"]] {
      let result = try Program.Running(
        words, environment: place.environment, folder: place.url
      ).waitForEnd()
      #expect(result.status == 65)
      #expect(result.errors.hasSuffix("demo.db: its tables have impossible numbers\n"))
    }
  }

  @Test(arguments: [
    (["export", "--history", "demo", "-"], "standard output"),
    (["export", "--history", "demo", "/dev/full"], "/dev/full"),
    (["history", "--history", "demo"], "standard output"),
    (["history", "--history", "demo", "--forget", "a"], "standard output"),
  ])
  func aFullDiskIsAnError(_ words: [String], _ subject: String) throws {
    let place = try place()
    let result = try Program.Running(
      words, environment: place.environment, folder: place.url, preparation: "exec >/dev/full"
    ).waitForEnd()
    #expect(result.status == 73)
    #expect(result.errors == "wallchart: \(subject): No space left on device\n")
  }

  @Test(arguments: ["--no-history", "history: off"])
  func nothingIsKeptThatIsNotWanted(_ way: String) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place(way.hasPrefix("-") ? "" : way)
    let program = way.hasPrefix("-") ? try place.window(server, way) : try place.window(server)
    try #require(try eventually { try place.samples() > 20 })
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
    #expect(place.states == [])
    let result = try place.run("history", "hall.yaml")
    #expect(result.status == 66)
    #expect(result.errors.contains("there is no history of hall.yaml yet"))
  }

  @Test func aFolderThatCannotBeMadeIsTold() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    try Data().write(to: place.url.appendingPathComponent("state"))
    let program = try place.window(server)
    let line = try program.waitForErrorLine(containing: "no history is kept")
    #expect(line.contains("Not a directory"))
    try #require(try eventually { try place.samples() > 5 })
    try FileManager.default.removeItem(at: place.url.appendingPathComponent("state"))
    let again = try program.waitForErrorLine(containing: "the history is written again")
    #expect(again.hasSuffix(".db)"))
    try #require(try eventually { try place.rows().count > 5 })
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  /// Nothing runs yet that could show a notice.
  @Test func aReplayNeedsAHistory() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let home = folder.file("home").path
    let command =
      "DISPLAY=\(server.display) '\(Program.executable.path)' --replay-history --from 1h"
    for (place, message) in [
      ("HOME='\(home)'", "\(home)/.local/state/wallchart/machine.db: there is no history yet"),
      ("", "neither XDG_STATE_HOME nor HOME is set"),
    ] {
      let result = try Shell.run("env -u HOME -u XDG_STATE_HOME \(place) \(command)")
      #expect(result.status == 66)
      #expect(result.output == "wallchart: \(message)\n")
    }
  }

  @Test(arguments: [
    ("PRAGMA user_version = 99", "a later version of wallchart has written it"),
    ("DROP TABLE series", "it is not a history of wallchart"),
    ("UPDATE series SET id = 0", "its tables have impossible numbers"),
  ])
  func aReplayOfAnUnreadableHistoryFails(_ change: String, _ reason: String) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try place(changedBy: change)
    let path = place.url.appendingPathComponent("state/wallchart/demo.db").path
    try "{history: {path: '\(path)'}, panels: [{title: Load, source: {system: load.1}}]}"
      .write(to: place.url.appendingPathComponent("hall.yaml"), atomically: true, encoding: .utf8)
    let result = try place.window(server, "--replay-history", "--from", "2023-11-14T22:00")
      .waitForEnd()
    #expect(result.status == 65)
    #expect(result.errors.hasSuffix("wallchart: \(path): \(reason)\n"))
  }

  @Test(arguments: [
    (["history"], "history needs FILE.yaml"),
    (["export", "a.yaml"], "export needs FILE.yaml and OUT.csv, OUT.jsonl or -"),
    (
      ["export", "--since", "x", "a.yaml", "-"],
      "--since takes a time such as 90s, 24h or 7d, not 'x'"
    ),
    (["history", "--since", "1h", "a.yaml"], "unknown option '--since' of history"),
    (["--history", "a/b", "-"], "--history takes a name without '/', not 'a/b'"),
    (["history", "--history", "a/b"], "--history takes a name without '/', not 'a/b'"),
    (["history", "--history", "a", "b.yaml"], "history needs FILE.yaml"),
    (["--replay-history", "a.yaml"], "--replay-history needs --from TIME"),
    (["--from", "6h", "a.yaml"], "--from and --speed need --replay-history"),
    (
      ["--replay-history", "a.yaml", "--from", "21000d"],
      "--from takes a time such as 2026-11-22T03:00, 03:00 or 6h, not '21000d'"
    ),
  ])
  func mistakesAreTold(_ words: [String], _ message: String) throws {
    let result = try Program.run(words)
    #expect(result.status == 64)
    #expect(result.errors.contains(message))
  }
}
