import Glibc
import Metrics
import TestSupport
import Testing

@testable import Charts

/// Ticks of a second axis beside the grid lines of the first.
@Suite struct TickAlignmentTests {
  private struct Row {
    var first: ClosedRange<Double>
    var second: ClosedRange<Double>
    var unit = Unit.none
    var labels: [String]
    var beside: [String]
  }

  private static let rows: [Row] = [
    Row(
      first: 0...650, second: 0...40, labels: ["0", "200", "400", "600"],
      beside: ["0", "15", "30", "45"]),
    Row(
      first: 0...80, second: 0...40, labels: ["0", "20", "40", "60", "80"],
      beside: ["0", "10", "20", "30", "40"]),
    Row(
      first: 0...80, second: 0...4.1, labels: ["0", "20", "40", "60", "80"],
      beside: ["0.0", "1.5", "3.0", "4.5", "6.0"]),
    Row(
      first: 0...80, second: 0...0x1.4p32, unit: .bytes, labels: ["0", "20", "40", "60", "80"],
      beside: ["0.0", "1.5", "3.0", "4.5", "6.0"]),
    // No percentage above all.
    Row(
      first: 0...65, second: 0...100, unit: .percent, labels: ["0", "20", "40", "60"],
      beside: ["0", "40", "80"]),
    Row(
      first: -30...30, second: -1...5, labels: ["−20", "0", "20"],
      beside: ["0", "2", "4"]),
    Row(
      first: 20...80, second: 990...1012, labels: ["20", "40", "60", "80"],
      beside: ["990", "1000", "1010", "1020"]),
    Row(
      first: 0...4, second: 0...0.03, labels: ["0", "1", "2", "3", "4"],
      beside: ["0.000", "0.008", "0.016", "0.024", "0.032"]),
  ]

  @Test(arguments: rows.indices)
  func labels(row: Int) throws {
    let row = Self.rows[row]
    let axis = TickScale(fixed: row.first.lowerBound, row.first.upperBound)
    #expect(axis.labels == row.labels)
    let second = try #require(axis.aligned(covering: row.second, unit: row.unit, isWhole: false))
    #expect(second.labels == row.beside)
  }

  @Test func wholeNumbersHaveWholeTicks() throws {
    let axis = TickScale(fixed: 0, 4)
    let second = try #require(axis.aligned(covering: 0...5, unit: .none, isWhole: true))
    #expect(second.labels == ["0", "2", "4", "6", "8"])
  }

  @Test func unevenTicksHaveNone() {
    let uneven = TickScale(fixed: 0, 65).labellingEnds(lower: true, upper: true)
    let powers = TickScale(logarithmicCovering: 1, 10_000)
    for axis in [uneven, powers] {
      #expect(axis.aligned(covering: 0...40, unit: .none, isWhole: false) == nil)
    }
  }

  /// Any values lie within their axis, whose ticks are beside those of the first, at any height.
  @Test func anyValues() throws {
    var random = SeededGenerator(seed: 7)
    func place(_ value: Double, _ axis: TickScale) -> Double {
      (value - axis.domain.lowerBound) / (axis.domain.upperBound - axis.domain.lowerBound)
    }
    for _ in 0..<500 {
      let (a, b) = (
        Double.random(in: -900...900, using: &random), Double.random(in: 1...900, using: &random)
      )
      let size = pow(10, Double.random(in: -9...15, using: &random))
      let low = Double.random(in: -1...1, using: &random) * size
      let values = low...low + Double.random(in: 0.01...1, using: &random) * size
      let axis = TickScale(fixed: a, a + b)
      let second = try #require(axis.aligned(covering: values, unit: .none, isWhole: false))
      let slack = (second.domain.upperBound - second.domain.lowerBound) * 1e-6
      #expect(second.domain.lowerBound <= values.lowerBound + slack)
      #expect(second.domain.upperBound >= values.upperBound - slack)
      #expect(Set(second.labels).count == second.labels.count)
      for (tick, beside) in zip(axis.ticks, second.ticks) {
        #expect(abs(place(tick, axis) - place(beside, second)) < 1e-6)
      }
      for height in [60.0, 150, 400] {
        let shown = axis.thinned(toPitch: 24, height: height)
        #expect(second.keepingTicks(beside: shown)?.ticks.count == shown.ticks.count)
      }
    }
  }
}
