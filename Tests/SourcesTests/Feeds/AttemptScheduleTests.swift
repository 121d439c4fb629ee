import Testing

@testable import Sources

@Suite struct AttemptScheduleTests {
  @Test func keepsTheBeatOfTheFirstAttempt() {
    var schedule = AttemptSchedule(period: 5, seed: 1)
    #expect(schedule.next(startedAt: 100, endedAt: 101, succeeded: true) == 105)
    // A late and slow attempt does not move the beat, and beats in the past are skipped.
    #expect(schedule.next(startedAt: 105.2, endedAt: 106, succeeded: true) == 110)
    #expect(schedule.next(startedAt: 110, endedAt: 121, succeeded: true) == 125)
    #expect(schedule.next(startedAt: 125, endedAt: 130, succeeded: true) == 135)
  }

  @Test(arguments: 1...50)
  func waitsTwiceAsLongAfterEachFailure(_ seed: UInt64) {
    var schedule = AttemptSchedule(period: 1, seed: seed)
    var now = 0.0
    for expected in [1.0, 2, 4, 8, 16, 32, 60, 60, 60] {
      let next = schedule.next(startedAt: now, endedAt: now, succeeded: false)
      #expect((expected / 2...expected).contains(next - now), "\(expected)")
      now = next
    }
    #expect(schedule.next(startedAt: now, endedAt: now, succeeded: true) == now + 1)
    let next = schedule.next(startedAt: now, endedAt: now, succeeded: false)
    #expect((0.5...1).contains(next - now))
  }

  @Test func differsFromScreenToScreen() {
    let waits = (1...40).map { seed in
      var schedule = AttemptSchedule(period: 10, seed: UInt64(seed))
      return schedule.next(startedAt: 0, endedAt: 0, succeeded: false)
    }
    #expect(waits.min()! < 6 && waits.max()! > 9)
  }

  @Test func aLongPeriodIsNeverCutShort() {
    var schedule = AttemptSchedule(period: 300, seed: 3)
    for _ in 0..<5 {
      let next = schedule.next(startedAt: 0, endedAt: 0, succeeded: false)
      #expect((150...300).contains(next))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -1, 0, 1e-9, 1e300])
  func anyPeriodIsBounded(_ period: Double) {
    var schedule = AttemptSchedule(period: period, seed: 1)
    #expect((0.05...86_400).contains(schedule.period))
    for succeeded in [true, false, false, true] {
      let next = schedule.next(startedAt: 10, endedAt: 1e7, succeeded: succeeded)
      #expect(next > 1e7 && next.isFinite)
    }
  }
}
