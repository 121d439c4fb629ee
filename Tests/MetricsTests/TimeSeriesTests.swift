import TestSupport
import Testing

@testable import Metrics

@Suite struct TimeSeriesTests {
  @Test func keepsTheNewestAndNumbersThemForGood() {
    var series = TimeSeries(capacity: 3)
    #expect(series.last == nil)
    #expect(series.lastValid == nil)
    for time in 0..<5 { series.append(time: Double(time), value: Double(time) * 10) }
    #expect(series.count == 3)
    #expect(series.firstSequence == 2)
    #expect(series[0] == Sample(time: 2, value: 20))
    #expect(series.last == Sample(time: 4, value: 40))
    #expect(series.columns.times == [2, 3, 4])
    #expect(series.columns.values == [20, 30, 40])
  }

  /// At most 20 bytes a sample; row numbers take none for their times; a short series holds little more
  /// than its samples.
  @Test(arguments: [1, 10])
  func samplesTakeFewBytes(batch: Int) {
    var (explicit, implicit) = (TimeSeries(), TimeSeries())
    var short = TimeSeries(capacity: 300)
    let count = 200_000
    for start in stride(from: 1, through: count, by: batch) {
      let rows = (start..<start + batch).map(Double.init)
      let times = rows.map { $0 + ($0 / 3).truncatingRemainder(dividingBy: 0.9) }
      explicit.append(times: times[...], values: rows[...])
      implicit.append(times: rows[...], values: rows[...])
      short.append(times: times[...], values: rows[...])
    }
    #expect(explicit.byteCount <= 17 * count && implicit.byteCount <= 9 * count)
    #expect(short.byteCount <= 300 * 40)
    #expect(explicit.count == count && implicit.count == count && short.count == 300)
    for series in [explicit, implicit, short] {
      series.expectSound()
      let chunks = series.sealed.map(\.chunk) + [series.tail]
      #expect(series.byteCount >= chunks.reduce(0) { $0 + $1.memory.byteCount })
    }
    // A pause makes explicit times only of the chunk in which it lies.
    implicit.append(time: Double(count) + 100.5, value: 1)
    for row in 1...count { implicit.append(time: Double(count + row) + 100.5, value: 1) }
    #expect(implicit.byteCount <= 9 * 2 * count)
  }

  /// Copies share the samples that neither of them has changed since, and those are the same.
  @Test(arguments: 1...12)
  func copiesShareWhatNeitherHasChanged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var series = TimeSeries(
      capacity: seed % 2 == 0 ? 3000 : .max, budget: seed % 3 == 0 ? 60_000 : .max)
    for time in 0..<5000 { series.append(time: Double(time), value: random.unit()) }
    #expect(series.sharedEnd(with: series) == series.end)
    var mostShared = 0
    for _ in 0..<40 {
      var (one, other) = (series, series)
      for _ in 0..<Int.random(in: 0...2, using: &random) { change(&one, &random) }
      for _ in 0..<Int.random(in: 0...2, using: &random) { change(&other, &random) }
      let shared = one.sharedEnd(with: other)
      #expect(shared == other.sharedEnd(with: one))
      let first = max(one.firstSequence, other.firstSequence)
      for number in first..<max(first, shared) {
        #expect(one[number - one.firstSequence] == other[number - other.firstSequence])
      }
      mostShared = max(mostShared, shared - first)
      series = Bool.random(using: &random) ? one : other
    }
    #expect(mostShared > 2000)
    // A series of the same samples that is no copy shares nothing.
    var like = TimeSeries()
    for time in 0..<5000 { like.append(time: Double(time), value: series.last!.value) }
    #expect(like.sharedEnd(with: series) == max(like.firstSequence, series.firstSequence))
  }

  private func change(_ series: inout TimeSeries, _ random: inout SeededGenerator) {
    let last = series.last?.time ?? 0
    switch Int.random(in: 0..<8, using: &random) {
    case 0: series.remove(from: last - .random(in: 0...1200, using: &random))
    case 1: series.removeFirst(.random(in: 0...100, using: &random))
    case 2: series.merge(times: [last - .random(in: 0...2000, using: &random)], values: [7])
    case 3:
      let times = (1...400).map { last + Double($0) }
      series.append(times: times[...], values: times[...])
    default:
      for i in 1...30 { series.append(time: last + Double(i), value: random.unit()) }
    }
  }

  /// Runs and single positions are what the subscript tells.
  @Test(arguments: 1...6)
  func runsAreTheSamplesInOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var series = TimeSeries(capacity: 3000)
    var time = 0.0
    for _ in 0..<5000 {
      time += seed % 2 == 0 ? 1 : random.unit() + 0.1
      series.append(time: time, value: random.unit())
    }
    for _ in 0..<50 {
      let ends = [0, 1].map { _ in Int.random(in: 0...3000, using: &random) }.sorted()
      var next = ends[0]
      series.forEachRun(in: ends[0]..<ends[1]) { run in
        #expect(run.firstPosition == next && run.positions.count == run.count)
        for i in 0..<run.count {
          let same = series[next] == Sample(time: run.times[i], value: run.values[i])
          if !same { Issue.record("at \(next)") }
          next += 1
        }
      }
      #expect(next == ends[1])
      let chosen = (0..<3000).filter { _ in Int.random(in: 0..<200, using: &random) == 0 }
      var found: [Sample] = []
      series.forEach(at: chosen) { found.append(Sample(time: $0, value: $1)) }
      #expect(found == chosen.map { series[$0] })
    }
    series.forEachRun(in: -5..<0) { _ in Issue.record("there is no such position") }
    series.forEach(at: []) { _, _ in Issue.record("there is no position") }
  }

  @Test(arguments: [1.0, 0.5, -.infinity, .infinity, .nan])
  func refusesATimeThatIsNotAfterTheLast(_ time: Double) {
    var series = TimeSeries(capacity: 3)
    let first = series.append(time: 1, value: 1)
    let second = series.append(time: time, value: 2)
    #expect(first && !second)
    #expect(series.count == 1)
    #expect(series.last?.value == 1)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func keepsWhatIsNoNumberAsMissing(_ value: Double) {
    var series = TimeSeries(capacity: 4)
    series.append(time: 1, value: 5)
    let kept = series.append(time: 2, value: value)
    #expect(kept)
    #expect(series.count == 2)
    #expect(series[1].value.isNaN)
    #expect(series.last?.value.isNaN == true)
    #expect(series.lastValid == Sample(time: 1, value: 5))
    #expect(series.extent(in: 0..<2) == 5...5)
    #expect(series.extent(in: 1..<2) == nil)
  }

  @Test(
    arguments: [
      (0.0, 10.0, 0..<4), (2, 4, 1..<3), (2.5, 3.5, 1..<1), (2, 2, 1..<2), (5, 9, 4..<4),
      (-3, 0, 0..<0), (4, 2, 0..<0), (.nan, 2, 0..<0), (-.infinity, .infinity, 0..<4),
    ] as [(Double, Double, Range<Int>)])
  func findsTimes(_ start: Double, _ end: Double, _ expected: Range<Int>) {
    var series = TimeSeries(capacity: 10)
    for time in [1.0, 2, 4, 4.5] { series.append(time: time, value: 0) }
    let found = series.indices(from: start, through: end)
    #expect(found == expected || (found.isEmpty && expected.isEmpty))
  }

  @Test func ignoresPositionsItDoesNotHave() {
    var series = TimeSeries(capacity: 10)
    series.append(time: 1, value: 7)
    #expect(series.extent(in: -5..<100) == 7...7)
    #expect(series.extent(in: 40..<50) == nil)
    #expect(TimeSeries(capacity: 2).extent(in: 0..<1) == nil)
  }

  /// The mean of numbers whose sum exceeds all numbers, of some samples and of several chunks.
  @Test(arguments: [[1.7e308, 1.5e308], [-1.7e308, -1.5e308], [.nan, 1e308]], [1, 20_000])
  func meansOfHugeNumbers(values: [Double], repeats: Int) throws {
    var series = TimeSeries()
    let all = (0..<repeats).flatMap { _ in values }
    series.append(times: all.indices.map(Double.init)[...], values: all[...])
    let known = values.filter { !$0.isNaN }
    let mean = try #require(series.statistics(in: 0..<series.count)?.mean)
    #expect(isNear(mean / 1e308, known.reduce(0) { $0 + $1 / 1e308 } / Double(known.count), 1e-9))
  }

  @Test func numbersGoOnAfterRemoval() {
    var series = TimeSeries(capacity: 10)
    for time in 1...6 { series.append(time: Double(time), value: Double(time)) }
    series.removeFirst(4)
    #expect(series.firstSequence == 4)
    #expect(series[0].time == 5)
    series.removeAll()
    #expect(series.isEmpty)
    let startsAnew = series.append(time: 0, value: 1)
    #expect(startsAnew)
    #expect(series.firstSequence == 6)
    series.removeFirst(-3)
    series.removeFirst(.max)
    #expect(series.firstSequence == 7)
  }

  @Test func aCapacityBelowOneIsOne() {
    var series = TimeSeries(capacity: -4)
    series.append(time: 1, value: 1)
    series.append(time: 2, value: 2)
    #expect(series.count == 1)
  }

  /// The series agrees with two plain arrays over random appends, drops and queries.
  @Test(arguments: [(1, 40), (7, 300), (33, 400), (1024, 5000), (3000, 40_000)])
  func behavesLikeAPlainModel(_ capacity: Int, _ steps: Int) {
    var random = SeededGenerator(seed: UInt64(capacity))
    var series = TimeSeries(capacity: capacity)
    var model: [Sample] = []
    var dropped = 0
    var time = 0.0
    for step in 0..<steps {
      time += Double.random(in: 0.01...2, using: &random)
      let value = Int.random(in: 0..<8, using: &random) == 0 ? .nan : random.spread(3)
      series.append(time: time, value: value)
      model.append(Sample(time: time, value: value))
      if model.count > capacity {
        model.removeFirst()
        dropped += 1
      }
      if Int.random(in: 0..<4 * capacity, using: &random) == 0 {
        let some = Int.random(in: 0...model.count, using: &random)
        series.removeFirst(some)
        model.removeFirst(some)
        dropped += some
      }
      guard step % 37 == 0 || step > steps - 40 else { continue }
      #expect(series.count == model.count)
      #expect(series.firstSequence == dropped)
      let bounds = [
        Int.random(in: 0...model.count, using: &random),
        Int.random(in: 0...model.count, using: &random),
      ].sorted()
      let range = bounds[0]..<bounds[1]
      let values = model[range].map(\.value).filter { !$0.isNaN }
      let extent = values.isEmpty ? nil : values.min()!...values.max()!
      #expect(series.extent(in: range) == extent)
      let from = Double.random(in: -1...time + 1, using: &random)
      let found = series.indices(from: from, through: from + 3)
      #expect(
        found.map { series[$0].time }
          == model.map(\.time).filter { $0 >= from && $0 <= from + 3 })
      #expect(series.lastValid == model.last { !$0.value.isNaN })
    }
  }
}

@Suite struct CounterRateTests {
  private func rates(_ readings: [(time: Double, count: UInt64)]) -> [Double?] {
    var rate = CounterRate()
    return readings.map { rate.rate(of: $0.count, at: $0.time) }
  }

  @Test func needsTwoReadings() {
    #expect(rates([(10, 100), (12.5, 350), (13, 350)]) == [nil, 100, 0])
  }

  @Test func aCounterThatGoesBackIsAReset() {
    #expect(rates([(1, 1000), (2, 10), (3, 30)]) == [nil, nil, 20])
  }

  @Test(arguments: [1.0, 0.5, .nan, .infinity, -.infinity])
  func timeMustGoOn(_ time: Double) {
    #expect(rates([(1, 1), (time, 5)]) == [nil, nil])
  }

  @Test func all64BitsCount() {
    #expect(rates([(1, .max - 8), (2, .max), (3, 0)]) == [nil, 8, nil])
    #expect(CounterRate.perSecond(from: 0, to: .max, interval: 1) == 0x1p64)
  }
}
