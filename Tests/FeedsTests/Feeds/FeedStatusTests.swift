import Metrics
import Testing

@testable import Feeds

@Suite struct FeedStatusTests {
  private func samples(
    _ values: [Metric: Double], of query: Query = .path("q"), at time: Double = 5
  ) -> FeedUpdate.Samples {
    .init(
      query,
      SampleBatch(
        times: [time],
        columns: values.map { .init($0, [$1]) }.sorted { $0.metric.name < $1.metric.name }))
  }

  @Test func aFailureIsNewsOnce() throws {
    var status = FeedStatus()
    #expect(status.health == .starting)
    _ = status.succeed([samples(["a": 1])], at: 100)
    #expect(status.health == .fresh)
    let first = status.fail("refused", at: 107)
    #expect(first?.health == .failing(since: 107, reason: "refused"))
    // A repeated reason is no news, another reason is, and the failure goes on.
    let second = status.fail("refused", at: 110)
    #expect(second == nil)
    let other = status.fail("HTTP 503", at: 115)
    #expect(other?.health == .failing(since: 107, reason: "HTTP 503"))
    // The store finds the gap by the distance of the samples.
    #expect(first?.samples.isEmpty == true && other?.samples.isEmpty == true)
    let again = status.succeed([samples(["a": 1])], at: 130)
    #expect(again.health == .fresh)
    #expect(again.rows.map(\.values) == [["a": 1]])
    let later = status.fail("refused", at: 140)
    #expect(later?.health == .failing(since: 140, reason: "refused"))
  }

  @Test func aMissingNumberIsNoFailureOfTheSource() {
    var status = FeedStatus()
    let update = status.succeed(
      [samples(["a": 1])], missing: [.path("b"): "no 'b'"], answeredAt: 5, at: 5)
    #expect(update.health == .failing(since: 5, reason: "no 'b'"))
    #expect(update.missing == [.path("b"): "no 'b'"])
    let second = status.succeed(
      [samples(["a": 1])], missing: [.path("b"): "no 'b'"], answeredAt: 10, at: 10)
    #expect(second.health == .failing(since: 5, reason: "no 'b'"))
    // A real failure begins when it begins.
    let failure = status.fail("refused", at: 15)
    #expect(failure?.health == .failing(since: 15, reason: "refused"))
    #expect(failure?.missing == [:])
  }

  @Test func aSeriesThatDisappearsHasOneMissingSample() {
    var status = FeedStatus()
    let (q, r) = (Query.path("q"), Query.path("r"))
    let both = [samples(["a": 1, "b": 2]), samples(["c": 3], of: r)]
    _ = status.succeed(both, answeredAt: 5, asked: [q, r], at: 5)
    // One series of a query, and the only series of another query, are gone.
    let first = status.succeed(
      [samples(["a": 1], at: 10)], missing: [r: "no 'c'"], answeredAt: 10, asked: [q, r], at: 10)
    #expect(first.rows.map(\.time) == [10])
    #expect(first.rows[0]["a"] == 1)
    #expect(first.rows[0].values["b"]?.isNaN == true && first.rows[0].values["c"]?.isNaN == true)
    #expect(
      first.samples.filter { $0.query == r }.map { $0.batch.columns.map(\.metric) } == [["c"]])
    let second = status.succeed(
      [samples(["a": 1], at: 15)], missing: [r: "no 'c'"], answeredAt: 15, asked: [q, r], at: 15)
    #expect(second.rows.map(\.values) == [["a": 1]])
    // A sample that is missing already needs no other one.
    _ = status.succeed([samples(["a": .nan], at: 20)], answeredAt: 20, asked: [q], at: 20)
    let last = status.succeed([], answeredAt: 25, asked: [q], at: 25)
    #expect(last.samples.isEmpty)
  }

  @Test func aQueryThatIsNoLongerAskedIsNotMissing() {
    var status = FeedStatus()
    _ = status.succeed([samples(["a": 1])], answeredAt: 5, asked: [.path("q")], at: 5)
    let update = status.succeed(
      [samples(["c": 1], of: .path("r"))], answeredAt: 10, asked: [.path("r")], at: 10)
    #expect(update.rows.map(\.values) == [["c": 1]])
  }

  @Test func aPanelFailsOnlyForItsOwnQueries() {
    let (a, b, c) = (Query.path("a"), Query.path("b"), Query.path("c"))
    let update = FeedUpdate(
      health: .failing(since: 3, reason: "no 'a'"), missing: [a: "no 'a'", b: "no 'b'"])
    #expect(update.health(of: [c, b]) == .failing(since: 3, reason: "no 'b'"))
    #expect(update.health(of: [c]) == .fresh)
    let failure = FeedUpdate(health: .failing(since: 3, reason: "x"))
    #expect(failure.health(of: [c]) == .failing(since: 3, reason: "x"))
  }

  @Test(
    arguments: [
      ("depht", " (did you mean 'depth'?)"), ("DEPTH", " (did you mean 'depth'?)"),
      ("width", ""), ("nothing", ""), ("", ""),
      ("node_load_1", " (did you mean 'node_load1'?)"),
    ])
  func suggests(_ name: String, _ expected: String) {
    #expect(suggestion(for: name, among: ["depth", "node_load1", "free\u{1b}"]) == expected)
  }

  @Test func aSuggestionIsFitForATerminal() {
    #expect(suggestion(for: "free", among: ["free\u{1b}"]) == " (did you mean 'free\\x1b'?)")
  }

  @Test func aSecretIsNotPrinted() {
    let secret = Secret("hunter2")
    let spec = HTTPFeedSpec(
      url: "http://x", format: .json, headers: [.init(name: "X", value: secret)],
      authorization: .basic(user: "u", password: .text(secret)))
    var dumped = ""
    dump(spec, to: &dumped)
    #expect(!"\(spec) \(String(reflecting: spec))".contains("hunter2"))
    #expect(!dumped.contains("hunter2"))
  }
}
