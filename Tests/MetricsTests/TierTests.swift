import TestSupport
import Testing

@testable import Metrics

/// A series that holds its budget by making its oldest samples coarser.
@Suite struct TierTests {
  /// Whole numbers, so that sums are exact.
  private func values(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
    (0..<count).map { _ in
      let value = Double(Int.random(in: 0...10_000, using: &random))
      return Int.random(in: 0..<50, using: &random) == 0 ? .nan : value
    }
  }

  /// The largest width of a bucket.
  private func width(_ series: TimeSeries) -> Double {
    series.sealed.compactMap { $0.chunk.memory.tier?.width }.max() ?? 1
  }

  /// The budget holds, and whole buckets have the extent, the sum and the count of their samples.
  @Test(arguments: 0..<8)
  func wholeBucketsAreWhatTheyWere(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let budget = [100_000, 300_000][Int(seed) % 2]
    var series = TimeSeries(gapAfter: seed % 3 == 0 ? 20 : .infinity, budget: budget)
    var (times, values): ([Double], [Double]) = ([], [])
    var time = -20_000.0
    for step in 0..<60 {
      var new: [Double] = []
      let isRegular = Int.random(in: 0..<2, using: &random) == 0
      for _ in 0..<Int.random(in: 1..<3000, using: &random) {
        time += isRegular ? 1 : Double.random(in: 0.2..<3, using: &random)
        if Int.random(in: 0..<2000, using: &random) == 0 { time += 900 }
        new.append(time)
      }
      let newValues = self.values(new.count, &random)
      series.append(times: new[...], values: newValues[...])
      times += new
      values += newValues
      #expect(series.byteCount <= budget)
      if step % 6 == 0 { series.expectSound("step \(step)") }
    }
    #expect(series.sealed.first.map { $0.level } ?? 0 > 1)
    expectSame(series, times, values, &random)
  }

  /// Compares stretches that are whole buckets of the coarsest tier.
  private func expectSame(
    _ series: TimeSeries, _ times: [Double], _ values: [Double], _ random: inout SeededGenerator
  ) {
    let width = width(series)
    let ends = (times[0] / width).rounded(.down)...(times[times.count - 1] / width).rounded(.up)
    for i in 0..<12 {
      let some = (0..<2).map { _ in Double.random(in: ends, using: &random).rounded() * width }
      let (start, end) =
        i == 0 ? (times[0], times[times.count - 1] + 1) : (some.min()!, some.max()!)
      let all = times.indices.filter {
        times[$0] >= start && times[$0] < end && !values[$0].isNaN
      }.map { values[$0] }
      let found = series.statistics(in: series.indices(from: start, through: end.nextDown))
      #expect(found?.count ?? 0 == all.count)
      #expect(found?.sum ?? 0 == all.reduce(0, +))
      #expect(found?.minimum == all.min() && found?.maximum == all.max())
    }
  }

  /// A year at one a second in a megabyte shows the lowest and the highest of each day on that day.
  @Test func aYearInAMegabyte() {
    let (day, days) = (86_400, 366)
    var series = TimeSeries(budget: 1 << 20)
    var random = SeededGenerator(seed: 7)
    let noise = (0..<4096).map { _ in Double.random(in: 20...40, using: &random) }
    var peaks: [(low: Double, high: Double)] = []
    var times = [Double](repeating: 0, count: day)
    let usual = (0..<day).map { noise[$0 & 4095] }
    for number in 0..<days {
      for second in 0..<day { times[second] = Double(number * day + second) }
      // A bucket over midnight keeps the extremes of both days together.
      let low = Int.random(in: 17_000..<day - 17_000, using: &random)
      let high = Int.random(in: 17_000..<day - 17_000, using: &random)
      var values = usual
      values[low] = Double(number % 19)
      values[high] = 50 + Double(number % 37)
      peaks.append((times[low], times[high]))
      series.append(times: times[...], values: values[...])
    }
    #expect(series.byteCount <= 1 << 20)
    #expect(series.statistics(in: 0..<series.count)?.count == days * day)
    #expect(width(series) <= 16_384)
    for (number, peak) in peaks.enumerated() where peak.low != peak.high {
      let found = series.indices(
        from: Double(number * day), through: Double((number + 1) * day).nextDown)
      let extent = series.extent(in: found)
      #expect(extent == Double(number % 19)...50 + Double(number % 37), "day \(number)")
      let extremes = series.extremes(in: found)
      #expect(extremes.lowest.map { series[$0].time } == peak.low)
      #expect(extremes.highest.map { series[$0].time } == peak.high)
    }
  }

  /// Samples that come into a coarse stretch count there, and show if they are extreme.
  @Test func lateSamplesBecomeCoarse() throws {
    var series = TimeSeries(budget: 100_000)
    let times = (0..<60_000).map(Double.init)
    let values = times.map { Double(Int($0) % 100) }
    series.append(times: times[...], values: values[...])
    let before = try #require(series.statistics(in: 0..<series.count))
    let coarse = try #require(series.sealed[0].chunk.memory.tier)
    #expect(coarse.width >= 32)
    series.merge(times: [500.5, 501.5, 502.5, -7.5], values: [1000, 50, -1000, 40])
    series.expectSound()
    let after = try #require(series.statistics(in: 0..<series.count))
    #expect(after.count == before.count + 4 && after.sum == before.sum + 90)
    #expect(after.minimum == -1000 && after.maximum == 1000)
    #expect(series.indices(from: 500.5, through: 500.5).count == 1)
    #expect(series.indices(from: 501.5, through: 501.5).isEmpty)
    #expect(series[0].time == -7.5)
    #expect(series.sealed[0].level > 0)
  }

  /// An outage in a coarse stretch stays a gap until its past comes.
  @Test func anOutageStaysAGap() {
    var series = TimeSeries(gapAfter: 10, budget: 100_000)
    let times = (0..<60_000).filter { !(1000..<5000).contains($0) }.map(Double.init)
    series.append(times: times[...], values: times[...])
    series.expectSound()
    func gaps() -> Int { series.columns.values.count { $0.isNaN } }
    #expect(gaps() == 1 && series.sealed[0].level > 0)
    let past = (1000..<5000).map(Double.init)
    series.merge(past: 1000...4999, times: past[...], values: past[...])
    series.expectSound()
    #expect(gaps() == 0)
    let statistics = series.statistics(in: 0..<series.count)
    #expect(statistics?.count == 60_000 && statistics?.mean == 29_999.5)
  }

  /// Copies keep what they have while the original becomes coarser; a clock that is set back into a coarse
  /// stretch costs what lies after.
  @Test func copiesAndClockSteps() {
    var series = TimeSeries(budget: 100_000)
    var copies: [(TimeSeries, [Double])] = []
    for part in 0..<60 {
      let times = (0..<1000).map { Double(part * 1000 + $0) }
      series.append(times: times[...], values: times[...])
      if part % 7 == 0 { copies.append((series, series.columns.times)) }
      if part == 40 { series.remove(from: 3210) }
    }
    for (copy, times) in copies { #expect(copy.columns.times == times) }
    series.expectSound()
    #expect(series.indices(from: 3210, through: 40_999).isEmpty && series.last?.time == 59_999)
  }

  /// Coarse samples that are appended to another series keep their sums and counts. Only a series with gaps has theirs.
  @Test(arguments: [20, Double.infinity])
  func aCoarseSeriesInAnother(gapAfter: Double) {
    var series = TimeSeries(gapAfter: 20, budget: 60_000)
    let times = (1000..<40_000).filter { $0 % 1000 > 40 }.map(Double.init)
    series.append(times: times[...], values: times[...])
    #expect(series.bucketWidth(at: 0) > 0 && series.bucketWidth(at: series.count - 1) == 0)
    var joined = TimeSeries(gapAfter: gapAfter)
    joined.append(series, at: 0..<series.count)
    joined.expectSound()
    let statistics = joined.statistics(in: 0..<joined.count)
    #expect(statistics?.count == times.count)
    #expect(statistics?.sum == times.reduce(0, +))
    #expect(joined.bucketWidth(at: 10) > 0)
    let gaps = joined.columns.values.count { $0.isNaN }
    #expect(gapAfter == 20 ? gaps > 30 : gaps == 0)
  }

  /// Any budget holds, or the series has next to nothing.
  @Test(arguments: [-1, 0, 1, 1000, 20_000])
  func tinyBudgets(_ budget: Int) {
    var series = TimeSeries(budget: budget)
    var random = SeededGenerator(seed: 1)
    for time in 0..<20_000 {
      series.append(time: Double(time) + random.unit(), value: random.unit())
    }
    series.expectSound()
    #expect(series.byteCount <= max(budget, 8000))
    #expect(series.statistics(in: 0..<series.count)?.count == 20_000)
  }

  /// A lower limit holds at once, and loses no extreme, sum or count.
  @Test(arguments: [200_000, 100_000, 65_536])
  func aLowerBudgetHoldsAtOnce(_ budget: Int) {
    var random = SeededGenerator(seed: UInt64(budget))
    var series = TimeSeries(gapAfter: 20)
    var time = 0.0
    var times: [Double] = []
    for i in 0..<60_000 {
      time += i % 5000 == 0 ? 100 : 1
      times.append(time)
    }
    let values = values(times.count, &random)
    series.append(times: times[...], values: values[...])
    let all = 0..<series.count
    let before = (series.statistics(in: all), series.extent(in: all))
    series.budget = budget
    #expect(series.byteCount <= budget)
    let left = 0..<series.count
    #expect(series.statistics(in: left) == before.0)
    #expect(series.extent(in: left) == before.1)
    series.expectSound("budget \(budget)")
    let isAppended = series.append(time: time + 1, value: 1)
    #expect(isAppended)
  }

  /// A product keeps gaps and times, and the sums and the counts of coarse stretches.
  @Test(arguments: [2.0, -0.5, 1024])
  func aCoarseSeriesTimesAFactor(_ factor: Double) {
    var random = SeededGenerator(seed: 7)
    var series = TimeSeries(gapAfter: 20, budget: 60_000)
    var time = 0.0
    for i in 0..<40_000 {
      time += i % 700 == 0 ? 50 : 1
      series.append(time: time, value: Double(Int.random(in: -100..<100, using: &random)))
    }
    series.removeFirst(37)
    #expect(series.sealed.contains { $0.level > 0 })
    var product = series.scaled(by: factor)
    product.expectSound("factor \(factor)")
    #expect(product.count == series.count && product.budget == series.budget)
    for i in 0..<series.count {
      let (old, new) = (series[i], product[i])
      #expect(old.time == new.time)
      #expect(Gap.isMarker(old.value) == Gap.isMarker(new.value))
      #expect(old.value.isNaN ? new.value.isNaN : new.value == old.value * factor)
    }
    let (old, new) = (
      series.statistics(in: 0..<series.count), product.statistics(in: 0..<series.count)
    )
    #expect(new?.count == old?.count)
    #expect(new?.sum == old.map { $0.sum * factor })
    #expect(new?.maximum == old.map { max($0.minimum * factor, $0.maximum * factor) })
    // The copies are apart.
    product.append(time: time + 1, value: 5)
    #expect(series.last?.time == time && product.last?.time == time + 1)
  }
}
