import Foundation
import Metrics
import TestSupport

@testable import Feeds

/// Parts of a text, with their arrivals.
struct TextParts {
  var parts: [(time: Double, text: String)]
  /// Whether the text ends after these parts.
  var isEnded = true

  init(parts: [(time: Double, text: String)]) { self.parts = parts }

  init(text: String, arrival: Double = 1000) { self.init(parts: [(arrival, text)]) }

  /// A test file that is read at once.
  init(fixture name: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Program.fixture("text/" + name)))
    self.init(text: String(decoding: data, as: UTF8.self))
  }

}

/// Turns a text into updates, by the reader and the rules of the program's feeds.
final class TextUpdates {
  private let reader: TextReader
  private var rows: RowSamples

  init(
    _ options: TextOptions = TextOptions(), isFile: Bool = false, numbersRows: Bool = true,
    queries: Set<Query> = [.columns]
  ) {
    var options = options
    options.isFile = isFile
    reader = TextReader(options: options, zone: .utc)
    rows = RowSamples(
      queries: queries, numbersRows: numbersRows, isFile: isFile, horizontal: options.horizontal)
  }

  /// The news of several texts for a receiver that was busy when the first ones came.
  func update(_ texts: [TextParts]) -> FeedUpdate {
    var result = update(texts[0])
    for text in texts.dropFirst() { result.append(update(text)) }
    return result
  }

  /// The news of the next parts of the text.
  func update(_ text: TextParts) -> FeedUpdate {
    var batch = TextBatch()
    var arrivals: [(end: Int, time: Double)] = []
    for (time, part) in text.parts {
      var part = part
      part.withUTF8 { reader.feed(UnsafeRawBufferPointer($0), arrival: time, into: &batch) }
      reader.pause(into: &batch)
      arrivals.append((batch.rowCount, time))
    }
    if text.isEnded { reader.finish(into: &batch) }
    var update = rows.update(of: batch, arrivals: arrivals, hasTimes: reader.hasTimeColumn)
    update.text?.form = reader.form
    if text.isEnded { update.health = .ended }
    return update
  }
}
