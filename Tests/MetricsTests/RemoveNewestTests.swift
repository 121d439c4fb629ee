import TestSupport
import Testing

@testable import Metrics

/// Samples that are removed when a clock is set back.
@Suite struct RemoveNewestTests {
  /// The series agrees with a plain array over random appends and removals at both ends; copies do
  /// not change.
  @Test(arguments: 0..<10)
  func isAnArrayThatIsCutShort(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let capacity = [40, 100, 5000][Int(seed) % 3]
    var series = TimeSeries(capacity: capacity)
    var model: [Sample] = []
    var copies: [(TimeSeries, [Sample])] = []
    func same(_ series: TimeSeries, _ model: [Sample]) -> Bool {
      series.columns == (model.map(\.time), model.map(\.value))
    }
    for round in 0..<600 {
      let time = model.last.map { $0.time + 1 } ?? 0
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let from = time - Double(Int.random(in: -2..<200, using: &random))
        series.remove(from: from)
        model.removeAll { $0.time >= from }
      case 1:
        let dropped = Int.random(in: 0...min(9, model.count), using: &random)
        series.removeFirst(dropped)
        model.removeFirst(dropped)
      case 2: copies = [(series, model)]
      default:
        let count = Int.random(in: 1...50, using: &random)
        let new = (0..<count).map { Sample(time: time + Double($0), value: random.unit()) }
        if round % 2 == 0 {
          series.append(times: new.map(\.time)[...], values: new.map(\.value)[...])
        } else {
          for sample in new { series.append(time: sample.time, value: sample.value) }
        }
        model = Array((model + new).suffix(capacity))
      }
      #expect(same(series, model))
      for (copy, kept) in copies { #expect(same(copy, kept)) }
      let first = Int.random(in: 0...model.count, using: &random)
      let end = Int.random(in: first...model.count, using: &random)
      let values = model[first..<end].map(\.value)
      #expect(series.extent(in: first..<end) == values.min().map { $0...values.max()! })
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 4])
  func nothingIsRemoved(_ time: Double) {
    var series = TimeSeries(capacity: 9)
    for time in 1...3 { series.append(time: Double(time), value: 0) }
    series.remove(from: time)
    #expect(series.count == 3)
  }
}
