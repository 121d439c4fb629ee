import Dispatch
import Feeds
import Foundation
import Testing

/// A file that takes many reads.
@Suite struct TextFileTests {
  private final class Collector: @unchecked Sendable {
    private let queue = DispatchQueue(label: "collector")
    private let ended = DispatchSemaphore(value: 0)
    private var deliveries: [TextDelivery] = []

    func take(_ delivery: TextDelivery) {
      queue.sync { deliveries.append(delivery) }
      if delivery.isEnded { ended.signal() }
    }

    func wait() -> [TextDelivery] {
      ended.wait()
      return queue.sync { deliveries }
    }
  }

  @Test func itsDeliveriesSayHowMuchHasBeenRead() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("rows-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    let rows = 200_000
    try (0..<rows).map { "\($0) \(2 * $0)\n" }.joined()
      .write(to: file, atomically: true, encoding: .utf8)
    let source = try TextSource(path: file.path, options: TextOptions())
    let collector = Collector()
    source.start {
      collector.take($0)
      source.request()
    }
    let deliveries = collector.wait()
    #expect(deliveries.count > 1)
    #expect(deliveries.reduce(0) { $0 + $1.batch.rowCount } == rows)
    let last = deliveries.last { $0.batch.rowCount > 0 }
    #expect(last?.batch.values.last?.last == Double(2 * (rows - 1)))
    let fractions = deliveries.compactMap(\.fractionRead)
    #expect(fractions.count == deliveries.count)
    #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(fractions[0] > 0 && fractions[0] < 1 && fractions.last == 1)
  }
}
