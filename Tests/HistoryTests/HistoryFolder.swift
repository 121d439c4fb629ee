import Foundation
import TestSupport
import Testing

@testable import History

/// A temporary folder for histories, removed with the object.
final class HistoryFolder {
  private let folder = TemporaryFolder()

  var url: URL { folder.url }

  var path: String { folder.file("test.db").path }

  var names: [String] { (try? folder.names) ?? [] }
}

/// A batch with one sample a second of one series.
func seconds(
  _ key: String, from start: Double, count: Int, _ value: (Int) -> Double = { Double($0 % 100) }
) -> HistoryBatch.Series {
  HistoryBatch.Series(
    key: key, times: (0..<count).map { start + Double($0) }, values: (0..<count).map(value))
}

extension HistoryFile {
  /// The past of some series; nil for all.
  func past(
    of keys: [String]?, in range: ClosedRange<Double>, resolution: Double
  ) throws(HistoryFailure) -> HistoryPast {
    try past(in: range, resolution: resolution) { keys?.contains($0) ?? true }
  }
}
