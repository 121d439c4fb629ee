import Testing

@testable import History

/// The rows of coarse tiers.
@Suite struct BucketsTests {
  @Test(arguments: [
    ([1.7e308, -1.7e308], 0), ([-1.7e308, 1.7e308, 1.7e308, 1.7e308], 0.85e308),
    ([.greatestFiniteMagnitude, .greatestFiniteMagnitude], .greatestFiniteMagnitude),
    ([0.1, 0.1, 0.1], 0.1), ([1, 2, 6], 3),
  ])
  func meansOfAnyNumbers(_ values: [Double], expected: Double) throws {
    var buckets = Buckets(width: 60_000)
    buckets.add(values.indices.map { $0 * 1000 }, values)
    let mean = try #require(buckets.means.first)
    #expect(abs(mean - expected) <= abs(expected) * 1e-15)
    #expect(buckets.counts == [Double(values.count)])
  }
}
