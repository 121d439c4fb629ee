import Metrics
import Testing

@testable import Feeds

@Suite struct QueryCoverageTests {
  private let hour = Selection.Past(window: 3600, resolution: 3600 / 3840)

  @Test(
    arguments: [
      // window, resolution, beat, given step, step
      (3600, 3600 / 3840, 15, nil, 15),
      (86_400, 86_400 / 3840, 15, nil, 30),
      (30 * 86_400, 30 * 86_400 / 3840, 15, nil, 960),
      // A short panel and a long one of the same query: as fine as one answer can be.
      (30 * 86_400, 1, 15, nil, 240),
      (3600, 1, 1, nil, 1),
      (3600, 1, 15, 60, 60),
      (3600, 1, 15, 5, 5),
      (86_400, 1, 15, 5, 10),
      (.infinity, 0, 15, nil, 30_720),
      (0, 0, 15, nil, 15),
    ] as [(Double, Double, Double, Double?, Double)])
  func theStepComesFromTheWindowAndTheResolution(
    window: Double, resolution: Double, beat: Double, given: Double?, expected: Double
  ) {
    let past = Selection.Past(window: window, resolution: resolution)
    #expect(QueryCoverage(beat: beat, step: given).step(for: past) == expected)
  }

  @Test func theFirstQuestionIsTheWindowOnMultiplesOfTheStep() {
    let coverage = QueryCoverage(beat: 15, step: nil)
    let question = coverage.question(for: hour, at: 100_007)
    #expect(question.grid.start == 96_405 && question.grid.end == 100_005)
    #expect(question.grid.step == 15 && question.grid.count == 241)
    #expect(question.past == 96_405...100_005)
  }

  @Test func nothingIsOlderThanTheClock() {
    var coverage = QueryCoverage(beat: 15, step: nil)
    coverage.cover(coverage.question(for: hour, at: 300), for: hour)
    #expect(!coverage.lacksPast(hour, at: 301))
    #expect(coverage.question(for: hour, at: 315).place == .newer)
  }

  @Test func eachBeatAsksOneInstant() {
    var coverage = QueryCoverage(beat: 15, step: nil)
    coverage.cover(coverage.question(for: hour, at: 100_007), for: hour)
    #expect(coverage.due(for: hour) == 100_020)
    let live = coverage.question(for: hour, at: 100_021)
    #expect(live.grid == QueryGrid(at: 100_020, step: 15) && live.past == nil)
    coverage.cover(live, for: hour)
    #expect(coverage.due(for: hour) == 100_035 && !coverage.lacksPast(hour, at: 100_034))
  }

  @Test func aStepFinerThanTheBeatAsksTheLastSteps() {
    let past = Selection.Past(window: 60, resolution: 1)
    var coverage = QueryCoverage(beat: 15, step: 5)
    coverage.cover(coverage.question(for: past, at: 1000), for: past)
    #expect(coverage.due(for: past) == 1015)
    let live = coverage.question(for: past, at: 1015.2)
    #expect(live.grid.times == [1005, 1010, 1015] && live.past == nil)
  }

  @Test func anOutageIsFilledAndNoMore() {
    var coverage = QueryCoverage(beat: 15, step: nil)
    coverage.cover(coverage.question(for: hour, at: 10_000), for: hour)
    let fill = coverage.question(for: hour, at: 10_125, isInterrupted: true)
    #expect(
      fill.grid.times == [10_005, 10_020, 10_035, 10_050, 10_065, 10_080, 10_095, 10_110, 10_125])
    #expect(fill.past == 9990...10_125)
    // A failure between two beats leaves an end of the line, which the next answer must close.
    var short = QueryCoverage(beat: 15, step: nil)
    short.cover(short.question(for: hour, at: 10_000), for: hour)
    #expect(short.question(for: hour, at: 10_006, isInterrupted: true).past == 9990...10_005)
    // With nothing lacking, the newest time is asked again, to learn whether the server is back.
    let again = short.question(for: hour, at: 10_001, isInterrupted: true)
    #expect(again.grid.times == [9990] && again.past == 9990...9990)
  }

  @Test func anOutageLongerThanTheWindowBeginsAnew() {
    var coverage = QueryCoverage(beat: 15, step: nil)
    coverage.cover(coverage.question(for: hour, at: 10_000), for: hour)
    let question = coverage.question(for: hour, at: 20_000)
    #expect(question.place == .first && question.grid.start == 16_395)
  }

  @Test func aLongerWindowAsksTheOlderPart() {
    var coverage = QueryCoverage(beat: 15, step: nil)
    coverage.cover(coverage.question(for: hour, at: 100_000), for: hour)
    let day = Selection.Past(window: 7200, resolution: 2)
    #expect(coverage.lacksPast(day, at: 100_000))
    let older = coverage.question(for: day, at: 100_000)
    #expect(older.place == .older && older.grid.start == 92_790 && older.grid.end == 96_375)
    coverage.cover(older, for: day)
    #expect(!coverage.lacksPast(day, at: 100_000))
  }

  @Test func aFinerResolutionAsksAgain() {
    let day = Selection.Past(window: 86_400, resolution: 22.5)
    var coverage = QueryCoverage(beat: 15, step: nil)
    coverage.cover(coverage.question(for: day, at: 1e6), for: day)
    #expect(!coverage.lacksPast(day, at: 1e6))
    #expect(coverage.question(for: hour, at: 1e6).place == .first)
  }

  @Test func aClockThatIsSetBackBeginsAnew() {
    var coverage = QueryCoverage(beat: 15, step: nil)
    coverage.cover(coverage.question(for: hour, at: 10_000), for: hour)
    #expect(coverage.question(for: hour, at: 9000).place == .first)
  }

  @Test func anAnswerThatIsTooLargeIsAskedInParts() {
    var coverage = QueryCoverage(beat: 15, step: nil)
    var questions: [QueryCoverage.Question] = []
    let whole = coverage.question(for: hour, at: 10_005)
    let isHalved = coverage.halve(whole)
    #expect(isHalved)
    while coverage.lacksPast(hour, at: 10_005) {
      let question = coverage.question(for: hour, at: 10_005)
      coverage.cover(question, for: hour)
      questions.append(question)
    }
    let times = questions.flatMap(\.grid.times).sorted()
    #expect(questions.count == 3 && questions.map(\.grid.count) == [120, 120, 1])
    #expect(times == (0...240).map { 6405 + 15 * Double($0) })
    let isHalvedAgain = coverage.halve(.init(grid: QueryGrid(at: 1, step: 1), place: .newer))
    #expect(!isHalvedAgain)
  }

  /// Answers that were too large once do not divide the questions for ever.
  @Test func questionsAreWholeAgainAfterTheFill() {
    var coverage = QueryCoverage(beat: 15, step: nil)
    let isHalved = coverage.halve(coverage.question(for: hour, at: 10_005))
    #expect(isHalved)
    var counts: [Int] = []
    for now in [10_005, 10_005, 10_005, 10_020, 13_605] as [Double] {
      let question = coverage.question(for: hour, at: now)
      coverage.cover(question, for: hour)
      counts.append(question.grid.count)
    }
    #expect(counts == [120, 120, 1, 1, 239])
  }

  /// Random times, windows and outages: a session asks each time of its grid once, and settles.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func everyTimeIsAskedOnceAndTheQuestionsEnd(seed: UInt64) {
    var random = SplitMix64(state: seed)
    let beat = [0.2, 1, 5, 7, 15].randomElement(using: &random)!
    let given = [nil, 0.5, 3, 20].randomElement(using: &random)!
    var coverage = QueryCoverage(beat: beat, step: given)
    var past = Selection.Past(window: 600, resolution: 0.1)
    var now = 1e6 + Double.random(in: 0..<100, using: &random)
    var asked: [Double] = []
    for _ in 0..<40 {
      var questions = 0
      while coverage.lacksPast(past, at: now) || coverage.due(for: past) <= now {
        let question = coverage.question(for: past, at: now)
        if question.place == .first { asked = [] }
        asked += question.grid.times
        #expect(question.grid.count <= QueryGrid.mostPoints && question.grid.end <= now + 1e-3)
        coverage.cover(question, for: past)
        questions += 1
        guard questions < 6 else { break }
      }
      #expect(questions < 6, "the questions do not end")
      switch Int.random(in: 0..<8, using: &random) {
      case 0: now += Double.random(in: 0..<500, using: &random)
      case 1: past.window *= 1.5
      default: now += beat
      }
    }
    #expect(Set(asked).count == asked.count)
  }
}
