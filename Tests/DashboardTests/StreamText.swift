import Feeds
import Foundation
import TestSupport

extension TextDelivery {
  /// The delivery of a test file that is read at once.
  init(fixture name: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Program.fixture("text/" + name)))
    self.init(text: String(decoding: data, as: UTF8.self))
  }

  init(text: String, arrival: Double = 1000) {
    self.init(parts: [(arrival, text)])
  }

  /// Parts of a text, with their arrivals.
  init(parts: [(time: Double, text: String)], columns: [String]? = nil) {
    self.init()
    let reader = TextReader(options: TextOptions(columns: columns))
    for (time, text) in parts {
      var text = text
      text.withUTF8 {
        reader.feed(UnsafeRawBufferPointer($0), arrival: time, into: &batch)
      }
      reader.pause(into: &batch)
      arrivals.append((end: batch.rowCount, time: time))
    }
    reader.finish(into: &batch)
    hasTimes = reader.hasTimeColumn
    isEnded = true
  }
}
