import TestSupport
import Testing

@testable import History

/// Columns and blocks that are packed and unpacked.
@Suite struct PackingTests {
  private func unpacked(_ values: [Double]) -> (values: [Double], bytes: Int) {
    var writer = BitWriter()
    NumberColumn.write(values, to: &writer)
    let bytes = writer.bytes
    let result = bytes.withUnsafeBytes { bytes in
      var reader = BitReader(bytes)
      return NumberColumn.read(values.count, from: &reader)
    }
    return (result, bytes.count)
  }

  private func isSame(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { $0 == $1 || $0.isNaN && !$1.isFinite || $1.isNaN && !$0.isFinite }
  }

  @Test(arguments: [
    [], [0], [-0.0], [48.6], [1, 2, 3], [0.1, 0.2, 0.30], [-5.25, 1e6, 0], [.nan], [.nan, 1, .nan],
    [1, .nan, .nan, 4.5], [.infinity, 2], [9_007_199_254_740_991, -9_007_199_254_740_991],
    [0.000001, 123_456.654_321],
  ])
  func numbersWithFewDecimalsAreExact(_ values: [Double]) {
    #expect(isSame(unpacked(values).values, values))
  }

  @Test func numbersOfAnyMagnitudesComeBack() {
    let odd: [Double] = [
      .pi, 1e300, -1e-300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0, .nan,
    ]
    #expect(isSame(unpacked(odd).values, odd))
  }

  @Test func randomNumbersKeepSixDigits() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let count = Int.random(in: 1...200, using: &random)
      let scale = [1e-9, 1, 1e6, 1e12].randomElement(using: &random)!
      let values = (0..<count).map { _ in random.unit() * scale - scale / 3 }
      let back = unpacked(values).values
      #expect(back.count == count)
      for (value, kept) in zip(values, back) { #expect(abs(value - kept) <= abs(value) * 5e-7) }
    }
  }

  @Test func randomDecimalsAreExact() {
    var random = SeededGenerator(seed: 2)
    for decimals in 0...4 {
      let power = [1.0, 10, 100, 1000, 10_000][decimals]
      for _ in 0..<100 {
        let values = (0..<60).map { _ in
          random.unit() < 0.05
            ? .nan : Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / power
        }
        #expect(isSame(unpacked(values).values, values))
      }
    }
  }

  /// The growth of a large sum with many decimals is what a chart of a counter shows.
  @Test(arguments: [0.01, 0.5, 300])
  func theGrowthOfALargeSumIsKept(step: Double) {
    var random = SeededGenerator(seed: 7)
    var sum = 12_000_000.0
    let sums = (0..<120).map { _ in
      sum += step * (0.5 + random.unit())
      return sum
    }
    let (kept, bytes) = unpacked(sums)
    let errors = zip(zip(kept.dropFirst(), kept), zip(sums.dropFirst(), sums)).map { kept, sums in
      abs((kept.0 - kept.1) - (sums.0 - sums.1))
    }
    #expect(errors.count == 119 && errors.allSatisfy { $0 <= step / 100 })
    #expect(bytes <= 120 * 2)
    // The program of the sum restarts, and the sum begins at zero again.
    let restarted = sums + sums.map { $0 - 11_999_999.75 }
    #expect(zip(unpacked(restarted).values, restarted).allSatisfy { abs($0 - $1) <= step / 100 })
  }

  /// The sum is at rest in one block, and has the same value at the start of the next one.
  @Test func aSumAtRestIsKept() {
    let sums = [Double](repeating: 12_000_003.123456789, count: 60)
    let (kept, bytes) = unpacked(sums)
    #expect(kept.allSatisfy { abs($0 - sums[0]) < 1e-4 })
    #expect(bytes <= 24)
  }

  /// A gauge with one decimal that changes each second takes about a byte.
  @Test func aGaugeTakesFewBytes() {
    var random = SeededGenerator(seed: 3)
    var value = 480
    let values = (0..<60).map { _ in
      value += Int.random(in: -8...8, using: &random)
      return Double(value) / 10
    }
    #expect(unpacked(values).bytes <= 60 * 6 / 8)
  }

  private func block(_ random: inout SeededGenerator) -> SampleBlock {
    var time = Int.random(in: 0...2_000_000_000_000, using: &random)
    let count = Int.random(in: 1...120, using: &random)
    let times = (0..<count).map { _ in
      time += Int.random(in: 0...1500, using: &random)
      return time
    }
    let columns = [1, 4].randomElement(using: &random)!
    let series = (0..<Int.random(in: 1...20, using: &random)).map { number in
      SampleBlock.Series(
        number: number * 300,
        columns: (0..<columns).map { column in
          times.map { _ in
            column == 3
              ? Double(Int.random(in: 1...999, using: &random))
              : Double(Int.random(in: 0...9999, using: &random)) / 10
          }
        })
    }
    return SampleBlock(times: times, series: series)
  }

  @Test func blocksComeBack() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      let block = block(&random)
      #expect(block.bytes.withUnsafeBytes { SampleBlock($0) } == block)
    }
  }

  @Test func aChangedBitIsFound() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var bytes = block(&random).bytes
      let bit = Int.random(in: 0..<bytes.count * 8, using: &random)
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(bytes.withUnsafeBytes { SampleBlock($0) } == nil)
      bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      #expect(bytes.withUnsafeBytes { SampleBlock($0) } == nil)
    }
  }

  /// Bytes with a good checksum that no block has are no reason to end the program.
  @Test func anyBytesWithAChecksumAreRead() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<3000 {
      var bytes = block(&random).bytes.dropLast(4)
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 1..<bytes.count, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      let check = Checksum.of(bytes)
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(check >> UInt32(shift) & 0xFF)) }
      Array(bytes).withUnsafeBytes { bytes in
        let block = SampleBlock(bytes)
        for series in block?.series ?? [] {
          #expect(series.columns.allSatisfy { $0.count == block?.times.count })
          #expect(
            series.columns.count < 4 || series.columns[3].allSatisfy { Int(exactly: $0) ?? 0 > 0 })
        }
        _ = SampleBlock.sizes(bytes)
      }
    }
  }

  @Test(arguments: [[-1, 5], [5, 253_402_300_799_001], [7, 5], [-1 << 58, 1 << 58]])
  func timesThatNoBlockHasAreDamage(_ times: [Int]) {
    let block = SampleBlock(times: times, series: [.init(number: 1, columns: [[1, 2]])])
    block.bytes.withUnsafeBytes { bytes in
      #expect(SampleBlock(bytes) == nil)
      #expect(SampleBlock.sizes(bytes) == nil)
    }
  }

  @Test(arguments: [0, -1, 1.5, .nan, .infinity, 4_294_967_297, 1e300])
  func countsThatNoRowHasAreDamage(_ count: Double) {
    func block(_ count: Double) -> SampleBlock {
      SampleBlock(
        times: [0, 60_000],
        series: [.init(number: 1, columns: [[1, 2], [3, 4], [2, 3], [1, count]])])
    }
    #expect(block(count).bytes.withUnsafeBytes { SampleBlock($0) } == nil)
    #expect(block(4_294_967_296).bytes.withUnsafeBytes { SampleBlock($0)?.times } == [0, 60_000])
  }

  @Test func theChecksumIsThatOfZlib() {
    #expect(Checksum.of(Array("123456789".utf8)) == 0xCBF4_3926)
  }
}
