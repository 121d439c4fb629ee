import Testing

@testable import Feeds

@Suite struct AttemptScheduleTests {
  @Test func keepsTheBeatOfTheFirstAttempt() {
    var schedule = AttemptSchedule(period: 5, seed: 1)
    #expect(schedule.next(startedAt: 100, endedAt: 101, succeeded: true) == 105)
    // A late and slow attempt does not move the beat, and beats in the past are skipped.
    #expect(schedule.next(startedAt: 105.2, endedAt: 106, succeeded: true) == 110)
    #expect(schedule.next(startedAt: 110, endedAt: 121, succeeded: true) == 125)
    #expect(schedule.next(startedAt: 125, endedAt: 130, succeeded: true) == 135)
  }

  /// A query that is new is asked before the next beat. The beat stays where it was: a source that is asked
  /// once an hour has no gap after that.
  @Test func anEarlyAttemptLeavesTheBeat() {
    var schedule = AttemptSchedule(period: 3600, seed: 1)
    #expect(schedule.next(startedAt: 100, endedAt: 101, succeeded: true) == 3700)
    #expect(schedule.next(startedAt: 200, endedAt: 201, succeeded: true) == 3700)
    #expect(schedule.next(startedAt: 3690, endedAt: 3701, succeeded: true) == 7300)
    #expect(schedule.next(startedAt: 3800, endedAt: 11_000, succeeded: true) == 14_500)
  }

  /// The longest waits for a source with a period of one second.
  @Test(arguments: [
    (0.0, 1.0), (6, 1), (12, 1), (24, 2), (60, 5), (61, 5), (600, 5), (1200, 10), (3600, 30),
    (7200, 60), (86_400, 60), (1e7, 60),
  ])
  func waitsLongerInALongerOutage(outage: Double, longest: Double) {
    let waits = (1...200).map { seed in
      var schedule = AttemptSchedule(period: 1, seed: UInt64(seed))
      _ = schedule.next(startedAt: 0, endedAt: 100, succeeded: false)
      let now = 100 + outage
      return schedule.next(startedAt: now, endedAt: now, succeeded: false) - now
    }
    #expect(waits.allSatisfy { ($0 + 1e-6) >= longest / 2 && ($0 - 1e-6) <= longest })
    #expect(waits.max()! > longest * 0.95 && waits.min()! < longest * 0.55)
  }

  /// A source that asks for a wait gets the wait, up to an hour, and a random tenth more. A longer wait of the schedule
  /// goes first.
  @Test(arguments: [
    (1.0, 120.0, 120.0, 132.0), (1, 0.2, 0.5, 1), (1, 1e9, 3600, 3960), (900, 120, 450, 900),
  ])
  func waitsAsLongAsTheSourceAsks(
    period: Double, asked: Double, least: Double, longest: Double
  ) {
    let waits = (1...200).map { seed in
      var schedule = AttemptSchedule(period: period, seed: UInt64(seed))
      return schedule.next(startedAt: 9, endedAt: 10, succeeded: false, retryAfter: asked) - 10
    }
    #expect(waits.allSatisfy { ($0 + 1e-6) >= least && ($0 - 1e-6) <= longest })
    #expect(waits.max()! > least + (longest - least) * 0.9)
    let most = AttemptSchedule.longestWait(period: period, after: 0, retryAfter: asked)
    #expect(abs(most - longest) < 1e-6)
  }

  /// However long attempts take, and whenever the source is back within ten minutes, the source is asked
  /// again within five seconds or its period.
  @Test(arguments: 1...200)
  func asksSoonAfterAnOutage(_ seed: UInt64) {
    var random = SplitMix64(state: seed)
    let period = [0.2, 1, 2, 5, 10, 60, 900].randomElement(using: &random)!
    let slowest = Double.random(in: 0...10, using: &random)
    var schedule = AttemptSchedule(period: period, seed: seed)
    var now = schedule.next(startedAt: 0, endedAt: 0, succeeded: true)
    let start = now
    while now < start + 600 {
      let end = now + Double.random(in: 0...slowest, using: &random)
      let next = schedule.next(startedAt: now, endedAt: end, succeeded: false)
      if end - start <= 600 { #expect(next - end <= max(5, period), "after \(end - start) s") }
      now = next
    }
    #expect(schedule.next(startedAt: now, endedAt: now, succeeded: true) == now + period)
    // The next outage begins anew.
    #expect(schedule.next(startedAt: now, endedAt: now, succeeded: false) <= now + period)
  }

  /// Changes of the network hurry an attempt, but not sooner than five seconds after the last one, however many come.
  @Test(
    arguments: [
      (160, 130, 130), (160, 101, 105), (103, 101, 103), (160, 105, 105), (120, 130, 120),
    ] as [(Double, Double, Double)])
  func aChangeOfTheNetworkHurriesAnAttempt(next: Double, now: Double, expected: Double) {
    let time = AttemptSchedule.networkChanged(next, startedAt: 100, at: now)
    #expect(time == expected)
    #expect(AttemptSchedule.networkChanged(time, startedAt: 100, at: now + 1) == time)
  }

  /// A server that is down for days is asked about once in 45 seconds.
  @Test func sparesAServerThatIsDownForLong() {
    var schedule = AttemptSchedule(period: 1, seed: 7)
    var (now, attempts) = (0.0, 0)
    while now < 3 * 86_400 {
      now = schedule.next(startedAt: now, endedAt: now, succeeded: false)
      if now > 86_400 { attempts += 1 }
    }
    #expect((2 * 86_400 / 50...2 * 86_400 / 40).contains(attempts))
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

  @Test func aReachedSourceHasNoOutage() {
    var schedule = AttemptSchedule(period: 5, seed: 1)
    _ = schedule.next(startedAt: 0, endedAt: 1, succeeded: false)
    #expect(schedule.isFailing && schedule.outage(at: 31) == 30)
    schedule.reset()
    #expect(!schedule.isFailing && schedule.outage(at: 31) == nil)
    #expect(schedule.next(startedAt: 40, endedAt: 41, succeeded: true) == 45)
  }
}
