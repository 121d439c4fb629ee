import Foundation

@testable import Feeds

/// The whole output of a reader, for comparison: NaN equals NaN.
struct TextResult: Equatable {
  var columns: [TextColumn] = []
  var times: [UInt64] = []
  var values: [[UInt64]] = []
  var controls: [String] = []
  var unreadable = 0
  var lastUnreadable: UnreadableLine?
  var notices: [String] = []
  var missing: [String] = []
  var timeKind = TextTimeKind.none
  var rowCount = 0

  var names: [String] { columns.map(\.name) }
  func row(_ row: Int) -> [Double] { values.map { Double(bitPattern: $0[row]) } }
  func time(_ row: Int) -> Double { Double(bitPattern: times[row]) }
  func column(_ name: String) -> [Double]? {
    columns.firstIndex { $0.name == name }.map { values[$0].map { Double(bitPattern: $0) } }
  }

  /// Feeds the bytes, cut before the given places.
  init(_ bytes: [UInt8], _ options: TextOptions = TextOptions(), cuts: [Int] = []) {
    var batch = TextBatch()
    let reader = TextReader(options: options, zone: .utc)
    bytes.withUnsafeBytes { all in
      var start = 0
      for end in cuts + [all.count] {
        reader.feed(
          UnsafeRawBufferPointer(rebasing: all[start..<end]), arrival: TextResult.arrival,
          into: &batch)
        start = end
      }
    }
    reader.finish(into: &batch)
    self.init(batch, reader)
  }

  init(_ text: String, _ options: TextOptions = TextOptions()) {
    self.init(Array(text.utf8), options)
  }

  init(_ batch: TextBatch, _ reader: TextReader) {
    func bits(_ value: Double) -> UInt64 { value.isNaN ? Double.nan.bitPattern : value.bitPattern }
    columns = batch.columns
    times = batch.times.map(bits)
    values = batch.values.map { $0.map(bits) }
    controls = batch.controls.map { "\($0.row) \($0.control)" }
    unreadable = batch.unreadable
    lastUnreadable = batch.lastUnreadable
    notices = batch.notices
    missing = reader.form.missing
    timeKind = reader.timeKind
    rowCount = batch.rowCount
  }

  /// 2026-11-21 04:47:20 UTC, the time of the samples.
  static let arrival = 1_795_236_440.0
}

func textSample(_ name: String) throws -> [UInt8] {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/text")
  return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
}
