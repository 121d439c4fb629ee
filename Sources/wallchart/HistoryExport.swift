import History
import Messages
import Metrics

/// The text of exported samples: CSV with a header, or a JSON object on each line.
///
/// Intervals of time follow one another, each with its series in the order of their names. A sample has a time, a
/// series and a value; a row of a coarse tier also has the seconds that it covers, the extremes and the count, and its
/// value is the mean.
struct HistoryExport {
  /// Whether the text is lines of JSON; otherwise CSV.
  let isLines: Bool
  private(set) var text: String

  init(isLines: Bool) {
    self.isLines = isLines
    text = isLines ? "" : "time,series,value,seconds,minimum,maximum,count\n"
  }

  /// Returns and removes the text so far.
  mutating func take() -> String {
    defer { text = "" }
    return text
  }

  mutating func add(_ key: String, _ piece: HistoryPast.Piece) {
    let name = isLines ? JSONText.string(key).text : Self.quoted(key)
    for index in piece.times.indices {
      let (time, value) = (Self.time(piece.times[index]), Self.number(piece.values[index], isLines))
      var row: [String] = []
      if piece.width > 0 {
        row = [
          Self.number(piece.width, isLines), Self.number(piece.minima[index], isLines),
          Self.number(piece.maxima[index], isLines), Self.number(piece.counts[index], isLines),
        ]
      }
      if isLines {
        let names = ["seconds", "minimum", "maximum", "count"]
        let rest = zip(names, row).map { ",\"\($0)\":\($1)" }.joined()
        text += "{\"time\":\"\(time)\",\"series\":\(name),\"value\":\(value)\(rest)}\n"
      } else {
        text += ([time, name, value] + (row.isEmpty ? ["", "", "", ""] : row)).joined(
          separator: ",")
        text += "\n"
      }
    }
  }

  /// The text of a number; empty for a missing number, or `null` in JSON.
  private static func number(_ value: Double, _ isJSON: Bool) -> String {
    guard value.isFinite else { return isJSON ? "null" : "" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func quoted(_ text: String) -> String {
    let needsQuotes = text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
    return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  /// A time with milliseconds, in the format of ISO 8601: `2026-11-23T03:00:00.250Z`.
  static func time(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    let civil = CivilTime(secondsOfClock: milliseconds / 1000, zoneAbbreviation: "UTC")
    return civil.isoText + "." + (milliseconds % 1000).padded(to: 3) + "Z"
  }
}
