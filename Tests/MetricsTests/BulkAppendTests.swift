import TestSupport
import Testing

@testable import Metrics

/// Samples that are appended at once give the same series as samples one by one.
@Suite struct BulkAppendTests {
  /// A batch, now and then with refused times.
  private func batch(
    _ count: Int, after time: inout Double, _ random: inout SeededGenerator
  ) -> (times: [Double], values: [Double]) {
    var (times, values) = ([Double](), [Double]())
    let isOrdered = Int.random(in: 0..<4, using: &random) > 0
    for _ in 0..<count {
      time += Double.random(in: 0.01...2, using: &random)
      var sampleTime = time
      if !isOrdered, Int.random(in: 0..<9, using: &random) == 0 {
        sampleTime = [time - 5, .nan, .infinity, -.infinity].randomElement(using: &random)!
      }
      times.append(sampleTime)
      let kind = Int.random(in: 0..<16, using: &random)
      values.append(kind == 0 ? .nan : kind == 1 ? .infinity : random.spread(3))
    }
    return (times, values)
  }

  private func difference(_ a: TimeSeries, _ b: TimeSeries) -> String? {
    if a.count != b.count { return "\(a.count) samples for \(b.count)" }
    if a.firstSequence != b.firstSequence { return "first is \(a.firstSequence)" }
    let place = (0..<a.count).first {
      a[$0].time != b[$0].time || a[$0].value.bitPattern != b[$0].value.bitPattern
    }
    return place.map { "at \($0): \(a[$0]) for \(b[$0])" }
  }

  @Test(arguments: [(1, 300), (7, 300), (33, 300), (1000, 200), (5000, 120), (200_000, 40)])
  func equalsOneByOne(_ capacity: Int, _ steps: Int) {
    var random = SeededGenerator(seed: UInt64(capacity))
    var (bulk, single) = (TimeSeries(capacity: capacity), TimeSeries(capacity: capacity))
    var time = 0.0
    for step in 0..<steps {
      let isLarge = Int.random(in: 0..<30, using: &random) == 0
      let count = Int.random(in: 0...(isLarge ? 3 * min(capacity, 40_000) : 150), using: &random)
      let (times, values) = batch(count, after: &time, &random)
      let start = Int.random(in: 0...count, using: &random)
      bulk.append(times: times[..<start], values: values[..<start])
      bulk.append(times: times[start...], values: values[start...])
      for (time, value) in zip(times, values) { single.append(time: time, value: value) }
      if Int.random(in: 0..<10, using: &random) == 0 {
        let dropped = Int.random(in: 0...bulk.count, using: &random)
        bulk.removeFirst(dropped)
        single.removeFirst(dropped)
      }
      #expect(difference(bulk, single) == nil, "step \(step)")
      for _ in 0..<5 {
        let ends = [0, 1].map { _ in Int.random(in: 0...bulk.count, using: &random) }.sorted()
        #expect(bulk.extent(in: ends[0]..<ends[1]) == single.extent(in: ends[0]..<ends[1]))
      }
    }
  }

  /// A time without a value, or a value without a time, is left out.
  @Test(arguments: [(0, 3), (3, 0), (2, 3), (3, 2)])
  func columnsOfUnlikeLength(times: Int, values: Int) {
    var series = TimeSeries(capacity: 10)
    series.append(times: [1, 2, 3].prefix(times), values: [7, 8, 9].prefix(values))
    #expect(series.count == min(times, values))
    #expect(series.last.map { $0.value == $0.time + 6 } ?? (min(times, values) == 0))
  }

  /// A batch larger than the series leaves the newest samples, with their numbers.
  @Test func moreThanTheCapacity() {
    var series = TimeSeries(capacity: 3)
    let times = (1...200_000).map(Double.init)
    series.append(times: times[...], values: times[...])
    #expect(series.count == 3 && series.firstSequence == 199_997)
    #expect(series.extent(in: 0..<3) == 199_998...200_000)
  }

  /// Copies share memory: an append to one copy must not appear in another, in either order.
  @Test(arguments: 1...6)
  func copiesKeepWhatTheyHave(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var versions = [(TimeSeries(capacity: 400), TimeSeries(capacity: 400))]
    for _ in 0..<600 {
      let source = Int.random(in: 0..<versions.count, using: &random)
      var (shared, own) = versions[source]
      if Int.random(in: 0..<6, using: &random) == 0 {
        let dropped = Int.random(in: 0...shared.count, using: &random)
        shared.removeFirst(dropped)
        own.removeFirst(dropped)
      }
      var time = shared.last?.time ?? 0
      let count = Int.random(in: 0..<60, using: &random)
      let (times, values) = batch(count, after: &time, &random)
      shared.append(times: times[...], values: values[...])
      // No other series shares this memory.
      var alone = TimeSeries(capacity: 400)
      for i in 0..<own.count { alone.append(time: own[i].time, value: own[i].value) }
      for (time, value) in zip(times, values) { alone.append(time: time, value: value) }
      if versions.count < 12 {
        versions.append((shared, alone))
      } else {
        versions[Int.random(in: 0..<12, using: &random)] = (shared, alone)
      }
      for (shared, own) in versions {
        let (a, b) = (shared.columns.times, own.columns.times)
        #expect(a == b && shared.extent(in: 0..<shared.count) == own.extent(in: 0..<own.count))
      }
    }
  }
}
