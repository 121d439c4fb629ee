import Feeds
import Testing

@testable import wallchart

/// The lines of the log about sources.
@Suite struct FeedBoardTests {
  /// The reason of a file begins with the path, which is the name of the source, too.
  @Test(arguments: ["/a/b.txt: there are no numbers", "there are no numbers"])
  func aPathIsToldOnce(reason: String) {
    let source = SourceSpec.text(TextFeedSpec(origin: .file("/a/b.txt", every: 1)))
    var board = FeedBoard()
    board.keep([source], at: 0)
    let update = FeedUpdate(health: .failing(since: 0, reason: reason))
    let lines = board.take(update, from: source, at: 0).lines
    #expect(lines == ["wallchart: /a/b.txt: there are no numbers"])
  }

  /// Other programs learn the program of a command, and not its arguments. The log has the whole command.
  @Test(arguments: [
    ("mysql -psecret -e 'select 1'", "command 'mysql'"), ("/usr/bin/vmstat 1", "command 'vmstat'"),
    ("LANG=C A=1 df -h", "command 'df'"), ("  cat\n/tmp/x", "command 'cat'"),
    ("KEY='my secret' curl http://a", "command"), ("KEY=$(cat key) curl", "command"),
    ("\"my tool\" -x", "command"), ("A=secret", "command"), ("", "command"), ("/ x", "command"),
  ])
  func argumentsOfACommandAreForTheUser(_ command: String, _ name: String) {
    let source = SourceSpec.text(TextFeedSpec(origin: .command(command, every: 1)))
    var board = FeedBoard()
    board.keep([source], at: 0)
    let failing = FeedUpdate(health: .failing(since: 0, reason: "gone"))
    let lines = board.take(failing, from: source, at: 0).lines
    #expect(lines == ["wallchart: \(source.title): gone"] && lines[0] != "wallchart: \(name): gone")
    #expect(board.all.map(\.source) == [name])
  }

  @Test func commandsOfAProgramHaveNumbers() {
    let sources = ["cat a", "cat b"].map {
      SourceSpec.text(TextFeedSpec(origin: .command($0, every: 1)))
    }
    var board = FeedBoard()
    board.keep(sources, at: 0)
    #expect(board.all.map(\.source) == ["command 'cat'", "command 'cat' (2)"])
  }

  /// A source that fails and works in turn, ten times a second for an hour, fills no disk; and what it does an hour later
  /// is told again.
  @Test func aSourceThatFailsAgainAndAgainIsToldNowAndThen() {
    let source = SourceSpec.text(TextFeedSpec(origin: .file("/a/b.txt", every: 1)))
    let failing = FeedUpdate(health: .failing(since: 0, reason: "gone"))
    var board = FeedBoard()
    board.keep([source], at: 0)
    var lines: [String] = []
    for step in 0..<36_000 {
      let update = step.isMultiple(of: 2) ? failing : FeedUpdate()
      lines += board.take(update, from: source, at: Double(step) / 10).lines
    }
    #expect(lines.count == 6 * 9)
    #expect(
      lines.prefix(2) == [
        "wallchart: /a/b.txt: gone", "wallchart: /a/b.txt: works again after 1 s",
      ])
    #expect(
      lines[8]
        == "wallchart: /a/b.txt: gone (this happens again and again, and is not reported for ten minutes)"
    )
    #expect(board.take(failing, from: source, at: 7200).lines == ["wallchart: /a/b.txt: gone"])
    #expect(
      board.take(FeedUpdate(), from: source, at: 7260).lines
        == ["wallchart: /a/b.txt: works again after 60 s"])
  }

  /// A command that is started again and again brings the same notice, and a text brings at most twenty.
  @Test func noticesAboutATextAreReportedOnce() {
    let source = SourceSpec.text(TextFeedSpec(origin: .file("/a/b.txt", every: 1)))
    var board = FeedBoard()
    board.keep([source], at: 0)
    func news(_ notices: [String]) -> FeedBoard.News {
      var update = FeedUpdate()
      update.text = TextNews()
      update.text?.notices = notices
      return board.take(update, from: source, at: 0)
    }
    let first = news(["cut", "many"])
    #expect(first.lines == ["wallchart: /a/b.txt: cut", "wallchart: /a/b.txt: many"])
    #expect(first.notice == "/a/b.txt: many")
    let again = news(["cut"])
    #expect(again.lines == [] && again.notice == nil)
    #expect(news((0..<99).map { "notice \($0)" }).lines.count == 18)
    #expect(news(["another"]).notice == nil)
  }

  /// A server with a query that it does not understand is not lost; when it is, that is told, too, and so is its return.
  @Test func aLostServerIsToldBesideABadQuery() {
    let source = SourceSpec.prometheus(HTTPFeedSpec(url: "http://a", format: .json))
    var board = FeedBoard()
    board.keep([source], at: 0)
    let bad = FeedUpdate(
      health: .failing(since: 0, reason: "parse error"), missing: [.promQL("x("): "parse error"])
    let lost = FeedUpdate(health: .failing(since: 1, reason: "connection refused"))
    let updates = [bad, bad, lost, lost, bad, bad, FeedUpdate()]
    let lines = updates.enumerated().map {
      board.take($1, from: source, at: Double($0)).lines.first
    }
    #expect(
      lines == [
        "wallchart: http://a: parse error", nil, "wallchart: http://a: connection refused", nil,
        "wallchart: http://a: parse error", nil, "wallchart: http://a: works again after 6 s",
      ])
    #expect(board.all.map(\.failures) == [2])
  }

  /// Each query of a server that begins to fail is reported once, also while others fail already.
  @Test func furtherQueriesThatFailAreReported() {
    let source = SourceSpec.prometheus(HTTPFeedSpec(url: "http://a", format: .json))
    var board = FeedBoard()
    board.keep([source], at: 0)
    func lines(_ reasons: [String], at time: Double) -> [String] {
      let missing = reasons.enumerated().map { (Query.promQL("q\($0)"), $1) }
      let health: FeedHealth = reasons.isEmpty ? .fresh : .failing(since: 0, reason: reasons[0])
      let update = FeedUpdate(health: health, missing: Dictionary(uniqueKeysWithValues: missing))
      return board.take(update, from: source, at: time).lines
    }
    #expect(lines(["a", "b", "a"], at: 0) == ["wallchart: http://a: a", "wallchart: http://a: b"])
    #expect(lines(["a", "b"], at: 1) == [])
    #expect(lines(["a", "b", "c"], at: 2) == ["wallchart: http://a: c"])
    #expect(lines([], at: 3) == ["wallchart: http://a: works again after 3 s"])
    #expect(lines(["c"], at: 4) == ["wallchart: http://a: c"])
    // Reasons that change all the time fill no disk: of twenty lines in ten minutes two stand above.
    let count = (5..<500).reduce(0) { $0 + lines(["c", "\($1)"], at: Double($1)).count }
    #expect(count == 18)
  }

  /// The last update of a source that an edited dashboard no longer has does not bring the source back.
  @Test func aRemovedSourceStaysAway() {
    let source = SourceSpec.text(TextFeedSpec(origin: .file("/a/b.txt", every: 1)))
    var board = FeedBoard()
    board.keep([source], at: 0)
    board.keep([], at: 1)
    let update = FeedUpdate(health: .failing(since: 0, reason: "gone"))
    #expect(board.take(update, from: source, at: 2).lines == [])
    #expect(board.all.isEmpty)
  }
}
