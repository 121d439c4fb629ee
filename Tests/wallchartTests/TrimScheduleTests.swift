import Testing

@testable import wallchart

/// The times at which free memory is given back to the system.
@Suite struct TrimScheduleTests {
  private static let megabyte = 1 << 20

  /// The times of a minute at which memory is given back from a heap.
  /// - Parameter use: the megabytes that are in memory at a time, as a function of the time and of the time at which
  ///   memory was given back last.
  private func trims(free: Int = 8, use: (_ now: Double, _ last: Double) -> Int) -> [Double] {
    var schedule = TrimSchedule()
    var times: [Double] = []
    for second in 2..<62 {
      let now = Double(second)
      guard schedule.isLookDue(at: now) else { continue }
      let resident = use(now, times.last ?? 0) * Self.megabyte
      guard schedule.isTrimDue(free: free * Self.megabyte, resident: resident) else { continue }
      schedule.didTrim(from: resident, to: resident - 6 * Self.megabyte)
      times.append(now)
    }
    return times
  }

  @Test func aLittleFreeMemoryStays() { #expect(trims(free: 3) { _, _ in 30 } == []) }

  @Test func memoryThatStaysFreeIsGivenBackOnce() {
    #expect(trims { _, last in last == 0 ? 30 : 24 } == [2])
  }

  @Test func memoryThatIsUsedAgainAtOnceIsGivenBackLessAndLess() {
    #expect(trims { _, _ in 30 } == [2, 4, 8, 16, 32])
  }

  /// A frame that needs much memory comes every twenty seconds.
  @Test func memoryThatIsUsedNowAndThenIsGivenBackEachTime() {
    let times = trims { now, last in
      now / 20 >= (last / 20).rounded(.down) + 1 || last == 0 ? 30 : 24
    }
    #expect(times == [2, 20, 40, 60])
  }
}
