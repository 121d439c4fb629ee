import Testing

@testable import Feeds

@Suite struct FeedProgressTests {
  private func reading(_ time: Double, _ values: [Metric: Double] = ["a": 1]) -> Reading {
    Reading(time: time, values: values)
  }

  @Test func aFailureIsAGapOnePeriodAfterTheLastReading() throws {
    var progress = FeedProgress(period: 5)
    #expect(progress.health == .starting)
    _ = progress.succeed([reading(100, ["a": 1, "b": 2])], at: 100)
    #expect(progress.health == .fresh)
    let maybeUpdate = progress.fail("refused", at: 107)
    let update = try #require(maybeUpdate)
    #expect(update.health == .failing(since: 107, reason: "refused"))
    #expect(update.readings.map(\.time) == [105])
    #expect(update.readings[0].values.keys.map(\.name).sorted() == ["a", "b"])
    #expect(update.readings[0].values.values.allSatisfy { $0.isNaN })
    // The same reason again is no news, another reason is, and the gap is marked once.
    let firstUpdate = progress.fail("refused", at: 110)
    #expect(firstUpdate == nil)
    let maybeOther = progress.fail("HTTP 503", at: 115)
    let other = try #require(maybeOther)
    #expect(other.health == .failing(since: 107, reason: "HTTP 503"))
    #expect(other.readings.isEmpty)
    let again = progress.succeed([reading(130)], at: 130)
    #expect(again.health == .fresh)
    #expect(again.readings.map(\.time) == [130])
  }

  @Test func aFailureBeforeTheNextIsDueIsMarkedAtOnce() {
    var progress = FeedProgress(period: 60)
    _ = progress.succeed([reading(100)], at: 100)
    let firstUpdate = progress.fail("x", at: 103)
    #expect(firstUpdate?.readings.map(\.time) == [103])
    // The gap is never at or before the last reading, whatever the clock shows.
    _ = progress.succeed([reading(110)], at: 110)
    let secondUpdate = progress.fail("x", at: 90)
    #expect(secondUpdate!.readings[0].time > 110)
  }

  @Test func aFailureAtFirstHasNoGap() throws {
    var progress = FeedProgress(period: 5)
    let maybeUpdate = progress.fail("x", at: 3)
    let update = try #require(maybeUpdate)
    #expect(update.readings.isEmpty)
    #expect(update.health == .failing(since: 3, reason: "x"))
  }

  @Test func aMissedSampleIsAGap() {
    var progress = FeedProgress(period: 5)
    _ = progress.succeed([reading(100)], at: 100)
    let firstUpdate = progress.succeed([reading(107.5)], at: 108)
    #expect(firstUpdate.readings.map(\.time) == [107.5])
    let update = progress.succeed([reading(120)], at: 120)
    #expect(update.readings.map(\.time) == [112.5, 120])
    #expect(update.readings[0].values["a"]!.isNaN)
  }

  @Test func anAnswerMayTakeAsLongAsItIsWaitedFor() {
    var progress = FeedProgress(period: 5, patience: 10)
    _ = progress.succeed([reading(100)], at: 100)
    let late = progress.succeed([reading(115)], at: 115)
    #expect(late.readings.map(\.time) == [115])
    let missed = progress.succeed([reading(130.5)], at: 131)
    #expect(missed.readings.map(\.time) == [120, 130.5])
  }

  @Test func whatDisappearsIsMissingOnce() {
    var progress = FeedProgress(period: 5)
    _ = progress.succeed([reading(5, ["a": 1, "b": 1])], at: 5)
    let first = progress.succeed([reading(10)], missing: ["b": "no 'b'"], at: 10)
    #expect(first.readings[0].values["b"]?.isNaN == true)
    #expect(first.health == .failing(since: 10, reason: "no 'b'"))
    #expect(first.missing == ["b": "no 'b'"])
    let second = progress.succeed([reading(15)], missing: ["b": "no 'b'"], at: 15)
    #expect(second.readings[0].values.count == 1)
    #expect(second.health == .failing(since: 10, reason: "no 'b'"))
    let firstUpdate = progress.succeed([reading(20, ["b": 1])], at: 20)
    #expect(firstUpdate.health == .fresh)
  }

  @Test func aPanelFailsOnlyForWhatItShows() {
    let update = FeedUpdate(
      readings: [], health: .failing(since: 3, reason: "no 'a'"),
      missing: ["a": "no 'a'", "b": "no 'b'"])
    #expect(update.health(of: ["c", "b"]) == .failing(since: 3, reason: "no 'b'"))
    #expect(update.health(of: ["c"]) == .fresh)
    let failure = FeedUpdate(readings: [], health: .failing(since: 3, reason: "x"))
    #expect(failure.health(of: ["c"]) == .failing(since: 3, reason: "x"))
  }

  @Test(
    arguments: [
      ("depht", " (did you mean 'depth'?)"), ("DEPTH", " (did you mean 'depth'?)"),
      ("width", " (did you mean 'depth'?)"), ("nothing", ""), ("", ""),
      ("node_load_1", " (did you mean 'node_load1'?)"),
    ])
  func suggests(_ name: String, _ expected: String) {
    #expect(suggestion(for: name, among: ["depth", "node_load1", "free\u{1b}"]) == expected)
  }

  @Test func aSuggestionIsFitForATerminal() {
    #expect(suggestion(for: "fre", among: ["free\u{1b}"]) == " (did you mean 'free\\x1b'?)")
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
