import Metrics
import TestSupport
import Testing

/// Many samples become one number.
@Suite struct ReductionTests {
  @Test(
    arguments: [
      (.mean, 25), (.min, 10), (.max, 40), (.last, 20), (.sum, 100), (.p50, 25), (.p95, 38.5),
      (.p99, 39.7),
    ] as [(Reduction, Double)])
  func fourNumbers(_ reduction: Reduction, _ expected: Double) {
    #expect(isNear(reduction.value(of: [40, 10, 30, 20]), expected, 1e-12))
    // Missing numbers count for nothing, wherever they are.
    #expect(
      isNear(reduction.value(of: [.nan, 40, 10, .nan, 30, 20, .nan]), expected, 1e-12))
  }

  @Test(arguments: Reduction.allCases)
  func ofNothingNothing(_ reduction: Reduction) {
    #expect(reduction.value(of: []).isNaN)
    #expect(reduction.value(of: [.nan, .nan]).isNaN)
  }

  @Test(arguments: Reduction.allCases)
  func aNumberAloneIsEveryReduction(_ reduction: Reduction) {
    #expect(reduction.value(of: [-7.5]) == -7.5)
  }

  /// Expected numbers of Prometheus' own tests of `quantile_over_time`, `promql/testdata/functions.test`:
  /// the median of 0 and 1, and of three numbers of different distances.
  @Test(
    arguments: [([0, 1], 0.5), ([0, 1, 2], 1), ([0, 1, 4], 1), ([1, 0, 4, 2], 1.5)]
      as [([Double], Double)])
  func theMedianIsThatOfPrometheus(_ values: [Double], _ expected: Double) {
    #expect(Reduction.p50.value(of: values) == expected)
  }

  @Test(
    arguments: [
      (.sum, .infinity), (.mean, .infinity), (.max, .infinity), (.p50, 3), (.p99, .infinity),
      (.min, 1),
    ] as [(Reduction, Double)])
  func infinity(_ reduction: Reduction, _ expected: Double) {
    #expect(reduction.value(of: [1, 3, .infinity]) == expected)
  }

  @Test func theMeanOfTheLargestNumbersIsNoInfinity() {
    let largest = Double.greatestFiniteMagnitude
    #expect(Reduction.mean.value(of: [largest, largest]) == largest)
  }

  @Test func manySmallNumbersKeepTheirSum() {
    let tenths = repeatElement(0.1, count: 1_000_000)
    #expect(Reduction.sum.value(of: tenths) == 100_000)
    #expect(Reduction.mean.value(of: tenths) == 0.1)
  }

  /// Quantiles lie between the smallest and the largest number and in order, and the count of smaller
  /// numbers fits their rank.
  @Test func randomNumbers() {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<300 {
      let values = (0..<Int.random(in: 1...60, using: &random)).map { _ in random.anyDouble() / 8 }
      func reduced(_ reduction: Reduction) -> Double { reduction.value(of: values) }
      let (low, high) = (reduced(.min), reduced(.max))
      #expect(low <= reduced(.p50) && reduced(.p50) <= reduced(.p95))
      #expect(reduced(.p95) <= reduced(.p99) && reduced(.p99) <= high)
      let smaller = values.count { $0 < reduced(.p95) }
      #expect(Double(smaller) >= 0.95 * Double(values.count - 1) - 1)
      #expect(reduced(.mean) >= low && reduced(.mean) <= high)
      #expect(reduced(.last) == values[values.count - 1])
    }
  }
}
