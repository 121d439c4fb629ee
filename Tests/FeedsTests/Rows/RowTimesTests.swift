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

  /// Rows before the first time of a file have that time, not one of 1970, and the times of few rows are not the times
  /// of the others.
  @Test(
    arguments: [
      ([.nan, .nan, 1.7e9, 1.7e9 + 5], RowAxis.ownTime), ([1.7e9, .nan, .nan, .nan], .ownTime),
      ([1.7e9] + [Double](repeating: .nan, count: 20), .ordinal),
    ] as [([Double], RowAxis)])
  func rowsWithoutATime(_ own: [Double], _ expected: RowAxis) {
    var batch = TextBatch()
    for time in own { batch.append(time: time, row: []) }
    let rows = TextRows(batch, arrivals: [(own.count, 1.8e9)])
    let axis = RowAxis(rows, hasTimes: true, isFile: true)
    #expect(axis == expected)
    var times = RowTimes()
    guard axis == .ownTime else { return }
    let places = times.times(of: rows, axis: axis, isFile: true)
    #expect(places.allSatisfy { (1.7e9...1.7e9 + 5).contains($0) })
  }
}
