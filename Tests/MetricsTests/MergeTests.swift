import TestSupport
import Testing

@testable import Metrics

/// Samples that come late, out of order, and after an outage.
@Suite struct MergeTests {
  /// Any order of live batches, late rows, past stretches, clock steps and gaps gives the content of the
  /// sorted samples, and copies keep the content that they had.
  @Test(arguments: 0..<16)
  func anyOrderIsTheSortedSamples(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let gapAfter = [.infinity, 3, 1.5][Int(seed) % 3]
    var series = TimeSeries(gapAfter: gapAfter)
    var model = SeriesModel(gapAfter: gapAfter)
    var copies: [(TimeSeries, [Sample])] = []
    let most = seed % 8 == 0 ? 1000 : 90
    var time = 1000.0
    for step in 0..<60 {
      let (times, values) = batch(&time, most, &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        series.append(times: times[...], values: values[...])
        model.append(times, values)
      case 5:
        for (time, value) in zip(times, values) { series.append(time: time, value: value) }
        model.append(times, values)
      case 6:
        let late = times.map { $0 - Double(Int.random(in: 0..<200, using: &random)) / 2 }
        series.merge(times: late[...], values: values[...])
        model.merge(late, values)
      case 7:
        let start = Double.random(in: 900...time, using: &random).rounded()
        let past = start...start + Double(Int.random(in: 0..<300, using: &random))
        let inside = times.indices.map { past.lowerBound + Double($0) }.filter(past.contains)
        series.merge(past: past, times: inside[...], values: values[...])
        model.merge(inside, values, past: past)
      case 8:
        time -= Double(Int.random(in: 0..<120, using: &random))
        series.remove(from: time)
        model.remove(from: time)
      default:
        let order = times.indices.shuffled(using: &random)
        series.merge(times: order.map { times[$0] }[...], values: order.map { values[$0] }[...])
        model.merge(order.map { times[$0] }, order.map { values[$0] })
      }
      let content = model.content
      #expect(difference(series, content) == nil, "step \(step)")
      series.expectSound("step \(step)")
      expectQueries(series, content, &random)
      if step % 5 == 0 {
        for (copy, kept) in copies { #expect(difference(copy, kept) == nil, "step \(step)") }
        copies = copies.suffix(3) + [(series, content)]
      }
      if step % 11 == 0, let (copy, _) = copies.randomElement(using: &random) {
        // A copy that goes on by itself changes nothing in the others.
        var other = copy
        other.append(times: times[...], values: values[...])
        other.remove(from: time - 20)
        other.append(times: times[...], values: values[...])
      }
      if step % 17 == 16 {
        series = copies.last!.0
        model.samples = Dictionary(
          uniqueKeysWithValues: series.indices.filter { !Gap.isMarker(series[$0].value) }
            .map { (series[$0].time, series[$0].value) })
        time = (series.last?.time ?? 1000) + 1
      }
    }
  }

  /// Ascending times after the last one, now and then with an outage, and their values.
  private func batch(
    _ time: inout Double, _ most: Int, _ random: inout SeededGenerator
  ) -> (times: [Double], values: [Double]) {
    var (times, values): ([Double], [Double]) = ([], [])
    let isRegular = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 1...most, using: &random) {
      time += isRegular ? 1 : Double(Int.random(in: 1...4, using: &random)) / 2
      if Int.random(in: 0..<40, using: &random) == 0 { time += 5 }
      times.append(time)
      values.append(Int.random(in: 0..<12, using: &random) == 0 ? .nan : random.spread(3))
    }
    return (times, values)
  }

  private func expectQueries(
    _ series: TimeSeries, _ content: [Sample], _ random: inout SeededGenerator
  ) {
    let ends = [0, 1].map { _ in Int.random(in: 0...content.count, using: &random) }.sorted()
    let range = ends[0]..<ends[1]
    let valid = range.filter { !content[$0].value.isNaN }
    let low = valid.min { content[$0].value < content[$1].value }
    let high = valid.min { content[$0].value > content[$1].value }
    let found = series.extremes(in: range)
    #expect(found.lowest == low && found.highest == high)
    #expect(found.missing == range.last { content[$0].value.isNaN })
    let positive = range.filter { content[$0].value >= 1e-9 }
    let positives = series.extremes(in: range, least: 1e-9)
    #expect(positives.lowest == positive.min { content[$0].value < content[$1].value })
    #expect(positives.missing == range.last { !(content[$0].value >= 1e-9) })
    #expect(series.extent(in: range) == low.map { content[$0].value...content[high!].value })
    #expect(series.statistics(in: range)?.count ?? 0 == valid.count)
    let from = Double.random(in: 900...2000, using: &random)
    let times = series.indices(from: from, through: from + 30).map { series[$0].time }
    #expect(times == content.map(\.time).filter { (from...from + 30).contains($0) })
  }

  /// Batches about the edges of blocks and chunks.
  @Test(arguments: [1, 31, 32, 33, 63, 64, 65, 4095, 4096, 4097, 8193])
  func edgesOfChunks(count: Int) {
    for isRegular in [true, false] {
      let times = (0..<count).map { Double($0) + (isRegular ? 0 : 0.1 * Double($0 % 3)) }
      let values = (0..<count).map { $0 % 37 == 5 ? Double.nan : Double($0 % 101) }
      let content = zip(times, values).map { Sample(time: $0, value: $1) }
      var (bulk, single, reversed) = (TimeSeries(), TimeSeries(), TimeSeries())
      bulk.append(times: times[...], values: values[...])
      for sample in content { single.append(time: sample.time, value: sample.value) }
      for end in stride(from: count, to: 0, by: -500) {
        let part = max(0, end - 500)..<end
        reversed.merge(times: times[part], values: values[part])
      }
      for series in [bulk, single, reversed] {
        series.expectSound()
        #expect(difference(series, content) == nil)
      }
      #expect(reversed.firstSequence == -max(0, count - min(count, 500)))
      single.merge(times: [-1, Double(count) / 2 + 0.05][...], values: [7, 8][...])
      single.expectSound()
      #expect(single.count == count + 2 && single[0].value == 7)
      single.remove(from: Double(count) / 2)
      single.expectSound()
    }
  }

  /// A hole is filled under live samples, which keep their times, and the gap goes.
  @Test func anOutageIsFilled() {
    var series = TimeSeries(gapAfter: 2.5)
    for time in 0..<10 { series.append(time: Double(time), value: 1) }
    series.append(time: 10, value: .nan)
    for time in 20..<30 { series.append(time: Double(time), value: 3) }
    #expect(series.count == 22 && series[11].time == 15 && Gap.isMarker(series[11].value))
    series.merge(
      past: 10...19, times: (11...18).map(Double.init)[...],
      values: [Double](repeating: 2, count: 8)[...])
    series.expectSound()
    #expect(series.columns.times == (0..<30).filter { $0 != 10 && $0 != 19 }.map(Double.init))
    #expect(series.extent(in: 10..<18) == 2...2)
  }

  @Test func aKeptSampleStaysUnlessItIsMissing() {
    var series = TimeSeries()
    series.append(times: [1, 2, 3], values: [10, .nan, 30])
    series.merge(times: [3, 2, 1, 2], values: [33, 22, 11, 23])
    #expect(series.columns.values == [10, 22, 30])
  }

  /// The marker of gaps is no value that a feed can bring.
  @Test func aForeignMarkerIsMissing() {
    var series = TimeSeries()
    series.append(times: [1, 2, 3], values: [1, Gap.marker, 3])
    series.append(time: 4, value: Gap.marker)
    series.merge(times: [0.5, 2.5], values: [Gap.marker, Gap.marker])
    series.expectSound()
    #expect(series.count == 6 && !series.columns.values.contains(where: Gap.isMarker))
  }

  /// The oldest samples beyond the capacity go, whatever comes.
  @Test func theCapacityHolds() {
    var series = TimeSeries(capacity: 100, gapAfter: 5)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let times = (0..<20).map { _ in Double.random(in: 0...1000, using: &random) }
      series.merge(times: times[...], values: times[...])
      series.expectSound()
    }
    #expect(series.count <= 100)
  }
}

extension TimeSeries {
  fileprivate var indices: Range<Int> { 0..<count }
}
