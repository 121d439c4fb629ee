import Feeds
import Metrics
import Testing

@testable import wallchart

/// The moments at which updates are shown, and at which sources are asked for more.
@Suite struct UpdateRhythmTests {
  private typealias Step = UpdateRhythm.Step

  private static let pipe = SourceSpec.text(TextFeedSpec(origin: .standardInput))
  private static let other = SourceSpec.text(TextFeedSpec(origin: .file("rows.txt")))
  private static let refresh = 1.0 / 60
  private static let atOnce = Step(showing: .now, asksAtOnce: true)
  private static let withRefresh = Step(showing: .now, asksAtOnce: false)
  private static let first = Step(showing: .whenQuiet(milliseconds: 2), asksAtOnce: true)
  private static let past = Step(showing: .whenQuiet(milliseconds: 0), asksAtOnce: true)

  private func update(times: Int, isText: Bool, isPast: Bool = false) -> FeedUpdate {
    var batch = SampleBatch(times: (0..<times).map(Double.init))
    if isPast { batch.origin = .past(0...9) }
    var update = FeedUpdate(samples: times > 0 ? [.init(.column("a"), batch)] : [])
    if isText { update.text = TextNews() }
    return update
  }

  /// A source of numbers, asked with each refresh as soon as it is fast or brings much.
  @Test func aSlowSourceIsAskedAtOnceAndAFastOneWithEachRefresh() {
    let steps: [(time: Double, times: Int, step: Step)] = [
      (5, 1, Self.atOnce), (6, 1, Self.atOnce), (6.005, 1, Self.withRefresh),
      (6.03, 8, Self.atOnce), (7, 9, Self.withRefresh), (8, 0, Self.atOnce),
    ]
    var rhythm = UpdateRhythm()
    for (time, times, step) in steps {
      let update = update(times: times, isText: false)
      let found = rhythm.take(
        update, from: Self.pipe, at: time, refresh: Self.refresh, isShown: time > 5)
      #expect(found == step, "\(time)")
    }
    #expect(rhythm.count == steps.count)
  }

  /// The first rows of a writer come in pieces, some before and some after the first picture.
  @Test func theFirstRowsAreShownTogether() {
    var rhythm = UpdateRhythm()
    func step(_ time: Double, times: Int, isShown: Bool = false, of source: SourceSpec = Self.pipe)
      -> UpdateRhythm.Step
    {
      rhythm.take(
        update(times: times, isText: true), from: source, at: time, refresh: Self.refresh,
        isShown: isShown)
    }
    // A line that is no row begins nothing.
    #expect(step(1, times: 0) == Self.atOnce)
    #expect(step(3, times: 100) == Self.first)
    #expect(step(3.001, times: 100) == Self.first)
    #expect(step(3.019, times: 1, isShown: true) == Self.first)
    #expect(step(3.021, times: 100, isShown: true) == Self.withRefresh)
    #expect(step(4, times: 1, isShown: true) == Self.atOnce)
    // Another source has a beginning of its own, and so has one that was forgotten.
    #expect(step(5, times: 1, isShown: true, of: Self.other) == Self.first)
    rhythm.keep { $0 == Self.other }
    #expect(step(5.03, times: 1, isShown: true, of: Self.other) == Self.atOnce)
    #expect(step(6, times: 1, isShown: true) == Self.first)
  }

  /// A past that comes in parts is one picture only if it is the first one.
  @Test func thePartsOfAPastAreShownTogetherAtFirst() {
    var rhythm = UpdateRhythm()
    for (time, isShown, step) in [
      (1, false, Self.past), (1.001, false, Self.past), (1.002, true, Self.withRefresh),
      (2, true, Self.withRefresh),
    ] {
      let found = rhythm.take(
        update(times: 100, isText: false, isPast: true), from: Self.other, at: time,
        refresh: Self.refresh, isShown: isShown)
      #expect(found == step, "\(time)")
    }
  }
}
