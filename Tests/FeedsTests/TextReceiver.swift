@testable import Feeds

/// A receiver of a text that checks that no series gets numbers of another key.
final class TextReceiver {
  let reader: TextReader
  var batch = TextBatch()
  private(set) var notices: [String] = []
  /// The name of each column, by its generation.
  private var names: [[Int]: String] = [:]
  private(set) var flaws: [String] = []
  /// The last number of each column's series.
  private(set) var last: [String: Double] = [:]

  init(_ options: TextOptions = TextOptions()) {
    reader = TextReader(options: options, zone: .utc)
  }

  func feed(_ text: String) {
    Array(text.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
  }

  func take() {
    for (place, column) in batch.columns.enumerated() {
      let known = names.updateValue(column.name, forKey: [place, column.generation])
      if let known, known != column.name { flaws.append("\(known) became \(column.name)") }
      for value in batch.values[place] where !value.isNaN { last[column.name] = value }
    }
    notices += batch.notices
    batch.removeAll()
  }
}
