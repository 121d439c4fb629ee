/// A duration as people write it, such as `1h 30m`.
package struct DurationText {
  package let seconds: Double

  /// The seconds of each unit. A year has its mean length.
  private static let units: [String: Double] = [
    "ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400,
    "y": 365.25 * 86_400,
  ]

  package init?(_ text: String) {
    if let seconds = Double(text), seconds.isFinite {
      self.seconds = seconds
      return
    }
    var (rest, sum) = (text[...], 0.0)
    repeat {
      rest = rest.drop { $0 == " " }
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count).drop { $0 == " " }
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let number = Double(digits), let unit = Self.units[String(name)] else {
        return nil
      }
      sum += number * unit
    } while rest.contains { $0 != " " }
    seconds = sum
  }

  /// The duration as a whole number of the largest possible unit.
  static func text(_ seconds: Double) -> String {
    for (name, unit) in [("d", 86_400.0), ("h", 3600), ("m", 60), ("s", 1)] {
      let count = seconds / unit
      if count >= 1, count == count.rounded() { return "\(Int(count))\(name)" }
    }
    return "\(Int((seconds * 1000).rounded()))ms"
  }
}
