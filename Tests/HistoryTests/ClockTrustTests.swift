import Testing

@testable import History

/// The clock by which samples grow old.
@Suite struct ClockTrustTests {
  private let made = 1_699_999_200.0
  private let day = 86_400.0

  @Test(arguments: [-31.0, -1, 0, 1, 31])
  func aClockNearTheEndOfTheTiersIsRight(days: Double) {
    var trust = ClockTrust()
    let isRight = trust.isRight(made + days * day, sinceBoot: 0, after: made)
    #expect(isRight)
  }

  @Test func withoutTiersThereIsNothingToLose() {
    var trust = ClockTrust()
    let isRight = trust.isRight(0, sinceBoot: 0, after: nil)
    #expect(isRight)
  }

  /// A leap, forth or back, begins another hour.
  @Test(arguments: [-3650.0, -32, 32, 3650])
  func anyOtherClockIsRightAfterAnHourWithoutALeap(days: Double) {
    var trust = ClockTrust()
    let first = made + days * day
    let looks = [0, 1000, 0].flatMap { leap in (0..<6).map { first + leap + Double($0) * 600 } }
    let answers = (looks + [first + 3600]).enumerated().map { number, time in
      trust.isRight(time, sinceBoot: Double(number) * 600, after: made)
    }
    #expect(answers == looks.map { _ in false } + [true])
  }

  /// A clock that jumps is wrong before or after the jump, however near it is to the end of the tiers.
  @Test(arguments: [-86_400.0, -1600, 1600, 86_400, 3_153_600_000])
  func aClockThatJumpsIsNotRightForAnHour(jump: Double) {
    var trust = ClockTrust()
    let times = [60, 660, 1260] + stride(from: 1320.0, through: 4920, by: 600)
    let answers = times.map { time in
      trust.isRight(made + time + (time == 1260 ? jump : 0), sinceBoot: time, after: made)
    }
    #expect(answers == [true, true] + times.dropFirst(3).map { _ in false } + [true])
  }

  /// A laptop that is never awake for an hour has a right clock.
  @Test func aSleepIsNoLeap() {
    var trust = ClockTrust()
    let answers = [0.0, 600, 8000, 8600, 50_000, 50_600, 1e6].map {
      trust.isRight(made + $0, sinceBoot: 77 + $0, after: made)
    }
    #expect(answers.allSatisfy { $0 })
  }
}
