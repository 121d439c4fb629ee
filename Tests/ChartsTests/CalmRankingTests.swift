import TestSupport
import Testing

@testable import Charts

/// The order of bars of which only the longest have room.
@Suite struct CalmRankingTests {
  @Test func theFirstOrderIsByLength() {
    var ranking = CalmRanking()
    #expect(ranking.ranks([7, 8, 9, 5, 6], [1, .nan, 3, 1, -2]) == [2, 0, 3, 4, 1])
  }

  /// Bars change their places when one is clearly longer than one above it, and not for less.
  @Test func smallChangesMoveNothing() {
    var ranking = CalmRanking()
    let numbers = [1, 2, 3]
    #expect(ranking.ranks(numbers, [0.5, 0.52, 0.1]) == [1, 0, 2])
    #expect(ranking.ranks(numbers, [0.53, 0.52, 0.1]) == [1, 0, 2])
    #expect(ranking.ranks(numbers, [0.56, 0.52, 0.1]) == [0, 1, 2])
    #expect(ranking.ranks(numbers, [0.54, 0.52, 0.6]) == [2, 0, 1])
    // Bars come and go, and are known by their numbers.
    #expect(ranking.ranks([9, 2, 1], [0.2, 0.52, 0.53]) == [2, 1, 0])
    #expect(ranking.ranks([2, 4, 1], [0.52, 0.9, 0.53]) == [1, 2, 0])
    // A length that nobody can see is a missing one, also where it is infinite.
    #expect(ranking.ranks([1, 2, 4], [.infinity, 0.5, 0.2]) == [1, 2, 0])
    #expect(ranking.ranks([1, 2, 4], [0.9, 0.5, .infinity]) == [0, 1, 2])
  }

  /// No bar is ever far from its place, however its length has changed.
  @Test(arguments: 0..<50) func theOrderIsNearlyThatOfLengths(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var ranking = CalmRanking()
    var lengths = (0..<20).map { _ in Double.random(in: -1...1, using: &random) }
    for _ in 0..<50 {
      for i in lengths.indices { lengths[i] += Double.random(in: -0.02...0.02, using: &random) }
      let ranks = ranking.ranks(Array(lengths.indices), lengths)
      #expect(ranks.sorted() == Array(lengths.indices))
      for (i, a) in ranks.enumerated() {
        for b in ranks[..<i] where lengths[a] > lengths[b] {
          #expect(lengths[a] - lengths[b] <= 0.05 * abs(lengths[a]))
        }
      }
    }
  }
}
