import TestSupport
import Testing

@testable import Dashboard

/// One threshold over time.
@Suite struct BreachWatchTests {
  private enum Event { case breached, recovered }

  /// The events of readings, one each second.
  private func events(
    _ readings: [BreachWatch.Reading], lasting duration: Double
  ) -> [Int: Event] {
    var watch = BreachWatch()
    var events: [Int: Event] = [:]
    for (second, reading) in readings.enumerated() {
      let wasBreached = watch.isBreached
      watch.take(reading, lasting: duration, at: Double(second))
      guard watch.isBreached != wasBreached else { continue }
      events[second] = wasBreached ? .recovered : .breached
    }
    return events
  }

  private func times(_ count: Int, _ reading: BreachWatch.Reading) -> [BreachWatch.Reading] {
    Array(repeating: reading, count: count)
  }

  @Test func aBreachCountsWhenItHasLasted() {
    #expect(events(times(60, .beyond), lasting: 30) == [30: .breached])
    #expect(events(times(3, .beyond), lasting: 0) == [0: .breached])
    #expect(events(times(29, .beyond) + times(40, .within), lasting: 30) == [:])
  }

  @Test func aBreachIsOverAfterACalmWhile() {
    let over = times(5, .beyond) + times(20, .within)
    #expect(events(over, lasting: 0) == [0: .breached, 15: .recovered])
    // A value that leaves and returns is one breach.
    let flapping = Array(repeating: times(3, .beyond) + times(9, .within), count: 20).flatMap { $0 }
    #expect(events(flapping, lasting: 0) == [0: .breached])
  }

  @Test func lateDataIsNoRecoveryAndNoBreach() {
    #expect(events(times(1, .beyond) + times(100, .unknown), lasting: 0) == [0: .breached])
    #expect(events(times(1, .beyond) + times(100, .unknown), lasting: 30) == [:])
    let later = times(1, .beyond) + times(100, .unknown) + times(2, .beyond)
    #expect(events(later, lasting: 30) == [101: .breached])
    let calm = times(1, .beyond) + times(2, .within) + times(100, .unknown) + times(1, .within)
    #expect(events(calm, lasting: 0) == [0: .breached, 103: .recovered])
  }

  /// A breach that began before its values were compared counts when it has lasted, and a breach that counts does not
  /// begin again.
  @Test func aBreachThatBeganEarlier() {
    var watch = BreachWatch()
    watch.begin(at: -20)
    watch.take(.beyond, lasting: 30, at: 0)
    #expect(!watch.isBreached && watch.due(lasting: 30) == 10)
    watch.begin(at: -25)
    watch.begin(at: -10)
    #expect(watch.due(lasting: 30) == 5)
    watch.take(.beyond, lasting: 30, at: 5)
    #expect(watch.isBreached)
    watch.begin(at: -100)
    watch.take(.within, lasting: 30, at: 6)
    #expect(watch.isBreached && watch.due(lasting: 30) == 16)
    watch.take(.within, lasting: 30, at: 16)
    #expect(!watch.isBreached && watch.isOver)
  }

  /// The law: whatever comes, an unchanged reading changes the state at `due` and at no time before.
  @Test func randomReadingsChangeTheStateInTime() {
    var generator = SeededGenerator(seed: 18)
    for _ in 0..<500 {
      var watch = BreachWatch()
      let duration = Double.random(in: 0...40, using: &generator)
      var time = 0.0
      for _ in 0..<100 {
        time += Double.random(in: 0...8, using: &generator)
        let reading = [BreachWatch.Reading.beyond, .within, .unknown]
          .randomElement(using: &generator)!
        let wasBreached = watch.isBreached
        watch.take(reading, lasting: duration, at: time)
        if reading == .unknown { #expect(watch.isBreached == wasBreached) }
        guard let due = watch.due(lasting: duration) else { continue }
        #expect(due > time && reading != .unknown)
        let before = watch.isBreached
        var early = watch
        early.take(reading, lasting: duration, at: time + 0.99 * (due - time))
        #expect(early.isBreached == before)
        if Bool.random(using: &generator) {
          time = due
          watch.take(reading, lasting: duration, at: due)
          #expect(watch.isBreached != before)
        }
      }
    }
  }
}
