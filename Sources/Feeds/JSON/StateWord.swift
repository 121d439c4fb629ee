/// The words for states in home automation.
enum StateWord {
  /// The number of a word in any case: 1 for a word such as `on`, 0 for its opposite, NaN for `unavailable` and
  /// `unknown`; nil for other texts.
  static func value(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard (2...12).contains(text.count) else { return nil }
    return switch String(decoding: text, as: UTF8.self).lowercased() {
    case "on", "true", "online", "connected", "open": 1
    case "off", "false", "offline", "disconnected", "closed": 0
    case "unavailable", "unknown": .nan
    default: nil
    }
  }
}
