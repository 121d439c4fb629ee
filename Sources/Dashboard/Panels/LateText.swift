import Messages

/// The age of the last update, in words.
struct LateText: Equatable {
  /// `3 min ago`.
  let text: String
  /// The age, in seconds, at which the text changes.
  let validUntil: Double

  init(seconds: Double) {
    self.init(seconds: seconds) { String(localized: "\($0) \($1) ago") }
  }

  /// The words for times that are ahead of this machine's clock: `times are 3 h ahead`.
  static func ofTimesAhead(seconds: Double) -> String {
    // Clocks and zones differ by whole minutes and hours: the part of a sample's own age is rounded away.
    let unit: Double = seconds < 3570 ? 60 : 3600
    let rounded = seconds < 60 ? seconds : max(60, (seconds / unit).rounded() * unit)
    return LateText(seconds: rounded) { String(localized: "times are \($0) \($1) ahead") }.text
  }

  /// - Parameter words: makes the text from a number and a unit.
  private init(seconds: Double, words: (Int, String) -> String) {
    func phrase(_ count: Double, _ unit: String) -> String { words(Int(min(count, 1e6)), unit) }
    switch seconds {
    case ..<60:
      // The first seconds count one by one, and an age is at least one second.
      let step: Double = seconds < 5 ? 1 : 5
      let age = max(1, (seconds / step).rounded(.down) * step)
      (text, validUntil) = (phrase(age, "s"), age + step)
    case ..<3600:
      let minutes = (seconds / 60).rounded(.down)
      (text, validUntil) = (phrase(minutes, "min"), (minutes + 1) * 60)
    case ..<86_400:
      let hours = (seconds / 3600).rounded(.down)
      (text, validUntil) = (phrase(hours, "h"), (hours + 1) * 3600)
    default:
      let days = (seconds / 86_400).rounded(.down)
      (text, validUntil) = (phrase(days, "d"), (days + 1) * 86_400)
    }
  }
}
