import Dashboard
import Messages

extension ArgumentWords {
  /// Takes a number of rows, or a duration with its unit.
  mutating func window(of option: String) throws(UsageError) -> StreamOptions.Window {
    let text = try value(of: option)
    let most = 2...10_000_000
    if let rows = Int(text), most.contains(rows) { return .rows(rows) }
    if text.last?.isLetter == true, let seconds = DurationText(text)?.seconds, seconds > 0,
      seconds <= 1e9
    {
      return .seconds(seconds)
    }
    throw UsageError(
      message:
        "\(option) takes \(most.lowerBound) to \(most.upperBound) rows or a time such as 5m, "
        + "not '\(text)'")
  }
}
