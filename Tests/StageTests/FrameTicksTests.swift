import TestSupport
import Testing

@testable import Stage

/// A timer like those of Dispatch, on a clock that the test sets.
private struct SimulatedTimer {
  var ticks = FrameTicks()
  private(set) var due: Double?
  private var period: Double?
  private(set) var settings = 0

  mutating func apply(_ change: FrameTicks.Change) {
    switch change {
    case .none: return
    case .stop: (due, period) = (nil, nil)
    case .set(let newDue, let newPeriod): (due, period) = (newDue, newPeriod)
    }
    settings += 1
  }

  /// Fires at its time, or at `now` if that is later, and returns the time.
  mutating func fire(notBefore now: Double) -> Double? {
    guard let due else { return nil }
    let time = max(due, now)
    self.due = period.map { period in
      var next = due + period
      while next <= time { next += period }
      return next
    }
    ticks.fired(at: time)
    return time
  }
}

@Suite struct FrameTicksTests {
  private let interval = 1.0 / 60

  @Test func aSteadyPaceSetsTheTimerOnce() {
    var timer = SimulatedTimer()
    var time = 0.0
    for frame in 0..<1000 {
      // A frame begins a moment after its tick.
      let start = time + Double(frame % 7) * 0.0004
      timer.apply(timer.ticks.ask(for: start + interval, from: start, interval: interval))
      time = timer.fire(notBefore: start)!
    }
    #expect(timer.settings == 1)
    #expect(abs(time - 1000 * interval) < 0.1 * interval)
  }

  /// The number of times that the timer is set, for a pace, the start and the end of motion.
  @Test(
    arguments: [
      // Every third refresh throughout.
      ([3, 3, 3, 3, 3, 3], 1),
      // A changing pace.
      ([1, 1, 1, 4, 4, 4, 1, 1], 3),
      // Times between two refreshes are single ticks.
      ([0.5, 0.5, 0.5], 3),
      ([1, 1, 1.1, 1, 0.8], 1),
    ] as [([Double], Int)])
  func aChangeOfPaceSetsIt(refreshes: [Double], settings: Int) {
    var timer = SimulatedTimer()
    var time = 0.0
    for distance in refreshes {
      timer.apply(
        timer.ticks.ask(for: time + distance * interval, from: time, interval: interval))
      let next = timer.fire(notBefore: time)!
      #expect(abs(next - time - distance * interval) <= 0.25 * interval)
      time = next
    }
    #expect(timer.settings == settings)
  }

  /// Ticks lie on the display's refreshes, whenever their frames begin; the timer is set once.
  @Test(arguments: 1...8)
  func aPaceFollowsTheRefreshes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var timer = SimulatedTimer()
    let refresh = 0.4 * interval
    var start = 0.0
    for _ in 0..<1000 {
      timer.apply(
        timer.ticks.ask(
          for: start + interval, from: start, interval: interval, refresh: refresh))
      let tick = timer.fire(notBefore: start)!
      let refreshes = (tick - refresh) / interval
      #expect(abs(refreshes - refreshes.rounded()) < 1e-6)
      #expect(tick > start + 0.49 * interval && tick < start + 1.51 * interval)
      start = tick + Double.random(in: 0...0.49, using: &random) * interval
    }
    #expect(timer.settings == 1)
  }

  /// The refresh at which a change comes that is due at `wanted`, both in refreshes from the known one.
  @Test(arguments: [(2.5, 3.0), (2.9, 3), (3, 3), (3.2, 3), (3.3, 4), (-1.5, -1)])
  func aSingleChangeComesWithTheFirstRefreshThatShowsIt(wanted: Double, expected: Double) {
    var ticks = FrameTicks()
    let change = ticks.ask(
      for: 7 + wanted * interval, from: 7 + (wanted - 0.4) * interval, interval: interval,
      refresh: 7)
    guard case .set(let due, nil) = change else {
      Issue.record("\(change)")
      return
    }
    #expect(abs(due - 7 - expected * interval) < 1e-9)
  }

  /// A frame that began in a refresh in which a change is due comes back with the next refresh, not at once.
  @Test(arguments: [3.05, 3.1, 3.19]) func aChangeIsNotAwaitedInItsRefresh(start: Double) {
    var ticks = FrameTicks()
    let change = ticks.ask(
      for: 7 + 3.2 * interval, from: 7 + start * interval, interval: interval, refresh: 7)
    guard case .set(let due, nil) = change else {
      Issue.record("\(change)")
      return
    }
    #expect(abs(due - 7 - 4 * interval) < 1e-9)
  }

  /// A refresh that is told later moves the ticks, unless the difference is small.
  @Test(arguments: [(0.03, 0), (0.97, 0), (0.1, 1), (0.5, 1), (0.9, 1)])
  func ticksMoveToTheRefreshes(phase: Double, settings: Int) {
    var timer = SimulatedTimer()
    timer.apply(timer.ticks.ask(for: interval, from: 0, interval: interval))
    var time = timer.fire(notBefore: 0)!
    for _ in 0..<100 {
      timer.apply(
        timer.ticks.ask(
          for: time + interval, from: time, interval: interval, refresh: phase * interval))
      time = timer.fire(notBefore: time)!
    }
    #expect(timer.settings == 1 + settings)
    let miss = time / interval - phase
    #expect(abs(miss - miss.rounded()) <= 0.0625)
  }

  @Test func restSetsItOnce() {
    var ticks = FrameTicks()
    #expect(ticks.rest() == .none)
    _ = ticks.ask(for: 5, from: 4, interval: interval)
    #expect(ticks.rest() == .stop)
    #expect(ticks.rest() == .none)
    #expect(ticks.due == nil)
    // A timer that has fired once need not be stopped.
    _ = ticks.ask(for: 5.004, from: 5, interval: interval)
    ticks.fired(at: 5.01)
    #expect(ticks.due == nil && ticks.rest() == .none)
  }

  /// Frames of any length on a busy machine: a frame comes at least a refresh after the frame before,
  /// less the tolerance of ticks; none is left out; and there are never more frames than refreshes.
  @Test(arguments: 1...8)
  func slowFramesCauseNoBurst(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var timer = SimulatedTimer()
    var (time, starts) = (0.0, [Double]())
    for _ in 0..<5000 {
      // One in ten takes longer than a refresh, or starts late.
      let isBusy = Int.random(in: 0..<10, using: &random) == 0
      let start = time + Double.random(in: 0...(isBusy ? 0.03 : 0.002), using: &random)
      starts.append(start)
      let wanted = start + Double(Int.random(in: 1...20, using: &random) == 1 ? 3 : 1) * interval
      timer.apply(timer.ticks.ask(for: wanted, from: start, interval: interval))
      #expect(abs(timer.due! - timer.ticks.due!) < 1e-9)
      #expect(abs(timer.due! - wanted) <= 0.2501 * interval)
      let end = start + Double.random(in: 0...(isBusy ? 0.05 : 0.01), using: &random)
      time = timer.fire(notBefore: end)!
      #expect(time <= max(end, wanted + 0.2501 * interval))
    }
    for (index, start) in starts.enumerated() {
      let later = starts[min(index + 60, starts.count - 1)]
      let count = min(60, starts.count - 1 - index)
      // A start may be late; the next one is not.
      #expect(later - start > (Double(count) - 0.25) * interval - 0.03)
    }
    #expect(starts.last! - starts[0] > 0.99 * 4999 * interval)
  }
}
