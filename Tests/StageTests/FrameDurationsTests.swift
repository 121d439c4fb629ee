import Stage
import TestSupport
import Testing

@Suite struct FrameDurationsTests {
  @Test func withoutAFrameThereIsNoMedian() {
    let durations = FrameDurations()
    #expect(durations.median == nil && durations.worst == 0 && durations.count == 0)
    #expect(durations.octaves.allSatisfy { $0.count == 0 })
  }

  /// The median of random durations, beside that of the sorted list.
  @Test func theMedianIsRightToATenthAndTheRestExactly() {
    var generator = SeededGenerator(seed: 18)
    for _ in 0..<200 {
      var durations = FrameDurations()
      let seconds = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
        0.0006 * Double(1 << Int.random(in: 0...9, using: &generator))
          * Double.random(in: 1...2, using: &generator)
      }
      for time in seconds { durations.add(time) }
      let sorted = seconds.sorted()
      let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
      #expect(durations.median! >= low / 1.2 && durations.median! <= high * 1.2)
      #expect(durations.worst == sorted.last && durations.count == seconds.count)
      #expect(abs(durations.sum - seconds.reduce(0, +)) < 1e-9)
      for (bound, count) in durations.octaves {
        #expect(count == seconds.count { $0 <= bound })
      }
    }
  }

  @Test func durationsBeyondTheBoundsAreCounted() {
    var durations = FrameDurations()
    for seconds in [-1.0, 0, 100] { durations.add(seconds) }
    #expect(durations.octaves.map(\.count) == Array(repeating: 2, count: 12))
    #expect(durations.worst == 100 && durations.sum == 100)
    #expect(durations.median == 0.0005)
  }
}
