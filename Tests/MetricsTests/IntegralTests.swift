import Metrics
import TestSupport
import Testing

/// The amounts of samples that are rates.
@Suite struct IntegralTests {
  /// The rates of a counter, as a source derives them: each is that since the sample before.
  private func rates(_ counts: [(time: Double, count: Double)], budget: Int = .max) -> TimeSeries {
    var series = TimeSeries(budget: budget)
    series.append(time: counts[0].time, value: .nan)
    for (before, now) in zip(counts, counts.dropFirst()) {
      series.append(
        time: now.time, value: (now.count - before.count) / (now.time - before.time))
    }
    return series
  }

  @Test(
    arguments: [
      (0, 10, 10, 10), (10, 20, 10, 10), (0, 20, 20, 20), (5, 15, 10, 10),
      // Half of the growth from 20 to 40 is in each part; as a whole, the growth belongs to its end.
      (20, 30, 1.5, nil), (30, 40, 1.5, 3), (20, 40, 3, 3), (35, 70, 0.75, 3), (41, 60, nil, nil),
      (-10, 0, nil, nil),
    ] as [(Double, Double, Double?, Double?)])
  func amounts(start: Double, end: Double, split: Double?, whole: Double?) {
    var counts = (0...20).map { (time: Double($0), count: Double($0)) }
    counts.append((40, 23))
    let series = rates(counts)
    #expect(isNear(series.integral(from: start, to: end, .split), split))
    #expect(isNear(series.integral(from: start, to: end, .whole), whole))
  }

  /// The growth of irregular samples is the difference of the counts, whatever the stretches are.
  @Test(arguments: 0..<40) func partsMakeAWhole(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var counts = [(time: 0.0, count: 0.0)]
    for _ in 0..<Int.random(in: 2...900, using: &random) {
      let last = counts[counts.count - 1]
      let step = Double([1, 2, 5, 60, 90].randomElement(using: &random) ?? 1)
      counts.append((last.time + step, last.count + Double(Int.random(in: 0...3, using: &random))))
    }
    let (series, end) = (rates(counts), counts[counts.count - 1].time)
    var edges = (0..<5).map { _ in Double.random(in: 0...end, using: &random) }
    edges = ([-1] + edges + [end + 1]).sorted()
    for rule in [TimeSeries.EdgeRule.split, .whole] {
      let parts = zip(edges, edges.dropFirst()).map { series.integral(from: $0, to: $1, rule) ?? 0 }
      #expect(abs(parts.reduce(0, +) - counts[counts.count - 1].count) < 1e-6)
    }
    let part = series.integral(from: edges[2], to: edges[3], .whole) ?? 0
    let inside = counts.filter { $0.time > edges[2] && $0.time <= edges[3] }
    let before = counts.last { $0.time <= edges[2] }?.count ?? 0
    #expect(abs(part - ((inside.last?.count ?? before) - before)) < 1e-6)
  }

  /// A rate says nothing about a gap before it.
  @Test(arguments: [
    (Double.nan, Double.infinity, 40.0), (.nan, 100, 40), (.nan, 5, 20), (1, 5, 25), (1, 100, 50),
    (7, .infinity, 110),
  ])
  func longestTimes(value: Double, longest: Double, amount: Double) {
    var series = TimeSeries()
    for (time, value) in [(0.0, 1.0), (10, 2), (20, value), (30, 1), (40, 1)] {
      series.append(time: time, value: value)
    }
    #expect(isNear(series.integral(from: 0, to: 40, .split, longest: longest), amount))
  }

  /// Coarse samples keep the amount of regular rates, also where a bucket lies in two chunks.
  @Test(arguments: [0, 7]) func coarseSamples(first: Int) {
    let counts = (first...40_000).map { (time: Double($0), count: 2 * Double($0)) }
    let series = rates(counts, budget: 60_000)
    #expect(series.bucketWidth(at: 0) > 0)
    for (start, end) in [(Double(first), 40_000.0), (3000, 9000), (20_000, 20_500)] {
      for rule in [TimeSeries.EdgeRule.split, .whole] {
        let amount = series.integral(from: start, to: end, rule) ?? 0
        #expect(abs(amount - 2 * (end - start)) <= 2 * 64, "\(start) to \(end): \(amount)")
      }
    }
  }

  /// The row of a minute counts for each part of the minute, although the samples of a row lie inside it.
  @Test(
    arguments: [
      (0, 240, 480), (0, 10, 10), (50, 70, 20), (170, 240, 310), (175, 185, 30), (230, 240, 50),
    ] as [(Double, Double, Double)])
  func amountsOfRows(start: Double, end: Double, amount: Double) {
    var series = TimeSeries()
    series.append(
      CoarseRows(
        width: 60, starts: [0, 60, 120], minima: [0, 0, 0], maxima: [2, 2, 2], means: [1, 1, 1],
        counts: [60, 60, 60]))
    for time in 181...300 { series.append(time: Double(time), value: 5) }
    #expect(isNear(series.integral(from: start, to: end, .split), amount))
  }

  private func isNear(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) < 1e-9
  }
}
