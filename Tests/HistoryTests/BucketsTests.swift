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

  @Test func theFullestOfTwoRowsStays() {
    func rows(_ counts: [Int: Int], value: Double) -> Buckets {
      var result = Buckets(width: 1000)
      for (row, count) in counts.sorted(by: { $0.key < $1.key }) {
        result.add((0..<count).map { row * 1000 + $0 }, (0..<count).map { _ in value })
      }
      return result
    }
    let (new, old) = (
      rows([1: 2, 2: 3, 3: 3, 6: 1], value: 7), rows([0: 1, 1: 3, 2: 2, 3: 3], value: 5)
    )
    let both = new.fullest(old)
    #expect(both.times == [0, 1000, 2000, 3000, 6000])
    #expect(both.counts == [1, 3, 3, 3, 1])
    let values: [Double] = [5, 5, 7, 5, 7]
    #expect(both.minima == values && both.maxima == values && both.means == values)
  }
}
