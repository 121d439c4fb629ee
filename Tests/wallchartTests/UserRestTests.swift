import Testing

@testable import wallchart

/// The return of a screen that nobody uses to live data.
@MainActor
@Suite struct UserRestTests {
  @Test func eachRestEndsOnce() {
    var (now, calls) = (0.0, 0)
    let rest = UserRest(clock: { now }, handler: { calls += 1 })
    rest.delay = 300
    /// The number of calls after a look at a time.
    func look(at time: Double) -> Int {
      now = time
      rest.check()
      return calls
    }
    // Nobody has used the screen yet.
    #expect(look(at: 400) == 0)
    for use in [1000.0, 1200] {
      now = use
      rest.used()
    }
    #expect([1300, 1499, 1500, 1900].map(look) == [0, 0, 1, 1])
    rest.used()
    #expect([2199, 2200].map(look) == [1, 2])
  }

  @Test func aScreenWithoutADelayStays() {
    var (now, calls) = (0.0, 0)
    let rest = UserRest(clock: { now }, handler: { calls += 1 })
    rest.used()
    now = 1e6
    rest.check()
    #expect(calls == 0)
  }
}
