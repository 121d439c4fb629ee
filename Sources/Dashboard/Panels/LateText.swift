import Messages

/// The age of the last update, in words.
struct LateText: Equatable {
  /// `3 min ago`.
  let text: String
  /// The age, in seconds, at which the text changes.
  let validUntil: Double

  init(seconds: Double) {
    func phrase(_ count: Double, _ unit: String) -> String {
      String(localized: "\(Int(min(count, 1e6))) \(unit) ago")
    }
    switch seconds {
    case ..<60:
      let step = (seconds / 5).rounded(.down)
      (text, validUntil) = (phrase(step * 5, "s"), (step + 1) * 5)
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
