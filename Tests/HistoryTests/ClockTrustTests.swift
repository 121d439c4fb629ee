import Testing

@testable import History

/// The clock by which samples grow old.
@Suite struct ClockTrustTests {
  private let made = 1_699_999_200.0
  private let day = 86_400.0

  @Test(arguments: [-31.0, -1, 0, 1, 31])
  func aClockNearTheEndOfTheTiersIsRight(days: Double) {
    var trust = ClockTrust()
    let isRight = trust.isRight(made + days * day, after: made)
    #expect(isRight)
  }

  @Test func withoutTiersThereIsNothingToLose() {
    var trust = ClockTrust()
    let isRight = trust.isRight(0, after: nil)
    #expect(isRight)
  }

  /// A leap, forth or back, begins another hour.
  @Test(arguments: [-3650.0, -32, 32, 3650])
  func anyOtherClockIsRightAfterAnHourWithoutALeap(days: Double) {
    var trust = ClockTrust()
    let first = made + days * day
    let looks = [0, 1000, 0].flatMap { leap in (0..<6).map { first + leap + Double($0) * 600 } }
    let answers = (looks + [first + 3600]).map { trust.isRight($0, after: made) }
    #expect(answers == looks.map { _ in false } + [true])
  }

  /// A clock that jumps is wrong before or after the jump, however near it is to the end of the tiers.
  @Test(arguments: [-86_400.0, -1600, 1600, 86_400, 3_153_600_000])
  func aClockThatJumpsIsNotRightForAnHour(jump: Double) {
    var trust = ClockTrust()
    let looks = [60, 660, 1260 + jump] + stride(from: 1320.0, through: 4920, by: 600)
    let answers = looks.map { trust.isRight(made + $0, after: made) }
    #expect(answers == [true, true] + looks.dropFirst(3).map { _ in false } + [true])
  }
}
