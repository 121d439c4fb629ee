import TestSupport
import Testing

@testable import Dashboard

/// One threshold over time.
@Suite struct BreachWatchTests {
  private enum Step: Equatable { case beyond, within, unknown }

  /// The events of readings, one each second.
  private func events(_ steps: [Step], lasting duration: Double) -> [Int: BreachWatch.Event] {
    var watch = BreachWatch()
    var events: [Int: BreachWatch.Event] = [:]
    for (second, step) in steps.enumerated() {
      let reading: BreachWatch.Reading =
        switch step {
        case .beyond: .beyond(95)
        case .within: .within(50)
        case .unknown: .unknown
        }
      events[second] = watch.take(reading, lasting: duration, at: Double(second))
    }
    return events
  }

  private func times(_ count: Int, _ step: Step) -> [Step] { Array(repeating: step, count: count) }

  @Test func aBreachCountsWhenItHasLasted() {
    #expect(events(times(60, .beyond), lasting: 30) == [30: .breached(95)])
    #expect(events(times(3, .beyond), lasting: 0) == [0: .breached(95)])
    #expect(events(times(29, .beyond) + times(40, .within), lasting: 30) == [:])
  }

  @Test func aBreachIsOverAfterACalmWhile() {
    let over = times(5, .beyond) + times(20, .within)
    #expect(events(over, lasting: 0) == [0: .breached(95), 15: .recovered(50)])
    // A value that leaves and returns is one breach.
    let flapping = Array(repeating: times(3, .beyond) + times(9, .within), count: 20).flatMap { $0 }
    #expect(events(flapping, lasting: 0) == [0: .breached(95)])
  }

  @Test func lateDataIsNoRecoveryAndNoBreach() {
    #expect(events(times(1, .beyond) + times(100, .unknown), lasting: 0) == [0: .breached(95)])
    #expect(events(times(1, .beyond) + times(100, .unknown), lasting: 30) == [:])
    let later = times(1, .beyond) + times(100, .unknown) + times(2, .beyond)
    #expect(events(later, lasting: 30) == [101: .breached(95)])
    let calm = times(1, .beyond) + times(2, .within) + times(100, .unknown) + times(1, .within)
    #expect(events(calm, lasting: 0) == [0: .breached(95), 103: .recovered(50)])
  }

  /// The law: breaches and recoveries take turns, whatever comes, and at `due` the same reading brings the event.
  @Test func randomReadingsGiveEventsInTurns() {
    var generator = SeededGenerator(seed: 18)
    for _ in 0..<500 {
      var watch = BreachWatch()
      let duration = Double.random(in: 0...40, using: &generator)
      var (time, wasBreached) = (0.0, false)
      for _ in 0..<100 {
        time += Double.random(in: 0...8, using: &generator)
        let reading: BreachWatch.Reading = [.beyond(9), .within(1), .unknown]
          .randomElement(using: &generator)!
        var event = watch.take(reading, lasting: duration, at: time)
        if event == nil, let due = watch.due(lasting: duration) {
          #expect(due > time && reading != .unknown)
          if Bool.random(using: &generator) {
            time = due
            event = watch.take(reading, lasting: duration, at: due)
            #expect(event != nil)
          }
        }
        switch event {
        case .breached: #expect(!wasBreached)
        case .recovered: #expect(wasBreached)
        case nil: continue
        }
        wasBreached.toggle()
        #expect(watch.isBreached == wasBreached)
      }
    }
  }
}
