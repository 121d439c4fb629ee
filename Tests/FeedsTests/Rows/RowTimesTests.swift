import Metrics
import Testing

@testable import Feeds

@Suite struct RowTimesTests {
  /// The first time of Go's clock, the last day of calendars, and numbers that are no times.
  @Test(arguments: [-62_135_596_800, 253_402_214_400, 1e300, -1e300, 1.7e9])
  func rowsOfOneTimeHaveDistinctTimes(time: Double) {
    var times = RowTimes()
    let places = (0..<100).map { _ in times.place(time) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    let nearest = min(max(time, SampleTime.range.lowerBound), SampleTime.range.upperBound)
    #expect(places[0] == nearest && places[99] - nearest < 0.01)
  }
}
