import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct UpperEnvelopeTests {
  typealias Line = (from: GridPoint, to: GridPoint)

  private func lines(_ lines: [Line], interior: ClosedRange<Int32>) -> [Line] {
    var envelope = UpperEnvelope()
    envelope.begin(interior: interior)
    for line in lines { envelope.add(line.from, line.to) }
    var found: [Line] = []
    envelope.forEachLine { found.append(($0, $1)) }
    return found
  }

  private func point(_ x: Int, _ y: Int) -> GridPoint { GridPoint(Int32(x), Int32(y)) }

  /// Smaller numbers are higher.
  @Test(arguments: [
    // A rising line hides the end of one that falls.
    (([0, 0], [10, 10]), ([0, 10], [10, 0]), [[0, 0], [5, 5], [10, 0]]),
    // A line that begins above another hides the rest of the other.
    (([0, 8], [10, 8]), ([4, 2], [12, 2]), [[0, 8], [4, 8], [4, 2], [12, 2]]),
    // A line that begins before another and above it hides all of the other.
    (([2, 8], [10, 8]), ([0, 2], [12, 2]), [[0, 2], [12, 2]]),
    // A line below another is seen beyond the other's end.
    (([0, 2], [10, 2]), ([4, 8], [16, 8]), [[0, 2], [10, 2], [10, 8], [16, 8]]),
    // A line that ends below another is not seen.
    (([0, 2], [10, 2]), ([4, 8], [9, 3]), [[0, 2], [10, 2]]),
    // A line from right to left is none of an envelope.
    (([0, 2], [10, 2]), ([9, 1], [4, 0]), [[0, 2], [10, 2]]),
    // Lines that do not meet are joined.
    (([0, 2], [4, 4]), ([8, 6], [12, 2]), [[0, 2], [4, 4], [8, 6], [12, 2]]),
  ])
  func twoLines(first: ([Int], [Int]), second: ([Int], [Int]), expected: [[Int]]) {
    let input = [first, second].map { (point($0.0[0], $0.0[1]), point($0.1[0], $0.1[1])) }
    let points = expected.map { point($0[0], $0[1]) }
    for interior in [Int32.min...Int32.max, Int32.max...Int32.max] {
      let found = lines(input, interior: interior)
      var corners = [found[0].from]
      for line in found {
        #expect(line.from == corners.last)
        corners.append(line.to)
      }
      #expect(corners == points)
    }
  }

  /// Lines that are nearly alike cross far away, or nowhere, while rounded ends of their parts say that they
  /// cross.
  @Test func linesThatAreNearlyAlike() {
    for seed in 0..<3000 {
      var random = SeededGenerator(seed: UInt64(seed))
      let slope = Double.random(in: -3...3, using: &random)
      func height(_ x: Int32) -> Int32 { Int32((Double(x) * slope).rounded()) }
      let longest: Int32 = [40, 2_000_000].randomElement(using: &random)!
      let input: [Line] = (0..<16).map { _ in
        let x = Int32.random(in: 0...30, using: &random)
        let width = Int32.random(in: 1...longest, using: &random)
        return (
          GridPoint(x, height(x) + .random(in: 0...1, using: &random)),
          GridPoint(x + width, height(x + width) + .random(in: 0...1, using: &random))
        )
      }
      for interior in [Int32.min...Int32.max, Int32.max...Int32.max] {
        let points = lines(input, interior: interior).flatMap { [$0.from, $0.to] }
        let farthest = points.map { abs($0.y - height($0.x)) }.max()!
        #expect(
          points.allSatisfy { (0...longest + 30).contains($0.x) } && farthest <= 5, "seed \(seed)")
      }
    }
  }

  /// In order or not, the envelope is nowhere below the highest line, and has no holes.
  @Test func linesThatCrossInAnyWay() {
    var compared = 0
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed))
      let input: [Line] = (0..<20).map { _ in
        let x = Int32.random(in: 0...3000, using: &random)
        let width = Int32.random(in: 1...2000, using: &random)
        return (
          GridPoint(x, .random(in: 0...1000, using: &random)),
          GridPoint(x + width, .random(in: 0...1000, using: &random))
        )
      }
      let found = lines(input, interior: .max ... .max)
      for x in stride(from: Int32(0), to: 5000, by: 7) {
        func highest(_ lines: [Line]) -> Double? {
          lines.filter { $0.from.x < x && $0.to.x > x }.map {
            let share = Double(x - $0.from.x) / Double($0.to.x - $0.from.x)
            return Double($0.from.y) + share * Double($0.to.y - $0.from.y)
          }.min()
        }
        // A crossing is rounded to a step across, so the height is off by a steep line's rise in that step.
        guard let expected = highest(input),
          !found.contains(where: { $0.from.x == x || $0.to.x == x })
        else { continue }
        guard let height = highest(found) else {
          Issue.record("seed \(seed): a hole at \(x)")
          continue
        }
        compared += 1
        let steepest = input.filter { $0.from.x <= x && $0.to.x >= x }.map {
          Double(abs($0.to.y - $0.from.y)) / Double($0.to.x - $0.from.x)
        }.max()!
        #expect((height - expected).magnitude <= 2 + steepest, "seed \(seed), at \(x)")
      }
    }
    #expect(compared > 80_000)
  }
}
