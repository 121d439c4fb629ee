import Dashboard
import Messages

extension ArgumentWords {
  /// Takes a number of rows, or a duration with its unit.
  mutating func window(of option: String) throws(UsageError) -> StreamOptions.Window {
    let text = try value(of: option)
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let most = 2...10_000_000
    if let rows = Int(text), most.contains(rows) { return .rows(rows) }
    if let last = text.last, let unit = units[last], let number = Double(text.dropLast()),
      number > 0, number * unit <= 1e9
    {
      return .seconds(number * unit)
    }
    throw UsageError(
      message:
        "\(option) takes \(most.lowerBound) to \(most.upperBound) rows or a time such as 5m, "
        + "not '\(text)'")
  }
}
